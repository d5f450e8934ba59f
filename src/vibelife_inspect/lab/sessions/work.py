"""What was played and proved of a persona."""

from dataclasses import dataclass

from vibelife_inspect.world import Json


@dataclass(frozen=True, slots=True)
class Work:
    """What was played and proved, JSON-native.

    Args:
        played: The lives of the scripted agents.
        proved: What tells agents apart in each session.
        forms: The oracle in harmless forms.
        alternatives: Other solutions, in each variant.
    """

    played: list[Json]
    proved: list[Json]
    forms: list[Json]
    alternatives: list[Json]

    @property
    def main(self) -> dict[str, Json]:
        """The lives with the whole history, by agent."""
        return {life["agent"]: life for life in self.played if (life["past"], life["variant"]) == ("full", 0)}
