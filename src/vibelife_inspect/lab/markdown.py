"""Markdown for the pages that the lab writes."""

from collections.abc import Iterable


def row(cells: Iterable[str]) -> str:
    """A row of a table."""
    return "| " + " | ".join(cells) + " |"
