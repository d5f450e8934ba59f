"""What a session's intents refer to, and what they may not give away."""

from collections.abc import Iterator

from vibelife_inspect.bundle.bundle import Bundle
from vibelife_inspect.bundle.load_sessions import session_files
from vibelife_inspect.bundle.sessions import Intent, RecordSource, SessionEvent, SessionSource
from vibelife_inspect.checks import Predicate, Scope, ScopeError
from vibelife_inspect.checks.asking import about, questions
from vibelife_inspect.checks.facts import missing
from vibelife_inspect.errors import nearest
from vibelife_inspect.plain_yaml import Place

Fault = tuple[str, Place, str]
"""File, place in it, and what is wrong."""


def lint_sessions(bundle: Bundle, scope: Scope) -> Iterator[Fault]:
    """Everything in sessions that refers to nothing, or that says too much."""
    files = session_files(bundle.path)
    seen: set[str] = set()
    earlier: list[str] = []
    for file, session in zip(files, bundle.sessions, strict=True):
        for place, message in _session(session, earlier, scope, seen):
            yield file, place, message
        yield from _rubrics(bundle, file)
        yield from _knows(bundle, session, file)
        earlier.append(session.id)


def written_at(bundle: Bundle, file: str, place: Place) -> tuple[str, Place]:
    """Where the author of sessions wrote what a life task has in `timeline.yaml`, `checks.yaml` or `reference.yaml`."""
    if not bundle.sessions:
        return file, place
    files = session_files(bundle.path)
    if file == "checks.yaml" and place:
        source, start = bundle.check_places[int(place[0])]
        inner = place[1:]
        judged = bundle.checks[int(place[0])].rubric is not None and inner[:1] == ("expect",)
        return source, (*start, *(("approximate", *inner[1:]) if judged else inner))
    if file == "timeline.yaml" and place[:1] == ("stages",) and len(place) > 3:
        stage, position = int(place[1]), int(place[3])
        before = position < len(bundle.stages[stage].events) - 1
        return files[stage], (("before", position) if before else ()) + place[4:]
    if file == "reference.yaml" and place[:1] == ("turns",):
        ids = [session.id for session in bundle.sessions]
        return files[ids.index(str(place[1]))], ("reference", *place[2:])
    return file, place


def _session(session: SessionEvent, earlier: list[str], scope: Scope, seen: set[str]) -> Iterator[tuple[Place, str]]:
    for number, needed in enumerate(session.needs):
        if needed not in earlier:
            yield ("needs", number), f"there is no earlier session {needed!r}; {nearest(needed, earlier)}"
    for number, intent in enumerate(session.intents):
        place: Place = ("intents", number)
        if intent.id in seen:
            yield (*place, "id"), f"duplicate intent id {intent.id!r}"
        seen.add(intent.id)
        yield from _source(intent, place, session, earlier, scope)
        yield from _said(intent, place, session)
        yield from _asked(intent, place, session)
        predicates: list[tuple[Place, Predicate]] = [(("met_by",), intent.met_by)]
        predicates += [
            (("decoys", position, "taken_by"), decoy.taken_by) for position, decoy in enumerate(intent.decoys)
        ]
        for inner, predicate in predicates:
            yield from _predicate((*place, *inner), predicate, scope)


def _source(
    intent: Intent, place: Place, session: SessionEvent, earlier: list[str], scope: Scope
) -> Iterator[tuple[Place, str]]:
    source = intent.source
    if isinstance(source, SessionSource) and source.session not in earlier:
        yield (*place, "source"), f"there is no earlier session {source.session!r}; {nearest(source.session, earlier)}"
    elif isinstance(source, RecordSource) and source.record not in scope.models:
        yield (*place, "source"), f"there is no table {source.record!r}; {nearest(source.record, scope.models)}"
    elif source == "ask_only" and session.away:
        yield (*place, "source"), "nobody answers in this session, so each intent must be known from somewhere"


def _said(intent: Intent, place: Place, session: SessionEvent) -> Iterator[tuple[Place, str]]:
    for key, words in (("text", intent.text), ("answer", intent.answer)):
        if words and (lacking := missing(intent.facts, words)):
            yield (*place, key), f"does not state {', '.join(map(str, lacking))}, which `facts` says must be known"
    if not missing(intent.facts, session.request):
        yield (*place, "facts"), "the request states it already, so it is not hidden"
    for other in session.intents:
        others = [] if other is intent else [other.text, other.answer]
        if any(not missing(intent.facts, each) for each in others):
            yield (*place, "facts"), f"the words of {other.id!r} state them, too; ask for more"
        for number, decoy in enumerate(other.decoys):
            if not missing(intent.facts, decoy.objection):
                position = session.intents.index(other)
                where = ("intents", position, "decoys", number, "objection")
                yield where, f"gives away what is right for {intent.id!r}"


def _asked(intent: Intent, place: Place, session: SessionEvent) -> Iterator[tuple[Place, str]]:
    asked = questions(intent.question)
    if not any(about(intent.asked_by, sentence) for sentence in asked):
        yield (*place, "question"), "is no question that `asked_by` would know for one about this"
    for other in session.intents:
        if other is not intent and any(about(other.asked_by, sentence) for sentence in asked):
            yield (*place, "question"), f"is also a question about {other.id!r}; make `asked_by` there more precise"


def _predicate(place: Place, predicate: Predicate, scope: Scope) -> Iterator[tuple[Place, str]]:
    try:
        predicate.lint(scope)
    except ScopeError as error:
        yield (*place, *error.place), str(error)
    for inner_place, inner in predicate.inner():
        yield from _predicate((*place, *inner_place), inner, scope)


def _rubrics(bundle: Bundle, file: str) -> Iterator[Fault]:
    items = [check for check, (place, _) in zip(bundle.checks, bundle.check_places, strict=True) if place == file]
    judged = sum(check.rubric is not None for check in items)
    if 2 * judged > len(items):
        yield file, ("checklist",), f"{judged} of {len(items)} items need a grader; at most half of them may"


def _knows(bundle: Bundle, session: SessionEvent, file: str) -> Iterator[Fault]:
    ids = [intent.id for intent in session.intents]
    for number, action in enumerate(bundle.reference.turns.get(session.id, ())):
        for name in action.knows:
            if name not in ids:
                hint = f"there is no intent {name!r} in this session; {nearest(name, ids)}"
                yield file, ("reference", number, "knows"), hint
