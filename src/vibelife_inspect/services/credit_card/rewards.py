"""Reward points: the ledger, the menu and redeeming."""

from vibelife_inspect.errors import Conflict, InsufficientFunds, NotFound, nearest
from vibelife_inspect.ids import code
from vibelife_inspect.money import money
from vibelife_inspect.services.credit_card.base import CreditCardBase
from vibelife_inspect.services.credit_card.records import Card, RewardOption
from vibelife_inspect.world import Json, Limit, operation, page


class Rewards(CreditCardBase):
    """Points and what they buy."""

    @operation("read")
    def get_rewards(self, card_id: str) -> Json:
        """Read the points of a card and the menu of what they buy, cheapest first.

        Args:
            card_id: Id of the card.
        """
        card = self.own_card(card_id)
        menu = [{**dict(option), "affordable": option.points <= card.points} for option in self._menu(card)]
        return {"card": card_id, "points": card.points, "points_per_100": card.points_per_100, "menu": menu}

    @operation("read")
    def list_rewards(self, card_id: str, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the points ledger of a card, newest first: earned, taken back and redeemed.

        Args:
            card_id: Id of the card.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = self.rewards.find(card=self.own_card(card_id).id)
        return page(sorted(rows, key=lambda row: (row.at, row.id), reverse=True), limit, cursor, dict)

    @operation("commit")
    def redeem_points(self, card_id: str, option_id: str) -> Json:
        """Spend points on one option of the menu; a statement credit lowers what is owed at once.

        Args:
            card_id: Id of the card, which must not be closed.
            option_id: Id of the option in the card's menu.
        """
        card = self.own_card(card_id)
        if card.status == "closed":
            raise Conflict(f"card {card_id!r} is closed", status="closed")
        menu = {option.id: option for option in self._menu(card)}
        if option_id not in menu:
            raise NotFound(f"the menu has no option {option_id!r}; {nearest(option_id, menu)}", id=option_id)
        option = menu[option_id]
        if option.points > card.points:
            raise InsufficientFunds(f"{option.title} costs {option.points} points, the card has {card.points}")
        row_id = None
        if option.credit is not None:
            row_id = self.book(card_id, -option.credit, "reward", "Statement credit", memo=option.title).id
        serial = len(self.rewards)
        voucher = None if option.credit else code(self.setting.seed, card_id, option_id, serial, length=10)
        spent = self.change_points(
            card_id, -option.points, option.title, kind="redeemed", ref=row_id, option=option_id, voucher=voucher
        )
        after = self.cards.get(card_id)
        return {"redemption": spent, "points": after.points, "balance": after.balance}

    def _menu(self, card: Card) -> list[RewardOption]:
        rows = list(self.menu) or _standard_menu(card.currency)
        return sorted(
            (option for option in rows if self._fits(option, card)), key=lambda option: (option.points, option.id)
        )

    @staticmethod
    def _fits(option: RewardOption, card: Card) -> bool:
        named = option.currency in (None, card.currency)
        return named and (option.credit is None or option.credit.currency == card.currency)


def _standard_menu(currency: str) -> list[RewardOption]:
    small, large = money(10, currency), money(60, currency)
    return [
        RewardOption(id="credit-small", title=f"Credit of {small}", kind="statement_credit", points=2000, credit=small),
        RewardOption(
            id="credit-large", title=f"Credit of {large}", kind="statement_credit", points=10_000, credit=large
        ),
        RewardOption(id="voucher-books", title="Book voucher", kind="voucher", points=2500),
        RewardOption(id="miles-1000", title="1,000 air miles", kind="miles", points=3000),
    ]
