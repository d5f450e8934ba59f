"""A calendar as people have it: meetings, courses, birthdays, garbage days, and what others share."""

from collections.abc import Iterator, Sequence
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Literal, NamedTuple

from pydantic import Field

from vibelife_inspect.ids import code
from vibelife_inspect.services.calendar.records import Attendee, CalendarRecord, Event, Recurrence, wall
from vibelife_inspect.services.calendar.timing import spans
from vibelife_inspect.world import ME, Background, Record, Setting

Kind = Literal["work", "private", "birthdays", "household"]
"""A part of life."""

_PER_LEVEL = 54
_OWN_SINGLES = 32
_BIRTHDAYS = 8
_TRIES = 6


class CalendarBackground(Background):
    """What fills the calendar around the bundle's own events."""

    kinds: tuple[Kind, ...] = ("work", "private", "birthdays", "household")
    """Parts of life that the persona's own calendars show."""
    days_before: int = Field(default=21, ge=0, le=366)
    """How many days before the first instant it begins."""
    days_after: int = Field(default=21, ge=0, le=366)
    """How many days after the last instant it ends."""


class _Template(NamedTuple):
    title: str
    first_hour: int
    last_hour: int
    minutes: int
    place: str
    days: str = "01234"
    """Weekdays, Monday is 0."""


_WORK = [
    _Template("Planning with {name}", 9, 16, 60, "Meeting room {room}"),
    _Template("Review of the {topic}", 9, 16, 60, "Meeting room {room}"),
    _Template("Call with {name} about the {topic}", 9, 17, 30, "Phone"),
    _Template("Interview with a candidate", 10, 15, 60, "Meeting room {room}"),
    _Template("Training: {skill}", 9, 14, 120, "Seminar room, ground floor"),
    _Template("Focus time: {topic}", 8, 15, 120, ""),
    _Template("Handover of the {topic} to {name}", 9, 16, 45, "Meeting room {room}"),
    _Template("Lunch with {name}", 12, 13, 60, "Canteen"),
    _Template("Department meeting", 10, 15, 60, "Auditorium"),
    _Template("Site visit with {name}", 9, 13, 180, "Hall {room}"),
]
_PRIVATE = [
    _Template("Dinner with {name}", 19, 20, 120, "{restaurant}"),
    _Template("Dentist, check-up", 8, 11, 45, "Practice on Mill Street"),
    _Template("Haircut", 16, 18, 45, "Salon Scissors & Co."),
    _Template("Coffee with {name}", 15, 17, 60, "Café at the old harbour"),
    _Template("Choir rehearsal, extra evening", 19, 20, 120, "Parish hall"),
    _Template("Cinema with {name}", 19, 21, 150, "Lantern cinema"),
    _Template("Swim", 7, 9, 60, "Indoor pool", "56"),
    _Template("Hike with {name}", 9, 11, 300, "Meet at the station", "56"),
    _Template("Flea market", 8, 11, 120, "Market square", "56"),
    _Template("Call with {name}", 18, 20, 45, "", "0123456"),
    _Template("Parents' evening", 19, 19, 90, "School, room {room}"),
    _Template("Chimney sweep", 8, 11, 30, "At home"),
    _Template("Board games at {name}'s", 18, 19, 180, "", "456"),
    _Template("Return library books", 16, 18, 30, "Town library"),
]
_SHARED = [
    ("Team absences", ["{name}: day off", "{name}: working from home", "{name}: training", "{name}: business trip"]),
    (
        "Meeting rooms",
        ["Room {room}: {topic}", "Room {room}: {name}", "Room {room}: {skill}", "Room {room}: external guests"],
    ),
    (
        "Sports club programme",
        ["Yoga, mat room", "Aqua fitness", "Spinning, hall {room}", "Table tennis, open evening"],
    ),
    ("Neighbourhood centre", ["Repair café", "Language café", "Playgroup", "Lecture: {skill}", "Seed swap"]),
    ("School year", ["Class trip {room}b", "School choir", "Maths olympiad", "Sports day rehearsal", "Book fair"]),
    (
        "Concerts in town",
        ["Organ matinee", "Jazz at the boathouse", "Chamber music", "Open stage", "Brass on the square"],
    ),
]
_FIRST = (
    "Ayla Bengt Carla Dimitri Elin Farid Greta Hiro Ines Jonas Kaori Lotte Milan Nadia Oskar Pia Rui Selma Tariq Wanda"
)
_LAST = "Amsel Brandvik Castell Dorn Ekholm Farsi Grau Halden Ibarra Jelinek Korhola Lunde Moravec Nyland Ortega Petrik"
_TOPICS = [
    "quarterly figures",
    "new website",
    "supplier list",
    "summer campaign",
    "archive",
    "budget",
    "warehouse layout",
    "customer survey",
    "style guide",
    "travel policy",
    "trade fair stand",
    "annual report",
]
_SKILLS = ["first aid", "presenting", "spreadsheets", "negotiation", "data protection", "fire safety", "photography"]
_RESTAURANTS = ["Trattoria Limone", "Zum Anker", "Noodle House", "Taverna Meltemi", "Bistro Fennel", "Saffron Kitchen"]


def address(name: str) -> str:
    """A mail address for an invented colleague."""
    return f"{name.lower().replace(' ', '.')}@office.example"


class _Maker:
    """Makes records from one generator; keeps own busy times free of each other and of the bundle's events."""

    def __init__(self, options: CalendarBackground, rng: Random, setting: Setting) -> None:
        self.options, self.rng, self.setting = options, rng, setting
        self.zone = setting.home.key
        self.first = setting.start.astimezone(setting.home).date() - timedelta(days=options.days_before)
        self.last = setting.end.astimezone(setting.home).date() + timedelta(days=options.days_after)
        self.taken: set[tuple[date, int]] = set()
        self.made = 0

    def id(self, prefix: str) -> str:
        self.made += 1
        return f"{prefix}-{code('calendar', self.setting.seed, self.options.seed, self.made, length=8)}"

    def name(self) -> str:
        return f"{self.rng.choice(_FIRST.split())} {self.rng.choice(_LAST.split())}"

    def fill(self, text: str) -> str:
        rng = self.rng
        return text.format(
            name=rng.choice(_FIRST.split()),
            room=rng.randint(1, 12),
            topic=rng.choice(_TOPICS),
            skill=rng.choice(_SKILLS),
            restaurant=rng.choice(_RESTAURANTS),
        )

    def calendar(self, name: str, owner: str = ME) -> CalendarRecord:
        access: Literal["owner", "reader"] = "owner" if owner == ME else "reader"
        return CalendarRecord(id=self.id("CAL"), name=name, owner=owner, access=access, zone=self.zone)

    def day(self, weekdays: str) -> date:
        day = self.first + timedelta(days=self.rng.randint(0, (self.last - self.first).days))
        while str(day.weekday()) not in weekdays:
            day += timedelta(days=1)
        return day

    def occupy(self, start: datetime, end: datetime) -> None:
        """Mark hours as taken, for at most two weeks."""
        for hours in range(min(int((end - start).total_seconds() + 3599) // 3600, 336)):
            moment = (start + timedelta(hours=hours)).astimezone(self.setting.home)
            self.taken.add((moment.date(), moment.hour))

    def is_free(self, day: date, hour: int, minutes: int) -> bool:
        return not any((day, hour + more) in self.taken for more in range(-(-minutes // 60)))

    def is_free_weekly(self, day: date, hour: int, minutes: int) -> bool:
        weeks = range(0, (self.last - day).days + 1, 7)
        return all(self.is_free(day + timedelta(days=days), hour, minutes) for days in weeks)

    def single(self, calendar_id: str, template: _Template, day: date, hour: int) -> Event:
        title, place = self.fill(template.title), self.fill(template.place)
        if template in _WORK and self.rng.random() < 0.4:
            host = self.name()
            people = [Attendee(email=address(host), name=host, response="accepted"), self.persona]
            more: dict[str, object] = {"organizer": address(host), "response": "accepted", "attendees": people}
            return self.event(calendar_id, title, day, time(hour), template.minutes, location=place, **more)
        return self.event(calendar_id, title, day, time(hour), template.minutes, location=place)

    @property
    def persona(self) -> Attendee:
        who = self.setting.persona
        return Attendee(email=who.email, name=who.name, response="accepted")

    def event(self, calendar_id: str, title: str, day: date, at: time, minutes: int, **more: object) -> Event:
        start = wall(day, at, self.setting.home)
        entered = self.setting.start - timedelta(days=self.rng.randint(1, 60), minutes=self.rng.randint(0, 900))
        fields = {"id": self.id("EVT"), "calendar_id": calendar_id, "title": title, "zone": self.zone, "start": start}
        fields |= {"end": start + timedelta(minutes=minutes), "updated_at": entered, "rung_until": self.setting.start}
        return Event.model_validate({**fields, **more})

    def days(self, calendar_id: str, title: str, day: date, rule: Recurrence) -> Event:
        end = wall(day + timedelta(days=1), time(0), self.setting.home)
        return self.event(calendar_id, title, day, time(0), 60, end=end, all_day=True, busy=False, recurrence=rule)


def routine(
    options: CalendarBackground,
    level: int,
    rng: Random,
    setting: Setting,
    calendars: Sequence[CalendarRecord],
    events: Sequence[Event],
) -> Iterator[tuple[str, Record]]:
    """All background records; what exceeds one level's share stands in calendars that others share."""
    if level < 1:
        return
    maker = _Maker(options, rng, setting)
    since, until = wall(maker.first, time(0), setting.home), wall(maker.last, time(0), setting.home)
    for event in events:
        for _, start, end in spans(event, since, until) if event.blocks else ():
            maker.occupy(start, end)
    own = [calendar for calendar in calendars if calendar.owner == ME]
    primary = next((calendar for calendar in own if calendar.primary), own[0] if own else None)
    if primary is None:
        primary = CalendarRecord(id="primary", name="Personal", zone=maker.zone, primary=True)
        yield "calendars", primary
    rows: list[Event] = []
    for kind, name, entries in (("birthdays", "Birthdays", _birthdays), ("household", "Household", _household)):
        if kind in options.kinds:
            calendar = maker.calendar(name)
            yield "calendars", calendar
            rows += entries(maker, calendar.id)
    rows += [*_series(maker, primary.id), *_singles(maker, primary.id)]
    yield from (("events", event) for event in rows)
    yield from _shared(maker, level, _PER_LEVEL * level - len(rows))


def _birthdays(maker: _Maker, calendar_id: str) -> Iterator[Event]:
    rule = Recurrence(frequency="yearly")
    for _ in range(_BIRTHDAYS):
        day = maker.day("0123456").replace(year=maker.rng.choice((2012, 2016, 2020)))
        yield maker.days(calendar_id, f"Birthday of {maker.name()}", day, rule)


def _household(maker: _Maker, calendar_id: str) -> Iterator[Event]:
    monday = maker.first - timedelta(days=maker.first.weekday() + 28)
    bins = [("Residual waste", 2), ("Organic waste", 2), ("Paper bin", 4), ("Packaging bin", 2)]
    for name, weeks in bins:
        day = monday + timedelta(days=7 * maker.rng.randrange(weeks) + maker.rng.randrange(5))
        yield maker.days(calendar_id, name, day, Recurrence(frequency="weekly", interval=weeks))


def _series(maker: _Maker, calendar_id: str) -> Iterator[Event]:
    kinds: list[tuple[Kind, str, int, str, int, int, str]] = [
        ("work", "Team meeting", 1, "01", 9, 60, "Meeting room 4"),
        ("work", "One-to-one with {name}", 2, "23", 14, 30, "Meeting room 2"),
        ("private", "Pilates course", 1, "0123", 18, 60, "Sports hall, Station Road"),
        ("private", "Language course, Italian A2", 1, "0123", 19, 90, "Adult education centre, room 12"),
    ]
    for kind, title, weeks, weekdays, hour, minutes, place in kinds:
        days = [maker.first + timedelta(days=offset) for offset in range(7)]
        days = [day for day in days if str(day.weekday()) in weekdays and maker.is_free_weekly(day, hour, minutes)]
        if kind not in maker.options.kinds or not days:
            continue
        rule = Recurrence(frequency="weekly", interval=weeks)
        day = maker.rng.choice(days)
        event = maker.event(calendar_id, maker.fill(title), day, time(hour), minutes, location=place, recurrence=rule)
        for _, start, end in spans(event, event.start, wall(maker.last, time(23), maker.setting.home)):
            maker.occupy(start, end)
        yield event


def _singles(maker: _Maker, calendar_id: str) -> Iterator[Event]:
    work = _WORK if "work" in maker.options.kinds else []
    private = _PRIVATE if "private" in maker.options.kinds else []
    templates = [*work, *work, *private]
    for template in maker.rng.sample(templates, min(_OWN_SINGLES, len(templates))):
        for _ in range(_TRIES):
            day, hour = maker.day(template.days), maker.rng.randint(template.first_hour, template.last_hour)
            if maker.is_free(day, hour, template.minutes):
                event = maker.single(calendar_id, template, day, hour)
                maker.occupy(event.start, event.end)
                yield event
                break


def _shared(maker: _Maker, level: int, amount: int) -> Iterator[tuple[str, Record]]:
    shelves = []
    for name, titles in _SHARED[: 1 + level]:
        calendar = maker.calendar(name, owner=maker.name())
        yield "calendars", calendar
        shelves.append((calendar, titles))
    for _ in range(amount):
        calendar, titles = maker.rng.choice(shelves)
        at = time(maker.rng.randint(8, 19), maker.rng.choice((0, 30)))
        title, minutes = maker.fill(maker.rng.choice(titles)), maker.rng.choice((30, 60, 60, 90, 120))
        yield "events", maker.event(calendar.id, title, maker.day("0123456"), at, minutes, organizer=calendar.owner)
