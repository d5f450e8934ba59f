"""Mail addresses and recipient lists."""

import re
import unicodedata
from collections.abc import Iterable
from typing import Annotated

from pydantic import AfterValidator, Field

_LABEL = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
_ADDRESS = re.compile(
    r"(?!\.)(?!.*\.\.)(?!.*\.@)[^\s@<>()\[\]\\,;:\"\x00-\x1f\x7f]{1,64}@"
    rf"(?:{_LABEL}\.)+(?:[^\W\d_]{{2,63}}|xn--[\w-]{{2,59}})"
)
_NAMED = re.compile(r"[^<>]*<([^<>]*)>")


def is_address(text: str) -> bool:
    """Whether the text is one bare mail address."""
    return len(text) <= 200 and _ADDRESS.fullmatch(text) is not None


def bare(text: str) -> str:
    """The address of `anna@berg.example` or `Anna Berg <Anna@Berg.example>`, in lower case.

    Raises:
        ValueError: It is no address.
    """
    stripped = unicodedata.normalize("NFC", text).strip()
    named = _NAMED.fullmatch(stripped)
    address = (named[1] if named else stripped).strip().lower()
    if not is_address(address):
        raise ValueError(f"{text[:100]!r} is no mail address, such as anna@berg.example")
    return address


Address = Annotated[str, AfterValidator(bare)]
"""A valid address, in lower case; `Name <address>` is read too."""

Recipients = Annotated[list[Address], Field(min_length=1, max_length=50)]
"""Who a mail goes to."""

Copies = Annotated[list[Address], Field(max_length=50)]
"""Further recipients, possibly none."""


def once(*lists: Iterable[str]) -> list[list[str]]:
    """The lists without what an earlier list, or an earlier place, already holds."""
    seen: dict[str, None] = {}
    result = []
    for addresses in lists:
        kept = [address for address in dict.fromkeys(addresses) if address not in seen]
        seen.update(dict.fromkeys(kept))
        result.append(kept)
    return result
