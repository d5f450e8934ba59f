"""Quoting and placing orders."""

from vibelife_inspect.errors import Conflict, Invalid, Unavailable
from vibelife_inspect.money import Money, total
from vibelife_inspect.services.ecommerce.basket import Pick, Plan, discounted, fault
from vibelife_inspect.services.ecommerce.carting import Carting
from vibelife_inspect.services.ecommerce.catalogue import Seller
from vibelife_inspect.services.ecommerce.records import Address, Order, OrderLine, Service
from vibelife_inspect.world import Json, Parcel, operation


class Checkout(Carting):
    """From the cart to orders."""

    @operation("read")
    def quote_checkout(self, address_id: str | None = None, service: Service = "standard") -> Json:
        """Work out what the whole cart costs now with shipping: one order and one parcel per seller. Orders nothing.

        Args:
            address_id: Where it goes; the default address when not given.
            service: How it is sent; express is not offered by every seller.
        """
        address = self._address(address_id)
        plans = self._plans(address, service)
        coupon = self.cart_coupon()
        abroad = any(plan.seller.country not in ("", address.country) for plan in plans)
        return {
            "orders": [plan.shown for plan in plans],
            "coupon": None if coupon is None else coupon.id,
            "total": _whole(plans),
            "address": address.row,
            "service": service,
            "tax": "Prices include tax; import duty may be due on parcels from abroad."
            if abroad
            else "Prices include tax.",
        }

    @operation("commit")
    def place_order(
        self,
        payment_method: str,
        address_id: str | None = None,
        service: Service = "standard",
        expected_total: Money | None = None,
        note: str | None = None,
    ) -> Json:
        """Order the whole cart at the prices of the moment: pays, mails a confirmation and empties the cart.

        There is one order, one payment and one parcel per seller; if one of them fails, nothing is ordered.

        Args:
            payment_method: Id of the account or card that pays.
            address_id: Where it goes; the default address when not given.
            service: How it is sent; express is not offered by every seller.
            expected_total: The total as it was quoted; if it differs now, nothing is ordered.
            note: For the sellers.
        """
        address = self._address(address_id)
        plans = self._plans(address, service)
        whole = _whole(plans)
        if expected_total is not None and expected_total != whole:
            raise Conflict(f"the total is now {whole}, not {expected_total}; nothing was ordered", total=str(whole))
        coupon = self.cart_coupon()
        code = None if coupon is None else coupon.id
        orders = [self._ordered(plan, address, payment_method, note or "", code) for plan in plans]
        if code is not None:
            self.coupons.update(code, status="used", used_at=self.clock.now)
        self.empty_cart()
        notes = [order.charge.note for order in orders if order.charge is not None and order.charge.note]
        return {
            "orders": [{**order.row, "arrives_on": order.arrives_at and order.arrives_at.date()} for order in orders],
            "total": whole,
            "notes": list(dict.fromkeys(notes)),
        }

    def _address(self, address_id: str | None) -> Address:
        if address_id is not None:
            return self.addresses.get(address_id)
        default = next((row for row in self.addresses if row.is_default), None)
        if default is None:
            raise Invalid("address_id: there is no default address; give one of list_addresses")
        return default

    def _plans(self, address: Address, service: Service) -> list[Plan]:
        picks, coupon = self.picks(), self.cart_coupon()
        if not picks:
            raise Conflict("the cart is empty")
        for pick in picks:
            if pick.problem:
                raise Unavailable(f"{pick.product.name}: {pick.problem}", sku=pick.sku.id, stock=pick.sku.stock)
        if len(currencies := sorted({pick.price.currency for pick in picks})) > 1:
            raise Conflict(f"the cart holds prices in {' and '.join(currencies)}; order them apart")
        if coupon is not None:
            if wrong := fault(coupon, picks, self.clock.now):
                raise wrong
            picks = discounted(coupon, picks)
        groups: dict[str, list[Pick]] = {}
        for pick in picks:
            groups.setdefault(pick.product.seller_id, []).append(pick)
        return [self._plan(self.sellers.get(id), group, address, service) for id, group in groups.items()]

    def _plan(self, seller: Seller, picks: list[Pick], address: Address, service: Service) -> Plan:
        currency = picks[0].price.currency
        if seller.ships_to and address.country not in seller.ships_to:
            raise Unavailable(f"{seller.name} does not ship to {address.country}", ships_to=list(seller.ships_to))
        if service == "express" and seller.express_fee is None:
            raise Unavailable(f"{seller.name} offers no express service", seller_id=seller.id)
        fee = seller.express_fee if service == "express" else seller.shipping_fee
        items = total((pick.total for pick in picks), currency)
        if service == "standard" and seller.free_from is not None and items >= self._in(seller.free_from, currency):
            fee = None
        shipping = Money(minor=0, currency=currency) if fee is None else self._in(fee, currency)
        return Plan(seller, tuple(picks), service, shipping, self.clock.after(seller.packs_after))

    def _in(self, amount: Money, currency: str) -> Money:
        try:
            return self.world.rates.convert(amount, currency)
        except (KeyError, ValueError):
            raise Unavailable(f"shipping is priced in {amount.currency}, which has no rate to {currency}") from None

    def _ordered(self, plan: Plan, address: Address, method: str, note: str, coupon: str | None) -> Order:
        order = self.orders.add(self._draft(plan, address, method, note, coupon if plan.discount.minor else None))
        for pick in plan.picks:
            self.stock_up(pick.sku.id, -pick.quantity)
        charge = None
        if plan.total.minor:
            charge = self.ports.charge(method, plan.total, plan.seller.name, f"order {order.id}")
        parcel = Parcel(
            ref=order.id,
            sender=plan.seller.name,
            from_city=plan.seller.city,
            from_country=plan.seller.country,
            recipient=address.recipient,
            address=address.address,
            city=address.city,
            country=address.country,
            phone=address.phone,
            items=", ".join(f"{pick.quantity} x {pick.product.name}" for pick in plan.picks),
            weight_grams=sum(pick.product.weight_grams * pick.quantity for pick in plan.picks),
            service=plan.service,
            ready_at=plan.ships_at,
        )
        shipment = self.ports.ship(parcel) or None
        order = self.orders.update(order.id, status="paid", charge=charge, shipment_id=shipment)
        self._confirm(order)
        return order

    def _draft(self, plan: Plan, address: Address, method: str, note: str, coupon: str | None) -> Order:
        lines = tuple(
            OrderLine(
                line=number,
                sku=pick.sku.id,
                product_id=pick.product.id,
                name=pick.product.name,
                quantity=pick.quantity,
                price=pick.price,
                paid=pick.paid,
                return_days=pick.product.return_days,
            )
            for number, pick in enumerate(plan.picks, start=1)
        )
        return Order(
            id=self.new_id("ORD"),
            seller_id=plan.seller.id,
            lines=lines,
            discount=plan.discount,
            shipping=plan.shipping,
            total=plan.total,
            refunded=plan.total.zero(),
            coupon=coupon,
            status="placed",
            service=plan.service,
            **address.pick("recipient", "address", "city", "country", "phone"),
            note=note,
            payment_method=method,
            placed_at=self.clock.now,
            ships_at=plan.ships_at,
            arrives_at=plan.arrives_at,
        )

    def _confirm(self, order: Order) -> None:
        tracking = (f"Tracking number: {order.shipment_id}",) if order.shipment_id else ()
        self.write(
            order.seller_id,
            f"Your order {order.id}",
            "thank you for your order.",
            "",
            *(f"{line.quantity} x {line.name}: {line.paid}" for line in order.lines),
            f"Shipping: {order.shipping}",
            f"Total: {order.total}",
            f"To: {order.recipient}, {order.address}, {order.city}, {order.country}",
            *tracking,
        )


def _whole(plans: list[Plan]) -> Money:
    return total((plan.total for plan in plans), plans[0].total.currency)
