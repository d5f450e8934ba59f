"""Places and words of the background: real cities, invented merchants."""

from typing import NamedTuple

from vibelife_inspect.services.review_platform.catalogue import Category


class Town(NamedTuple):
    """A city and what things cost there."""

    name: str
    local: str
    country: str
    zone: str
    currency: str
    per_euro: int
    """Minor units of the local currency for each euro of a price in Hamburg."""
    phone: str
    areas: tuple[str, ...]
    streets: tuple[str, ...]


class Trade(NamedTuple):
    """A sort of merchant."""

    category: Category
    share: int
    """How often, out of a hundred."""
    names: tuple[str, ...]
    """Patterns with a first and a second word."""
    tags: tuple[str, ...]
    about: tuple[str, ...]
    capacity: tuple[int, ...]
    visit: int
    """Minutes of a visit."""
    days: int
    """Days of the week on which it is open, from Tuesday on or, with 7, all."""
    opens: int
    """Hour."""
    closes: int
    """Hour; 24 is midnight."""
    price: int
    """Usual price of a deal, in euros."""
    deals: tuple[str, ...]
    praise: tuple[str, ...]
    blame: tuple[str, ...]


TOWNS: tuple[Town, ...] = (
    Town("Hamburg", "", "Germany", "Europe/Berlin", "EUR", 100, "+49 40", ("Eimsbüttel", "Ottensen", "Winterhude"),
         ("Lerchenweg", "Torfgasse", "Uferstraße", "Kastanienallee")),
    Town("Berlin", "", "Germany", "Europe/Berlin", "EUR", 96, "+49 30", ("Neukölln", "Moabit", "Pankow"),
         ("Färberstraße", "Mühlengraben", "Alte Seilerei", "Birkenweg")),
    Town("Munich", "München", "Germany", "Europe/Berlin", "EUR", 115, "+49 89", ("Haidhausen", "Sendling", "Giesing"),
         ("Reiherstraße", "Kupfergasse", "Lindenplatz", "Eulenweg")),
    Town("Vienna", "Wien", "Austria", "Europe/Vienna", "EUR", 102, "+43 1", ("Neubau", "Wieden", "Josefstadt"),
         ("Amselgasse", "Tuchlauben", "Seilerhof", "Rebenweg")),
    Town("Lyon", "", "France", "Europe/Paris", "EUR", 98, "+33 4", ("Croix-Rousse", "Guillotière", "Vaise"),
         ("rue du Lavoir", "quai des Tilleuls", "rue des Vignerons", "place du Clos")),
    Town("Lisbon", "Lisboa", "Portugal", "Europe/Lisbon", "EUR", 80, "+351 21", ("Alfama", "Graça", "Estrela"),
         ("Rua do Limoeiro", "Travessa da Fonte", "Rua das Andorinhas", "Largo do Poço")),
    Town("London", "", "United Kingdom", "Europe/London", "GBP", 105, "+44 20", ("Hackney", "Brixton", "Camden"),
         ("Chandler Street", "Millrace Lane", "Orchard Road", "Tanner Row")),
    Town("New York", "", "United States", "America/New_York", "USD", 150, "+1 212", ("Astoria", "Harlem", "Bushwick"),
         ("Foundry Street", "Ferry Street", "Quince Avenue", "Juniper Street")),
    Town("Tokyo", "東京", "Japan", "Asia/Tokyo", "JPY", 140, "+81 3", ("Shimokitazawa", "Yanaka", "Nakano"),
         ("Sakurazaka", "Honmachi", "Midoridori", "Kawabata")),
    Town("Kyoto", "京都", "Japan", "Asia/Tokyo", "JPY", 130, "+81 75", ("Gion", "Nishijin", "Fushimi"),
         ("Aoidori", "Takeyamachi", "Matsubara", "Hanamikoji")),
    Town("Shanghai", "上海", "China", "Asia/Shanghai", "CNY", 520, "+86 21", ("Jing'an", "Xuhui", "Hongkou"),
         ("Wutong Road", "Hehua Road", "Yulan Road", "Zhuyuan Lane")),
    Town("Singapore", "新加坡", "Singapore", "Asia/Singapore", "SGD", 150, "+65", ("Tiong Bahru", "Katong", "Novena"),
         ("Jasmine Walk", "Pandan Road", "Merbau Street", "Angsana Lane")),
)  # fmt: skip

FIRST = (
    "Alder", "Brindle", "Copper", "Dovetail", "Elderflower", "Fennel", "Gooseberry", "Harrow", "Indigo", "Juniper",
    "Kestrel", "Lantern", "Marlow", "Nettle", "Olivewood", "Pewter", "Quince", "Rowan", "Saffron", "Thistle", "Umber",
    "Velvet", "Willow", "Yarrow", "Tamarisk", "Larkspur", "Bramble", "Clover", "Heron", "Magpie",
)  # fmt: skip
LOCAL_FIRST = {"Asia/Tokyo": ("青葉", "桜坂", "花水木", "竹屋", "若松", "藤波", "小春", "月島"),
               "Asia/Shanghai": ("梧桐", "荷花", "玉兰", "竹园", "清风", "云水", "锦绣", "小满")}  # fmt: skip
"""Names in the other script of some zones."""

AUTHORS = (
    "Jonne", "Priya", "Tomasz", "Noor", "Ines", "Kenji", "Aoife", "Luca", "Mei", "Samir", "Greta", "Oyelaran",
    "Yuki", "Carmen", "Bastian", "Leila", "Hanh", "Rune", "Dimitra", "Wei",
)  # fmt: skip

TRADES: tuple[Trade, ...] = (
    Trade("restaurant", 34, ("{} Table", "{} & Salt", "Kitchen {}", "The {} Room", "Bistro {}"),
          ("vegan", "vegetarian", "gluten_free", "garden", "step_free", "children", "quiet", "open_kitchen", "late",
           "private_room"),
          ("Seasonal cooking from an open kitchen.", "Small plates to share and a short wine list.",
           "Family recipes, fresh pasta and a courtyard.", "A menu of five courses that changes each week."),
          (24, 32, 40, 56), 90, 6, 17, 23, 48,
          ("Four-course dinner for two", "Lunch menu with a drink", "Tasting menu with wine"),
          ("The food was worth every cent.", "Warm service, and the bread is baked in the house.",
           "We will come back for the dumplings.", "Our children got crayons and small portions."),
          ("We waited forty minutes for the main course.", "Too loud to talk at the back tables.",
           "The vegetarian choice was one salad.")),
    Trade("cafe", 12, ("Café {}", "{} Roasters", "{} & Crumb"),
          ("wifi", "vegan", "garden", "children", "step_free", "brunch", "dogs"),
          ("Coffee roasted next door and cake of the day.", "Brunch until four, long tables and much light."),
          (16, 20, 28), 60, 7, 8, 18, 16, ("Brunch for two", "Ten cups of coffee"),
          ("Best flat white of the quarter.", "A good place to work in the morning."),
          ("No free table on Sunday.", "The cake was dry.")),
    Trade("bar", 7, ("Bar {}", "{} Cellar"), ("late", "cocktails", "live_music", "terrace", "craft_beer"),
          ("Cocktails, small snacks and a piano.", "Twelve beers on tap, none of them dull."),
          (18, 30, 44), 120, 6, 18, 24, 30, ("Cocktail evening for two", "Beer tasting"),
          ("The bartender knows his herbs.", "Live music on Thursday was lovely."), ("Smoky and crowded.",)),
    Trade("venue", 8, ("{} Hall", "{} Assembly Rooms", "The {} Barn"),
          ("step_free", "catering", "sound_system", "garden", "parking", "projector"),
          ("Rooms for weddings, readings and seminars.", "A brick hall with a stage and a yard."),
          (60, 90, 140, 220), 240, 7, 9, 23, 220, ("Seminar afternoon with coffee", "Rehearsal evening"),
          ("Flexible team, and the sound was good.", "The hall looked wonderful at night."),
          ("The heating failed in the morning.", "Parking is a problem.")),
    Trade("vet", 8, ("{} Animal Practice", "Vets at {} Lane"),
          ("cats", "dogs", "rabbits", "emergency", "house_calls", "step_free", "dentistry"),
          ("General practice for small animals.", "Cats have a waiting room of their own."),
          (1, 2, 3), 30, 5, 8, 18, 60, ("Yearly check with vaccination", "Dental check for cats"),
          ("Patient with our frightened cat.", "Clear advice and a fair bill."), ("An hour in the waiting room.",)),
    Trade("home_service", 11, ("{} Plumbing", "{} Cleaning", "{} Electric", "{} Removals"),
          ("emergency", "weekend", "fixed_price", "eco", "insured"),
          ("Two vans, six people, fixed prices.", "On time, tidy and insured."),
          (1, 2, 2), 120, 5, 7, 18, 110, ("Boiler check", "Deep clean of a flat", "Window cleaning"),
          ("Came on time and left no dust.", "The leak was gone within an hour."),
          ("The final bill was above the estimate.", "They moved the appointment twice.")),
    Trade("salon", 9, ("Salon {}", "{} Hair", "{} Barbers"), ("vegan", "children", "late", "colour", "step_free"),
          ("Cuts, colour and good conversation.", "A quiet chair can be asked for."),
          (2, 3, 5), 60, 5, 9, 19, 55, ("Cut and colour", "Beard and cut"),
          ("Listened to what I wanted.", "A precise cut that lasts."), ("The colour faded within a week.",)),
    Trade("spa", 4, ("{} Baths", "{} Spa"), ("sauna", "massage", "quiet", "couples"),
          ("Sauna, steam and a cold pool.", "Massages by people who ask first."),
          (6, 10, 16), 90, 7, 10, 22, 75, ("Massage of an hour", "Day ticket for two"),
          ("I slept like a stone afterwards.", "Clean and calm."), ("The pool was closed without notice.",)),
    Trade("fitness", 3, ("{} Climbing", "{} Yoga"), ("beginners", "showers", "children", "late"),
          ("Classes for all levels.", "Boulders up to the ceiling."),
          (12, 18, 30), 60, 7, 7, 22, 40, ("Five classes", "Trial month"),
          ("Trainers correct you kindly.", "Showers are spotless."), ("Full after six o'clock.",)),
    Trade("repair", 2, ("{} Cycles", "{} Phone Repair"), ("fixed_price", "same_day", "bicycles", "phones"),
          ("Repairs while you wait.",), (1, 2), 30, 6, 10, 18, 45, ("Bicycle service",),
          ("Fixed in twenty minutes.",), ("The part had to be ordered.",)),
    Trade("workshop", 2, ("{} Pottery", "{} Cooking School"), ("beginners", "groups", "children", "materials_included"),
          ("Evening courses for groups and beginners.",), (8, 10, 12), 150, 6, 10, 22, 65,
          ("Evening course for two",), ("We went home with two bowls and clay on our shoes.",), ("Too many people.",)),
)  # fmt: skip

QUESTIONS = (
    ("Is there a step at the entrance?", "There is one step, and we have a ramp; please ring."),
    ("Can we bring a dog?", "Small dogs are welcome on the ground floor."),
    ("Do you take cards?", "Yes, all common ones."),
    ("Is it possible to come with ten people?", "Yes, if you book some days before."),
    ("Do you have parking?", "There is a public car park round the corner."),
    ("Do you have something without nuts?", "Yes, please tell us when you book."),
    ("Are you open on public holidays?", "Usually not; see our hours on the day."),
)
