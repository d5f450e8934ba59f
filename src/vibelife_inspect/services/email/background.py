"""Generated mail: what an ordinary mailbox holds before the story begins."""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from vibelife_inspect.ids import code
from vibelife_inspect.money import EXPONENTS, Money, total
from vibelife_inspect.services.email.options import EmailBackground
from vibelife_inspect.services.email.records import Attachment, Contact, Message
from vibelife_inspect.services.email.voices import VOICES, Chat, Shop, Source, Voice
from vibelife_inspect.world import Json, Record

if TYPE_CHECKING:
    from vibelife_inspect.services.email.base import EmailBase

T = TypeVar("T")

_GENRES = {"newsletter": 30, "offer": 20, "receipt": 20, "club": 16, "family": 9, "work": 5, "spam": 2}
_SPAM = (
    ("Ink cartridges at half price", "All brands, all colours, delivered in plain boxes.", "deals@inkmountain.example"),
    (
        "Your garden deserves a fountain",
        "Hand-made, weatherproof, and louder than the street.",
        "hi@fountainking.example",
    ),
    ("Learn the ukulele in a week", "Seven lessons, one smile. No talent needed.", "uke@strumquick.example"),
    ("Mattresses: the great clearance", "Last year's models for last century's prices.", "info@mattressbarn.example"),
)
_CURRENCIES = {
    "America/Mexico_City": "MXN",
    "America/Sao_Paulo": "BRL",
    "America/Toronto": "CAD",
    "America/Vancouver": "CAD",
    "Asia/Hong_Kong": "HKD",
    "Asia/Kolkata": "INR",
    "Asia/Seoul": "KRW",
    "Asia/Shanghai": "CNY",
    "Asia/Singapore": "SGD",
    "Asia/Tokyo": "JPY",
    "Australia/Melbourne": "AUD",
    "Australia/Sydney": "AUD",
    "Europe/Copenhagen": "DKK",
    "Europe/London": "GBP",
    "Europe/Oslo": "NOK",
    "Europe/Prague": "CZK",
    "Europe/Stockholm": "SEK",
    "Europe/Warsaw": "PLN",
    "Europe/Zurich": "CHF",
    "Pacific/Auckland": "NZD",
}
_PER_EURO = {"JPY": 160, "CNY": 8, "KRW": 1500, "INR": 95, "HKD": 9, "MXN": 20, "BRL": 6, "CZK": 25, "PLN": 4}
_PER_EURO |= dict.fromkeys(("SEK", "DKK", "NOK"), 11)


@dataclass(frozen=True, slots=True)
class _Person:
    given: str
    name: str
    email: str
    voice: Voice
    work: bool


def mailbox(service: "EmailBase", options: EmailBackground, level: int, rng: Random) -> Iterator[tuple[str, Record]]:
    """Contacts and messages; nothing in them asks for anything, and all of it lies before the start."""
    writer = _Writer(service, options, rng)
    for number in range(max(4, options.contacts * level)):
        person = writer.person(number)
        if number < options.contacts * level:
            yield "contacts", writer.contact(person)
    wanted = options.count * level
    while wanted > 0:
        messages = writer.some(wanted)
        wanted -= len(messages)
        for message in messages:
            yield "messages", message


class _Writer:
    """Draws people and mail.

    Args:
        service: The mailbox.
        options: The bundle's options.
        rng: The only source of chance.
    """

    def __init__(self, service: "EmailBase", options: EmailBackground, rng: Random) -> None:
        self.service, self.options, self.rng = service, options, rng
        setting = service.setting
        self.start, self.home = service.clock.now, setting.home
        self.me, self.my_name = service.me, setting.persona.name
        self.first = self.my_name.split()[0]
        self.voices = [VOICES[language] for language in options.languages or _languages(setting.persona.locale)]
        self.currency = options.currency or _currency(setting.home.key)
        self.people: list[_Person] = []
        self._ids: set[str] = set()
        self._addresses: set[str] = set()

    # ---- people

    def person(self, number: int) -> _Person:
        """Somebody new; the second of four is from work."""
        voice = self._voice()
        given, spelt_given = self._pick([name for name in voice.first_names if name[0] != self.first])
        family, spelt_family = self._pick(voice.last_names)
        local = _ascii(f"{spelt_given}.{spelt_family}")
        email, again = f"{local}@{self._pick(voice.domains)}", 1
        while email in self._addresses:
            again += 1
            email = f"{local}{again}@{email.rpartition('@')[2]}"
        self._addresses.add(email)
        person = _Person(given, voice.name.format(given=given, family=family), email, voice, number % 4 == 1)
        self.people.append(person)
        return person

    def contact(self, person: _Person) -> Contact:
        """The person in the address book."""
        phone = person.voice.phone.format(n=self.rng.randrange(1000))
        groups = [person.voice.groups[person.work]]
        return Contact(id=self._id("contacts", "CON"), name=person.name, email=person.email, phone=phone, groups=groups)

    # ---- mail

    def some(self, most: int) -> list[Message]:
        """One mail, or one conversation, of at most so many messages."""
        genre = self.rng.choices(list(_GENRES), weights=list(_GENRES.values()))[0]
        if genre in ("family", "work"):
            person = self._pick(self.people)
            chat = self._pick(person.voice.work if person.work else person.voice.family)
            if len(chat.turns) <= most:
                return self.conversation(person, chat)
            genre = "newsletter"
        voice = self._voice()
        if genre == "newsletter":
            return [self.newsletter(voice, self._pick(voice.newsletters))]
        if genre == "club":
            return [self.club(voice, self._pick(voice.clubs))]
        if genre == "offer":
            return [self.offer(voice, self._pick(voice.shops))]
        return [self.receipt(voice, self._pick(voice.shops)) if genre == "receipt" else self.spam()]

    def conversation(self, person: _Person, chat: Chat) -> list[Message]:
        """A thread of the persona and somebody else; nothing when the season does not fit."""
        at = self._moment(7, 21, latest=12)
        if chat.months and at.month not in chat.months:
            return []
        slots = {**self._slots(person.voice, at), "they": person.given}
        subject, thread = chat.subject.format_map(slots), ""
        messages: list[Message] = []
        for turn, text in enumerate(chat.turns):
            fields: Json = {"in_reply_to": messages[-1].id, "thread_id": thread} if messages else {}
            mine = turn % 2 == 1
            fields |= {"to": [person.email], "status": "sent"} if mine else {"to": [self.me], "read": True}
            sender, name = (self.me, self.my_name) if mine else (person.email, person.name)
            title = f"Re: {subject}" if messages else subject
            message = self._mail(sender, name, title, text.format_map(slots), at, **fields)
            thread = thread or message.id
            messages.append(message)
            at += timedelta(minutes=self.rng.randrange(15, 2200))
            at = at.replace(hour=7) if at.hour < 7 else at
        return messages

    def newsletter(self, voice: Voice, source: Source) -> Message:
        """An issue with three items, the first of them in the subject."""
        at = self._moment(6, 9)
        items = []
        for headline, text in self.rng.sample(source.items, 3):
            slots = self._slots(voice, at)
            items.append((headline.format_map(slots), text.format_map(slots)))
        text = "\n\n".join(f"{headline}\n{text}" for headline, text in items)
        body = voice.newsletter.format(first=self.first, items=text)
        return self._mail(source.address, source.name, items[0][0], body, at, read=self.rng.random() < 0.6)

    def club(self, voice: Voice, source: Source) -> Message:
        """News of a club or a school."""
        at = self._moment(12, 20)
        slots = self._slots(voice, at)
        subject, text = (part.format_map(slots) for part in self._pick(source.items))
        body = voice.club.format(text=text, name=source.name)
        return self._mail(source.address, source.name, subject, body, at, read=self.rng.random() < 0.85)

    def offer(self, voice: Voice, shop: Shop) -> Message:
        """What a shop would like to sell; some of it has been thrown away."""
        at = self._moment(8, 18)
        slots = self._slots(voice, at)
        slots |= {"goods": self._pick(shop.goods)[0].format_map(slots), "percent": self._pick((10, 15, 20, 25, 30))}
        subject, body = (part.format_map(slots) for part in self._pick(voice.offers))
        recent = self.start - at < timedelta(days=20) and self.start - at > timedelta(days=1)
        binned: Json = {}
        if recent and self.rng.random() < 0.3:
            binned = {"folder": "trash", "previous_folder": "inbox", "binned_at": at + timedelta(hours=20)}
        return self._mail(shop.address, shop.name, subject, body, at, read=self.rng.random() < 0.5, **binned)

    def receipt(self, voice: Voice, shop: Shop) -> Message:
        """A purchase that is paid, with the receipt as an attachment now and then."""
        at = self._moment(8, 21)
        lines, prices = [], []
        for goods, euros in self.rng.sample(shop.goods, self.rng.randrange(1, 3)):
            price = self._price(euros)
            prices.append(price)
            lines.append(f"1 x {goods.format_map(self._slots(voice, at))}: {price}")
        number = code(self.rng.getrandbits(64), length=8)
        paid = total(prices, self.currency)
        body = voice.receipt.format(first=self.first, no=number, lines="\n".join(lines), total=paid)
        files = [Attachment(name=f"receipt-{number}.pdf", content=f"{shop.name}\n{at:%Y-%m-%d}\n\n{body}\n")]
        files = files if self.rng.random() < 0.5 else []
        subject = voice.receipt_subject.format(no=number)
        return self._mail(shop.address, shop.name, subject, body, at, read=True, attachments=files)

    def spam(self) -> Message:
        """Advertising that the server has sorted out."""
        subject, body, sender = self._pick(_SPAM)
        at = self._moment(1, 23, oldest=25)
        binned: Json = {"folder": "spam", "previous_folder": "inbox", "binned_at": at}
        return self._mail(sender, sender.partition("@")[2].partition(".")[0], subject, body, at, **binned)

    # ---- small things

    def _mail(self, sender: str, name: str, subject: str, body: str, at: datetime, **more: Any) -> Message:
        old = self.start - at > timedelta(days=45)
        folder: Json = {"folder": "archive"} if old and "status" not in more and self.rng.random() < 0.4 else {}
        fields = {"sender": sender, "sender_name": name, "to": [self.me], **folder, **more}
        return Message(id=self._id("messages", "MSG"), subject=subject, body=body, sent_at=at, **fields)

    def _moment(self, first: int, last: int, *, latest: int = 1, oldest: int | None = None) -> datetime:
        """An instant between two hours of some day before the start, recent days more often."""
        span = (oldest or self.options.days) - latest
        day = self.start.date() - timedelta(days=latest + int(span * self.rng.random() ** 1.4))
        wall = time(self.rng.randrange(first, last), self.rng.randrange(60), self.rng.randrange(60))
        return datetime.combine(day, wall, tzinfo=self.home)

    def _slots(self, voice: Voice, at: datetime) -> Json:
        day = at.date() - timedelta(days=self.rng.randrange(1, 6))
        return {
            "first": self.first,
            "who": self._pick([name for name, _ in voice.first_names if name != self.first]),
            "place": self._pick(voice.places),
            "dish": self._pick(voice.dishes),
            "title": self._pick(voice.titles),
            "day": voice.date.format(d=day.day, month=voice.months[day.month - 1], mon=day.month),
            "n": self.rng.randrange(2, 10),
            "m": self.rng.randrange(11, 49),
        }

    def _price(self, euros: int) -> Money:
        cents = euros * 100 + self._pick((-10, -5, 0, 0, 50))
        units = cents * _PER_EURO.get(self.currency, 1)
        return Money(minor=units * 10 ** EXPONENTS[self.currency] // 100, currency=self.currency)

    def _voice(self) -> Voice:
        others = self.voices[1:]
        return self._pick(others) if others and self.rng.random() < 0.18 else self.voices[0]

    def _pick(self, options: "list[T] | tuple[T, ...]") -> T:
        return options[int(self.rng.random() * len(options))]

    def _id(self, table: str, prefix: str) -> str:
        while True:
            id = f"{prefix}-{code(self.rng.getrandbits(64))}"
            if id not in self._ids and id not in self.service.collections[table]:
                self._ids.add(id)
                return id


def _ascii(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name.lower())
    return "".join(letter for letter in plain if letter.isascii())


def _languages(locale: str) -> list[str]:
    """The persona's language first if there is a voice for it, then English, then a little of two others."""
    own = locale.replace("_", "-").partition("-")[0].lower()
    first = own if own in VOICES else "en"
    return list(dict.fromkeys([first, "en", "de", "fr"]))


def _currency(zone: str) -> str:
    fallback = "USD" if zone.startswith("America/") else "EUR"
    return _CURRENCIES.get(zone, fallback)
