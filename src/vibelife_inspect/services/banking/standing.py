"""Standing orders: payments that repeat until somebody stops them."""

from calendar import monthrange
from datetime import date, datetime, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.banking.payments import Memo, Payments
from vibelife_inspect.services.banking.records import Frequency, Payment, StandingOrder
from vibelife_inspect.world import ME, Json, Limit, operation, page

_MONTHS = {"monthly": 1, "quarterly": 3, "yearly": 12}
_DAYS = {"weekly": 7, "fortnightly": 14}


class StandingOrders(Payments):
    """Repeated payments to payees."""

    @operation("read")
    def list_standing_orders(
        self,
        account_id: str | None = None,
        status: Literal["active", "paused", "cancelled", "ended"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List standing orders, soonest next run first; those without a next run stand last.

        Args:
            account_id: Only orders from this account.
            status: Only orders with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            order
            for order in self.standing_orders
            if order.owner == ME and account_id in (None, order.account) and status in (None, order.status)
        ]
        rows.sort(key=lambda row: (row.next_run is None, row.next_run or self.clock.now, row.id))
        return page(rows, limit, cursor, lambda order: order.row)

    @operation("read")
    def get_standing_order(self, order_id: str) -> Json:
        """Read one standing order, with its latest payments (newest first, at most five).

        Args:
            order_id: Id of the standing order.
        """
        order = self.own_order(order_id)
        runs = self.payments.find(standing_order=order_id)
        runs.sort(key=lambda row: (row.execute_at, row.id), reverse=True)
        return {**dict(order), "payments": [run.pick("id", "status", "executed_at", "failure") for run in runs[:5]]}

    @operation("commit")
    def create_standing_order(
        self,
        account_id: str,
        payee_id: str,
        amount: Money,
        frequency: Frequency,
        starts_on: date,
        memo: Memo = "",
        ends_on: date | None = None,
    ) -> Json:
        """Order a payment that repeats, at 06:00 home time on its days.

        A run without enough money fails and is recorded; the order goes on with its next run. In months that
        are too short it runs on their last day.

        Args:
            account_id: Account that pays; it must be active.
            payee_id: Who is paid.
            amount: What the payee gets each time.
            frequency: How often it runs.
            starts_on: Day of the first run, after today.
            memo: Text for the payee's statement.
            ends_on: Last day on which it may run; without it the order has no end.
        """
        account, payee = self.active_account(account_id), self.own_payee(payee_id)
        self.quote(account, amount)
        self.coming_day(starts_on, "starts_on", earliest=self.clock.today + timedelta(days=1))
        if ends_on is not None:
            self.coming_day(ends_on, "ends_on", earliest=starts_on)
        order = StandingOrder(
            id=self.new_id("SO"),
            account=account_id,
            payee=payee_id,
            payee_name=payee.name,
            amount=amount,
            memo=memo,
            frequency=frequency,
            day=starts_on.day,
            next_run=self.opening(starts_on),
            ends_on=ends_on,
        )
        return dict(self.standing_orders.add(order))

    @operation("write")
    def update_standing_order(
        self,
        order_id: str,
        amount: Money | None = None,
        next_run: date | None = None,
        ends_on: date | None = None,
        memo: Memo | None = None,
        clear: Annotated[list[Literal["ends_on", "memo"]], Field(max_length=2)] = [],  # noqa: B006 - a schema default
    ) -> Json:
        """Change an active or paused standing order from its next run on.

        Args:
            order_id: Id of the standing order.
            amount: New amount.
            next_run: New day of the next run, after today; monthly orders keep to its day of the month.
            ends_on: New last day on which it may run.
            memo: New text.
            clear: Fields to empty; without `ends_on` the order has no end.
        """
        order = self._open_order(order_id)
        changes: Json = {}
        if amount is not None:
            self.quote(self.own_account(order.account), amount)
            changes["amount"] = amount
        if next_run is not None:
            self.coming_day(next_run, "next_run", earliest=self.clock.today + timedelta(days=1))
            changes |= {"next_run": self.opening(next_run), "day": next_run.day}
        if ends_on is not None:
            changes["ends_on"] = self.coming_day(ends_on, "ends_on")
        if memo is not None:
            changes["memo"] = memo
        if both := sorted(set(clear) & set(changes)):
            raise Invalid(f"clear: names {both[0]!r}, which is given a value in the same call")
        changes |= {field: None if field == "ends_on" else "" for field in clear}
        if not changes:
            raise Invalid("nothing to change: give at least one of amount, next_run, ends_on, memo or clear")
        first, last = changes.get("next_run", order.next_run), changes.get("ends_on", order.ends_on)
        if last is not None and first is not None and self.day_of(first) > last:
            raise Invalid(f"ends_on: {last} is before the next run on {self.day_of(first)}; cancel the order instead")
        return dict(self.standing_orders.update(order_id, **changes))

    @operation("write")
    def pause_standing_order(self, order_id: str) -> Json:
        """Pause an active standing order: no run until it is resumed.

        Args:
            order_id: Id of the standing order.
        """
        if self.own_order(order_id).status == "paused":
            raise Conflict(f"standing order {order_id!r} is already paused", status="paused")
        return dict(self.standing_orders.update(order_id, status="paused"))

    @operation("write")
    def resume_standing_order(self, order_id: str) -> Json:
        """Resume a paused standing order; runs that fell into the pause are not made up for.

        Args:
            order_id: Id of the standing order.
        """
        order = self.own_order(order_id)
        if order.status == "active":
            raise Conflict(f"standing order {order_id!r} is not paused", status="active")
        following = order.next_run
        while following is not None and following <= self.clock.now:
            following = self.following(order.model_copy(update={"next_run": following}))
        if order.status == "paused" and following is None:
            raise Conflict(f"standing order {order_id!r} ended on {order.ends_on}, during the pause", status="paused")
        return dict(self.standing_orders.update(order_id, status="active", next_run=following))

    @operation("write")
    def skip_standing_order(self, order_id: str) -> Json:
        """Leave out the next run of an active or paused standing order.

        Args:
            order_id: Id of the standing order.
        """
        following = self.following(self._open_order(order_id))
        if following is None:
            raise Conflict(f"the next run of {order_id!r} is its last; cancel the order instead", id=order_id)
        return dict(self.standing_orders.update(order_id, next_run=following))

    @operation("commit")
    def cancel_standing_order(self, order_id: str) -> Json:
        """End a standing order for good.

        Args:
            order_id: Id of the standing order.
        """
        self._open_order(order_id)
        return dict(self.standing_orders.update(order_id, status="cancelled", next_run=None))

    def own_order(self, order_id: str) -> StandingOrder:
        """A standing order of the persona."""
        order = self.standing_orders.get(order_id)
        self.own(order, "standing order")
        return order

    def run_order(self, order: StandingOrder) -> None:
        """A standing order is due: pay, or record the failure, and go on to the next run."""
        payment = Payment(
            id=self.new_id("PAY"),
            owner=order.owner,
            account=order.account,
            payee=order.payee,
            payee_name=order.payee_name,
            amount=order.amount,
            memo=order.memo,
            execute_at=self.clock.now,
            standing_order=order.id,
        )
        outcome = self.attempt(self.payments.add(payment), "standing_order")
        following = self.following(order)
        self.standing_orders.update(
            order.id,
            next_run=following,
            status="ended" if following is None else "active",
            last_failure=outcome.failure,
        )

    def following(self, order: StandingOrder) -> datetime | None:
        """The run after the next one; None when the order ends before it."""
        if order.next_run is None:
            return None
        local = order.next_run.astimezone(self.clock.home)
        day = local.date()
        if order.frequency in _DAYS:
            after = day + timedelta(days=_DAYS[order.frequency])
        else:
            after = _months_on(day, _MONTHS[order.frequency], order.day)
        if order.ends_on is not None and after > order.ends_on:
            return None
        return self.clock.at(after, local.time())

    def _open_order(self, order_id: str) -> StandingOrder:
        order = self.own_order(order_id)
        if order.status not in ("active", "paused"):
            raise Conflict(f"standing order {order_id!r} is {order.status}", status=order.status)
        return order


def _months_on(day: date, months: int, wanted: int) -> date:
    years, month = divmod(day.month - 1 + months, 12)
    year = day.year + years
    return date(year, month + 1, min(wanted, monthrange(year, month + 1)[1]))
