"""What one run of a task costs a model, from the run of the reference, without any tokenizer.

The rule of thumb: a token is four characters of prose or three of JSON, and each character outside ASCII is one by
itself. Real tokenizers differ from it by a fifth in either direction.

Every generation reads the system message, the tools and the whole conversation so far. `min` is the reference alone,
one call a generation and no word more. `expected` is an agent that makes half as many calls again, and thinks a
little before each. What the generation before has read is cached; a service that is taken into the belt stands in
front of the conversation, which is then read anew.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.cards import agent_operations
from vibelife_inspect.episode import Episode, Options, Turn
from vibelife_inspect.policies import make_policy
from vibelife_inspect.policies.base import play_turn
from vibelife_inspect.world import Call, Operation, Service

BELT_LIMIT = 120
"""Above so many tools the default agent loads services on demand; the same as in `tools.belt`."""

INSTRUCTIONS = 800
"""Characters of the default agent's instructions, without its list of services."""

_PROSE, _JSON = 4, 3
_FRAME = 8
"""Tokens around each message and each call."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How an agent differs from the reference.

    Args:
        again: Of so many calls one is made once more; 0 is none.
        thought: Tokens that it writes to itself before each call or reply.
    """

    again: int
    thought: int


MANNERS = {"min": Manner(0, 0), "expected": Manner(2, 60)}


@dataclass(slots=True)
class Bill:
    """What a run reads and writes, in tokens."""

    generations: int = 0
    calls: int = 0
    input: int = 0
    cached: int = 0
    output: int = 0
    longest: int = 0
    """The largest input of one generation: the context window that it takes."""

    @property
    def uncached(self) -> int:
        """What must be read anew."""
        return self.input - self.cached


@dataclass(frozen=True, slots=True)
class Exchange:
    """A turn as the reference lived it."""

    prompt: str
    calls: list[Call]
    reply: str
    fresh: bool = False
    """Whether a session begins, and with it a new conversation."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The turns of a run, and its bills by manner."""

    turns: int
    bills: dict[str, Bill]


@dataclass
class _Talk:
    """A conversation that grows."""

    bundle: Bundle
    manner: Manner
    bill: Bill = field(default_factory=Bill)
    tools: int = 0
    messages: int = 0
    loaded: set[str] = field(default_factory=set)
    _read: int = 0

    def begin(self) -> None:
        """Take up the instructions and the tools that are there from the start."""
        services = self.bundle.services
        everything = sum(len(agent_operations(service)) for service in services) <= BELT_LIMIT
        lines = "\n".join(f"- {service.name}: {service.summary}" for service in services)
        self.tools = prose(lines) + INSTRUCTIONS // _PROSE + (0 if everything else 2 * prose(lines))
        for service in services:
            if everything or not service.counted:
                self._hold(service)

    def forget(self) -> None:
        """Begin a new conversation; the instructions and the tools stay."""
        self.messages = 0
        self._read = min(self._read, self.tools)

    def generate(self, words: int) -> None:
        """Read everything, write so many tokens."""
        size = self.tools + self.messages
        self.bill.generations += 1
        self.bill.input += size
        self.bill.cached += min(self._read, size)
        self.bill.longest = max(self.bill.longest, size)
        self.bill.output += words + self.manner.thought
        self._read = size
        self.messages += words + self.manner.thought + _FRAME

    def call(self, call: Call) -> None:
        """Make a call and get its answer."""
        service = next(item for item in self.bundle.services if call.operation in item.operations)
        if service.name not in self.loaded:
            self.generate(jsoned({"service": service.name}) + _FRAME)
            self._read = self.tools
            self._hold(service)
        self.bill.calls += 1
        self.generate(jsoned(call.arguments) + _FRAME)
        self.messages += jsoned(call.result if call.error is None else call.error) + _FRAME

    def _hold(self, service: type[Service]) -> None:
        self.loaded.add(service.name)
        self.tools += sum(tool_tokens(operation) for operation in agent_operations(service))


def estimate(bundle: Bundle) -> Estimate:
    """What one run of a task takes.

    Raises:
        DefectError: The reference does not play.
    """
    lived = list(exchanges(bundle))
    return Estimate(len(lived), {name: _bill(bundle, lived, manner) for name, manner in MANNERS.items()})


def exchanges(bundle: Bundle) -> Iterator[Exchange]:
    """The turns of the reference's run, in order."""
    episode = Episode(bundle, Options(variant=bundle.variant))
    policy = make_policy("oracle", bundle)
    for step in episode.steps():
        if isinstance(step, Turn):
            before = len(episode.world.journal.entries)
            play_turn(policy, step, episode.world)
            new = episode.world.journal.entries[before:]
            calls = [entry for entry in new if isinstance(entry, Call) and entry.actor == "agent"]
            fresh = step.dialogue is not None and step.dialogue.turns == 0
            yield Exchange(step.prompt, calls, step.reply, fresh)


def _bill(bundle: Bundle, lived: list[Exchange], manner: Manner) -> Bill:
    talk = _Talk(bundle, manner)
    talk.begin()
    made = 0
    for exchange in lived:
        if exchange.fresh:
            talk.forget()
        talk.messages += prose(exchange.prompt) + _FRAME
        for call in exchange.calls:
            made += 1
            talk.call(call)
            if manner.again and made % manner.again == 0:
                talk.call(call)
        talk.generate(prose(exchange.reply or "NO_REPLY"))
    return talk.bill


def tool_tokens(operation: Operation) -> int:
    """What a tool's description takes."""
    return prose(operation.description) + jsoned(operation.schema) + _FRAME


def prose(text: str) -> int:
    """The tokens of a text."""
    return _tokens(text, _PROSE)


def jsoned(value: Any) -> int:
    """The tokens of a value as JSON."""
    return _tokens(json.dumps(value, ensure_ascii=False), _JSON)


def _tokens(text: str, width: int) -> int:
    plain = sum(character.isascii() for character in text)
    return -(-plain // width) + len(text) - plain
