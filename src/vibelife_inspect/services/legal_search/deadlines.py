"""Courts, their days, and deadlines."""

from datetime import date, datetime, time
from typing import Annotated, Literal
from zoneinfo import ZoneInfo

from pydantic import Field

from vibelife_inspect.errors import Invalid
from vibelife_inspect.services.legal_search.base import LegalBase
from vibelife_inspect.services.legal_search.counting import Closed, Counted, Period, count
from vibelife_inspect.services.legal_search.holidays import COUNTRIES, holidays
from vibelife_inspect.services.legal_search.library import DAY, Closure, Country, Court, Kind, LimitationRule, Unit
from vibelife_inspect.text import found
from vibelife_inspect.world import Json, Limit, Record, operation, page

Length = Annotated[int, Field(ge=1, le=40_000)]
"""Length of a period."""
Year = Annotated[int, Field(ge=1900, le=2200)]
"""A calendar year."""

_NAMES = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")


class Deadlines(LegalBase):
    """Courts, holidays, rules and deadlines."""

    @operation("read")
    def list_courts(
        self,
        query: str | None = None,
        country: Country | None = None,
        kind: Literal["local", "regional", "appeal", "supreme", "labour", "administrative", "tribunal"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List courts, by country, city and id.

        Args:
            query: Words of name or city, in any script.
            country: Only courts of this country, such as DE.
            kind: Only courts of this kind.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = list(self.courts) if country is None else self.courts.find(country=country)
        rows = [row for row in rows if kind in (None, row.kind)]
        if query is not None:
            rows = [row for row in rows if found(query, row.name, row.name_local, row.city, row.city_local, row.id)]
        rows.sort(key=lambda row: (row.country, row.city, row.id))
        return page(rows, limit, cursor, lambda row: row.row)

    @operation("read")
    def get_court(self, court_id: str) -> Json:
        """Show a court in full: address, opening hours, filing rules, fees, and the days on which it is closed soon.

        Args:
            court_id: Id of the court.
        """
        court = self.courts.get(court_id)
        today = self._today(court)
        closed = self._closed(court.country, court)
        soon = [today + DAY * offset for offset in range(60)]
        pauses = [{"day": day, "why": closed(day)} for day in soon if day.weekday() < 5 and closed(day)]
        return {**dict(court), "open_today": [] if closed(today) else court.hours_on(today), "closed_soon": pauses}

    @operation("read")
    def list_holidays(
        self,
        year: Year,
        country: Country | None = None,
        court_id: str | None = None,
        limit: Limit = 50,
        cursor: str | None = None,
    ) -> Json:
        """List the days of a year on which courts are closed besides weekends, by day.

        Args:
            year: The year.
            country: Holidays and closures of all courts of this country, such as DE.
            court_id: Those of this court, with its own closures; give country or court_id.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        land, court = self._place(country, court_id)
        days = dict(holidays(land, year))
        for closure in self._closures(land, court):
            for offset in range((closure.end - closure.first_day).days + 1):
                day = closure.first_day + DAY * offset
                if day.year == year:
                    days.setdefault(day, closure.reason)
        rows = [_Day(id=str(day), day=day, name=days[day]) for day in sorted(days)]
        shown = page(
            rows, limit, cursor, lambda row: {"day": row.day, "weekday": _NAMES[row.day.weekday()], "name": row.name}
        )
        return {"country": land, "holidays_known": land in COUNTRIES, **shown}

    @operation("read")
    def list_limitation_rules(
        self,
        query: str | None = None,
        kind: Kind | None = None,
        country: Country | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List rules about how long there is time for something, by id.

        Args:
            query: Words of name, event or note, in any script.
            kind: Only rules of this field of law.
            country: Only rules that hold in this country, those that hold everywhere included.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            row
            for row in self.rules
            if kind in (None, row.kind)
            and (country is None or row.country in ("", country))
            and (query is None or found(query, row.name, row.counted_from, row.note, row.sort, row.article_id or ""))
        ]
        return page(sorted(rows, key=lambda row: row.id), limit, cursor, lambda row: row.row)

    @operation("read")
    def compute_deadline(
        self,
        event_date: date,
        rule_id: str | None = None,
        length: Length | None = None,
        unit: Unit | None = None,
        direction: Literal["after", "before"] = "after",
        country: Country | None = None,
        court_id: str | None = None,
    ) -> Json:
        """Compute the last day of a period by calendar arithmetic, and say how.

        The day of the event does not count unless the rule says so; months end on the same day of the month, or its
        last. A last day on a weekend, holiday or closure of the court moves as the rule says; for a period of your own
        to the next working day, or to the one before when it is counted backwards.

        Args:
            event_date: Day of the event, between 1900 and 2200.
            rule_id: The rule; or give length and unit.
            length: Length of a period of your own.
            unit: Its unit.
            direction: before: so long before the event it must be done; only for a period of your own.
            country: Whose holidays count, such as DE; or give court_id.
            court_id: The court whose holidays and closures count.
        """
        if not 1900 <= event_date.year <= 2200:
            raise Invalid("event_date: must lie between 1900 and 2200")
        rule, period = self._period(rule_id, length, unit, direction)
        if country is None and court_id is None and rule is not None and rule.country:
            country = rule.country
        land, court = self._place(country, court_id)
        if rule is not None and rule.country not in ("", land):
            raise Invalid(f"rule_id: {rule.id!r} holds in {rule.country}, not in {land}")
        counted = count(event_date, period, self._closed(land, court))
        answer = {"rule": None if rule is None else rule.row, "country": land, "court_id": court_id}
        return {**answer, "event_date": event_date, **self._explained(counted, period, land, court)}

    def _period(
        self, rule_id: str | None, length: int | None, unit: Unit | None, direction: Literal["after", "before"]
    ) -> tuple[LimitationRule | None, Period]:
        if rule_id is not None:
            if length is not None or unit is not None or direction != "after":
                raise Invalid("rule_id: give either a rule, or length, unit and direction")
            rule = self.rules.get(rule_id)
            return rule, Period(rule.length, rule.unit, rule.direction, rule.first_day, rule.rolls)
        if length is None or unit is None:
            raise Invalid("rule_id: give a rule, or both length and unit")
        rolls: Literal["next_working_day", "previous_working_day"] = "next_working_day"
        return None, Period(length, unit, direction, rolls=rolls if direction == "after" else "previous_working_day")

    def _place(self, country: str | None, court_id: str | None) -> tuple[str, Court | None]:
        if court_id is None:
            if country is None:
                raise Invalid("country: give country or court_id")
            return country, None
        court = self.courts.get(court_id)
        if country not in (None, court.country):
            raise Invalid(f"country: court {court_id!r} is in {court.country}; give only one of the two")
        return court.country, court

    def _closures(self, country: str, court: Court | None) -> list[Closure]:
        own = [] if court is None else self.closures.find(court_id=court.id)
        return [*self.closures.find(country=country), *own]

    def _closed(self, country: str, court: Court | None) -> Closed:
        spans = self._closures(country, court)

        def closed(day: date) -> str:
            holiday = holidays(country, day.year).get(day)
            if holiday is not None:
                return holiday
            closure = next((span.reason for span in spans if span.first_day <= day <= span.end), "")
            return closure or (_NAMES[day.weekday()] if day.weekday() >= 5 else "")

        return closed

    def _explained(self, counted: Counted, period: Period, country: str, court: Court | None) -> Json:
        day, today = counted.last, self._today(court)
        closes = None
        if court is not None and court.opening_hours:
            hours = court.hours_on(day)
            closes = hours[-1].partition("-")[2] if hours else None
        return {
            "period": period._asdict(),
            "last_day_as_counted": counted.plain,
            "deadline": day,
            "weekday": _NAMES[day.weekday()],
            "moved": day != counted.plain,
            "moved_over": [{"day": skipped, "why": why} for skipped, why in counted.skipped],
            "days_left": (day - today).days,
            "passed": day < today,
            "registry_closes": closes,
            "ends_at": datetime.combine(day, time(23, 59, 59), tzinfo=self._zone(court)),
            "holidays_known": country in COUNTRIES,
        }

    def _zone(self, court: Court | None) -> ZoneInfo:
        return self.clock.home if court is None else ZoneInfo(court.zone)

    def _today(self, court: Court | None) -> date:
        return self.clock.now.astimezone(self._zone(court)).date()


class _Day(Record):
    """A day for a list."""

    day: date
    name: str
