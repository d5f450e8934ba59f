"""What the holder may set: freezing, loss, own limits, alerts and travel notices."""

from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid, Refused
from vibelife_inspect.ids import stable_int
from vibelife_inspect.money import Money
from vibelife_inspect.services.credit_card.cards import Cards
from vibelife_inspect.services.credit_card.records import Card, CardAlert, TravelNotice
from vibelife_inspect.world import Json, Letter, Limit, operation, page

Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
"""ISO 3166 code of two letters."""

_REPLACED_AFTER = timedelta(days=5)


class Controls(Cards):
    """The holder's own switches."""

    @operation("write")
    def freeze_card(self, card_id: str) -> Json:
        """Freeze an active card: purchases are refused until it is unfrozen; payments to it still work.

        Args:
            card_id: Id of the card.
        """
        card = self.own_card(card_id)
        if card.status != "active":
            raise Conflict(f"card {card_id!r} is {card.status}, not active", status=card.status)
        return self.whole(self.cards.update(card_id, status="frozen"))

    @operation("write")
    def unfreeze_card(self, card_id: str) -> Json:
        """Unfreeze a card that you froze yourself; a blocked card only the issuer can open.

        Args:
            card_id: Id of the frozen card.
        """
        card = self.own_card(card_id)
        if card.status == "blocked":
            raise Refused(f"card {card_id!r} is blocked: {card.blocked_reason}", status="blocked")
        if card.status != "frozen":
            raise Conflict(f"card {card_id!r} is {card.status}, not frozen", status=card.status)
        return self.whole(self.cards.update(card_id, status="active"))

    @operation("commit")
    def report_loss(self, card_id: str, circumstance: Literal["lost", "stolen"]) -> Json:
        """Report a card as lost or stolen: it is blocked for good, and a new one with another number comes by post.

        The card keeps its id, balance and history; it can pay again when the new one arrives, after five days.

        Args:
            card_id: Id of an active or frozen card.
            circumstance: What happened to it.
        """
        card = self.own_card(card_id)
        if card.status not in ("active", "frozen"):
            raise Conflict(f"card {card_id!r} is {card.status}", status=card.status)
        number = f"{stable_int(self.setting.seed, card_id, card.last4, 'replacement') % 10_000:04d}"
        blocked = self.cards.update(
            card_id,
            status="blocked",
            blocked_reason=f"reported {circumstance}; a new card is on its way",
            replacement_last4=number,
            replacement_at=self.clock.after(_REPLACED_AFTER),
        )
        body = f"The card ending in {card.last4} is blocked. A new one ending in {number} reaches you in five days."
        self.ports.mail(_letter(card, f"Your {card.name} was reported {circumstance}", body))
        return self.whole(blocked)

    @operation("write")
    def set_spending_limit(
        self,
        card_id: str,
        per_purchase: Money | None = None,
        per_period: Money | None = None,
        clear: Annotated[list[Literal["per_purchase", "per_period"]], Field(max_length=2)] = [],  # noqa: B006 - schema
    ) -> Json:
        """Set limits of your own below the credit limit; purchases beyond them are refused.

        Args:
            card_id: Id of the card.
            per_purchase: Most for one purchase, in the card's currency.
            per_period: Most for all purchases of one statement period, in the card's currency.
            clear: Limits to lift.
        """
        card = self.own_card(card_id)
        changes: Json = {}
        for name, field, amount in (
            ("per_purchase", "purchase_limit", per_purchase),
            ("per_period", "period_limit", per_period),
        ):
            if amount is not None and name in clear:
                raise Invalid(f"clear: names {name!r}, which is given a value in the same call")
            if amount is not None:
                changes[field] = _own_limit(card, name, amount)
            elif name in clear:
                changes[field] = None
        if not changes:
            raise Invalid("nothing to change: give at least one of per_purchase, per_period or clear")
        return self.whole(self.cards.update(card_id, **changes))

    @operation("write")
    def set_alerts(self, card_id: str, alerts: Annotated[list[CardAlert], Field(max_length=6)]) -> Json:
        """Choose what the issuer notifies you about; this replaces the earlier choice.

        Args:
            card_id: Id of the card.
            alerts: Kinds of events; an empty list ends all alerts.
        """
        self.own_card(card_id)
        return self.whole(self.cards.update(card_id, alerts=tuple(dict.fromkeys(alerts))))

    @operation("write")
    def set_travel_notice(
        self,
        card_id: str,
        countries: Annotated[list[Country], Field(min_length=1, max_length=20)],
        starts_on: date,
        ends_on: date,
    ) -> Json:
        """Tell the issuer that a card will be used abroad.

        Args:
            card_id: Id of the card.
            countries: Where, as country codes of two letters.
            starts_on: First day, today or later.
            ends_on: Last day, included; at most 180 days after the first.
        """
        self.own_card(card_id)
        self.coming_day(starts_on, "starts_on")
        if not 0 <= (ends_on - starts_on).days <= 180:
            raise Invalid(f"ends_on: {ends_on} must lie between {starts_on} and 180 days later")
        notice = TravelNotice(
            id=self.new_id("TN"),
            card=card_id,
            countries=tuple(dict.fromkeys(countries)),
            starts_on=starts_on,
            ends_on=ends_on,
        )
        return dict(self.travel_notices.add(notice))

    @operation("read")
    def list_travel_notices(
        self,
        card_id: str | None = None,
        status: Literal["set", "cancelled"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List travel notices, latest first day first.

        Args:
            card_id: Only this card; all your cards if not given.
            status: Only notices with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for id in self.own_ids(card_id) for row in self.travel_notices.find(card=id)]
        rows = [row for row in rows if status in (None, row.status)]
        rows.sort(key=lambda row: (row.starts_on, row.id), reverse=True)
        return page(rows, limit, cursor, dict)

    @operation("write")
    def cancel_travel_notice(self, notice_id: str) -> Json:
        """Cancel a travel notice.

        Args:
            notice_id: Id of the notice.
        """
        notice = self.travel_notices.get(notice_id)
        self.own_card(notice.card)
        if notice.status == "cancelled":
            raise Conflict(f"travel notice {notice_id!r} is already cancelled", status="cancelled")
        return dict(self.travel_notices.update(notice_id, status="cancelled"))


def _own_limit(card: Card, name: str, amount: Money) -> Money:
    if amount.currency != card.currency or not 0 < amount.minor <= card.limit.minor:
        raise Invalid(
            f"{name}: must be in {card.currency}, more than nothing and at most the credit limit, {card.limit}"
        )
    return amount


def _letter(card: Card, subject: str, body: str) -> Letter:
    return Letter(
        sender="service@card-services.example", sender_name=f"{card.name} service", subject=subject, body=body
    )
