"""A generated desk: the atlas turned into records, and a history of advisories."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from random import Random
from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import UsageError, nearest
from vibelife_inspect.money import money
from vibelife_inspect.services.visa_advisory.atlas import (
    ATLAS,
    LEAD_DAYS,
    MONEY,
    NATIONALITIES,
    OFFICES,
    SUBSTANCES,
    TEMPLATES,
    Country,
)
from vibelife_inspect.services.visa_advisory.base import VisaBase
from vibelife_inspect.services.visa_advisory.countries import CountryCode, country_name
from vibelife_inspect.services.visa_advisory.records import (
    Advisory,
    EntryRule,
    HealthRule,
    MedicineRule,
    Mission,
    Office,
    Purpose,
    VisaProduct,
)
from vibelife_inspect.world import Background, Record

Rows = Iterator[tuple[str, Record]]

_ADVISORIES = 60
_NOTE = "Rule of the Wayfarer Desk for this world."
_ALLOWED = ("free", "limited", "permit")


class VisaBackground(Background):
    """Which countries the desk knows."""

    nationalities: tuple[CountryCode, ...] = NATIONALITIES
    """Whose rules are on file."""
    destinations: Annotated[tuple[CountryCode, ...], Field(min_length=1)] = tuple(ATLAS)
    """Where to; any of the 33 countries of the desk's atlas."""


def desk(service: VisaBase, options: VisaBackground, level: int, rng: Random) -> Rows:
    """Records around the seeds; a country that has seeds of a kind gets no generated ones of that kind.

    Args:
        service: The desk with its seeds.
        options: Nationalities and destinations.
        level: How many times the base number of advisories.
        rng: The only source of chance.
    """
    if level < 1:
        return
    for code in options.destinations:
        if code not in ATLAS:
            raise UsageError(f"visa_advisory: the atlas has no country {code!r}; {nearest(code, ATLAS)}")
    countries = [ATLAS[code] for code in options.destinations]
    for country in countries:
        yield from _rules(service, country, options.nationalities)
        if not service.products.find(destination=country.code):
            yield from _products(country, options.nationalities)
        if not service.health_rules.find(country=country.code):
            yield from _health(country)
        if not service.medicine_rules.find(country=country.code):
            yield from _medicine(country, rng)
    yield from _offices(service, options.nationalities)
    quiet = [country for country in countries if not service.advisories.find(country=country.code)]
    yield from _advisories(service, quiet, _ADVISORIES * level, rng)


def _rules(service: VisaBase, country: Country, nationalities: tuple[str, ...]) -> Rows:
    for nationality in nationalities:
        if nationality == country.code:
            continue
        pair = f"{nationality}>{country.code}"
        seeded = {rule.purpose for rule in service.entry_rules.find(pair=pair)}
        for purpose in _PURPOSES:
            if purpose not in seeded:
                yield "entry_rules", _RULE[purpose](nationality, country)
        if not service.missions.find(pair=pair):
            yield "missions", _mission(nationality, country)


def _visit(nationality: str, country: Country, purpose: Purpose) -> EntryRule:
    free = nationality in country.free
    return EntryRule(
        id=f"bg-{nationality}-{country.code}-{purpose}",
        nationality=nationality,
        destination=country.code,
        purpose=purpose,
        visa_required=not free,
        authorisation=country.authorisation if free else "",
        max_days=country.days,
        passport_validity_months=country.months,
        validity_counted_from=country.counted_from,
        blank_pages=2 if country.months >= 6 else 1,
        onward_ticket=country.months >= 6,
        notes=_NOTE if purpose == "tourism" else f"{_NOTE} Carry the letter of the inviting company.",
    )


def _transit(nationality: str, country: Country) -> EntryRule:
    free = nationality in country.free
    return EntryRule(
        id=f"bg-{nationality}-{country.code}-transit",
        nationality=nationality,
        destination=country.code,
        purpose="transit",
        visa_required=not free and country.code in ("US", "AU", "CA"),
        authorisation=country.authorisation if free and country.code in ("US", "CA", "NZ") else "",
        max_days=1,
        passport_validity_months=0,
        transit_max_hours=24,
        transit_airside_only=not free,
        onward_ticket=True,
        notes=_NOTE,
    )


_PURPOSES: tuple[Purpose, ...] = ("tourism", "business", "transit")
_RULE: dict[Purpose, Callable[[str, Country], EntryRule]] = {
    "tourism": lambda nationality, country: _visit(nationality, country, "tourism"),
    "business": lambda nationality, country: _visit(nationality, country, "business"),
    "transit": _transit,
}


def _mission(nationality: str, country: Country) -> Mission:
    home = country_name(nationality)
    return Mission(
        id=f"bg-mission-{nationality}-{country.code}",
        of_country=nationality,
        in_country=country.code,
        city=country.city,
        address=f"{len(home) * 7} Embassy Row, {country.city}",
        phone=f"+{len(home)}0 555 01{len(country.city):02}",
        emergency_phone=f"+{len(home)}0 555 0199",
        email=f"{country.code.lower()}@{nationality.lower()}.missions.example",
    )


def _products(country: Country, nationalities: tuple[str, ...]) -> Rows:
    def product(kind: str, name: str, purpose: Purpose, percent: int, days: int, who: tuple[str, ...]) -> VisaProduct:
        return VisaProduct(
            id=f"VP-{country.code}-{kind}",
            name=name,
            destination=country.code,
            nationalities=who,
            purpose=purpose,
            fee=money(country.fee, country.currency).percent(percent),
            payee=f"Visa Office of {country_name(country.code)}",
            official_site=f"visa.gov.{country.code.lower()}.example",
            processing_days=days,
            max_stay_days=country.days,
            documents=_PAPERS[kind],
            notes=_NOTE,
        )

    free = tuple(code for code in nationalities if code in country.free and code != country.code)
    bound = tuple(code for code in nationalities if code not in country.free and code != country.code)
    if free and country.authorisation:
        name = f"{country_name(country.code)} {country.authorisation}"
        yield "products", product("ETA", name, "tourism", 20, 3, free)
    if bound:
        yield "products", product("TOURIST", f"{country_name(country.code)} tourist visa", "tourism", 100, 10, bound)
        yield "products", product("BUSINESS", f"{country_name(country.code)} business visa", "business", 150, 12, bound)


_PAPERS: dict[str, tuple[str, ...]] = {
    "ETA": ("passport",),
    "TOURIST": ("passport", "photo", "itinerary", "bank_statement"),
    "BUSINESS": ("passport", "photo", "invitation_letter", "employment_letter"),
}


def _health(country: Country) -> Rows:
    for vaccine in country.risks.split(","):
        if vaccine:
            needed = vaccine == "yellow fever"
            yield (
                "health_rules",
                HealthRule(
                    id=f"bg-{country.code}-{vaccine.replace(' ', '-')}",
                    country=country.code,
                    vaccine=vaccine,
                    requirement="required" if needed else "recommended",
                    coming_from=tuple(code for code in ("BR", "KE", "PE", "TZ") if code != country.code)
                    if needed
                    else (),
                    lead_days=LEAD_DAYS.get(vaccine, 14),
                    notes=_NOTE,
                ),
            )


def _medicine(country: Country, rng: Random) -> Rows:
    for substance, names, weights in SUBSTANCES:
        allowed = rng.choices(_ALLOWED, weights)[0]
        papers = {"free": (), "limited": ("prescription",), "permit": ("prescription", "import permit")}[allowed]
        yield (
            "medicine_rules",
            MedicineRule.model_validate(
                {
                    "id": f"bg-{country.code}-{substance}",
                    "country": country.code,
                    "substance": substance,
                    "other_names": names,
                    "allowed": allowed,
                    "max_supply_days": {"free": 90, "limited": 30, "permit": 30}[allowed],
                    "documents": papers,
                    "lead_days": 14 if allowed == "permit" else 0,
                    "notes": _NOTE,
                }
            ),
        )


def _offices(service: VisaBase, nationalities: tuple[str, ...]) -> Rows:
    for nationality in nationalities:
        if nationality not in OFFICES or service.offices.find(nationality=nationality):
            continue
        currency = MONEY[nationality]
        for number, (city, days, fee, express_days, express_fee) in enumerate(OFFICES[nationality], start=1):
            yield (
                "offices",
                Office(
                    id=f"OFF-{nationality}-{number}",
                    name=f"Passport Office {city}",
                    nationality=nationality,
                    city=city,
                    country=nationality,
                    address=f"{number * 12} Station Street, {city}",
                    phone=f"+{number}0 555 0170",
                    normal_days=days,
                    normal_fee=money(fee, currency),
                    express_days=express_days,
                    express_fee=None if express_fee is None else money(express_fee, currency),
                ),
            )


def _advisories(service: VisaBase, countries: list[Country], count: int, rng: Random) -> Rows:
    if not countries:
        return
    start = service.setting.start
    for number in range(count):
        country = countries[number % len(countries)]
        fitting = [row for row in TEMPLATES if row[1] <= country.level]
        topic, level, title, text = fitting[rng.randrange(len(fitting))]
        issued = start - timedelta(hours=rng.randrange(6, 24 * 300))
        until = issued + timedelta(days=rng.randrange(10, 200)) if rng.random() < 0.8 else None
        names = {"city": country.city, "name": country_name(country.code)}
        yield (
            "advisories",
            Advisory.model_validate(
                {
                    "id": f"bg-adv-{country.code}-{number}",
                    "country": country.code,
                    "level": level,
                    "topic": topic,
                    "title": title.format(**names),
                    "text": f"{text.format(**names)} Issued by the Wayfarer Desk.",
                    "issued_at": issued,
                    "valid_until": until,
                    "status": "expired" if until is not None and until <= start else "active",
                }
            ),
        )
