"""Courts of the background: invented courts in real cities."""

from typing import Literal, NamedTuple


class Town(NamedTuple):
    """A city with courts."""

    name: str
    local: str
    country: str
    zone: str
    currency: str
    unit: int
    """Minor units of the local currency that stand for a small fee."""
    phone: str
    street: str
    code: str
    """As it stands in docket numbers."""


CourtKind = Literal["local", "labour", "regional"]

TOWNS: tuple[Town, ...] = (
    Town("Hamburg", "", "DE", "Europe/Berlin", "EUR", 2_500, "+49 40", "Lindenallee {}", "HAM"),
    Town("Berlin", "", "DE", "Europe/Berlin", "EUR", 2_500, "+49 30", "Am Kanal {}", "BER"),
    Town("Munich", "München", "DE", "Europe/Berlin", "EUR", 2_500, "+49 89", "Gartenstraße {}", "MUC"),
    Town("Vienna", "Wien", "AT", "Europe/Vienna", "EUR", 2_600, "+43 1", "Rosengasse {}", "VIE"),
    Town("Zurich", "Zürich", "CH", "Europe/Zurich", "CHF", 4_000, "+41 44", "Seeweg {}", "ZRH"),
    Town("Paris", "", "FR", "Europe/Paris", "EUR", 2_500, "+33 1", "{} rue des Tilleuls", "PAR"),
    Town("Lyon", "", "FR", "Europe/Paris", "EUR", 2_500, "+33 4", "{} quai des Platanes", "LYS"),
    Town("Amsterdam", "", "NL", "Europe/Amsterdam", "EUR", 2_800, "+31 20", "Lindegracht {}", "AMS"),
    Town("Madrid", "", "ES", "Europe/Madrid", "EUR", 2_000, "+34 91", "Calle del Olmo {}", "MAD"),
    Town("Lisbon", "Lisboa", "PT", "Europe/Lisbon", "EUR", 2_000, "+351 21", "Rua das Oliveiras {}", "LIS"),
    Town("Rome", "Roma", "IT", "Europe/Rome", "EUR", 2_400, "+39 06", "Via dei Pini {}", "ROM"),
    Town("Warsaw", "Warszawa", "PL", "Europe/Warsaw", "PLN", 10_000, "+48 22", "ul. Lipowa {}", "WAW"),
    Town("London", "", "GB", "Europe/London", "GBP", 3_500, "+44 20", "{} Cloister Row", "LON"),
    Town("Dublin", "", "IE", "Europe/Dublin", "EUR", 2_500, "+353 1", "{} Willow Quay", "DUB"),
    Town("New York", "", "US", "America/New_York", "USD", 4_500, "+1 212", "{} Elm Court", "NYC"),
    Town("Chicago", "", "US", "America/Chicago", "USD", 4_500, "+1 312", "{} Prairie Lane", "CHI"),
    Town("Tokyo", "東京", "JP", "Asia/Tokyo", "JPY", 3_000, "+81 3", "Midoricho {}", "TYO"),
    Town("Kyoto", "京都", "JP", "Asia/Tokyo", "JPY", 3_000, "+81 75", "Sakuracho {}", "UKY"),
    Town("Shanghai", "上海", "CN", "Asia/Shanghai", "CNY", 5_000, "+86 21", "{} Wutong Road", "SHA"),
    Town("Hangzhou", "杭州", "CN", "Asia/Shanghai", "CNY", 5_000, "+86 571", "{} Guihua Road", "HGH"),
)

KINDS: tuple[tuple[CourtKind, str, str, dict[str, str]], ...] = (
    ("regional", "Regional Court of {}", "RC", {"JP": "{}控訴裁判所", "CN": "{}上诉法院"}),
    ("local", "Local Court of {}", "LC", {"JP": "{}第一裁判所", "CN": "{}第一法院"}),
    ("labour", "Labour Court of {}", "WC", {"JP": "{}労働裁判所", "CN": "{}劳动法院"}),
)
"""Kind, name, letters in docket numbers, and name in the script of the country."""

FILING_RULES = (
    "Filings are signed by the party or counsel in person; assistants and software may draft but not file.",
    "A filing counts from its arrival at the registry or, until midnight, in the letter box at the gate.",
    "Two copies for each other party; exhibits are numbered.",
    "Names and addresses of all parties stand on the first page.",
    "Documents in other languages come with a translation.",
)

FEES = (("filing of a claim", 4), ("appeal", 8), ("copy of a judgment", 1), ("certificate that a judgment is final", 1))
"""What, and how many small fees it costs."""
