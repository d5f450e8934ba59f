"""Places and words of the background: real cities, invented agents, ordinary things."""

from typing import NamedTuple

from vibelife_inspect.services.listing_platform.catalogue import Condition, Fuel


class Town(NamedTuple):
    """A city and what living there costs."""

    name: str
    local: str
    country: str
    zone: str
    currency: str
    rent: int
    """Usual monthly rent per square metre, in minor units."""
    sale: int
    """Usual price per square metre, in minor units."""
    per_euro: int
    """Minor units of the local currency for each euro that a car or a thing costs."""
    phone: str
    districts: tuple[str, ...]
    streets: tuple[str, ...]
    stations: tuple[str, ...]


TOWNS: tuple[Town, ...] = (
    Town("Hamburg", "", "Germany", "Europe/Berlin", "EUR", 1650, 610_000, 100, "+49 40",
         ("Eimsbüttel", "Barmbek", "Altona", "Winterhude"), ("Lerchenweg", "Torfgasse", "Uferstraße", "Kastanienallee"),
         ("Osterstraße", "Barmbek", "Altona", "Borgweg")),
    Town("Berlin", "", "Germany", "Europe/Berlin", "EUR", 1580, 560_000, 98, "+49 30",
         ("Neukölln", "Moabit", "Pankow", "Wedding"), ("Färberstraße", "Mühlengraben", "Alte Seilerei", "Birkenweg"),
         ("Hermannplatz", "Turmstraße", "Pankow", "Leopoldplatz")),
    Town("Munich", "München", "Germany", "Europe/Berlin", "EUR", 2200, 890_000, 104, "+49 89",
         ("Haidhausen", "Sendling", "Giesing", "Laim"), ("Reiherstraße", "Kupfergasse", "Lindenplatz", "Eulenweg"),
         ("Ostbahnhof", "Harras", "Giesing", "Laim")),
    Town("Vienna", "Wien", "Austria", "Europe/Vienna", "EUR", 1700, 600_000, 101, "+43 1",
         ("Neubau", "Favoriten", "Ottakring", "Döbling"), ("Amselgasse", "Seilerhof", "Rebenweg", "Mohngasse"),
         ("Westbahnhof", "Keplerplatz", "Ottakring", "Heiligenstadt")),
    Town("Lyon", "", "France", "Europe/Paris", "EUR", 1450, 480_000, 97, "+33 4",
         ("Croix-Rousse", "Guillotière", "Vaise", "Monplaisir"),
         ("rue du Lavoir", "quai des Tilleuls", "rue des Vignerons", "place du Clos"),
         ("Croix-Rousse", "Saxe", "Gorge de Loup", "Sans Souci")),
    Town("Lisbon", "Lisboa", "Portugal", "Europe/Lisbon", "EUR", 1750, 540_000, 92, "+351 21",
         ("Alfama", "Graça", "Estrela", "Benfica"), ("Rua do Limoeiro", "Travessa da Fonte", "Largo do Poço"),
         ("Martim Moniz", "Anjos", "Rato", "Colégio Militar")),
    Town("London", "", "United Kingdom", "Europe/London", "GBP", 3100, 920_000, 88, "+44 20",
         ("Hackney", "Brixton", "Walthamstow", "Ealing"), ("Chandler Street", "Millrace Lane", "Orchard Road"),
         ("Hackney Central", "Brixton", "Blackhorse Road", "Ealing Broadway")),
    Town("New York", "", "United States", "America/New_York", "USD", 5200, 1_300_000, 112, "+1 718",
         ("Astoria", "Harlem", "Bushwick", "Park Slope"), ("Foundry Street", "Ferry Street", "Quince Avenue"),
         ("30th Avenue", "125th Street", "Jefferson Street", "7th Avenue")),
    Town("Tokyo", "東京", "Japan", "Asia/Tokyo", "JPY", 3900, 1_050_000, 155, "+81 3",
         ("Nakano", "Setagaya", "Kita", "Sumida"), ("Sakurazaka 2-chome", "Honmachi 1-chome", "Midoridori 4-chome"),
         ("Nakano", "Sangenjaya", "Akabane", "Kinshicho")),
    Town("Kyoto", "京都", "Japan", "Asia/Tokyo", "JPY", 2300, 520_000, 150, "+81 75",
         ("Sakyo", "Nakagyo", "Fushimi", "Ukyo"), ("Aoidori", "Takeyamachi", "Matsubara", "Kawabata"),
         ("Demachiyanagi", "Karasuma Oike", "Momoyama", "Saiin")),
    Town("Shanghai", "上海", "China", "Asia/Shanghai", "CNY", 11_500, 7_200_000, 780, "+86 21",
         ("Xuhui", "Hongkou", "Yangpu", "Minhang"), ("Wutong Road", "Hehua Road", "Yulan Road", "Zhuyuan Lane"),
         ("Xujiahui", "Dalian Road", "Wujiaochang", "Xinzhuang")),
    Town("Singapore", "新加坡", "Singapore", "Asia/Singapore", "SGD", 5600, 1_700_000, 190, "+65",
         ("Tiong Bahru", "Katong", "Novena", "Clementi"), ("Jasmine Walk", "Pandan Road", "Merbau Street"),
         ("Tiong Bahru", "Paya Lebar", "Novena", "Clementi")),
)  # fmt: skip

SURNAMES = (
    "Ahlgren", "Benedetti", "Castellan", "Dragan", "Eskelinen", "Falkner", "Grabowski", "Hollander", "Ishida",
    "Jaramillo", "Kovalenko", "Lindgaard", "Moreau", "Nakagawa", "Okonjo", "Pellegrin", "Quist", "Rautio", "Sandoval",
    "Tanaka", "Ueland", "Vasquez", "Wachter", "Ximenes", "Yilmaz", "Zielinski",
)  # fmt: skip
GIVEN = ("Ada", "Bruno", "Chiara", "Daniel", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jun", "Karin", "Lena", "Marek",
         "Nadia", "Otto", "Paula", "Rafael", "Sofia", "Tarek", "Vera")  # fmt: skip
AGENCIES = ("{} Homes", "{} & Partner", "{} Residential", "Agency {}", "{} Estates")
DEALERS = ("{} Motors", "Garage {}", "{} Cars")
ESTATES = ("Linden Court", "Harbour Yard", "Weaver's House", "The Granary", "Orchard Row", "Mill Terrace", "", "", "")
HOMES = ("Bright", "Quiet", "Renovated", "Sunny", "Compact", "Spacious", "Charming", "Modern")
TEXTS = (
    "Wooden floors, high ceilings, new windows in 2021.",
    "Towards the yard, with a separate kitchen and a bathroom with daylight.",
    "Heating and hot water are central; the laundry is in the cellar.",
    "The house has eight flats; neighbours are friendly and calm.",
    "Shops, a park and the library are within five minutes on foot.",
    "Painted last autumn; the bathroom was redone two years ago.",
)
LOCAL_TEXT = {"Asia/Tokyo": "日当たり良好、駅近。", "Asia/Shanghai": "采光好，近地铁。"}
"""A sentence in the other script of some zones."""

CARS: tuple[tuple[str, str, Fuel, int], ...] = (
    ("Volkswagen", "Golf", "petrol", 27_000), ("Volkswagen", "ID.3", "electric", 36_000),
    ("Toyota", "Yaris", "hybrid", 22_000), ("Toyota", "Corolla", "hybrid", 28_000),
    ("Skoda", "Octavia", "diesel", 31_000),
    ("Renault", "Clio", "petrol", 19_000), ("Renault", "Zoe", "electric", 29_000), ("Ford", "Fiesta", "petrol", 18_000),
    ("Honda", "Jazz", "hybrid", 24_000), ("Hyundai", "Kona", "electric", 37_000), ("Volvo", "V60", "diesel", 46_000),
    ("Mazda", "3", "petrol", 26_000),
)  # fmt: skip
"""Make, model, fuel, and price when new in euros."""

THINGS: tuple[tuple[str, int, str], ...] = (
    ("Oak dining table, 180 cm", 420, "Some marks of use on the top."),
    ("Trekking bicycle, 28 inch", 520, "New chain and brakes."),
    ("Espresso machine", 340, "Descaled regularly, with a grinder."),
    ("Upright piano", 2100, "Tuned last year; must be carried by four."),
    ("Baby cot with mattress", 130, "From a home without smokers."),
    ("Laptop, 14 inch, 16 GB", 640, "Battery at 91 per cent."),
    ("Bookshelf, 5 boards", 70, "Dismantled already."),
    ("Road bicycle, carbon fork", 980, "Ridden for two summers."),
    ("Camera with two lenses", 760, "Sensor cleaned, box included."),
    ("Sofa for three, grey", 460, "The covers can be washed."),
    ("Washing machine, 7 kg", 240, "Runs quietly."),
    ("Tent for four", 190, "Used on one trip."),
    ("Sewing machine", 160, "With twelve feet and the manual."),
    ("Cargo bicycle, electric", 2900, "Box for two children."),
)
"""Title, price in euros when new, and a word about it."""

LEFT: tuple[tuple[Condition, int], ...] = (("new", 88), ("like_new", 72), ("good", 52), ("fair", 32), ("for_parts", 12))
"""Per cent of its first price that a thing still costs."""
