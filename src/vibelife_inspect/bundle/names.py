"""Names inside a bundle: ids are unique, and whatever is referred to exists. Time never goes backwards."""

from collections.abc import Iterator
from datetime import datetime
from typing import Any

from pydantic import TypeAdapter, ValidationError

from vibelife_inspect.bundle.bundle import Bundle
from vibelife_inspect.bundle.schema import (
    Action,
    Delete,
    Insert,
    Mutation,
    OutsideCall,
    ReferenceFile,
    TurnEvent,
    Update,
    WorldChange,
)
from vibelife_inspect.bundle.session_names import Fault, lint_sessions, written_at
from vibelife_inspect.bundle.sessions import SessionEvent
from vibelife_inspect.checks import Predicate, Query, Scope, ScopeError, lint_checks
from vibelife_inspect.checks.query import compile_where
from vibelife_inspect.checks.scope import coerce, field_type
from vibelife_inspect.errors import nearest
from vibelife_inspect.plain_yaml import Place

AnyEvent = TurnEvent | Mutation | SessionEvent


def lint_names(bundle: Bundle) -> Iterator[Fault]:
    """Everything that refers to something that does not exist, or stands in the wrong order."""
    scope = bundle.scope()
    for file, place, message in _names(bundle, scope):
        yield *written_at(bundle, file, place), message
    yield from lint_sessions(bundle, scope)


def _names(bundle: Bundle, scope: Scope) -> Iterator[Fault]:
    yield from _stages(bundle)
    yield from _times(bundle)
    yield from _events(bundle, scope)
    for place, message in lint_checks(bundle.checks, scope, bundle.mutations()):
        yield "checks.yaml", place, message
    yield from _red_lines(bundle)
    yield from _reference("reference.yaml", bundle.reference, bundle, scope)
    for name, alternative in bundle.alternatives.items():
        yield from _reference(f"alternatives/{name}.yaml", alternative, bundle, scope)


def _stages(bundle: Bundle) -> Iterator[Fault]:
    for number, stage in enumerate(bundle.stages):
        if stage.stage != number + 1:
            yield "timeline.yaml", ("stages", number, "stage"), f"is {stage.stage}; the stage here is {number + 1}"
    seen: set[str] = set()
    for number, reaction in enumerate(bundle.reactions):
        if reaction.id in seen:
            yield "timeline.yaml", ("reactions", number, "id"), f"duplicate reaction id {reaction.id!r}"
        seen.add(reaction.id)
    for place, event in _placed_events(bundle):
        if event.id in seen:
            yield "timeline.yaml", (*place, "id"), f"duplicate event id {event.id!r}"
        seen.add(event.id)


def _times(bundle: Bundle) -> Iterator[Fault]:
    last = bundle.setting.start
    for place, event in _placed_events(bundle):
        if place[0] == "reactions":
            if event.at is not None:
                yield "timeline.yaml", (*place, "at"), "an event of a reaction has no `at`; the reaction has `after`"
            continue
        if event.at is None:
            yield "timeline.yaml", place, "'at' is required"
            continue
        yield from _moment(place, event.at, last, bundle.setting.end)
        last = max(last, event.at)


def _moment(place: Place, at: datetime, last: datetime, end: datetime) -> Iterator[Fault]:
    if at < last:
        yield "timeline.yaml", (*place, "at"), f"time goes backwards: {at.isoformat()} is before {last.isoformat()}"
    if at > end:
        yield "timeline.yaml", (*place, "at"), f"{at.isoformat()} is after the task's end, {end.isoformat()}"


def _events(bundle: Bundle, scope: Scope) -> Iterator[Fault]:
    checks = {check.id for check in bundle.checks}
    for place, event in _placed_events(bundle):
        for inner, predicate in _conditions(event):
            yield from _predicate("timeline.yaml", (*place, *inner), predicate, scope)
        if not isinstance(event, Mutation):
            continue
        for number, name in enumerate(event.propagates_to):
            if name not in checks:
                hint = f"there is no check {name!r}; {nearest(name, checks)}"
                yield "timeline.yaml", (*place, "propagates_to", number), hint
        for number, change in enumerate(event.changes):
            try:
                _change(change, scope)
            except ScopeError as error:
                yield "timeline.yaml", (*place, "changes", number, *error.place), str(error)
    for number, reaction in enumerate(bundle.reactions):
        yield from _predicate("timeline.yaml", ("reactions", number, "when"), reaction.when, scope)
        if reaction.between is not None and not 1 <= reaction.between[0] <= reaction.between[1] <= scope.stages:
            hint = f"must be two stages in order, within 1 to {scope.stages}"
            yield "timeline.yaml", ("reactions", number, "between"), hint


def _conditions(event: AnyEvent) -> Iterator[tuple[Place, Predicate]]:
    if isinstance(event, SessionEvent):
        return
    if event.when is not None:
        yield ("when",), event.when
    versions = event.versions or [] if isinstance(event, TurnEvent) else []
    for number, version in enumerate(versions):
        if version.when is not None:
            yield ("versions", number, "when"), version.when


def _predicate(file: str, place: Place, predicate: Predicate, scope: Scope) -> Iterator[Fault]:
    try:
        predicate.lint(scope)
    except ScopeError as error:
        yield file, (*place, *error.place), str(error)
    for inner_place, inner in predicate.inner():
        yield from _predicate(file, (*place, *inner_place), inner, scope)


def _change(change: WorldChange, scope: Scope) -> None:
    if isinstance(change, Insert):
        _at("insert", lambda: scope.model(change.insert))
        try:
            scope.model(change.insert).model_validate(change.record, context={"zone": scope.zone})
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            raise ScopeError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}", ("record", *first["loc"])) from None
    elif isinstance(change, Update):
        model = _at("update", lambda: scope.model(change.update))
        compile_where(change.where or {}, model, scope, ("where",))
        for field, value in change.set.items():
            _at("set", lambda field=field, value=value: coerce(value, field_type(model, field), scope.zone))
    elif isinstance(change, Delete):
        model = _at("delete", lambda: scope.model(change.delete))
        compile_where(change.where or {}, model, scope, ("where",))
    elif isinstance(change, OutsideCall):
        _call(change, scope)


def _call(change: OutsideCall, scope: Scope) -> None:
    if change.call not in scope.operations:
        raise ScopeError(f"there is no operation {change.call!r}; {nearest(change.call, scope.operations)}", ("call",))
    operation = scope.operations[change.call]
    for name, value in change.args.items():
        if name not in operation.arguments.model_fields:
            hint = nearest(name, operation.arguments.model_fields)
            raise ScopeError(f"{change.call} has no argument {name!r}; {hint}", ("args", name))
        if isinstance(value, dict) and set(value) == {"first"}:
            query = {key: item for key, item in value["first"].items() if key != "field"}
            try:
                TypeAdapter(Query).validate_python(query).lint(scope)
            except ValidationError as error:
                raise ScopeError(str(error.errors()[0]["msg"]), ("args", name)) from None
    for name, argument in operation.arguments.model_fields.items():
        if argument.is_required() and name not in change.args:
            raise ScopeError(f"{change.call} needs an argument {name!r}", ("args",))


def _at(key: str, step: Any) -> Any:
    try:
        return step()
    except ScopeError as error:
        raise ScopeError(str(error), (key, *error.place)) from None


def _reference(file: str, reference: ReferenceFile, bundle: Bundle, scope: Scope) -> Iterator[Fault]:
    mutations = bundle.mutations()
    steps: list[tuple[Place, Action]] = [
        (("turns", event, number), action)
        for event, actions in reference.turns.items()
        for number, action in enumerate(actions)
    ]
    steps += [(("wakeups", number), action) for number, action in enumerate(reference.wakeups)]
    steps += [
        ((*place, "actions", number), action)
        for place, _, temptation in reference.placed_temptations()
        for number, action in enumerate(temptation.actions)
    ]
    for event in reference.turns:
        if event not in scope.events:
            yield (
                file,
                ("turns", event),
                f"there is no event {event!r} that opens a turn; {nearest(event, scope.events)}",
            )
    for place, action in steps:
        if action.call is not None:
            try:
                scope.operation(action.call)
            except ScopeError as error:
                yield file, (*place, "call"), str(error)
        for mutation in action.because:
            if mutation not in mutations:
                yield file, (*place, "because"), f"there is no mutation {mutation!r}; {nearest(mutation, mutations)}"
    lines = [line.id for line in bundle.task.red_lines]
    for name in reference.temptations:
        if name not in lines:
            yield file, ("temptations", name), f"there is no red line {name!r}; {nearest(name, lines)}"
    for place, _, temptation in reference.placed_temptations():
        if temptation.event not in scope.events:
            hint = nearest(temptation.event, scope.events)
            yield file, (*place, "event"), f"there is no event {temptation.event!r}; {hint}"


def _red_lines(bundle: Bundle) -> Iterator[Fault]:
    checks = [check.id for check in bundle.checks]
    misspelt = set(bundle.reference.temptations) - {line.id for line in bundle.task.red_lines}
    for number, line in enumerate(bundle.task.red_lines):
        for position, name in enumerate(line.checks):
            if name not in checks:
                hint = f"there is no check {name!r}; {nearest(name, checks)}"
                yield "task.yaml", ("red_lines", number, "checks", position), hint
        if not misspelt and not bundle.reference.tempting(line.id):
            hint = f"the red line {line.id!r} has no temptation: an event, and what a reckless agent does in its turn"
            yield "reference.yaml", ("temptations",), hint


def _placed_events(bundle: Bundle) -> Iterator[tuple[Place, AnyEvent]]:
    for number, stage in enumerate(bundle.stages):
        for position, event in enumerate(stage.events):
            yield ("stages", number, "events", position), event
    for number, reaction in enumerate(bundle.reactions):
        for position, event in enumerate(reaction.then):
            yield ("reactions", number, "then", position), event
