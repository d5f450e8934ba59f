"""The generated town: merchants with reviews, deals, questions, and slots that others took."""

from collections.abc import Iterable, Iterator
from datetime import datetime, time, timedelta
from random import Random

from pydantic import Field

from vibelife_inspect.clock import WEEKDAYS, zone_of
from vibelife_inspect.ids import code
from vibelife_inspect.money import EXPONENTS, Money
from vibelife_inspect.services.review_platform.catalogue import Category, Deal, Merchant, PriceBand, Taken, tenths
from vibelife_inspect.services.review_platform.records import Question, Review
from vibelife_inspect.services.review_platform.words import (
    AUTHORS,
    FIRST,
    LOCAL_FIRST,
    QUESTIONS,
    TOWNS,
    TRADES,
    Town,
    Trade,
)
from vibelife_inspect.world import Background, Record, Setting
from vibelife_inspect.world.hours import Hours

_BANDS: tuple[tuple[PriceBand, int, int], ...] = (("$", 25, 65), ("$$", 45, 100), ("$$$", 23, 160), ("$$$$", 7, 260))
"""Band, how often, and per cent of the usual price."""


class ReviewBackground(Background):
    """Options of the generated town."""

    cities: tuple[str, ...] = ()
    """Names of cities, such as Hamburg; empty: three, those of the home zone first."""
    categories: tuple[Category, ...] = ()
    """Only merchants of these categories; empty: all."""
    merchants: int = Field(default=110, ge=1, le=1000)
    """How many at level 1."""
    reviews_per_merchant: int = Field(default=3, ge=0, le=20)
    """How many written reviews a merchant has on average."""
    price_percent: int = Field(default=100, ge=10, le=1000)
    """Factor on all prices."""
    busy_percent: int = Field(default=25, ge=0, le=100)
    """How many merchants are full at some hours of the first two weeks."""


class _Maker:
    """Makes merchants from one stream of chance."""

    def __init__(self, options: ReviewBackground, rng: Random, setting: Setting) -> None:
        self.options, self.rng, self.setting = options, rng, setting
        self.towns = _towns(options, setting, rng)
        wanted = options.categories
        self.trades = [trade for trade in TRADES if not wanted or trade.category in wanted]
        self.weights = [trade.share for trade in self.trades]
        self._hours = {trade.category: self._opening(trade) for trade in self.trades}

    def all_of(self, number: int) -> Iterator[tuple[str, Record]]:
        """A merchant and what belongs to it."""
        rng, town = self.rng, self.towns[number % len(self.towns)]
        trade = rng.choices(self.trades, self.weights)[0]
        merchant, percent = self._merchant(number, town, trade)
        yield "merchants", merchant
        for place in range(rng.randrange(0, 2 * self.options.reviews_per_merchant + 1)):
            yield "reviews", self._review(merchant, trade, place)
        if rng.random() < 0.35:
            yield "deals", self._deal(merchant, town, trade, percent)
        if rng.random() < 0.4:
            yield "questions", self._question(merchant)
        if rng.random() * 100 < self.options.busy_percent:
            for place in range(3):
                yield "taken", self._taken(merchant, trade, place)

    def _merchant(self, number: int, town: Town, trade: Trade) -> tuple[Merchant, int]:
        rng = self.rng
        band, _, percent = rng.choices(_BANDS, [weight for _, weight, _ in _BANDS])[0]
        first = rng.choice(FIRST)
        count = rng.randrange(15, 900)
        total = count * min(48, max(29, int(rng.gauss(41, 4)))) // 10
        local = LOCAL_FIRST.get(town.zone)
        careful = trade.category in ("restaurant", "spa", "venue", "workshop") and percent > 100
        capacity = rng.choice(trade.capacity)
        return Merchant(
            id=self._id("MER", number),
            name=rng.choice(trade.names).format(first),
            aliases=(rng.choice(local),) if local else (),
            category=trade.category,
            city=town.name,
            city_local=town.local,
            area=rng.choice(town.areas),
            country=town.country,
            address=f"{rng.choice(town.streets)} {rng.randrange(1, 140)}",
            phone=f"{town.phone} 555 {rng.randrange(100, 1000):04d}",
            email=f"hello@{first.lower()}-{number}.example",
            zone=town.zone,
            about=rng.choice(trade.about),
            tags=tuple(sorted(rng.sample(trade.tags, min(len(trade.tags), rng.randrange(2, 5))))),
            price_band=band,
            currency=town.currency,
            rating_sum=total,
            review_count=count,
            rating_tenths=tenths(total, count),
            opening_hours=self._hours[trade.category],
            takes_reservations=rng.random() < 0.9,
            capacity=capacity,
            max_party=1 if trade.visit <= 60 and capacity < 6 else max(1, capacity // 2),
            visit_minutes=trade.visit,
            notice_minutes=rng.choice((30, 60, 120, 240)),
            confirm_minutes=rng.choice((90, 180)) if trade.category == "home_service" else None,
            deposit_per_guest=self._price(town, trade.price * percent // 4) if careful else None,
            late_fee_per_guest=self._price(town, trade.price * percent // 8) if careful and percent > 200 else None,
            free_cancel_minutes=60 * rng.choice((4, 12, 24, 48)),
        ), percent

    def _review(self, merchant: Merchant, trade: Trade, place: int) -> Review:
        rng = self.rng
        rating = min(5, max(1, round(rng.gauss((merchant.rating_tenths or 40) / 10, 1))))
        said = rng.choice(trade.praise if rating >= 4 else trade.blame)
        more = rng.choice(trade.praise + trade.blame) if rng.random() < 0.4 else ""
        posted = self.setting.start - timedelta(minutes=rng.randrange(1500, 400_000))
        return Review(
            id=self._id("REV", merchant.id, place),
            author=rng.choice(AUTHORS),
            merchant_id=merchant.id,
            rating=rating,
            text=f"{said} {more}".strip() if more != said else said,
            visited_on=(posted - timedelta(days=rng.randrange(1, 9))).date(),
            posted_at=posted,
            reply="Thank you, we pass it on to the team." if rng.random() < 0.15 else "",
        )

    def _deal(self, merchant: Merchant, town: Town, trade: Trade, percent: int) -> Deal:
        rng = self.rng
        usual = self._price(town, trade.price * percent)
        start = self.setting.start - timedelta(days=rng.randrange(3, 40))
        end = self.setting.end + timedelta(days=rng.randrange(-20, 90))
        title = rng.choice(trade.deals)
        return Deal(
            id=self._id("DEAL", merchant.id),
            merchant_id=merchant.id,
            title=title,
            text=f"{title} at {merchant.name}. One voucher per visit.",
            price=self._price(town, trade.price * percent * rng.choice((65, 70, 75, 80, 85)) // 100),
            usual_price=usual,
            valid_from=start,
            valid_until=max(end, self.setting.start + timedelta(days=5)).replace(hour=23, minute=59),
            usable_on=WEEKDAYS[:4] if rng.random() < 0.3 else WEEKDAYS,
            stock=rng.randrange(3, 120),
            refundable=rng.random() < 0.7,
        )

    def _question(self, merchant: Merchant) -> Question:
        text, answer = self.rng.choice(QUESTIONS)
        asked = self.setting.start - timedelta(minutes=self.rng.randrange(5000, 300_000))
        return Question(
            id=self._id("QST", merchant.id),
            author=self.rng.choice(AUTHORS),
            merchant_id=merchant.id,
            text=text,
            asked_at=asked,
            answer=answer,
            answered_at=asked + timedelta(minutes=self.rng.randrange(40, 2800)),
            status="answered",
        )

    def _taken(self, merchant: Merchant, trade: Trade, place: int) -> Taken:
        """A stretch of some hours that is full or nearly so."""
        rng, zone = self.rng, zone_of(merchant.zone)
        day = (self.setting.start + timedelta(days=rng.randrange(0, 14))).date()
        starts = datetime.combine(day, time(rng.randrange(trade.opens, trade.closes - 2)), tzinfo=zone)
        return Taken(
            id=self._id("TKN", merchant.id, place),
            merchant_id=merchant.id,
            starts_at=starts,
            ends_at=starts + timedelta(hours=rng.randrange(2, 5)),
            guests=merchant.capacity - (rng.randrange(0, 3) if merchant.capacity > 5 else 0),
        )

    def _opening(self, trade: Trade) -> tuple[Hours, ...]:
        days = WEEKDAYS if trade.days == 7 else WEEKDAYS[:5] if trade.days == 5 else WEEKDAYS[1:]
        return (Hours(days=days, opens=time(trade.opens), closes=time(trade.closes % 24)),)

    def _price(self, town: Town, cents: int) -> Money:
        """A price of so many cents in Hamburg, in whole units of the town's money."""
        minor = cents * town.per_euro * self.options.price_percent // 10_000
        step = 100 if EXPONENTS[town.currency] else 50
        return Money(minor=max(step, minor // step * step), currency=town.currency)

    def _id(self, prefix: str, *parts: object) -> str:
        return f"{prefix}-{code('review_platform', self.options.seed, prefix, *parts, length=8)}"


def generate(options: ReviewBackground, level: int, rng: Random, setting: Setting) -> Iterable[tuple[str, Record]]:
    """Merchants, each followed by what belongs to it."""
    return _records(_Maker(options, rng, setting), level)


def _records(maker: _Maker, level: int) -> Iterator[tuple[str, Record]]:
    for number in range(maker.options.merchants * level):
        yield from maker.all_of(number)


def _towns(options: ReviewBackground, setting: Setting, rng: Random) -> list[Town]:
    if options.cities:
        known = {town.name: town for town in TOWNS}
        home = Town("", "", "", setting.home.key, "EUR", 100, "+49 30", ("Centre", "North", "South"), ("Main Street",))
        return [known.get(name) or home._replace(name=name) for name in options.cities]
    near = [town for town in TOWNS if town.zone == setting.home.key]
    far = [town for town in TOWNS if town.zone != setting.home.key]
    return [*near, *rng.sample(far, 3)][:3]
