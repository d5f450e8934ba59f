"""One way to page for all lists: newest or first rows, `limit` of them, and a cursor for the rest."""

from collections.abc import Callable, Sequence
from typing import Annotated, TypeVar

from pydantic import Field

from vibelife_inspect.errors import Expired
from vibelife_inspect.world.record import Json, Record

Limit = Annotated[int, Field(ge=1, le=100)]
"""How many rows a list returns at most."""

R = TypeVar("R", bound=Record)


def page(rows: Sequence[R], limit: int, cursor: str | None, show: Callable[[R], Json]) -> Json:
    """One page of ordered rows, as `{"items", "total", "next_cursor"}`.

    Args:
        rows: All rows, in the documented order.
        limit: At most this many are shown.
        cursor: `next_cursor` of the page before; rows that came in meanwhile shift nothing.
        show: The short form of a row.

    Raises:
        Expired: The row that the cursor points to is gone.
    """
    start = 0
    if cursor is not None:
        places = [place for place, row in enumerate(rows) if row.id == cursor]
        if not places:
            raise Expired(f"cursor {cursor!r} points to nothing in this list; start again without it")
        start = places[0] + 1
    shown = rows[start : start + limit]
    more = start + limit < len(rows)
    return {
        "items": [show(row) for row in shown],
        "total": len(rows),
        "next_cursor": shown[-1].id if more and shown else None,
    }
