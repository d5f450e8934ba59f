"""Generated instruments, so that a search finds what a real market has."""

from collections.abc import Iterable
from datetime import datetime, time, timedelta
from random import Random
from typing import NamedTuple

from pydantic import Field

from vibelife_inspect.ids import code
from vibelife_inspect.money import EXPONENTS, Money
from vibelife_inspect.services.brokerage.market import Category, Hours, Instrument, Kind
from vibelife_inspect.services.brokerage.records import Dividend
from vibelife_inspect.world import Background, Record, Setting


class _Exchange(NamedTuple):
    name: str
    suffix: str
    currency: str
    zone: str
    opens: time
    closes: time
    price: int
    """A usual share price, in minor units."""


_EXCHANGES = (
    _Exchange("Frankfurt", "FR", "EUR", "Europe/Berlin", time(9), time(17, 30), 6200),
    _Exchange("Paris", "PA", "EUR", "Europe/Paris", time(9), time(17, 30), 7400),
    _Exchange("New York", "NY", "USD", "America/New_York", time(9, 30), time(16), 9100),
    _Exchange("London", "LN", "GBP", "Europe/London", time(8), time(16, 30), 1900),
    _Exchange("Tokyo", "TK", "JPY", "Asia/Tokyo", time(9), time(15, 30), 2600),
    _Exchange("Zurich", "ZH", "CHF", "Europe/Zurich", time(9), time(17, 30), 11_800),
    _Exchange("Shanghai", "SH", "CNY", "Asia/Shanghai", time(9, 30), time(15), 3100),
    _Exchange("Hong Kong", "HK", "HKD", "Asia/Hong_Kong", time(9, 30), time(16), 5400),
    _Exchange("Sydney", "SY", "AUD", "Australia/Sydney", time(10), time(16), 2300),
    _Exchange("Toronto", "TO", "CAD", "America/Toronto", time(9, 30), time(16), 4700),
)
_FIRST = (
    "Aldermoor", "Brevant", "Calloway", "Drumlin", "Estrava", "Fennmark", "Galvora", "Hexham Vale", "Ivelle", "Jorvia",
    "Kestwick", "Lumora", "Marrow Bay", "Nordlys", "Orvandel", "Pellucid", "Quillon", "Rastenberg", "Solvane",
    "Tarnwood", "Ullswick", "Verdanta", "Westerholm", "Xylona", "Yarrowdale", "Zephyrine",
)  # fmt: skip
_SECTORS = (
    ("industrials", ("Machine Works", "Bearings", "Rail Systems", "Logistics", "Fasteners")),
    ("health", ("Pharma", "Diagnostics", "Medical", "Biologics")),
    ("technology", ("Semiconductors", "Software", "Networks", "Sensors", "Robotics")),
    ("energy", ("Wind", "Grid", "Solar", "Power")),
    ("consumer", ("Foods", "Breweries", "Home", "Apparel", "Cosmetics")),
    ("finance", ("Insurance", "Bank", "Reinsurance")),
    ("materials", ("Chemicals", "Timber", "Paper", "Minerals")),
    ("real estate", ("Properties", "Warehouses")),
)
_THEMES: tuple[tuple[str, Category, int], ...] = (
    ("World Equity", "equity", 90), ("Europe Equity", "equity", 95), ("Emerging Markets", "equity", 120),
    ("Balanced 50", "mixed", 45), ("Defensive Mix", "mixed", 30), ("Government Bond", "bond", 22),
    ("Corporate Bond", "bond", 28), ("Money Market", "money_market", 1), ("Large Cap Index", "index", 95),
    ("Dividend Leaders Index", "index", 85), ("Global Property", "real_estate", 100),
)  # fmt: skip
_HOUSES = ("Halden", "Merrowgate", "Cobalt Row", "Lindenhall", "Passarelle", "Tidewater", "Ashgrove")
_SHARES: tuple[tuple[Kind, int], ...] = (("stock", 60), ("etf", 16), ("fund", 16), ("bond", 8))


class BrokerageBackground(Background):
    """Options of the generated market."""

    instruments: int = Field(default=60, ge=1, le=500)
    """How many at level 1."""
    exchanges: tuple[str, ...] = ()
    """Names of exchanges, such as Tokyo; empty: three, those of the home zone first."""
    swing_percent: int = Field(default=100, ge=0, le=300)
    """Factor on how much prices move; 0: they stand still."""
    dividends: bool = True
    """Whether some instruments pay a dividend during the world's days."""


def generate(options: BrokerageBackground, level: int, rng: Random, setting: Setting) -> Iterable[tuple[str, Record]]:
    """The generated market, exchange by exchange in turn."""
    places = _places(options, setting, rng)
    used: set[str] = set()
    for number in range(options.instruments * level):
        instrument = _instrument(number, places[number % len(places)], options, rng, used)
        yield "instruments", instrument
        if options.dividends and instrument.kind != "fund" and rng.random() < 0.25:
            yield "dividends", _dividend(instrument, rng, setting)


def _places(options: BrokerageBackground, setting: Setting, rng: Random) -> list[_Exchange]:
    named = [place for place in _EXCHANGES if place.name in options.exchanges]
    if named:
        return named
    near = [place for place in _EXCHANGES if place.zone == setting.home.key]
    far = [place for place in _EXCHANGES if place.zone != setting.home.key]
    return [*near, *rng.sample(far, 3)][:3]


def _instrument(number: int, place: _Exchange, options: BrokerageBackground, rng: Random, used: set[str]) -> Instrument:
    kind = rng.choices([kind for kind, _ in _SHARES], [weight for _, weight in _SHARES])[0]
    category, sector, swing = None, "", rng.randrange(80, 240)
    price = place.price * rng.randrange(30, 300) // 100
    if kind == "stock":
        sector, trades = rng.choice(_SECTORS)
        name = f"{rng.choice(_FIRST)} {rng.choice(trades)}"
    elif kind == "bond":
        name = f"{rng.choice(_FIRST)} {_coupon(rng.randrange(4, 22))} {rng.randrange(2028, 2041)}"
        price, swing = 10 ** EXPONENTS[place.currency] * rng.randrange(88, 109), rng.randrange(8, 30)
    else:
        theme, category, swing = rng.choice(_THEMES)
        name = f"{rng.choice(_HOUSES)} {theme} {'ETF' if kind == 'etf' else 'Fund'}"
    symbol = f"{name[:3].upper().replace(' ', '')}{code('brokerage', options.seed, number, length=3)}.{place.suffix}"
    while symbol in used:
        symbol = f"X{symbol}"
    used.add(symbol)
    return Instrument(
        id=symbol,
        name=name,
        kind=kind,
        category=category,
        sector=sector,
        exchange=place.name,
        currency=place.currency,
        start_price=Money(minor=price, currency=place.currency),
        swing_bp=min(500, swing * options.swing_percent // 100),
        spread_bp=0 if kind == "fund" else rng.randrange(2, 25),
        entry_fee_bp=rng.choice((0, 0, 50, 150, 300)) if kind == "fund" else 0,
        hours=Hours(opens=place.opens, closes=place.closes, zone=place.zone),
    )


def _coupon(quarters: int) -> str:
    return f"{quarters // 4}.{quarters % 4 * 25:02d}%"


def _dividend(instrument: Instrument, rng: Random, setting: Setting) -> Dividend:
    days = max(1, (setting.end - setting.start).days)
    ex_at: datetime = setting.start + timedelta(days=rng.randrange(days), hours=1)
    per_unit = max(1, instrument.start_price.minor * rng.randrange(50, 400) // 10_000)
    return Dividend(
        id=f"div-{instrument.id}",
        symbol=instrument.id,
        per_unit=Money(minor=per_unit, currency=instrument.currency),
        ex_at=ex_at,
        pays_at=ex_at + timedelta(days=rng.randrange(2, 20)),
    )
