"""Plays the steps of a reference: renders them with the results of earlier steps, and asks for the calls."""

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from copy import copy
from typing import Any

from pydantic_core import to_jsonable_python

from vibelife_inspect.bundle import Action
from vibelife_inspect.bundle.render import RenderError, render
from vibelife_inspect.errors import DefectError
from vibelife_inspect.policies.base import Ask, Moves
from vibelife_inspect.world import Outcome, World

Revise = Callable[[str, int, Ask], Ask]
"""From the event, the step's position in its turn and the call: the call that is made in its stead."""


def unrevised(event: str, step: int, ask: Ask) -> Ask:
    """Leave the call as it is."""
    return ask


class Script:
    """The memory of one run of a reference.

    Args:
        context: Names that templates may use: params and helpers.
        strict: Whether a step must end as it announced; otherwise one that cannot be taken any more is left out, as
            after an earlier step was left out or changed.
        revise: Changes calls before they are made.
    """

    def __init__(self, context: Mapping[str, Any], *, strict: bool = True, revise: Revise = unrevised) -> None:
        self._given = context
        self._context = dict(context)
        self._strict = strict
        self._revise = revise

    def forget(self) -> None:
        """Lose the results of all steps so far."""
        self._context = dict(self._given)

    def know(self, names: Mapping[str, Any]) -> None:
        """Let templates use further names."""
        self._context.update(names)

    def strictly(self) -> "Script":
        """The same memory, but each step must end as it announced."""
        other = copy(self)
        other._strict = True
        return other

    def play(self, actions: list[Action], where: str, world: World) -> Moves:
        """Take the steps of one turn; the reply is the last `reply` among them.

        Raises:
            DefectError: The script is strict, and a step does not render, or ends otherwise than it announced.
        """
        return (yield from self.play_some(enumerate(actions), where, world))

    def play_some(self, steps: Iterable[tuple[int, Action]], where: str, world: World) -> Moves:
        """Take some steps of a turn, each with its position among all."""
        reply = ""
        for number, action in steps:
            try:
                said = yield from self._take(action, where, number, world)
            except DefectError:
                if self._strict:
                    raise
                continue
            reply = reply if said is None else said
        return reply

    def _take(self, action: Action, where: str, number: int, world: World) -> Generator[Ask, Outcome, str | None]:
        reply = None
        place = f"{where}, step {number + 1}"
        for context in self._occasions(action, place, world):
            if action.reply is not None:
                reply = str(self._render(action.reply, context, place))
                continue
            outcome = yield self._revise(where, number, self._ask(action, context, place))
            self._check(outcome, self._render(action.fails, context, place), place)
            if action.as_ is not None and outcome.ok:
                self._context[action.as_] = outcome.result
        return reply

    def _check(self, outcome: Outcome, expected: str | None, place: str) -> None:
        code = outcome.error["error"]["code"] if outcome.error else None
        if self._strict and code != expected:
            said = outcome.error["error"]["message"] if outcome.error else "it worked"
            raise DefectError(f"{place}: {outcome.operation} ended with {code or 'success'}: {said}")

    def _occasions(self, action: Action, place: str, world: World) -> Iterator[dict[str, Any]]:
        """The contexts in which the step is taken: none if its `if` fails, one per item of its `each`."""
        context = {**self._context, "now": world.clock.now}
        if action.each is None:
            if self._render(action.if_, context, place):
                yield context
            return
        for item in self._render(action.each, context, place):
            context = {**self._context, "now": world.clock.now, "item": item}
            if self._render(action.if_, context, place):
                yield context

    def _ask(self, action: Action, context: dict[str, Any], place: str) -> Ask:
        if action.call is not None:
            return Ask(action.call, to_jsonable_python(self._render(action.args, context, place)))
        if action.write is not None:
            operation, fields = "workspace_write_file", {"path": action.write, "content": action.content}
        elif action.append is not None:
            operation, fields = "workspace_append_file", {"path": action.append, "content": action.content}
        else:
            operation, fields = "workspace_edit_file", {"path": action.edit, "old": action.old, "new": action.new}
        return Ask(operation, {name: str(self._render(value, context, place)) for name, value in fields.items()})

    def _render(self, value: Any, context: dict[str, Any], place: str) -> Any:
        try:
            return render(value, context)
        except RenderError as error:
            raise DefectError(f"{place}: {error}") from None
