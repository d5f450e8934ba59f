"""Reports: from Inspect logs to what people want to know."""

from vibelife_inspect.report.summary import Summary, summarise

__all__ = ["Summary", "summarise"]
