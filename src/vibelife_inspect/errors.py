"""The error tree: every error that this package raises on purpose.

```
VibeLifeError
├── BundleError            a bundle is wrong; holds one Problem per fault, with file and line
├── UsageError             an option or a name is wrong; the message lists what is valid
├── DefectError            this package broke its own contract (never the agent's fault)
└── OperationError         an operation refuses; the world is as it was before
    ├── Invalid            an argument is missing, unknown, malformed or out of range
    ├── NotFound           nothing has that id
    ├── Conflict           the state of the record does not allow it
    ├── Refused            the principal may not do this
    ├── Expired            too late: the hold, offer or window has passed
    ├── InsufficientFunds  the account or card has no room for it
    └── Unavailable        no seat, room, stock or service is left
```
"""

import difflib
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar, Literal


class VibeLifeError(Exception):
    """Root of all errors that this package raises on purpose."""


class UsageError(VibeLifeError):
    """An option, a name or a path that the user gave is wrong."""


class DefectError(VibeLifeError):
    """The package broke its own contract; report it."""


@dataclass(frozen=True, slots=True)
class Problem:
    """One fault of a bundle: where it stands, what it is, what would be right."""

    file: str
    line: int | None
    key: str
    message: str
    severity: Literal["error", "warning"] = "error"
    """A warning is for the author to judge: mended, or waived with a reason."""
    rule: str = ""
    """The rule of the lint that found it; empty for what keeps a bundle from loading."""

    def __str__(self) -> str:
        place = self.file if self.line is None else f"{self.file}:{self.line}"
        key = f" {self.key}:" if self.key else ""
        rule = f" [{self.rule}]" if self.rule else ""
        return f"{place}:{key} {self.message}{rule}"


class BundleError(VibeLifeError):
    """A bundle does not load; `problems` lists each fault once."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems = list(problems)
        super().__init__("\n".join(str(problem) for problem in self.problems))


class OperationError(VibeLifeError):
    """An operation refuses to act.

    Args:
        message: One sentence for the agent: what was wrong and what would be right.
        **details: JSON-native facts that help to repair the call.
    """

    code: ClassVar[str] = "invalid"

    def __init__(self, message: str, **details: Any) -> None:
        super().__init__(message)
        self.message = message
        self.details = details

    def as_json(self) -> dict[str, Any]:
        """The error as the one error object that every operation answers with."""
        return {"error": {"code": self.code, "message": self.message, "details": self.details}}


class Invalid(OperationError):
    """An argument is missing, unknown, malformed or out of range."""

    code = "invalid"


class NotFound(OperationError):
    """No record has that id."""

    code = "not_found"


class Conflict(OperationError):
    """The record's state does not allow the operation."""

    code = "conflict"


class Refused(OperationError):
    """The principal may not do this."""

    code = "refused"


class Expired(OperationError):
    """A hold, an offer or a window has passed."""

    code = "expired"


class InsufficientFunds(OperationError):
    """The payment method has no room for the amount."""

    code = "insufficient_funds"


class Unavailable(OperationError):
    """No seat, room, stock or service is left."""

    code = "unavailable"


def nearest(value: object, options: Iterable[object]) -> str:
    """A hint such as `did you mean 'confirmed'?`, or the list of what is valid.

    Args:
        value: What was given.
        options: What would have been valid.
    """
    names = sorted({str(option) for option in options})
    close = difflib.get_close_matches(str(value), names, n=1, cutoff=0.6)
    if close:
        return f"did you mean {close[0]!r}?"
    shown = ", ".join(names[:20]) + (", ..." if len(names) > 20 else "")
    return f"valid: {shown}" if names else "nothing is valid here"
