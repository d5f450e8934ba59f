"""Public holidays as the courts of this world keep them, by rule; close to the real ones, and no legal advice."""

import re
from datetime import date, timedelta
from functools import lru_cache

_SPECS = {
    "AT": "01-01 New Year's Day; 01-06 Epiphany; E+1 Easter Monday; 05-01 Labour Day; E+39 Ascension Day; "
    "E+50 Whit Monday; E+60 Corpus Christi; 08-15 Assumption Day; 10-26 National Day; 11-01 All Saints' Day; "
    "12-08 Immaculate Conception; 12-25 Christmas Day; 12-26 St Stephen's Day",
    "BE": "01-01 New Year's Day; E+1 Easter Monday; 05-01 Labour Day; E+39 Ascension Day; E+50 Whit Monday; "
    "07-21 National Day; 08-15 Assumption Day; 11-01 All Saints' Day; 11-11 Armistice Day; 12-25 Christmas Day",
    "CH": "01-01 New Year's Day; 01-02 Berchtold's Day; E-2 Good Friday; E+1 Easter Monday; 05-01 Labour Day; "
    "E+39 Ascension Day; E+50 Whit Monday; 08-01 National Day; 12-25 Christmas Day; 12-26 St Stephen's Day",
    "DE": "01-01 New Year's Day; E-2 Good Friday; E+1 Easter Monday; 05-01 Labour Day; E+39 Ascension Day; "
    "E+50 Whit Monday; 10-03 Unity Day; 12-25 Christmas Day; 12-26 Second Christmas Day",
    "ES": "01-01 New Year's Day; 01-06 Epiphany; E-2 Good Friday; 05-01 Labour Day; 08-15 Assumption Day; "
    "10-12 National Day; 11-01 All Saints' Day; 12-06 Constitution Day; 12-08 Immaculate Conception; "
    "12-25 Christmas Day",
    "FR": "01-01 New Year's Day; E+1 Easter Monday; 05-01 Labour Day; 05-08 Victory Day; E+39 Ascension Day; "
    "E+50 Whit Monday; 07-14 National Day; 08-15 Assumption Day; 11-01 All Saints' Day; 11-11 Armistice Day; "
    "12-25 Christmas Day",
    "GB": "01-01* New Year's Day; E-2 Good Friday; E+1 Easter Monday; 1Mon05 Early May Bank Holiday; "
    "LMon05 Spring Bank Holiday; LMon08 Summer Bank Holiday; 12-25* Christmas Day; 12-26* Boxing Day",
    "IE": "01-01 New Year's Day; 1Mon02 St Brigid's Day; 03-17 St Patrick's Day; E+1 Easter Monday; 1Mon05 May Day; "
    "1Mon06 June Holiday; 1Mon08 August Holiday; LMon10 October Holiday; 12-25 Christmas Day; 12-26 St Stephen's Day",
    "IT": "01-01 New Year's Day; 01-06 Epiphany; E+1 Easter Monday; 04-25 Liberation Day; 05-01 Labour Day; "
    "06-02 Republic Day; 08-15 Assumption Day; 11-01 All Saints' Day; 12-08 Immaculate Conception; "
    "12-25 Christmas Day; 12-26 St Stephen's Day",
    "JP": "01-01* New Year's Day; 2Mon01 Coming of Age Day; 02-11* Foundation Day; 02-23* Emperor's Birthday; "
    "V03* Vernal Equinox; 04-29* Showa Day; 05-03* Constitution Day; 05-04* Greenery Day; 05-05* Children's Day; "
    "3Mon07 Marine Day; 08-11* Mountain Day; 3Mon09 Respect for the Aged Day; V09* Autumnal Equinox; "
    "2Mon10 Sports Day; 11-03* Culture Day; 11-23* Labour Thanksgiving Day; "
    "01-02 Court recess; 01-03 Court recess; 12-29 Court recess; 12-30 Court recess; 12-31 Court recess",
    "NL": "01-01 New Year's Day; E+1 Easter Monday; 04-27 King's Day; E+39 Ascension Day; E+50 Whit Monday; "
    "12-25 Christmas Day; 12-26 Second Christmas Day",
    "PL": "01-01 New Year's Day; 01-06 Epiphany; E+1 Easter Monday; 05-01 Labour Day; 05-03 Constitution Day; "
    "E+60 Corpus Christi; 08-15 Assumption Day; 11-01 All Saints' Day; 11-11 Independence Day; 12-24 Christmas Eve; "
    "12-25 Christmas Day; 12-26 Second Christmas Day",
    "PT": "01-01 New Year's Day; E-2 Good Friday; 04-25 Freedom Day; 05-01 Labour Day; E+60 Corpus Christi; "
    "06-10 Portugal Day; 08-15 Assumption Day; 10-05 Republic Day; 11-01 All Saints' Day; "
    "12-01 Independence Day; 12-08 Immaculate Conception; 12-25 Christmas Day",
    "US": "01-01* New Year's Day; 3Mon01 Martin Luther King Day; 3Mon02 Washington's Birthday; LMon05 Memorial Day; "
    "06-19* Juneteenth; 07-04* Independence Day; 1Mon09 Labor Day; 2Mon10 Columbus Day; 11-11* Veterans Day; "
    "4Thu11 Thanksgiving Day; 12-25* Christmas Day",
}
"""A day is a date, days from Easter Sunday (E), a weekday of a month (L: the last) or an equinox (V). A day with a star
that falls on a weekend moves as is the custom of the country."""

_CHINA = {
    2025: "01-28:8 Spring Festival; 04-04:3 Qingming; 05-01:5 Labour Day; 05-31:3 Dragon Boat Festival; "
    "10-01:8 National Day",
    2026: "02-15:9 Spring Festival; 04-04:3 Qingming; 05-01:5 Labour Day; 06-19:3 Dragon Boat Festival; "
    "09-25:3 Mid-Autumn Festival; 10-01:7 National Day",
    2027: "02-05:8 Spring Festival; 04-03:3 Qingming; 05-01:5 Labour Day; 06-09 Dragon Boat Festival; "
    "09-15 Mid-Autumn Festival; 10-01:7 National Day",
}
"""The lunar calendar, as a table: first day, days, name; other years have the fixed holidays only."""

_CHINA_FIXED = "01-01 New Year's Day; 05-01 Labour Day; 10-01:3 National Day"

COUNTRIES = tuple(sorted([*_SPECS, "CN"]))
"""Countries whose holidays are known."""

_DAY = timedelta(days=1)
_NAMES = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


@lru_cache(maxsize=512)
def holidays(country: str, year: int) -> dict[date, str]:
    """Public holidays of a year in order of date, weekends included; empty for a country that is not known."""
    days: dict[date, str] = {}
    if country == "CN":
        for text in ("01-01 New Year's Day; " + _CHINA[year] if year in _CHINA else _CHINA_FIXED).split("; "):
            _add_china(days, text, year)
        return dict(sorted(days.items()))
    movable: list[tuple[date, str]] = []
    for text in _SPECS[country].split("; ") if country in _SPECS else ():
        rule, _, name = text.partition(" ")
        day = _resolve(rule.rstrip("*"), year)
        days.setdefault(day, name)
        if rule.endswith("*"):
            movable.append((day, name))
    for day, name in sorted(movable):
        _substitute(country, days, day, name)
    if country == "JP":
        _bridge(days)
    return dict(sorted(days.items()))


def easter(year: int) -> date:
    """Easter Sunday of the Gregorian calendar."""
    a, b, c = year % 19, year // 100, year % 100
    d = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    e = (32 + 2 * (b % 4) + 2 * (c // 4) - d - c % 4) % 7
    month, day = divmod(d + e - 7 * ((a + 11 * d + 22 * e) // 451) + 114, 31)
    return date(year, month, day + 1)


def _resolve(rule: str, year: int) -> date:
    if rule.startswith("E"):
        return easter(year) + timedelta(days=int(rule[1:]))
    if rule.startswith("V"):
        return _equinox(year, int(rule[1:]))
    weekday = re.fullmatch(r"([1-4L])([A-Z][a-z]{2})(\d\d)", rule)
    if weekday is None:
        return date(year, int(rule[:2]), int(rule[3:]))
    number, name, month = weekday[1], _NAMES.index(weekday[2]), int(weekday[3])
    if number == "L":
        last = date(year + month // 12, month % 12 + 1, 1) - _DAY
        return last - timedelta(days=(last.weekday() - name) % 7)
    first = date(year, month, 1)
    return first + timedelta(days=(name - first.weekday()) % 7 + 7 * (int(number) - 1))


def _equinox(year: int, month: int) -> date:
    """Day of the equinox in Japan, by the usual approximation in millionths of a day."""
    base = 20_843_100 if month == 3 else 23_248_800
    past = year - 1980
    return date(year, month, (base + 242_194 * past) // 1_000_000 - past // 4)


def _substitute(country: str, days: dict[date, str], day: date, name: str) -> None:
    """A holiday on a weekend gets another day: Monday in Britain and Japan, Friday or Monday in the United States."""
    if country == "US":
        if day.weekday() == 5 and (day - _DAY).year == day.year:
            days.setdefault(day - _DAY, f"{name} (observed)")
        elif day.weekday() == 6:
            days.setdefault(day + _DAY, f"{name} (observed)")
        return
    if day.weekday() == 6 or (country == "GB" and day.weekday() == 5):
        later = day + _DAY
        while later in days or (country == "GB" and later.weekday() >= 5):
            later += _DAY
        days[later] = f"{name} (substitute)"


def _bridge(days: dict[date, str]) -> None:
    """In Japan a weekday between two holidays is one too."""
    for day in sorted(days):
        between, after = day + _DAY, days.get(day + 2 * _DAY, "Court recess")
        recess = "Court recess" in (days[day], after)
        if between not in days and between.weekday() != 6 and not recess:
            days[between] = "Citizens' Holiday"


def _add_china(days: dict[date, str], text: str, year: int) -> None:
    rule, _, name = text.partition(" ")
    start, _, length = rule.partition(":")
    first = date(year, int(start[:2]), int(start[3:]))
    for offset in range(int(length or "1")):
        days.setdefault(first + timedelta(days=offset), name)
