"""Sessions without a bundle: only what dialogues, groups and measures look at."""

from typing import Any

from vibelife_inspect.bundle import Intent, SessionEvent

AT = "2026-03-02T09:00+00:00"


def intent(id: str, decoys: int = 0, **other: Any) -> Intent:
    """An intent whose fact, answer and text are words of its own."""
    return Intent.model_validate(
        {
            "id": id,
            "kind": "profile",
            "source": "ask_only",
            "text": f"I want fact-{id} there.",
            "answer": f"It is fact-{id}.",
            "question": f"What of {id}?",
            "asked_by": [[id]],
            "facts": [f"fact-{id}"],
            "met_by": {"file": {"path": f"{id}.md"}},
            "decoys": [_decoy(id, number) for number in range(decoys)],
            **other,
        }
    )


def _decoy(id: str, number: int) -> dict[str, Any]:
    return {
        "value": f"stale-{id}-{number}",
        "why": "It is stale.",
        "states": [f"stale-{id}-{number}"],
        "taken_by": {"file": {"path": f"{id}.md", "states": [f"stale-{id}-{number}"]}},
        "objection": f"Not number {number} of {id}.",
    }


def session(id: str, intents: int | list[Intent] = 1, **other: Any) -> SessionEvent:
    """A session with so many intents, or with these."""
    made = [intent(f"{id}_i{number}") for number in range(intents)] if isinstance(intents, int) else intents
    return SessionEvent(id=id, kind="session", at=AT, request="Do it, please.", intents=made, **other)  # type: ignore[arg-type]
