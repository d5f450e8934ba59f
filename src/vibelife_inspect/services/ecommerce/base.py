"""What all parts of the service share: tables, stock, watches, refunds and letters."""

from vibelife_inspect.errors import Conflict, OperationError
from vibelife_inspect.money import Money
from vibelife_inspect.services.ecommerce.background import ShopBackground
from vibelife_inspect.services.ecommerce.basket import Pick
from vibelife_inspect.services.ecommerce.catalogue import (
    QUESTION_STATES,
    Category,
    Product,
    Question,
    Review,
    Seller,
    Sku,
    sku_due,
)
from vibelife_inspect.services.ecommerce.records import (
    COUPON_STATES,
    ORDER_STATES,
    RETURN_STATES,
    WISH_STATES,
    Address,
    CartLine,
    Coupon,
    Order,
    OrderStatus,
    Return,
    Wish,
    coupon_due,
    order_due,
    return_due,
)
from vibelife_inspect.world import ME, Letter, Notice, Service, Table


class EcommerceBase(Service):
    """Tables and helpers of the service."""

    name = "ecommerce"
    summary = "An online shop: products, cart, coupons, orders, returns, addresses, wish list and questions to sellers."
    Background = ShopBackground

    sellers = Table(Seller, "seller")
    categories = Table(Category, "category")
    products = Table(Product, "product", index=("category",))
    skus = Table(Sku, "variant", index=("product_id",), due=sku_due)
    reviews = Table(Review, "review", index=("product_id",))
    questions = Table(Question, "question", index=("product_id",), states=QUESTION_STATES)
    coupons = Table(Coupon, "coupon", index=("in_cart",), states=COUPON_STATES, due=coupon_due)
    cart = Table(CartLine, "cart line")
    addresses = Table(Address, "address")
    orders = Table(Order, "order", index=("owner",), states=ORDER_STATES, due=order_due)
    returns = Table(Return, "return", index=("order_id", "owner"), states=RETURN_STATES, due=return_due)
    wishes = Table(Wish, "wish", states=WISH_STATES)

    def mine(self, order_id: str) -> Order:
        """An order of the persona."""
        order = self.orders.get(order_id)
        self.own(order, "order")
        return order

    def with_status(self, order: Order, *allowed: OrderStatus) -> None:
        """Refuse an order in another state."""
        if order.status not in allowed:
            raise Conflict(
                f"order {order.id!r} is {order.status}; this needs one that is {' or '.join(allowed)}",
                status=order.status,
            )

    def pick(self, sku: Sku, quantity: int) -> Pick:
        """Some of a variant at the price of the moment."""
        return Pick(sku, self.products.get(sku.product_id), quantity, sku.price_at(self.clock.now))

    def picks(self) -> list[Pick]:
        """The cart, in the order in which it was filled."""
        return [self.pick(self.skus.get(line.id), line.quantity) for line in self.cart if line.id in self.skus]

    def cart_coupon(self) -> Coupon | None:
        """The coupon that is applied to the cart."""
        return next(iter(self.coupons.find(in_cart=True)), None)

    def stock_up(self, sku: str, pieces: int) -> None:
        """Put pieces of a variant on the shelf, or take them off; tell who waits for it."""
        if sku not in self.skus:
            return
        before = self.skus.get(sku)
        after = self.skus.update(sku, stock=before.stock + pieces)
        if before.stock == 0 < after.stock:
            wish = self.wishes.get(sku) if sku in self.wishes else None
            self._told(after, f"in stock again: {after.stock}", wish is not None and wish.restock)

    def price_moved(self, sku: Sku) -> None:
        """Tell who watches the price of a variant."""
        price = sku.price_at(self.clock.now)
        wish = self.wishes.get(sku.id) if sku.id in self.wishes else None
        below = wish.below if wish is not None else None
        hit = below is not None and below.currency == price.currency and price <= below
        self._told(sku, f"now costs {price}", hit)

    def give_back(self, order: Order, amount: Money, memo: str) -> str:
        """Pay back part of an order; what the port noted, or why it could not be booked."""
        if order.charge is None or amount.minor == 0:
            return ""
        try:
            with self.world.transaction():
                return self.ports.refund(order.charge, amount, f"{memo} {order.id}").note
        except OperationError as error:
            return f"the refund of {amount} could not be booked: {error.message}"

    def write(self, seller_id: str, subject: str, *lines: str) -> None:
        """A letter of a seller to the persona."""
        seller = self.sellers.get(seller_id)
        body = "\n".join((f"Dear {self.setting.persona.name},", "", *lines, "", seller.name))
        self.ports.mail(Letter(sender=seller.email, sender_name=seller.name, subject=subject, body=body))

    def tell(self, order: Order, text: str) -> None:
        """A status change, for whoever watches the order."""
        if order.owner == ME:
            title = f"Order {order.id} is {order.status.replace('_', ' ')}"
            notice = Notice(source=self.name, topic=f"order:{order.id}", title=title, text=text, ref=order.id)
            self.ports.notify(notice)

    def _told(self, sku: Sku, text: str, hit: bool) -> None:
        wish = self.wishes.get(sku.id) if hit else None
        fires = wish is not None and wish.status == "watching"
        product = self.products.get(sku.product_id)
        label = ", ".join(sku.attributes.values())
        text = f"{product.name}{f' ({label})' if label else ''} {text}"
        notice = Notice(
            source=self.name,
            topic=f"product:{product.id}",
            title=product.name,
            text=text,
            ref=sku.id,
            price=sku.price_at(self.clock.now),
        )
        self.ports.notify(notice, subscribed=fires)
        if fires:
            self.wishes.update(sku.id, status="fired", fired_at=self.clock.now)
            self.world.ring(self.wishes, sku.id, f"Watch: {text}")
