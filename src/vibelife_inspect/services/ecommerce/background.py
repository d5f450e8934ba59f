"""Generated sellers, products with variants, reviews and answered questions."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import NamedTuple

from pydantic import Field

from vibelife_inspect.ids import code
from vibelife_inspect.money import EXPONENTS, Money
from vibelife_inspect.services.ecommerce.catalogue import Category, Product, Question, Review, Seller, Sku
from vibelife_inspect.services.ecommerce.goods import (
    BLAME,
    BRANDS,
    BUYERS,
    CATEGORIES,
    COLOURS,
    FEATURES,
    KINDS,
    LINES,
    PRAISE,
    QUESTIONS,
    SELLERS,
    SIZES,
    Kind,
)
from vibelife_inspect.services.ecommerce.records import Address
from vibelife_inspect.world import Background, Record, Setting


class ShopBackground(Background):
    """Options of the generated catalogue."""

    products: int = Field(default=200, ge=0, le=2000)
    """How many at level 1."""
    currency: str | None = Field(default=None, pattern=r"^[A-Z]{3}$")
    """Currency of all prices; absent: that of the home zone, else EUR."""
    units_per_euro: int | None = Field(default=None, ge=1, le=30_000)
    """Roughly how many units of that currency buy what one euro buys; absent: as the home zone's, else 1."""
    country: str | None = Field(default=None, pattern=r"^[A-Z]{2}$")
    """Where the sellers are and the persona lives, ISO 3166; absent: as the home zone says, else DE."""
    deals: int = Field(default=12, ge=0, le=100)
    """Per cent of variants with a deal that runs when the world begins."""


class _Market(NamedTuple):
    country: str
    currency: str
    units: int
    local: int
    """Which name of a kind is the local one."""


_GERMAN, _JAPANESE, _CHINESE = 1, 2, 3
_MARKETS = {
    "Europe/Berlin": _Market("DE", "EUR", 1, _GERMAN), "Europe/Vienna": _Market("AT", "EUR", 1, _GERMAN),
    "Europe/Zurich": _Market("CH", "CHF", 1, _GERMAN), "Europe/Paris": _Market("FR", "EUR", 1, 0),
    "Europe/Amsterdam": _Market("NL", "EUR", 1, 0), "Europe/Brussels": _Market("BE", "EUR", 1, 0),
    "Europe/London": _Market("GB", "GBP", 1, 0), "Europe/Dublin": _Market("IE", "EUR", 1, 0),
    "Europe/Madrid": _Market("ES", "EUR", 1, 0), "Europe/Lisbon": _Market("PT", "EUR", 1, 0),
    "Europe/Rome": _Market("IT", "EUR", 1, 0), "Europe/Copenhagen": _Market("DK", "DKK", 7, 0),
    "Europe/Stockholm": _Market("SE", "SEK", 11, 0), "Europe/Oslo": _Market("NO", "NOK", 12, 0),
    "Europe/Helsinki": _Market("FI", "EUR", 1, 0), "Europe/Warsaw": _Market("PL", "PLN", 4, 0),
    "Asia/Tokyo": _Market("JP", "JPY", 160, _JAPANESE), "Asia/Shanghai": _Market("CN", "CNY", 8, _CHINESE),
    "Asia/Hong_Kong": _Market("HK", "HKD", 9, _CHINESE), "Asia/Taipei": _Market("TW", "TWD", 35, _CHINESE),
    "Asia/Seoul": _Market("KR", "KRW", 1450, 0), "Asia/Singapore": _Market("SG", "SGD", 2, _CHINESE),
    "America/New_York": _Market("US", "USD", 1, 0), "America/Chicago": _Market("US", "USD", 1, 0),
    "America/Los_Angeles": _Market("US", "USD", 1, 0), "America/Toronto": _Market("CA", "CAD", 2, 0),
    "Australia/Sydney": _Market("AU", "AUD", 2, 0),
}  # fmt: skip


@dataclass
class _Maker:
    """Makes one product after the other from one stream of chance."""

    options: ShopBackground
    rng: Random
    setting: Setting
    market: _Market

    def product(self, number: int) -> Iterator[tuple[str, Record]]:
        rng, kind = self.rng, KINDS[number % len(KINDS)]
        id = f"PRD-{code('ecommerce', self.options.seed, number, length=8)}"
        brand, line = rng.choice(BRANDS), rng.choice(LINES)
        reviews = rng.choice((0, 0, 1, 1, 2, 3))
        yield (
            "products",
            Product(
                id=id,
                seller_id=f"SEL-{rng.randrange(len(SELLERS)) + 1:02}",
                name=f"{brand} {kind.names[0]} {line}",
                name_local=f"{brand} {kind.names[self.market.local]} {line}" if self.market.local else "",
                brand=brand,
                category=kind.category,
                description=f"{kind.names[0]}. {' '.join(rng.sample(FEATURES, 3))}",
                rating_tenths=min(50, max(28, int(rng.gauss(42, 4)))),
                review_count=reviews + rng.randrange(900),
                sold=rng.randrange(5, 20_000),
                return_days=0 if kind.category == "grocery" else rng.choice((14, 14, 30)),
                weight_grams=kind.grams * rng.randrange(85, 121) // 100,
            ),
        )
        yield from self._variants(id, kind)
        for n in range(reviews):
            yield "reviews", self._review(id, n)
        if rng.random() < 0.15:
            yield "questions", self._question(id)

    def _variants(self, product_id: str, kind: Kind) -> Iterator[tuple[str, Record]]:
        rng = self.rng
        price = self._money(kind.cents * rng.randrange(60, 170) // 100)
        sizes = SIZES.get(kind.category, ())
        axis = rng.sample(sizes, min(2, len(sizes))) if sizes else [""]
        colours = [""] if kind.category in ("grocery", "books") else rng.sample(COLOURS, rng.choice((1, 2)))
        for place, (size, colour) in enumerate(((s, c) for s in sorted(axis) for c in colours), start=1):
            deal = rng.randrange(100) < self.options.deals
            yield (
                "skus",
                Sku(
                    id=f"{product_id}-{place}",
                    product_id=product_id,
                    attributes={key: value for key, value in (("size", size), ("colour", colour)) if value},
                    price=price,
                    stock=0 if rng.random() < 0.08 else rng.randrange(1, 120),
                    deal_price=price.percent(rng.choice((70, 75, 80, 85, 90))) if deal else None,
                    deal_until=self.setting.start + timedelta(hours=rng.randrange(20, 700)) if deal else None,
                ),
            )

    def _review(self, product_id: str, number: int) -> Review:
        stars = self.rng.choices((5, 4, 3, 2, 1), (10, 8, 4, 2, 1))[0]
        text = self.rng.choice(PRAISE if stars > 3 else BLAME)
        if stars == 3:
            text = f"{self.rng.choice(PRAISE)} But: {text[0].lower()}{text[1:]}"
        return Review(
            id=f"{product_id}-V{number + 1}",
            product_id=product_id,
            author=f"{self.rng.choice(BUYERS)} {self.rng.choice('ABCDEFGHKLMNPRST')}.",
            stars=stars,
            text=text,
            posted_at=self.setting.start - timedelta(minutes=self.rng.randrange(900, 500_000)),
        )

    def _question(self, product_id: str) -> Question:
        text, answer = self.rng.choice(QUESTIONS)
        asked = self.setting.start - timedelta(minutes=self.rng.randrange(9_000, 400_000))
        answered = asked + timedelta(minutes=self.rng.randrange(60, 4_000))
        return Question(
            id=f"{product_id}-Q1",
            owner=f"customer {self.rng.choice(BUYERS)}",
            product_id=product_id,
            text=text,
            asked_at=asked,
            status="answered",
            answer=answer,
            answered_at=answered,
        )

    def seller(self, number: int, name: str) -> Seller:
        rng = self.rng
        slug = re.sub(r"[^a-z]+", "-", name.lower())
        return Seller(
            id=f"SEL-{number:02}",
            name=name,
            email=f"service@{slug}.example",
            country=self.market.country,
            rating_tenths=rng.randrange(38, 50),
            shipping_fee=self._money(rng.choice((290, 390, 490))),
            free_from=self._money(rng.choice((2900, 3900, 4900, 5900))),
            express_fee=self._money(rng.choice((790, 990, 1290))) if rng.random() < 0.7 else None,
            packs_after=timedelta(hours=rng.choice((6, 12, 24, 30))),
            standard_days=rng.choice((2, 3, 4)),
        )

    def _money(self, cents: int) -> Money:
        """A price as shops make them: ending in 9, or in 90 of a currency of large numbers."""
        currency = self.market.currency
        minor = cents * self.market.units * 10 ** EXPONENTS[currency] // 100
        step = 100 if EXPONENTS[currency] == 0 else 10
        return Money(minor=max(step, minor // step * step) - step // 10, currency=currency)


def generate(
    options: ShopBackground, level: int, rng: Random, setting: Setting, *, with_address: bool
) -> Iterator[tuple[str, Record]]:
    """The whole catalogue, and the persona's own address if it has none."""
    near = _MARKETS.get(setting.home.key, _MARKETS["Europe/Berlin"])
    market = near._replace(
        country=options.country or near.country,
        currency=options.currency or near.currency,
        units=options.units_per_euro or (near.units if options.currency in (None, near.currency) else 1),
    )
    maker = _Maker(options, rng, setting, market)
    for id, name, parent in CATEGORIES:
        yield "categories", Category(id=f"{id}", name=name, parent=parent)
    for number, name in enumerate(SELLERS, start=1):
        yield "sellers", maker.seller(number, name)
    for number in range(options.products * level):
        yield from maker.product(number)
    if with_address:
        yield "addresses", _home(setting, market.country)


def _home(setting: Setting, country: str) -> Address:
    """The persona's address, taken apart at the last comma."""
    street, _, place = setting.persona.address.rpartition(",")
    city = re.sub(r"[\d〒-]+", "", place).strip() or place.strip()
    digits = " ".join(re.findall(r"[\d〒-]+", place))
    return Address(
        id="ADR-HOME",
        label="home",
        recipient=setting.persona.name,
        address=", ".join(part for part in (street.strip(), digits) if part) or setting.persona.address,
        city=city or setting.persona.address,
        country=country,
        phone=setting.persona.phone,
        is_default=True,
    )
