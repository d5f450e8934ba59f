"""Finding products, reading about them, and asking their sellers."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Annotated, Any, Literal

from pydantic import Field

from vibelife_inspect.errors import Invalid, NotFound, nearest
from vibelife_inspect.money import Money
from vibelife_inspect.services.ecommerce.base import EcommerceBase
from vibelife_inspect.services.ecommerce.catalogue import Category, Product, Question, Sku
from vibelife_inspect.text import fold, found
from vibelife_inspect.world import Json, Limit, Part, Text, operation, page

Sort = Literal["relevance", "price_asc", "price_desc", "rating", "sales"]


class Filters(Part):
    """What a product must be; all that is given must fit."""

    category: str | None = None
    """Id of a category; those below it count too."""
    brand: str | None = None
    """Words of the brand."""
    seller_id: str | None = None
    """Id of the seller."""
    min_price: Money | None = None
    """One variant that fits costs at least this."""
    max_price: Money | None = None
    """One variant that fits costs at most this."""
    min_rating_tenths: Annotated[int, Field(ge=10, le=50)] | None = None
    """Stars times ten: 45 is 4.5 of 5."""
    in_stock: bool = False
    """Only with a variant in stock."""
    on_deal: bool = False
    """Only with a variant in a running deal."""


class Browsing(EcommerceBase):
    """The catalogue."""

    @operation("read")
    def search_products(
        self,
        query: str | None = None,
        filters: Filters | None = None,
        sort: Sort = "relevance",
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Find products on sale; give a query, filters, or both.

        Each row shows the cheapest variant that fits the filters. Relevance puts products with the words in name or
        brand first, then the best sold; prices are ordered within each currency.

        Args:
            query: Words that must all occur in name, brand, description, category or a variant, in any script.
            filters: What the products must be.
            sort: Order of the list; ties by id.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if query is None and (filters is None or filters == Filters()):
            raise Invalid("query: give a query, or at least one filter")
        wish = filters or Filters()
        shelf = self._shelf(wish.category)
        caps: dict[tuple[str, str], int] = {}
        best: dict[str, Sku] = {}
        words = None if query is None else fold(query).split()
        for product in shelf:
            if self._fits(product, wish, words):
                skus = [sku for sku in self.skus.find(product_id=product.id) if self._offers(sku, wish, caps)]
                if skus:
                    now = self.clock.now
                    best[product.id] = min(skus, key=lambda sku: (sku.price_at(now).minor, sku.id))
        rows = sorted((self.products.get(id) for id in best), key=self._ranked(sort, query, best))
        return page(rows, limit, cursor, lambda product: self._row(product, best[product.id]))

    @operation("read")
    def get_product(self, product_id: str, reviews: Annotated[int, Field(ge=0, le=50)] = 5) -> Json:
        """Show one product: description, variants with price and stock, terms of return and seller, reviews, questions.

        Args:
            product_id: Id of the product.
            reviews: At most this many reviews, newest first.
        """
        product = self.products.get(product_id)
        now = self.clock.now
        told = sorted(self.reviews.find(product_id=product_id), key=lambda row: (row.posted_at, row.id), reverse=True)
        asked = self.questions.find(product_id=product_id)
        return {
            "product_id": product.id,
            **{field: value for field, value in product if field not in ("id", "seller_id")},
            "variants": [sku.row(now) for sku in self.skus.find(product_id=product_id)],
            "returns": f"within {product.return_days} days of delivery" if product.return_days else "not possible",
            "seller": self.sellers.get(product.seller_id).terms,
            "reviews": [row.pick("author", "stars", "title", "text", "posted_at") for row in told[:reviews]],
            "reviews_on_record": len(told),
            "questions": [row.row for row in asked[-20:]],
        }

    @operation("read")
    def list_categories(self, limit: Limit = 50, cursor: str | None = None) -> Json:
        """List the categories by name; `parent` is the wider category.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.categories, key=lambda row: (fold(row.name), row.id))
        return page(rows, limit, cursor, self._category_row)

    @operation("commit")
    def ask_seller(self, product_id: str, question: Annotated[Text, Field(max_length=2000)]) -> Json:
        """Ask the seller of a product something in public; the answer is mailed and shown with the product.

        Args:
            product_id: Id of the product.
            question: The question.
        """
        self.products.get(product_id)
        row = Question(id=self.new_id("QST"), product_id=product_id, text=question, asked_at=self.clock.now)
        return self.questions.add(row).row

    def _category_row(self, row: Category) -> Json:
        return {"category": row.id, **row.pick("name", "name_local", "parent")}

    def _shelf(self, category: str | None) -> Iterator[Product]:
        if category is None:
            yield from self.products
            return
        if category not in self.categories:
            raise NotFound(f"there is no category {category!r}; {nearest(category, [c.id for c in self.categories])}")
        reached = [category]
        for id in reached:
            reached.extend(row.id for row in self.categories if row.parent == id and row.id not in reached)
            yield from self.products.find(category=id)

    def _fits(self, product: Product, wish: Filters, words: list[str] | None) -> bool:
        if product.status == "withdrawn" or wish.seller_id not in (None, product.seller_id):
            return False
        if wish.min_rating_tenths is not None and (product.rating_tenths or 0) < wish.min_rating_tenths:
            return False
        if wish.brand is not None and not found(wish.brand, product.brand):
            return False
        return words is None or (bool(words) and self._holds(product, words))

    def _holds(self, product: Product, words: list[str]) -> bool:
        shelf = self.categories.get(product.category) if product.category in self.categories else None
        shelf_names = () if shelf is None else (shelf.name, shelf.name_local)
        text = _folded(product.name, product.name_local, product.brand, product.description, *shelf_names)
        missing = [word for word in words if word not in text]
        if not missing:
            return True
        variants = _folded(*(value for s in self.skus.find(product_id=product.id) for value in s.attributes.values()))
        return all(word in variants for word in missing)

    def _offers(self, sku: Sku, wish: Filters, caps: dict[tuple[str, str], int]) -> bool:
        if sku.status == "withdrawn" or (wish.in_stock and not sku.stock):
            return False
        if wish.on_deal and not sku.in_deal(self.clock.now):
            return False
        price = sku.price_at(self.clock.now)
        return (
            wish.min_price is None or price.minor >= self._cap("min_price", wish.min_price, price.currency, caps)
        ) and (wish.max_price is None or price.minor <= self._cap("max_price", wish.max_price, price.currency, caps))

    def _cap(self, name: str, limit: Money, currency: str, caps: dict[tuple[str, str], int]) -> int:
        """A price limit in minor units of another currency."""
        if (name, currency) not in caps:
            worth = self.world.rates.worth(limit, currency)
            if worth is None:
                raise Invalid(f"filters.{name}: cannot be converted to {currency}; give it in {currency}")
            caps[name, currency] = worth
        return caps[name, currency]

    def _ranked(self, sort: Sort, query: str | None, best: dict[str, Sku]) -> Callable[[Product], tuple[Any, ...]]:
        now = self.clock.now
        if sort in ("price_asc", "price_desc"):
            sign = 1 if sort == "price_asc" else -1
            prices = {id: sku.price_at(now) for id, sku in best.items()}
            return lambda row: (prices[row.id].currency, sign * prices[row.id].minor, row.id)
        if sort == "rating":
            return lambda row: (-(row.rating_tenths or 0), -row.review_count, row.id)
        if sort == "sales" or query is None:
            return lambda row: (-row.sold, row.id)
        return lambda row: (not found(query, row.name, row.name_local, row.brand), -row.sold, row.id)

    def _row(self, product: Product, sku: Sku) -> Json:
        now = self.clock.now
        return {
            "product_id": product.id,
            **product.pick("name", "name_local", "brand", "category", "seller_id", "rating_tenths", "review_count"),
            "sku": sku.id,
            "price": sku.price_at(now),
            "on_deal": sku.in_deal(now),
            "in_stock": sku.stock > 0,
        }


@lru_cache(maxsize=8192)
def _folded(*texts: str) -> str:
    """Folding is most of what a search costs, and the same texts are searched again and again."""
    return fold("\n".join(texts))
