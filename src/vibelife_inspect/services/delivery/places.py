"""Where places lie, and how many days and how much of a tariff a parcel takes between two of them."""

from datetime import date, timedelta
from typing import NamedTuple

from vibelife_inspect.text import squeeze


class City(NamedTuple):
    """A city that carriers know; degrees are tenths."""

    name: str
    country: str
    lat: int
    lng: int
    zone: str


_REGIONS: dict[str, str] = {
    "europe": "AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IS IT LT LU LV MT NL NO PL PT RO SE SI SK TR UA",
    "asia": "CN HK ID IN JP KR MO MY PH SG TH TW VN",
    "america": "AR BR CA CL CO MX PE US",
    "oceania": "AU NZ",
    "near_east": "AE EG IL JO QA SA",
    "africa": "KE MA NG TN ZA",
}
_REGION = {country: region for region, countries in _REGIONS.items() for country in countries.split()}

CITIES: tuple[City, ...] = (
    City("Berlin", "DE", 525, 134, "Europe/Berlin"),
    City("Hamburg", "DE", 536, 100, "Europe/Berlin"),
    City("Munich", "DE", 481, 116, "Europe/Berlin"),
    City("Cologne", "DE", 509, 70, "Europe/Berlin"),
    City("Leipzig", "DE", 513, 124, "Europe/Berlin"),
    City("Freiburg", "DE", 480, 78, "Europe/Berlin"),
    City("Vienna", "AT", 482, 164, "Europe/Vienna"),
    City("Graz", "AT", 471, 154, "Europe/Vienna"),
    City("Zurich", "CH", 474, 85, "Europe/Zurich"),
    City("Paris", "FR", 489, 23, "Europe/Paris"),
    City("Lyon", "FR", 458, 48, "Europe/Paris"),
    City("Amsterdam", "NL", 524, 49, "Europe/Amsterdam"),
    City("Brussels", "BE", 508, 44, "Europe/Brussels"),
    City("London", "GB", 515, -1, "Europe/London"),
    City("Manchester", "GB", 535, -22, "Europe/London"),
    City("Edinburgh", "GB", 560, -32, "Europe/London"),
    City("Dublin", "IE", 533, -63, "Europe/Dublin"),
    City("Madrid", "ES", 404, -37, "Europe/Madrid"),
    City("Barcelona", "ES", 414, 22, "Europe/Madrid"),
    City("Lisbon", "PT", 387, -91, "Europe/Lisbon"),
    City("Rome", "IT", 419, 125, "Europe/Rome"),
    City("Milan", "IT", 455, 92, "Europe/Rome"),
    City("Copenhagen", "DK", 557, 126, "Europe/Copenhagen"),
    City("Stockholm", "SE", 593, 181, "Europe/Stockholm"),
    City("Oslo", "NO", 599, 108, "Europe/Oslo"),
    City("Helsinki", "FI", 602, 249, "Europe/Helsinki"),
    City("Warsaw", "PL", 522, 210, "Europe/Warsaw"),
    City("Prague", "CZ", 501, 144, "Europe/Prague"),
    City("Budapest", "HU", 475, 190, "Europe/Budapest"),
    City("Athens", "GR", 380, 237, "Europe/Athens"),
    City("Istanbul", "TR", 410, 290, "Europe/Istanbul"),
    City("Tokyo", "JP", 357, 1397, "Asia/Tokyo"),
    City("Kyoto", "JP", 350, 1358, "Asia/Tokyo"),
    City("Osaka", "JP", 347, 1355, "Asia/Tokyo"),
    City("Sapporo", "JP", 431, 1414, "Asia/Tokyo"),
    City("Fukuoka", "JP", 336, 1304, "Asia/Tokyo"),
    City("Seoul", "KR", 376, 1270, "Asia/Seoul"),
    City("Busan", "KR", 352, 1291, "Asia/Seoul"),
    City("Beijing", "CN", 399, 1164, "Asia/Shanghai"),
    City("Shanghai", "CN", 312, 1215, "Asia/Shanghai"),
    City("Hangzhou", "CN", 303, 1202, "Asia/Shanghai"),
    City("Shenzhen", "CN", 225, 1141, "Asia/Shanghai"),
    City("Chengdu", "CN", 306, 1041, "Asia/Shanghai"),
    City("Kashgar", "CN", 395, 760, "Asia/Shanghai"),
    City("Hong Kong", "HK", 223, 1142, "Asia/Hong_Kong"),
    City("Taipei", "TW", 250, 1216, "Asia/Taipei"),
    City("Singapore", "SG", 14, 1038, "Asia/Singapore"),
    City("Bangkok", "TH", 138, 1005, "Asia/Bangkok"),
    City("Mumbai", "IN", 191, 729, "Asia/Kolkata"),
    City("Delhi", "IN", 286, 772, "Asia/Kolkata"),
    City("Dubai", "AE", 252, 553, "Asia/Dubai"),
    City("New York", "US", 407, -740, "America/New_York"),
    City("Boston", "US", 424, -711, "America/New_York"),
    City("Chicago", "US", 419, -876, "America/Chicago"),
    City("Seattle", "US", 476, -1223, "America/Los_Angeles"),
    City("San Francisco", "US", 378, -1224, "America/Los_Angeles"),
    City("Toronto", "CA", 437, -794, "America/Toronto"),
    City("Vancouver", "CA", 493, -1231, "America/Vancouver"),
    City("Mexico City", "MX", 194, -991, "America/Mexico_City"),
    City("Sao Paulo", "BR", -236, -466, "America/Sao_Paulo"),
    City("Sydney", "AU", -339, 1512, "Australia/Sydney"),
    City("Melbourne", "AU", -378, 1450, "Australia/Melbourne"),
    City("Auckland", "NZ", -369, 1748, "Pacific/Auckland"),
)
_LOCAL_NAMES = {
    "münchen": "munich", "köln": "cologne", "wien": "vienna", "zürich": "zurich", "bruxelles": "brussels",
    "lisboa": "lisbon", "roma": "rome", "milano": "milan", "københavn": "copenhagen", "warszawa": "warsaw",
    "praha": "prague", "αθήνα": "athens", "東京": "tokyo", "東京都": "tokyo", "京都": "kyoto", "京都市": "kyoto",
    "大阪": "osaka", "大阪市": "osaka", "札幌": "sapporo", "福岡": "fukuoka", "서울": "seoul", "부산": "busan",
    "北京": "beijing", "北京市": "beijing", "上海": "shanghai", "上海市": "shanghai", "杭州": "hangzhou",
    "深圳": "shenzhen", "成都": "chengdu", "喀什": "kashgar", "香港": "hong kong", "台北": "taipei",
    "臺北": "taipei", "são paulo": "sao paulo",
}  # fmt: skip
_CITY = {squeeze(city.name): city for city in CITIES}
_ZONE = {city.country: city.zone for city in reversed(CITIES)}

_FAR = 45 * 45
"""Square of some 450 km, in tenths of a degree."""
_DAYS = {"standard": (1, 2, 3, 5, 10), "express": (1, 1, 1, 2, 4)}
_PERCENT = (100, 115, 130, 220, 480)
_SUNDAY = 6


def city_key(name: str) -> str:
    """A city's name in one spelling, whatever script it was written in."""
    key = squeeze(name)
    return _LOCAL_NAMES.get(key, key)


def city_in(text: str) -> City | None:
    """The first known city whose name stands in a text, such as an address in one line."""
    key = squeeze(text)
    local = next((_CITY[name] for spelling, name in _LOCAL_NAMES.items() if spelling in key), None)
    return next((city for name, city in _CITY.items() if name in key), local)


def zone_of(city: str, country: str) -> str | None:
    """The time zone of a city, or of its country's first city; None when neither is known."""
    known = _CITY.get(city_key(city))
    return known.zone if known is not None and known.country == country else _ZONE.get(country)


def band(from_city: str, from_country: str, to_city: str, to_country: str) -> int:
    """How far it is: 0 one city, 1 near, 2 far in one country, 3 one part of the world, 4 elsewhere."""
    if from_country != to_country:
        region = _REGION.get(from_country)
        return 3 if region is not None and region == _REGION.get(to_country) else 4
    here, there = city_key(from_city), city_key(to_city)
    if here == there:
        return 0
    a, b = _CITY.get(here), _CITY.get(there)
    if a is None or b is None:
        return 1
    # Between the latitudes where most people live, a degree of longitude is some three quarters of one of latitude.
    return 2 if (a.lat - b.lat) ** 2 + (a.lng - b.lng) ** 2 * 9 // 16 > _FAR else 1


def percent(distance: int) -> int:
    """Share of a tariff that a parcel costs at that distance."""
    return _PERCENT[distance]


def delivery_day(fetched: date, distance: int, service: str) -> date:
    """The day on which a parcel arrives; carriers neither drive nor count Sundays."""
    day = fetched
    for _ in range(_DAYS[service][distance]):
        day = working_day(day + timedelta(days=1))
    return day


def working_day(day: date) -> date:
    """The day itself, or Monday instead of a Sunday."""
    return day + timedelta(days=1) if day.weekday() == _SUNDAY else day
