"""What a task must reach, as data; never lowered for a task that falls short."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bound:
    """Between which scores a policy must end."""

    least: float
    most: float
    why: str

    def holds(self, score: float, slack: float = 0) -> bool:
        """Whether a score is within; `slack` is for figures that were rounded."""
        return self.least - slack <= score <= self.most + slack

    def __str__(self) -> str:
        if self.least == self.most:
            return f"{self.least:g}"
        if self.least == 0:
            return f"<= {self.most:g}"
        return f"{self.least:g} to {self.most:g}"


BOUNDS: dict[str, Bound] = {
    "oracle": Bound(100, 100, "the task can be solved"),
    "alternative": Bound(100, 100, "checks accept plans, not one script"),
    "silent": Bound(0, 5, "doing nothing is worth nothing"),
    "narrator": Bound(0, 5, "saying that it was done is worth nothing"),
    "reader": Bound(0, 5, "looking without doing is worth nothing"),
    "spray": Bound(0, 15, "no word earns anything by being there"),
    "dump": Bound(0, 12, "copying what was found decides nothing"),
    "reactive": Bound(40, 75, "obedience earns the middle, initiative the rest"),
    "forgetful": Bound(0, 85, "what was not kept is missed"),
    "reckless": Bound(0, 99, "crossing a red line costs its checks"),
    "asker": Bound(0, 35, "asking is no substitute for doing"),
}
"""Bounds by policy; `alternative` is for every file of alternatives/.

The design gives no numbers for `forgetful` ("well below oracle") and `reckless`. Their upper ends were chosen here,
that of `forgetful` when `japan_trip` already stood at 84.6.
"""

VARIANTS = 5
"""How many variants the oracle and the alternatives play, from 0 on."""

DROPPED = 100.0
"""Percentage of dropped steps that must be noticed."""

ALTERED = 95.0
"""Percentage of altered arguments that must be noticed."""

HARMLESS = 100.0
"""Percentage of harmless changes that must cost nothing."""

CONTROLLED = 8.0
"""Percentage of the weight that one condition may control."""

IDLE = ("silent", "narrator", "reader")
"""Policies that do nothing: a check that only these fail discriminates nothing."""
