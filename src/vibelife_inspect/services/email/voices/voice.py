"""The form of a voice.

Texts hold slots: {first} the persona, {they} the writer, {who} a third person, {place}, {dish}, {title}, {day} a day
gone by, {n} a small and {m} a larger number, {percent}, {goods}.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Source:
    """Who sends news, and the news as (headline, text)."""

    name: str
    address: str
    items: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Shop:
    """Who sells, and what for how much: (goods, price in euros)."""

    name: str
    address: str
    goods: tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Chat:
    """A conversation that has ended: the other side begins, and the sides take turns."""

    subject: str
    turns: tuple[str, ...]
    months: tuple[int, ...] = ()
    """Months it fits, if not all."""


@dataclass(frozen=True, slots=True)
class Voice:
    """All that one language needs."""

    first_names: tuple[tuple[str, str], ...]
    """As written, and for addresses."""
    last_names: tuple[tuple[str, str], ...]
    name: str
    """How a full name is put together from {given} and {family}."""
    phone: str
    """Numbers that belong to nobody, with {n} for the last three digits."""
    domains: tuple[str, ...]
    """Where people have their mailboxes."""
    date: str
    """How a day is written, from {d}, {month} and {mon} (the month's number)."""
    months: tuple[str, ...]
    places: tuple[str, ...]
    dishes: tuple[str, ...]
    titles: tuple[str, ...]
    newsletter: str
    """Frame of an issue around {items}."""
    newsletters: tuple[Source, ...]
    clubs: tuple[Source, ...]
    club: str
    """Frame of a club's mail around {text}, signed by {name}."""
    shops: tuple[Shop, ...]
    receipt_subject: str
    receipt: str
    """Text of a receipt with {no}, {lines} and {total}."""
    offers: tuple[tuple[str, str], ...]
    family: tuple[Chat, ...]
    work: tuple[Chat, ...]
    groups: tuple[str, str]
    """Groups of contacts: private, and of work."""


def pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Lines of `left | right`."""
    halves = (line.partition("|") for line in text.strip().splitlines())
    return tuple((" ".join(left.split()), " ".join(right.split())) for left, _, right in halves)


def source(name: str, address: str, text: str) -> Source:
    """A source whose items stand one in a line."""
    return Source(name, address, pairs(text))


def shop(name: str, address: str, text: str) -> Shop:
    """A shop whose goods stand one in a line, with prices."""
    return Shop(name, address, tuple((goods, int(price)) for goods, price in pairs(text)))


def chat(text: str, *months: int) -> Chat:
    """A chat: first the subject, then a turn a line."""
    subject, *turns = text.strip().splitlines()
    return Chat(subject.strip(), tuple(" ".join(turn.split()).replace("\\n", "\n") for turn in turns), months)


def names(text: str) -> tuple[tuple[str, str], ...]:
    """Names apart by spaces; `佐藤=sato` says how one is spelt in an address."""
    split = (word.partition("=") for word in text.split())
    return tuple((shown, spelt or shown) for shown, _, spelt in split)
