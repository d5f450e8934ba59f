"""What the shop sells: sellers, categories, products with their variants, reviews and questions."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Annotated, Literal

from pydantic import Field, model_validator

from vibelife_inspect.clock import Instant
from vibelife_inspect.money import Money
from vibelife_inspect.world import ME, Due, Json, Record, States

Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
"""ISO 3166 code, such as DE."""

MOST = 10**11
"""Highest price in minor units."""

QUESTION_STATES = States({"open": "answered", "answered": ""})


class Seller(Record):
    """Who sells and sends, and on which terms."""

    name: str
    email: str = "service@shop.example"
    city: str = ""
    """Where parcels start."""
    country: str = ""
    """ISO 3166 code."""
    rating_tenths: int = Field(default=45, ge=10, le=50)
    """Stars times ten: 45 is 4.5 of 5."""
    shipping_fee: Money | None = None
    """For a standard parcel; absent: free."""
    free_from: Money | None = None
    """Items of this much in one order ship free by standard service."""
    express_fee: Money | None = None
    """For an express parcel; absent: there is no express service."""
    ships_to: tuple[Country, ...] = ()
    """Countries; empty: everywhere."""
    packs_after: timedelta = timedelta(hours=24)
    """How long an order waits before the carrier fetches it."""
    standard_days: int = Field(default=3, ge=1, le=60)
    """Days on the way where no delivery service is enabled."""
    express_days: int = Field(default=1, ge=1, le=60)
    decides_after: timedelta | None = timedelta(hours=24)
    """When a requested return is approved by itself; absent: only the timeline decides."""

    @property
    def terms(self) -> Json:
        """What the agent sees of a seller."""
        return {
            "seller_id": self.id,
            **self.pick("name", "city", "country", "rating_tenths", "shipping_fee", "free_from", "express_fee"),
            "ships_to": self.ships_to or "everywhere",
        }


class Category(Record):
    """A shelf of the shop; the id is a short word, such as `shoes`."""

    name: str
    name_local: str = ""
    parent: str | None = None
    """Id of the wider category."""


class Product(Record):
    """Something that is sold in one or more variants."""

    seller_id: str
    name: str
    name_local: str = ""
    """Name in another script."""
    brand: str = ""
    category: str
    """Id of the category."""
    description: str = ""
    rating_tenths: int | None = Field(default=None, ge=10, le=50)
    """Stars times ten; absent: not rated."""
    review_count: int = Field(default=0, ge=0)
    """All reviews, also those that are not on record."""
    sold: int = Field(default=0, ge=0)
    """How many were sold in all."""
    return_days: int = Field(default=14, ge=0, le=365)
    """Days after delivery in which it can be sent back; 0: not at all."""
    weight_grams: int = Field(default=500, gt=0, le=100_000)
    """Weight of one."""
    status: Literal["on_sale", "withdrawn"] = "on_sale"


class Sku(Record):
    """One variant of a product, such as the blue one in size M."""

    product_id: str
    attributes: dict[str, str] = Field(default_factory=dict)
    """What makes it different, such as `{colour: blue, size: M}`."""
    price: Money
    """Usual price of one."""
    stock: int = Field(default=10, ge=0)
    deal_price: Money | None = None
    """Price of one while a deal runs."""
    deal_from: Instant | None = None
    """When the deal begins; absent: it runs."""
    deal_until: Instant | None = None
    """When the deal ends; absent: when somebody ends it."""
    status: Literal["on_sale", "withdrawn"] = "on_sale"

    @model_validator(mode="after")
    def _sound(self) -> "Sku":
        if any(price is not None and not 0 <= price.minor <= MOST for price in (self.price, self.deal_price)):
            raise ValueError(f"a price must lie between nothing and {MOST} minor units")
        if self.deal_price is not None and self.deal_price.currency != self.price.currency:
            raise ValueError("deal_price must be in the currency of price")
        return self

    def price_at(self, now: datetime) -> Money:
        """What one costs at that instant."""
        return self.deal_price if self.deal_price is not None and self.in_deal(now) else self.price

    def in_deal(self, now: datetime) -> bool:
        """Whether a deal runs at that instant."""
        begun = self.deal_from is None or self.deal_from <= now
        return self.deal_price is not None and begun and (self.deal_until is None or now < self.deal_until)

    def row(self, now: datetime) -> Json:
        """What the agent sees of a variant."""
        deal = {"usual_price": self.price, "deal_until": self.deal_until} if self.in_deal(now) else {}
        return {
            "sku": self.id,
            "attributes": self.attributes,
            "price": self.price_at(now),
            **deal,
            "stock": self.stock if self.status == "on_sale" else 0,
        }


class Review(Record):
    """What a customer wrote about a product."""

    product_id: str
    author: str
    stars: int = Field(ge=1, le=5)
    title: str = ""
    text: str
    posted_at: Instant


class Question(Record):
    """Something that a customer asked about a product; question and answer are public."""

    owner: str = ME
    product_id: str
    text: str
    asked_at: Instant
    status: Literal["open", "answered"] = "open"
    answer: str = ""
    answered_at: Instant | None = None

    @property
    def row(self) -> Json:
        """What the agent sees."""
        mine = {"asked_by_user": self.owner == ME}
        return {"question_id": self.id, **self.pick("text", "status", "answer", "asked_at", "answered_at"), **mine}


def sku_due(sku: Sku) -> Iterable[Due]:
    """Deals begin and end."""
    if sku.deal_price is not None and sku.deal_from is not None:
        yield Due(sku.deal_from, "begin_deal")
    if sku.deal_price is not None and sku.deal_until is not None:
        yield Due(sku.deal_until, "end_deal")
