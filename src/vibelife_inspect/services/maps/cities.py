"""Real cities with their coordinates and zones, for the generated background."""

from typing import NamedTuple


class City(NamedTuple):
    """A city of the built-in table."""

    name: str
    country: str
    local: str
    """Name in the city's own script or language."""
    lat_e6: int
    lng_e6: int
    zone: str
    dial: str
    """Country and area code."""
    culture: str
    """Key of the names that its shops have."""


CITIES = (
    City("Tokyo", "Japan", "東京", 35_681_200, 139_767_100, "Asia/Tokyo", "+81 3", "ja"),
    City("Kyoto", "Japan", "京都", 35_011_600, 135_768_100, "Asia/Tokyo", "+81 75", "ja"),
    City("Osaka", "Japan", "大阪", 34_693_700, 135_502_300, "Asia/Tokyo", "+81 6", "ja"),
    City("Sapporo", "Japan", "札幌", 43_062_100, 141_354_400, "Asia/Tokyo", "+81 11", "ja"),
    City("Fukuoka", "Japan", "福岡", 33_590_400, 130_401_700, "Asia/Tokyo", "+81 92", "ja"),
    City("Shanghai", "China", "上海", 31_230_400, 121_473_700, "Asia/Shanghai", "+86 21", "zh"),
    City("Beijing", "China", "北京", 39_904_200, 116_407_400, "Asia/Shanghai", "+86 10", "zh"),
    City("Hangzhou", "China", "杭州", 30_274_100, 120_155_100, "Asia/Shanghai", "+86 571", "zh"),
    City("Shenzhen", "China", "深圳", 22_543_100, 114_057_900, "Asia/Shanghai", "+86 755", "zh"),
    City("Hong Kong", "Hong Kong", "香港", 22_281_000, 114_158_000, "Asia/Hong_Kong", "+852", "zh"),
    City("Taipei", "Taiwan", "臺北", 25_033_000, 121_565_400, "Asia/Taipei", "+886 2", "zh"),
    City("Seoul", "South Korea", "서울", 37_566_500, 126_978_000, "Asia/Seoul", "+82 2", "ko"),
    City("Singapore", "Singapore", "新加坡", 1_290_300, 103_852_000, "Asia/Singapore", "+65", "en"),
    City("London", "United Kingdom", "London", 51_507_400, -127_800, "Europe/London", "+44 20", "en"),
    City("Edinburgh", "United Kingdom", "Edinburgh", 55_953_300, -3_188_300, "Europe/London", "+44 131", "en"),
    City("Dublin", "Ireland", "Baile Átha Cliath", 53_349_800, -6_260_300, "Europe/Dublin", "+353 1", "en"),
    City("Berlin", "Germany", "Berlin", 52_520_000, 13_405_000, "Europe/Berlin", "+49 30", "de"),
    City("Hamburg", "Germany", "Hamburg", 53_551_100, 9_993_700, "Europe/Berlin", "+49 40", "de"),
    City("Munich", "Germany", "München", 48_135_100, 11_582_000, "Europe/Berlin", "+49 89", "de"),
    City("Vienna", "Austria", "Wien", 48_208_200, 16_373_800, "Europe/Vienna", "+43 1", "de"),
    City("Zurich", "Switzerland", "Zürich", 47_376_900, 8_541_700, "Europe/Zurich", "+41 44", "de"),
    City("Paris", "France", "Paris", 48_856_600, 2_352_200, "Europe/Paris", "+33 1", "fr"),
    City("Lyon", "France", "Lyon", 45_764_000, 4_835_700, "Europe/Paris", "+33 4", "fr"),
    City("Madrid", "Spain", "Madrid", 40_416_800, -3_703_800, "Europe/Madrid", "+34 91", "es"),
    City("Barcelona", "Spain", "Barcelona", 41_385_100, 2_173_400, "Europe/Madrid", "+34 93", "es"),
    City("Lisbon", "Portugal", "Lisboa", 38_722_300, -9_139_300, "Europe/Lisbon", "+351 21", "pt"),
    City("Milan", "Italy", "Milano", 45_464_200, 9_190_000, "Europe/Rome", "+39 02", "it"),
    City("New York", "United States", "New York", 40_712_800, -74_006_000, "America/New_York", "+1 212", "en"),
    City("Seattle", "United States", "Seattle", 47_606_200, -122_332_100, "America/Los_Angeles", "+1 206", "en"),
    City("Toronto", "Canada", "Toronto", 43_653_200, -79_383_200, "America/Toronto", "+1 416", "en"),
    City("Sydney", "Australia", "Sydney", -33_868_800, 151_209_300, "Australia/Sydney", "+61 2", "en"),
)
"""Where a background takes place, unless a bundle names fewer."""

EXPRESSES = (
    ("Tokyo", "Kyoto", 135, 20),
    ("Kyoto", "Osaka", 29, 15),
    ("Osaka", "Fukuoka", 150, 30),
    ("Shanghai", "Hangzhou", 55, 20),
    ("Shanghai", "Beijing", 275, 30),
    ("London", "Edinburgh", 265, 30),
    ("London", "Paris", 138, 60),
    ("Berlin", "Hamburg", 108, 60),
    ("Berlin", "Munich", 240, 60),
    ("Munich", "Vienna", 245, 120),
    ("Paris", "Lyon", 118, 60),
    ("Madrid", "Barcelona", 160, 60),
    ("Milan", "Zurich", 197, 120),
)
"""Fast trains between main stations: from, to, minutes, minutes between departures."""
