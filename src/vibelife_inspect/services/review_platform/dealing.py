"""Deals and the vouchers that the persona bought; merchants that the persona keeps."""

from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Expired, Invalid, NotFound, Refused, Unavailable
from vibelife_inspect.money import Money
from vibelife_inspect.services.review_platform.catalogue import Deal
from vibelife_inspect.services.review_platform.records import Purchase, Saved
from vibelife_inspect.services.review_platform.reserving import Reserving
from vibelife_inspect.text import squeeze
from vibelife_inspect.world import ME, Blankable, Json, Limit, operation, page

Quantity = Annotated[int, Field(ge=1, le=10)]
"""How many vouchers."""


class Dealing(Reserving):
    """Vouchers and saved merchants."""

    @operation("read")
    def list_deals(
        self,
        merchant_id: str | None = None,
        status: Literal["active", "withdrawn", "expired"] = "active",
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List deals, the one that ends first at the top (then by id).

        Args:
            merchant_id: Only deals of this merchant.
            status: active: on sale; one with a stock of 0 is sold out.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if merchant_id is None:
            rows = list(self.deals)
        else:
            rows = self.deals.find(merchant_id=self.merchants.get(merchant_id).id)
        rows = sorted((row for row in rows if row.status == status), key=lambda row: (row.valid_until, row.id))
        return page(rows, limit, cursor, lambda row: {**row.row, "merchant": self.merchant_name(row.merchant_id)})

    @operation("read")
    def get_deal(self, deal_id: str) -> Json:
        """Show a deal in full, with the vouchers of it that the user bought.

        Args:
            deal_id: Id of the deal.
        """
        deal = self.deals.get(deal_id)
        own = [row.id for row in self.purchases.find(deal_id=deal_id) if row.owner == ME]
        return {
            "deal_id": deal.id,
            **{field: value for field, value in deal if field != "id"},
            "merchant": self.merchant_name(deal.merchant_id),
            "purchase_ids": own,
        }

    @operation("commit")
    def buy_deal(
        self, deal_id: str, payment_method: str, quantity: Quantity = 1, expected_total: Money | None = None
    ) -> Json:
        """Buy vouchers of a deal: pays at once and mails them. Each voucher is a purchase of its own.

        Args:
            deal_id: Id of the deal.
            payment_method: Account or card that pays.
            quantity: How many vouchers.
            expected_total: What you expect to pay in all; if it differs, nothing is bought.
        """
        deal = self._on_sale(deal_id, quantity)
        total = deal.price * quantity
        if expected_total is not None and expected_total != total:
            raise Conflict(f"the total is {total}, not {expected_total}; nothing was bought", total=str(total))
        name = self.merchant_name(deal.merchant_id)
        charge = self.ports.charge(payment_method, total, name, f"{quantity} x {deal.title}")
        self.deals.update(deal_id, stock=deal.stock - quantity)
        bought = [
            self.purchases.add(
                Purchase(
                    id=self.new_id("VCH"),
                    deal_id=deal_id,
                    merchant_id=deal.merchant_id,
                    title=deal.title,
                    price=deal.price,
                    charge=charge,
                    bought_at=self.clock.now,
                    valid_until=deal.valid_until,
                )
            )
            for _ in range(quantity)
        ]
        codes = ", ".join(row.id for row in bought)
        facts = f"{codes}: {deal.title}, {total} paid. Use until {deal.valid_until:%Y-%m-%d %H:%M}."
        self.write(deal.merchant_id, f"Your voucher: {deal.title}", "thank you for your purchase.", facts)
        return {
            "items": [row.row for row in bought],
            "total_paid": total,
            "notes": [charge.note] if charge.note else [],
        }

    @operation("commit")
    def return_voucher(self, purchase_id: str) -> Json:
        """Give an unused voucher back, where the deal allows it; its price is paid back.

        Args:
            purchase_id: Id of the purchase.
        """
        purchase = self.purchases.get(purchase_id)
        self.own(purchase, "purchase")
        deal = self.deals.get(purchase.deal_id)
        if purchase.status != "bought":
            raise Conflict(f"voucher {purchase_id!r} is {purchase.status}", status=purchase.status)
        if not deal.refundable:
            raise Refused("this deal is not refundable", deal_id=deal.id)
        self.unused(purchase_id)
        purchase, note = self.give_back(purchase, "given back")
        self.deals.update(deal.id, stock=deal.stock + 1)
        self.write(
            deal.merchant_id, f"Refund: {deal.title}", f"we pay back {purchase.price} for voucher {purchase_id}."
        )
        return {**purchase.row, "refund": purchase.price, "notes": [note] if note else []}

    @operation("read")
    def list_purchases(
        self,
        status: Literal["bought", "redeemed", "expired", "refunded"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the user's vouchers, newest first (then by id).

        Args:
            status: Only vouchers in this state.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.purchases.find(owner=ME), key=lambda row: row.id)
        rows.sort(key=lambda row: row.bought_at, reverse=True)
        rows = [row for row in rows if status in (None, row.status)]
        return page(rows, limit, cursor, lambda row: {**row.row, "merchant": self.merchant_name(row.merchant_id)})

    @operation("write")
    def save_merchant(self, merchant_id: str, list_name: str = "Saved", note: Blankable = "") -> Json:
        """Save a merchant on one of the user's lists; saving it there again replaces the note.

        Args:
            merchant_id: Id of the merchant.
            list_name: Name of the list; it is created if there is none.
            note: A note; may be empty.
        """
        self.merchants.get(merchant_id)
        old = self._saved_on(merchant_id, list_name)
        if old is not None:
            return self._saved_row(self.saved.update(old.id, note=note))
        saved = Saved(
            id=self.new_id("SAV"), merchant_id=merchant_id, list_name=list_name, note=note, saved_at=self.clock.now
        )
        return self._saved_row(self.saved.add(saved))

    @operation("write")
    def unsave_merchant(self, merchant_id: str, list_name: str = "Saved") -> Json:
        """Take a merchant off one of the user's lists; the answer holds the note.

        Args:
            merchant_id: Id of the merchant.
            list_name: Name of the list.
        """
        old = self._saved_on(merchant_id, list_name)
        if old is None:
            raise NotFound(f"merchant {merchant_id!r} is not on the list {list_name!r}", id=merchant_id)
        return {**self._saved_row(self.saved.remove(old.id)), "removed": True}

    @operation("read")
    def list_saved(self, list_name: str | None = None, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the user's saved merchants, newest first (then by id).

        Args:
            list_name: Only this list.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.saved.find(owner=ME), key=lambda row: row.id)
        rows.sort(key=lambda row: row.saved_at, reverse=True)
        rows = [row for row in rows if list_name is None or squeeze(row.list_name) == squeeze(list_name)]
        return page(rows, limit, cursor, self._saved_row)

    def _on_sale(self, deal_id: str, quantity: int) -> Deal:
        deal = self.deals.get(deal_id)
        self.open_merchant(deal.merchant_id)
        if deal.status == "expired":
            raise Expired(f"deal {deal_id!r} ended at {deal.valid_until.isoformat()}", status=deal.status)
        if deal.status == "withdrawn" or deal.stock < quantity:
            raise Unavailable(f"deal {deal_id!r} is {deal.status}, {deal.stock} left", stock=deal.stock)
        held = [row for row in self.purchases.find(deal_id=deal_id) if row.owner == ME and row.status == "bought"]
        if len(held) + quantity > deal.max_per_guest:
            raise Invalid(f"quantity: at most {deal.max_per_guest} for one person, who has {len(held)} already")
        return deal

    def _saved_on(self, merchant_id: str, list_name: str) -> Saved | None:
        rows = self.saved.find(merchant_id=merchant_id, owner=ME)
        return next((row for row in rows if squeeze(row.list_name) == squeeze(list_name)), None)

    def _saved_row(self, saved: Saved) -> Json:
        known = saved.merchant_id in self.merchants
        about = self.merchants.get(saved.merchant_id).row if known else {"merchant_id": saved.merchant_id}
        return {**about, **saved.pick("list_name", "note", "saved_at")}
