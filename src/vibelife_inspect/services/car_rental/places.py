"""Places and road rules of the background: real cities and rules, invented streets."""

from typing import NamedTuple

from vibelife_inspect.services.car_rental.catalogue import PolicyKind


class Town(NamedTuple):
    """A city with its usual prices, in minor units."""

    name: str
    local: str
    country: str
    zone: str
    currency: str
    day: int
    """A compact car for a day."""
    fuel: int
    """A litre of petrol."""
    power: int
    """A kWh at a charging station."""
    phone: str
    streets: tuple[str, ...]


_DE = ("Lerchenweg", "Kastanienallee", "Am Güterbahnhof", "Färberstraße", "Uferstraße")
_FR = ("rue des Tanneurs", "quai des Saules", "allée du Moulin", "rue de la Treille")
_IT = ("Via dei Vetrai", "Via Lungargine", "Via della Macina", "Piazza del Pozzo")
_ES = ("Calle del Telar", "Paseo de la Noria", "Calle del Almendro", "Avenida de la Encina")
_PT = ("Rua dos Oleiros", "Rua das Velas", "Travessa do Linho", "Avenida da Nora")
_EN = ("Foundry Street", "Orchard Road", "Millrace Lane", "Ferry Street", "Beacon Rise")
_JA = ("Ekimae-dori", "Kawabata", "Asahi-cho", "Suehiro", "Shinmachi")
_ZH = ("Yingbin Road", "Binjiang Avenue", "Heping Road", "Wenhua Lane")

TOWNS: tuple[Town, ...] = (
    Town("Berlin", "", "DE", "Europe/Berlin", "EUR", 4800, 178, 59, "+49 30", _DE),
    Town("Hamburg", "", "DE", "Europe/Berlin", "EUR", 4900, 179, 59, "+49 40", _DE),
    Town("Munich", "München", "DE", "Europe/Berlin", "EUR", 5400, 181, 61, "+49 89", _DE),
    Town("Vienna", "Wien", "AT", "Europe/Vienna", "EUR", 5100, 156, 58, "+43 1", _DE),
    Town("Zurich", "Zürich", "CH", "Europe/Zurich", "CHF", 7200, 174, 62, "+41 44", _DE),
    Town("Paris", "", "FR", "Europe/Paris", "EUR", 5600, 176, 55, "+33 1", _FR),
    Town("Lyon", "", "FR", "Europe/Paris", "EUR", 4700, 173, 54, "+33 4", _FR),
    Town("Rome", "Roma", "IT", "Europe/Rome", "EUR", 4600, 179, 66, "+39 06", _IT),
    Town("Florence", "Firenze", "IT", "Europe/Rome", "EUR", 4900, 180, 66, "+39 055", _IT),
    Town("Madrid", "", "ES", "Europe/Madrid", "EUR", 3900, 153, 48, "+34 91", _ES),
    Town("Barcelona", "", "ES", "Europe/Madrid", "EUR", 4300, 154, 48, "+34 93", _ES),
    Town("Lisbon", "Lisboa", "PT", "Europe/Lisbon", "EUR", 3700, 172, 46, "+351 21", _PT),
    Town("London", "", "GB", "Europe/London", "GBP", 4600, 139, 69, "+44 20", _EN),
    Town("Edinburgh", "", "GB", "Europe/London", "GBP", 4200, 138, 67, "+44 131", _EN),
    Town("Dublin", "", "IE", "Europe/Dublin", "EUR", 5800, 177, 64, "+353 1", _EN),
    Town("New York", "", "US", "America/New_York", "USD", 8600, 92, 48, "+1 212", _EN),
    Town("Los Angeles", "", "US", "America/Los_Angeles", "USD", 6800, 122, 52, "+1 213", _EN),
    Town("Sapporo", "札幌", "JP", "Asia/Tokyo", "JPY", 7400, 172, 55, "+81 11", _JA),
    Town("Tokyo", "東京", "JP", "Asia/Tokyo", "JPY", 8200, 170, 55, "+81 3", _JA),
    Town("Naha", "那覇", "JP", "Asia/Tokyo", "JPY", 6100, 176, 55, "+81 98", _JA),
    Town("Sanya", "三亚", "CN", "Asia/Shanghai", "CNY", 26_000, 880, 150, "+86 898", _ZH),
    Town("Haikou", "海口", "CN", "Asia/Shanghai", "CNY", 22_000, 880, 145, "+86 898", _ZH),
    Town("Chengdu", "成都", "CN", "Asia/Shanghai", "CNY", 21_000, 770, 140, "+86 28", _ZH),
    Town("Sydney", "", "AU", "Australia/Sydney", "AUD", 7900, 189, 65, "+61 2", _EN),
)

NEIGHBOURS: dict[str, tuple[str, ...]] = {
    "DE": ("AT", "BE", "CH", "DK", "FR", "LU", "NL"),
    "AT": ("CH", "DE", "IT", "SI"),
    "CH": ("AT", "DE", "FR", "IT"),
    "FR": ("BE", "CH", "DE", "ES", "IT", "LU"),
    "IT": ("AT", "CH", "FR", "SI"),
    "ES": ("FR", "PT"),
    "PT": ("ES",),
    "GB": ("IE",),
    "IE": ("GB",),
    "US": ("CA",),
}
"""Where cars of a country may usually be driven."""

POLICIES: dict[str, tuple[tuple[PolicyKind, str, str], ...]] = {
    "DE": (
        ("low_emission_zone", "Green sticker",
         "City centres with an environmental zone need the green sticker; cars of the companies have it."),
        ("winter_tyres", "Winter tyres in winter conditions",
         "Tyres with the alpine symbol are required on snow, ice and slush."),
        ("toll", "No toll for cars", "Motorways are free for cars; a few tunnels charge."),
    ),
    "AT": (
        ("vignette", "Motorway vignette", "Motorways need a vignette, as a sticker or registered to the plate."),
        ("toll", "Tolls for mountain roads and tunnels",
         "Several alpine motorways and tunnels charge a toll besides the vignette."),
        ("winter_tyres", "Winter tyres from November to 15 April", "Required in winter conditions."),
    ),
    "CH": (
        ("vignette", "Motorway vignette", "One vignette a year for all motorways; there is none for shorter times."),
        ("speed", "Fines depend on the excess", "120 km/h on motorways, 80 outside towns; fines are high."),
    ),
    "FR": (
        ("toll", "Motorway tolls", "Most motorways charge by distance, paid at barriers or online afterwards."),
        ("low_emission_zone", "Air quality sticker", "Larger cities ask for a sticker that shows the emission class."),
        ("winter_tyres", "Mountain law",
         "From November to March winter tyres or chains are needed in many mountain areas."),
    ),
    "IT": (
        ("low_emission_zone", "Restricted zones in old towns",
         "Cameras read plates at the entry; only residents and hotel guests who are registered may enter."),
        ("toll", "Motorway tolls",
         "Most motorways charge by distance; some in the north have no barriers and are paid online."),
        ("equipment", "Warning vest", "There must be a vest within reach of the driver."),
    ),
    "ES": (
        ("low_emission_zone", "Low-emission zones in large cities",
         "Cars need an environmental label; older cars may not enter."),
        ("toll", "Some motorways charge",
         "Many former toll motorways are free; radial roads and some others still charge."),
    ),
    "PT": (
        ("toll", "Electronic tolls", "Some motorways have no barriers; the companies rent out a tag."),
        ("parking", "Paid parking in town", "On weekdays most streets in the centres charge."),
    ),
    "GB": (
        ("low_emission_zone", "London charges",
         "Central London has a congestion charge, and all of London an emission zone; both are paid online."),
        ("speed", "Miles per hour", "70 mph on motorways, 20 mph in many towns."),
    ),
    "IE": (
        ("toll", "Barrier-free toll around Dublin",
         "The toll of the ring motorway is paid online by 8 pm of the next day."),
        ("border", "To Northern Ireland", "The companies allow it; tell them when booking."),
    ),
    "US": (
        ("toll", "Cashless tolls", "Many bridges and roads read plates; the company passes tolls on with a daily fee."),
        ("parking", "Street cleaning", "Signs say on which days a side of the street must be clear."),
    ),
    "JP": (
        ("toll", "Expressway tolls", "Expressways charge by distance; an ETC card opens the fast lanes."),
        ("winter_tyres", "Studless tyres in the north", "Cars in Hokkaido have them from November to April."),
        ("equipment", "International permit", "Foreign drivers need a permit of the 1949 convention or a translation."),
    ),
    "CN": (
        ("toll", "Expressway tolls", "Paid by tag or at the exit; free on some national holidays."),
        ("equipment", "Local licence", "Foreign and international licences are not valid; a temporary one is needed."),
        ("parking", "Pay by code", "Car parks are paid by phone when leaving."),
    ),
    "AU": (
        ("toll", "Electronic tolls", "City motorways and tunnels read plates; a visitor pass can be had online."),
        ("speed", "Wildlife at dusk", "Many companies exclude driving outside towns at night."),
    ),
}  # fmt: skip
"""Kind, title and text of the rules of each country."""
