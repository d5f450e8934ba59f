"""One run of one bundle: the timeline replayed over a world, turn by turn.

The driver pulls steps and answers turns:

    episode = Episode(bundle, options)
    for step in episode.steps():
        if isinstance(step, Turn):
            step.reply = agent(step.prompt, episode.world)
    verdicts = episode.verdicts()
"""

from collections.abc import Iterator
from datetime import datetime
from heapq import heappop, heappush

from vibelife_inspect.bundle import Bundle, Mutation, Reaction, SessionEvent, TurnEvent
from vibelife_inspect.checks import Check, History, Look, Scope, Verdict, judge, not_reached
from vibelife_inspect.episode.changes import apply
from vibelife_inspect.episode.options import MAX_WAKEUPS, Options
from vibelife_inspect.episode.step import StageBegun, StageEnded, Step, WorldMoved
from vibelife_inspect.episode.talk import talk
from vibelife_inspect.episode.turn import Turn, event_turn, spoken, wakeup_turn
from vibelife_inspect.errors import OperationError
from vibelife_inspect.world import Change, Mark

Event = TurnEvent | Mutation | SessionEvent


class Episode:
    """One run.

    Args:
        bundle: The task, in the variant of the options.
        options: Background and wake-ups.
    """

    def __init__(self, bundle: Bundle, options: Options) -> None:
        self.bundle, self.options = bundle, options
        self.world = bundle.world(options.background)
        self.scope: Scope = bundle.scope()
        self.history = History(self.world)
        self.stage_reached = 0
        """The last stage that ended."""
        self.complete = False
        """Whether the whole timeline was lived through."""
        self.turns = 0
        self._waiting: list[tuple[datetime, int, Event]] = []
        self._scheduled = 0
        self._wakeups = 0
        self._fired: set[str] = set()
        self._stage_verdicts: list[Verdict] = []

    def steps(self) -> Iterator[Step]:
        """Live through the timeline; set `reply` on each turn before asking for the next step."""
        for stage in self.bundle.stages:
            self.world.journal.mark("stage_started", str(stage.stage), title=stage.title)
            self.history.absorb()
            yield StageBegun(stage.stage, stage.title)
            self._wakeups = 0
            for event in stage.events:
                assert event.at is not None
                yield from self._answers_due(event.at, stage.stage)
                yield from self._dispatch(event, event.at, stage.stage)
            yield from self._answers_due(self.world.clock.now, stage.stage)
            yield self._end(stage.stage)
        self.complete = True

    def verdicts(self) -> list[Verdict]:
        """The verdicts on all checks; what the run did not reach has failed."""
        return final_verdicts(self.bundle.checks, self._stage_verdicts, self.history, self.scope, self.complete)

    # ---- events

    def _dispatch(self, event: Event, at: datetime, stage: int) -> Iterator[Step]:
        yield from self._pass_time(at, stage)
        persona = self.bundle.setting.persona.name
        if isinstance(event, SessionEvent):
            yield from talk(event, self.world, stage, persona, self._turn, self._look)
            return
        if event.when is not None and not event.when.judge(self._look()).passed:
            self.world.journal.mark("event_skipped", event.id)
            return
        if isinstance(event, Mutation):
            yield self._mutate(event)
            return
        text = self._wording(event)
        self.world.journal.mark("event", event.id, opens=event.kind)
        yield from self._turn(event_turn(event, text, self.world.clock.now, stage, persona))

    def _turn(self, turn: Turn) -> Iterator[Step]:
        self.turns += 1
        self.world.journal.cause = turn.event
        yield turn
        self.world.journal.cause = ""
        self.world.journal.reply(turn.event, spoken(turn))
        self.history.absorb()
        for reaction in self.bundle.reactions:
            self._react(reaction, turn.stage)

    def _wording(self, event: TurnEvent) -> str:
        if event.text is not None:
            return event.text
        look = self._look()
        versions = event.versions or []
        return next(item.text for item in versions if item.when is None or item.when.judge(look).passed)

    def _mutate(self, mutation: Mutation) -> WorldMoved:
        self.world.journal.mark("event", mutation.id, opens="mutation")
        try:
            changes = apply(mutation, self._look())
        except OperationError as error:
            self.world.journal.mark("mutation_skipped", mutation.id, reason=error.message)
            return WorldMoved(self.world.clock.now, mutation.id, [], error.message)
        self.history.absorb()
        return WorldMoved(self.world.clock.now, mutation.id, changes)

    # ---- reactions

    def _react(self, reaction: Reaction, stage: int) -> None:
        first, last = reaction.between or (1, len(self.bundle.stages))
        if reaction.id in self._fired or not first <= stage <= last:
            return
        if not reaction.when.judge(self._look()).passed:
            return
        self._fired.add(reaction.id)
        self.world.journal.mark("reaction", reaction.id)
        at = self.world.clock.after(reaction.after)
        for event in reaction.then:
            self._scheduled += 1
            heappush(self._waiting, (at, self._scheduled, event))

    def _answers_due(self, until: datetime, stage: int) -> Iterator[Step]:
        """Dispatch what reactions have scheduled up to an instant; an answer may provoke another."""
        while self._waiting and self._waiting[0][0] <= until:
            at, _, event = heappop(self._waiting)
            yield from self._dispatch(event, at, stage)

    # ---- time

    def _pass_time(self, to: datetime, stage: int) -> Iterator[Step]:
        """Let time pass; what the agent itself had set may wake it on the way."""
        to = max(to, self.world.clock.now)
        arrived = False
        while not arrived:
            before = len(self.world.journal.entries)
            arrived = self.world.advance(to, stop_at_rings=self.options.wakeups)
            changes = [entry for entry in self.world.journal.entries[before:] if isinstance(entry, Change)]
            if changes:
                self.history.absorb()
                yield WorldMoved(self.world.clock.now, "time", changes)
            for ring in self.world.take_rings():
                self._wakeups += 1
                if not self.options.wakeups or self._wakeups > MAX_WAKEUPS:
                    self.world.journal.mark("wakeup_skipped", ring.ref, text=ring.text)
                    continue
                turn = wakeup_turn(ring, self.world.clock.now, stage)
                self.world.journal.mark("wakeup", turn.event, text=ring.text)
                yield from self._turn(turn)

    def _end(self, stage: int) -> StageEnded:
        self.world.journal.mark("stage_ended", str(stage))
        self.history.close_stage(stage)
        self.stage_reached = stage
        verdicts = stage_verdicts(self.bundle.checks, stage, self.history, self.scope)
        self._stage_verdicts.extend(verdicts)
        return StageEnded(stage, verdicts)

    def _look(self) -> Look:
        self.history.absorb()
        return Look(self.history, self.scope)

    def marks(self, kind: str) -> list[Mark]:
        """The milestones of one kind."""
        return [entry for entry in self.world.journal.entries if isinstance(entry, Mark) and entry.kind == kind]


def stage_verdicts(checks: tuple[Check, ...], stage: int, history: History, scope: Scope) -> list[Verdict]:
    """The verdicts on the checks of a stage that just ended."""
    return judge([check for check in checks if check.tier == "stage" and check.stage == stage], history, scope)


def final_verdicts(
    checks: tuple[Check, ...], staged: list[Verdict], history: History, scope: Scope, complete: bool
) -> list[Verdict]:
    """One verdict per check, in the order of the checks."""
    known = {verdict.id: verdict for verdict in staged}
    result = []
    for check in checks:
        if check.tier == "stage":
            result.append(known.get(check.id) or not_reached(check))
        else:
            result.append(judge([check], history, scope)[0] if complete else not_reached(check))
    return result
