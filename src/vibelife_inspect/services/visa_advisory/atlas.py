"""The desk's own atlas: made-up rules for real countries, plausible but nobody's law."""

from typing import NamedTuple

from vibelife_inspect.services.visa_advisory.records import CountedFrom


class Country(NamedTuple):
    """What the desk knows of one destination."""

    code: str
    city: str
    """Where missions are."""
    currency: str
    fee: int
    """Fee of a tourist visa, in major units."""
    free: str
    """Nationalities that need no visa."""
    authorisation: str
    """Electronic authorisation that those without a visa need, or empty."""
    days: int
    """Longest stay."""
    months: int
    """Months of passport validity."""
    counted_from: CountedFrom
    level: int
    """Highest level of its ordinary advisories."""
    risks: str
    """Vaccinations that are advised."""


_ROWS = """
AE Abu_Dhabi AED 350 DE,GB,US,JP,CN - 60 6 arrival 1 hepatitis_A
AR Buenos_Aires USD 50 DE,GB,US,JP - 90 0 departure 1 hepatitis_A
AT Vienna EUR 80 DE,GB,US,JP - 90 3 departure 1 tick-borne_encephalitis
AU Canberra AUD 190 - - 90 0 departure 1 -
BR Brasília USD 80 DE,GB,JP,CN - 90 0 departure 2 yellow_fever,hepatitis_A,typhoid
CA Ottawa CAD 100 DE,GB,US,JP eTA 180 0 departure 1 -
CH Bern CHF 80 DE,GB,US,JP - 90 3 departure 1 tick-borne_encephalitis
CN Beijing CNY 900 DE,JP - 30 6 arrival 2 hepatitis_A,Japanese_encephalitis
DE Berlin EUR 80 GB,US,JP - 90 3 departure 1 tick-borne_encephalitis
EG Cairo USD 25 - - 30 6 arrival 3 hepatitis_A,typhoid
ES Madrid EUR 80 DE,GB,US,JP - 90 3 departure 1 -
FR Paris EUR 80 DE,GB,US,JP - 90 3 departure 2 -
GB London GBP 115 DE,US,JP ETA 180 0 departure 1 -
GR Athens EUR 80 DE,GB,US,JP - 90 3 departure 1 -
ID Jakarta USD 35 - - 30 6 arrival 2 hepatitis_A,typhoid,rabies
IN New_Delhi USD 40 - - 60 6 arrival 2 hepatitis_A,typhoid,rabies
IS Reykjavík EUR 80 DE,GB,US,JP - 90 3 departure 1 -
IT Rome EUR 80 DE,GB,US,JP - 90 3 departure 1 -
JP Tokyo JPY 3000 DE,GB,US - 90 0 departure 1 Japanese_encephalitis
KE Nairobi USD 34 - - 90 6 arrival 2 yellow_fever,hepatitis_A,typhoid,meningitis
KR Seoul KRW 60000 DE,GB,US,JP K-Pass 90 0 departure 1 Japanese_encephalitis
MA Rabat MAD 770 DE,GB,US,JP,CN - 90 6 arrival 2 hepatitis_A,typhoid
MX Mexico_City USD 53 DE,GB,US,JP - 180 0 departure 2 hepatitis_A,typhoid
NZ Wellington NZD 246 DE,GB,US,JP NZ-TA 90 3 departure 1 -
PE Lima USD 30 DE,GB,US,JP - 90 6 arrival 2 yellow_fever,hepatitis_A,typhoid
PT Lisbon EUR 80 DE,GB,US,JP - 90 3 departure 1 -
SG Singapore SGD 30 DE,GB,US,JP,CN - 30 6 arrival 1 -
TH Bangkok THB 1000 DE,GB,US,JP,CN,IN - 60 6 arrival 2 hepatitis_A,typhoid,rabies
TR Ankara USD 60 DE,GB,US,JP - 90 5 arrival 2 hepatitis_A
TZ Dodoma USD 50 - - 90 6 arrival 2 yellow_fever,hepatitis_A,typhoid,meningitis
US Washington USD 185 DE,GB,JP TravelCheck 90 6 departure 1 -
VN Hanoi USD 25 DE,GB,JP - 45 6 arrival 1 hepatitis_A,typhoid,Japanese_encephalitis
ZA Pretoria ZAR 425 DE,GB,US,JP - 90 1 departure 2 hepatitis_A
"""


def _country(line: str) -> Country:
    code, city, currency, fee, free, authorisation, days, months, counted_from, level, risks = (
        "" if word == "-" else word.replace("_", " ") for word in line.split()
    )
    start: CountedFrom = "arrival" if counted_from == "arrival" else "departure"
    return Country(
        code, city, currency, int(fee), free, authorisation, int(days), int(months), start, int(level), risks
    )


ATLAS = {row.code: row for row in map(_country, _ROWS.strip().splitlines())}
"""The destinations, by code."""

NATIONALITIES = ("DE", "GB", "US", "JP", "CN", "IN")
"""Whose rules the desk keeps when a bundle does not say."""

SUBSTANCES = (
    ("codeine", "cough syrup, strong painkillers", (2, 5, 3)),
    ("diazepam", "tranquilliser", (2, 6, 2)),
    ("methylphenidate", "ADHD medicine", (1, 5, 4)),
    ("pseudoephedrine", "decongestant, cold tablets", (6, 2, 2)),
    ("tramadol", "painkiller", (2, 4, 4)),
    ("insulin", "diabetes medicine, insulin pen", (8, 2, 0)),
    ("ibuprofen", "painkiller, fever tablets", (10, 0, 0)),
)
"""Substances, what people call them, and weights of free, limited and permit."""

LEAD_DAYS = {"yellow fever": 10, "hepatitis A": 14, "typhoid": 14, "rabies": 28, "Japanese encephalitis": 28}
"""How long before arrival a vaccination must be done."""

OFFICES = {
    "DE": (("Hamburg", 37, 70, 3, 102), ("Munich", 42, 70, 4, 102)),
    "GB": (("London", 21, 89, 7, 178), ("Durham", 21, 89, 7, 178)),
    "US": (("New York", 42, 130, 14, 190), ("Seattle", 35, 130, 14, 190)),
    "JP": (("Tokyo", 10, 16000, None, None), ("Osaka", 10, 16000, None, None)),
    "CN": (("Shanghai", 15, 120, 7, 240), ("Beijing", 15, 120, 7, 240)),
    "IN": (("New Delhi", 30, 1500, 7, 3500), ("Bengaluru", 30, 1500, 7, 3500)),
}
"""Passport offices by nationality: city, normal days and fee, express days and fee in the country's money."""

MONEY = {"DE": "EUR", "GB": "GBP", "US": "USD", "JP": "JPY", "CN": "CNY", "IN": "INR"}
"""Currency of each nationality's passport offices."""

TEMPLATES = (
    (
        "weather",
        1,
        "Heavy rain expected around {city}",
        "Local roads near {city} may flood for some hours. Check with your host before you set out.",
    ),
    (
        "weather",
        2,
        "Strong winds on the coast of {name}",
        "Ferries and small airports may close at short notice. Keep a spare day in your plan.",
    ),
    (
        "transport",
        1,
        "Night works on the airport railway of {city}",
        "Trains between the airport of {city} and the centre are replaced by buses after 23:00.",
    ),
    (
        "transport",
        2,
        "Industrial action at airports of {name}",
        "Single days of action have been announced. Ask your carrier before you leave for the airport.",
    ),
    (
        "health",
        1,
        "Seasonal influenza in {name}",
        "More cases than usual are reported. Wash your hands often; vaccination is advised for older travellers.",
    ),
    (
        "health",
        2,
        "Mosquito-borne fever in parts of {name}",
        "Use repellent and long sleeves at dusk. See a doctor if a fever starts within two weeks.",
    ),
    ("safety", 1, "Pickpockets in the old town of {city}", "Keep bags closed in markets and at stations."),
    (
        "safety",
        2,
        "Demonstrations in {city}",
        "Gatherings near government buildings are announced for weekends. Keep away from crowds.",
    ),
    (
        "safety",
        3,
        "Avoid the border region of {name}",
        "Travel within 30 kilometres of the eastern land border is advised against unless it is needed.",
    ),
    (
        "entry",
        1,
        "Longer queues at border control in {city}",
        "New counters are being installed. Allow an hour more for connections.",
    ),
    (
        "entry",
        1,
        "Paper arrival cards end in {name}",
        "Arrival cards are handed in online from now on, free of charge, up to three days before arrival.",
    ),
)
"""Ordinary advisories: topic, level, title, text."""
