"""Ids and pseudo-randomness as pure functions of a seed: no uuid4, no `hash()`, no host entropy."""

import hashlib
import random

_ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"


def stable_int(*parts: object) -> int:
    """A 64-bit number that depends on the text of `parts` alone."""
    text = "\x1f".join(str(part) for part in parts)
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "big")


def rng(*parts: object) -> random.Random:
    """A private random generator, seeded by the text of `parts`."""
    return random.Random(stable_int(*parts))  # noqa: S311 - reproducible on purpose


def code(*parts: object, length: int = 6) -> str:
    """A short code without look-alike letters, such as `7F3KQ2`, that depends on `parts` alone."""
    number = stable_int(*parts)
    letters = []
    for _ in range(length):
        number, digit = divmod(number, len(_ALPHABET))
        letters.append(_ALPHABET[digit])
    return "".join(letters)


class IdMaker:
    """Hands out ids that are a function of the world's seed and of how many came before.

    Args:
        seed: Text that names the world (task and variant).
    """

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._counts: dict[str, int] = {}

    def new(self, prefix: str) -> str:
        """The next id of a kind, such as `RES-7F3KQ2`."""
        count = self._counts.get(prefix, 0) + 1
        self._counts[prefix] = count
        return f"{prefix}-{code(self._seed, prefix, count)}"

    def save(self) -> dict[str, int]:
        """The counters, for `restore` after a failed operation."""
        return dict(self._counts)

    def restore(self, counts: dict[str, int]) -> None:
        """Put the counters back, so that a failed operation leaves no gap."""
        self._counts = counts
