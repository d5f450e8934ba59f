"""What was charged for something in parts, and how it is paid back."""

from collections.abc import Callable, Sequence

from pydantic import Field

from vibelife_inspect.money import Money
from vibelife_inspect.world.ports import Charge
from vibelife_inspect.world.record import Part


class Payment(Part):
    """One charge for a booking, and how much of it came back."""

    charge: Charge
    """As the paying side booked it."""
    amount: Money
    """In the currency of the booking."""
    refunded: int = Field(default=0, ge=0)
    """Minor units of `amount` that were paid back."""

    @property
    def kept(self) -> Money:
        """What is still with whoever was paid."""
        return Money(minor=self.amount.minor - self.refunded, currency=self.amount.currency)


def pay_back(
    refund: Callable[[Charge, Money, str], Charge], payments: Sequence[Payment], amount: Money, memo: str, payer: str
) -> tuple[tuple[Payment, ...], str]:
    """Refund something, latest charge first.

    Args:
        refund: The port of refunds.
        payments: What was paid so far.
        amount: What is to come back, in the currency of the payments.
        memo: Text of the refunds.
        payer: Who pays back what no charge on record covers.

    Returns:
        The payments as they are then, and what there is to say of it.
    """
    after, left, note = list(payments), amount.minor, ""
    for place in reversed(range(len(after))):
        part = min(left, after[place].kept.minor)
        if part > 0:
            note = refund(after[place].charge, Money(minor=part, currency=amount.currency), memo).note or note
            after[place] = after[place].model_copy(update={"refunded": after[place].refunded + part})
            left -= part
    if left:
        note = note or f"part of it was paid in a way that is not on record; {payer} pays it back itself"
    return tuple(after), note
