"""The bank as a way to pay: charges, refunds and payouts of other services."""

from vibelife_inspect.errors import Conflict, NotFound, Refused
from vibelife_inspect.money import Money
from vibelife_inspect.services.banking.base import BankingBase
from vibelife_inspect.services.banking.records import Transaction
from vibelife_inspect.world import Charge


class Provider(BankingBase):
    """The `PaymentProvider` and `PayoutProvider` of the accounts."""

    def holds_method(self, method: str) -> bool:
        """Whether the id is an account here."""
        return method in self.accounts

    def take_charge(self, method: str, amount: Money, payee: str, memo: str) -> Charge:
        """Book a charge on an account.

        Raises:
            Refused: The account is not the persona's, or not active.
            Invalid: The currency has no rate.
            InsufficientFunds: There is no room for it.
        """
        account = self.active_account(method, Refused)
        booked = self.exchange(amount, account.currency)
        self.need_room(account, booked)
        row = self.book(method, -booked, "charge", payee, memo=memo, original=-amount)
        return Charge(id=row.id, method=method, amount=booked)

    def holds_charge(self, charge_id: str) -> bool:
        """Whether the id is a charge that was booked here."""
        return charge_id in self.transactions

    def give_refund(self, charge_id: str, amount: Money, memo: str) -> Charge:
        """Book a refund, at most what is left of the charge.

        Args:
            charge_id: Id of the charge.
            amount: In the account's currency or the one that was charged.
            memo: What it is for.

        Raises:
            Invalid: The amount is more than what is left.
            Conflict: The charge was refunded or returned in full.
        """
        charge = self.transactions.get(charge_id)
        if charge.kind != "charge":
            raise NotFound(f"{charge_id!r} is no charge", id=charge_id)
        if charge.status not in ("posted", "part_refunded"):
            raise Conflict(f"charge {charge_id!r} is {charge.status}; nothing is left of it", status=charge.status)
        left, left_original = self.left_of(charge)
        booked, original = self.refundable(amount, left, left_original, "charge")
        row = self.book(
            charge.account, booked, "refund", charge.payee,
            memo=memo, original=original, charge_id=charge_id, category=charge.category,
        )  # fmt: skip
        self.transactions.update(charge_id, status="refunded" if booked == left else "part_refunded")
        return Charge(id=row.id, method=charge.account, amount=booked)

    def give_payout(self, method: str, amount: Money, payer: str, memo: str) -> Charge:
        """Book money that another service pays out.

        Raises:
            Refused: The account is not the persona's, or not active.
            Invalid: The currency has no rate.
        """
        account = self.active_account(method, Refused)
        booked = self.exchange(amount, account.currency)
        row = self.book(method, booked, "incoming", payer, memo=memo, original=amount)
        self.tell(account, "incoming", f"{booked} from {payer}", memo, row.id)
        return Charge(id=row.id, method=method, amount=booked)

    def left_of(self, charge: Transaction) -> tuple[Money, Money]:
        """What can still be refunded: in the account's currency, and as it was charged."""
        left, original = -charge.amount, -charge.original
        for row in self.transactions.find(charge_id=charge.id):
            if row.kind == "refund":
                left, original = left - row.amount, original - row.original
        return left, original
