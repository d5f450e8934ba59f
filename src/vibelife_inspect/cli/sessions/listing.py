"""Personas at a glance, and one persona session by session."""

from typing import Any

from rich.box import SIMPLE
from rich.console import Console
from rich.table import Table

from vibelife_inspect.bundle import Bundle, Intent
from vibelife_inspect.sessions import groups
from vibelife_inspect.world import Json


def source_of(intent: Intent) -> str:
    """Where an intent can be known from, in words."""
    if isinstance(intent.source, str):
        return "only by asking"
    return " ".join(str(value) for value in intent.source.model_dump().values())


def persona_json(bundle: Bundle) -> Json:
    """The size of a persona."""
    intents = [intent for session in bundle.sessions for intent in session.intents]
    sizes = [len(group) for group in groups(bundle.sessions)]
    return {
        "id": bundle.id,
        "domain": bundle.task.domain,
        "title": bundle.task.title,
        "sessions": len(bundle.sessions),
        "groups": sum(size > 1 for size in sizes),
        "independent": sizes.count(1),
        "intents": len(intents),
        "decoys": sum(len(intent.decoys) for intent in intents),
        "items": len(bundle.checks),
        "rubrics": sum(check.rubric is not None for check in bundle.checks),
        "services": [service.name for service in bundle.services if service.counted],
        "days": (bundle.setting.end.date() - bundle.setting.start.date()).days,
    }


def print_personas(rows: list[Json]) -> None:
    """A table of personas."""
    table = Table(title="VibeLife personas of working sessions", box=SIMPLE)
    table.add_column("persona")
    for heading in ("sessions", "intents", "decoys", "items", "services", "days"):
        table.add_column(heading, justify="right")
    for row in rows:
        counts = [row[name] for name in ("sessions", "intents", "decoys", "items")]
        numbers = [str(number) for number in (*counts, len(row["services"]), row["days"])]
        table.add_row(f"[bold]{row['id']}[/bold]\n{row['title']}", *numbers)
    Console().print(table)


def session_rows(bundle: Bundle) -> list[Json]:
    """The sessions of a persona, with their intents and items."""
    stages = {event.id: stage for stage, event in bundle.events()}
    return [
        {
            "id": session.id,
            "at": session.at.isoformat(),
            "needs": session.needs,
            "away": session.away,
            "request": session.request.strip(),
            "intents": [_intent(intent) for intent in session.intents],
            "items": [_item(check) for check in bundle.checks if check.stage == stages[session.id]],
        }
        for session in bundle.sessions
    ]


def _intent(intent: Intent) -> Json:
    return {
        "id": intent.id,
        "kind": intent.kind,
        "source": source_of(intent),
        "text": intent.text.strip(),
        "decoys": [str(decoy.value) for decoy in intent.decoys],
    }


def _item(check: Any) -> Json:
    return {
        "id": check.id,
        "axis": check.axis,
        "why": check.why,
        "judged_by": "grader" if check.rubric else "predicate",
    }


def print_persona(bundle: Bundle) -> None:
    """A persona: what is asked for in each session, and what is left unsaid."""
    console = Console(highlight=False)
    console.print(f"[bold]{bundle.task.title}[/bold]  ({bundle.id}, sessions, variant {bundle.variant})")
    console.print(bundle.task.summary, soft_wrap=True)
    for number, row in enumerate(session_rows(bundle), start=1):
        builds = f", builds on {', '.join(row['needs'])}" if row["needs"] else ""
        away = ", nobody answers" if row["away"] else ""
        console.print(f"\n[bold]{number} {row['id']}[/bold]  {row['at'][:16].replace('T', ' ')}{builds}{away}")
        console.print(row["request"], style="italic", soft_wrap=True, markup=False)
        table = Table(box=SIMPLE)
        for heading in ("intent", "known from", "unsaid", "decoys"):
            table.add_column(heading, overflow="fold")
        for intent in row["intents"]:
            table.add_row(intent["id"], intent["source"], intent["text"], ", ".join(intent["decoys"]))
        console.print(table)
        judged = sum(item["judged_by"] == "grader" for item in row["items"])
        console.print(f"{len(row['items'])} items, {judged} of them for a grader")
