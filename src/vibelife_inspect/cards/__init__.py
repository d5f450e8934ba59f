"""Contract cards: one Markdown page per service, generated from the code: a changed tool surface shows in review."""

from vibelife_inspect.cards.card import agent_operations, card, service_json
from vibelife_inspect.cards.results import result_shape

__all__ = ["agent_operations", "card", "result_shape", "service_json"]
