"""Params of a variant: variant 0 keeps what task.yaml says, others draw anew, reproducibly."""

from math import gcd
from typing import Any

from vibelife_inspect.bundle.schema import Choice, Range
from vibelife_inspect.ids import rng


def draw(task: str, variant: int, name: str, options: Choice | Range) -> Any:
    """The value of one param in a variant (1 or more); neighbouring variants get different choices in turn."""
    chance = rng(task, name)
    if isinstance(options, Choice):
        order = list(range(len(options.choice)))
        chance.shuffle(order)
        return options.choice[order[variant % len(order)]]
    least, most = options.range
    steps = (most - least) // options.step + 1
    return least + options.step * ((chance.randrange(steps) + variant * _coprime(steps)) % steps)


def _coprime(steps: int) -> int:
    """A stride that visits every step before it repeats."""
    return next(stride for stride in range(max(steps * 5 // 8, 1), steps + 2) if gcd(stride, steps) == 1)
