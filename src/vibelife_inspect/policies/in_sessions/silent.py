"""Does nothing and says nothing."""

from vibelife_inspect.policies.silent import make

__all__ = ["make"]
