"""Shares of amounts, in whole minor units that always add up."""

from collections.abc import Sequence


def shares(amount: int, weights: Sequence[int]) -> list[int]:
    """`amount` in parts proportional to `weights`, by largest remainder; earlier parts first among equals.

    Args:
        amount: What is shared out, not negative.
        weights: Not negative; when all are zero, so are the parts.
    """
    whole = sum(weights)
    if whole == 0:
        return [0] * len(weights)
    parts = [amount * weight // whole for weight in weights]
    by_remainder = sorted(range(len(weights)), key=lambda place: (-(amount * weights[place] % whole), place))
    for place in by_remainder[: amount - sum(parts)]:
        parts[place] += 1
    return parts


def refund_share(paid: int, quantity: int, claimed: int, given: int, wanted: int) -> int:
    """What comes back for `wanted` of the `quantity` pieces of a line; the last pieces take exactly the rest.

    Args:
        paid: What was paid for the whole line.
        quantity: Pieces of the line.
        claimed: Pieces that are claimed already.
        given: What those pieces are worth.
        wanted: Pieces that are claimed now.
    """
    return paid - given if claimed + wanted == quantity else paid * wanted // quantity
