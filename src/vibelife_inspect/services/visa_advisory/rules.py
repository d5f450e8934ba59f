"""Entry, transit, passport, health and medicine rules."""

from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Invalid, NotFound
from vibelife_inspect.services.visa_advisory.catalogue import Catalogue
from vibelife_inspect.services.visa_advisory.countries import CountryCode, country_name
from vibelife_inspect.services.visa_advisory.records import EntryRule, HealthRule, Purpose
from vibelife_inspect.text import found
from vibelife_inspect.world import Json, Limit, operation, page


class Rules(Catalogue):
    """What borders ask for."""

    @operation("read")
    def check_entry_requirements(
        self,
        nationality: CountryCode,
        destination: CountryCode,
        purpose: Purpose = "tourism",
        arrival: date | None = None,
        departure: date | None = None,
        via: Annotated[list[CountryCode], Field(max_length=5)] | None = None,
    ) -> Json:
        """Tell what a destination asks of a nationality: visa, authorisation, longest stay, passport, and transit.

        A pair without a rule on file is an error, never a guess. `announced` lists rules that come into force later.

        Args:
            nationality: Country of the passport, ISO code such as DE.
            destination: Country to enter, ISO code such as JP.
            purpose: Why.
            arrival: Day of arrival; today when absent.
            departure: Day of leaving again; then the stay is compared with the longest one.
            via: Countries in which a flight is changed; each needs a transit rule on file.
        """
        day = arrival or self.clock.today
        self.check_trip(day, departure or day)
        rule = self.rule_on(nationality, destination, purpose, day)
        stay = None if departure is None else (departure - day).days + 1
        return {
            **dict(rule),
            "nationality_name": country_name(nationality),
            "destination_name": country_name(destination),
            "stay_days": stay,
            "stay_allowed": None if stay is None or rule.max_days is None else stay <= rule.max_days,
            "visa_products": [product.id for product in self.on_offer(nationality, destination, purpose)],
            "transit": [_transit(self.rule_on(nationality, country, "transit", day)) for country in via or []],
            "announced": self.rules_after(rule, day),
        }

    @operation("read")
    def check_passport_validity(
        self,
        destination: CountryCode,
        arrival: date,
        departure: date,
        passport_id: str | None = None,
        expires_on: date | None = None,
        nationality: CountryCode | None = None,
        purpose: Purpose = "tourism",
    ) -> Json:
        """Tell whether a passport is valid long enough for a trip, and until when it must be valid at least.

        Give either `passport_id`, or `expires_on` and `nationality`.

        Args:
            destination: Country to enter, ISO code.
            arrival: Day of arrival.
            departure: Day of leaving the country again.
            passport_id: Id of a passport on file.
            expires_on: Last day of validity of a passport that is not on file.
            nationality: Country of that passport, ISO code.
            purpose: Why.
        """
        self.check_trip(arrival, departure)
        if passport_id is not None:
            if expires_on is not None or nationality is not None:
                raise Invalid("passport_id: give either this, or expires_on and nationality, not both")
            passport = self.my_document(passport_id)
            rule = self.rule_on(passport.nationality, destination, purpose, arrival)
            result = self.validity(rule, passport.expires_on, arrival, departure)
            return {**result, "passport_status": passport.status}
        if expires_on is None or nationality is None:
            raise Invalid("expires_on: give passport_id, or expires_on together with nationality")
        rule = self.rule_on(nationality, destination, purpose, arrival)
        return {**self.validity(rule, expires_on, arrival, departure), "passport_status": None}

    @operation("read")
    def get_transit_rules(self, nationality: CountryCode, country: CountryCode, day: date | None = None) -> Json:
        """Tell what a country asks of travellers who only change flights there. Unknown pairs are an error.

        Args:
            nationality: Country of the passport, ISO code.
            country: Country of the airport, ISO code.
            day: Day of transit; today when absent.
        """
        on = day or self.clock.today
        self.check_trip(on, on)
        return _transit(self.rule_on(nationality, country, "transit", on))

    @operation("read")
    def list_health_rules(
        self,
        country: CountryCode,
        arrival: date | None = None,
        coming_from: CountryCode | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List vaccinations for a country, required ones first, then by name.

        With `arrival`, each row tells by which day it must be done and whether that day is still ahead.

        Args:
            country: Destination, ISO code.
            arrival: Day of arrival.
            coming_from: Where the traveller comes from, ISO code; rules for other origins are left out.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if arrival is not None:
            self.check_trip(arrival, arrival)
        rows = [
            row
            for row in self.health_rules.find(country=country)
            if coming_from is None or not row.coming_from or coming_from in row.coming_from
        ]
        rows.sort(key=lambda row: (row.requirement != "required", row.vaccine, row.id))
        return page(rows, limit, cursor, lambda row: self._health_row(row, arrival))

    @operation("read")
    def list_medicine_rules(
        self,
        country: CountryCode,
        query: str | None = None,
        allowed: Literal["free", "limited", "permit", "forbidden"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List what medicines may be carried into a country, by substance. What is not listed is not known to the desk.

        Args:
            country: Destination, ISO code.
            query: Words of the substance or of other names for it.
            allowed: Only rules of this kind.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            row
            for row in self.medicine_rules.find(country=country)
            if (query is None or found(query, row.substance, row.other_names)) and allowed in (None, row.allowed)
        ]
        return page(sorted(rows, key=lambda row: (row.substance, row.id)), limit, cursor, dict)

    @operation("read")
    def get_embassy(self, of_country: CountryCode, in_country: CountryCode) -> Json:
        """Tell how to reach a country's embassy and consulates in another country; the embassy comes first.

        Args:
            of_country: Whose embassy, ISO code: the traveller's own country.
            in_country: Where it is, ISO code.
        """
        rows = self.missions.find(pair=f"{of_country}>{in_country}")
        if not rows:
            raise NotFound(
                f"no embassy of {country_name(of_country)} in {country_name(in_country)} is on file",
                of_country=of_country,
                in_country=in_country,
            )
        return {"missions": sorted(rows, key=lambda row: (row.kind != "embassy", row.id))}

    def _health_row(self, row: HealthRule, arrival: date | None) -> Json:
        if arrival is None:
            return dict(row)
        until = arrival - timedelta(days=row.lead_days)
        return {**dict(row), "done_by": until, "still_possible": until >= self.clock.today}


def _transit(rule: EntryRule) -> Json:
    return rule.pick(
        "id",
        "nationality",
        "destination",
        "visa_required",
        "authorisation",
        "transit_max_hours",
        "transit_airside_only",
        "onward_ticket",
        "notes",
        "valid_from",
    )
