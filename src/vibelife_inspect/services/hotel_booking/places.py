"""Places and words of the background: real cities, invented houses."""

from typing import NamedTuple


class Town(NamedTuple):
    """A city with the words of its houses."""

    name: str
    local: str
    country: str
    zone: str
    lat: int
    """Microdegrees."""
    lng: int
    currency: str
    night: int
    """Usual price of a plain hotel room, in minor units."""
    tongue: str
    phone: str
    """Country and area code."""


class Tongue(NamedTuple):
    """How houses and streets are called in a language."""

    first: tuple[str, ...]
    second: tuple[str, ...]
    hotel: str
    guesthouse: str
    apartment: str
    hostel: str
    ryokan: str
    venue: str
    streets: tuple[str, ...]
    address: str
    """A pattern of street and number."""


TOWNS: tuple[Town, ...] = (
    Town("Kyoto", "京都", "Japan", "Asia/Tokyo", 35_011_600, 135_768_100, "JPY", 16_800, "ja", "+81 75"),
    Town("Tokyo", "東京", "Japan", "Asia/Tokyo", 35_681_200, 139_767_100, "JPY", 19_500, "ja", "+81 3"),
    Town("Osaka", "大阪", "Japan", "Asia/Tokyo", 34_693_700, 135_502_300, "JPY", 14_200, "ja", "+81 6"),
    Town("Sapporo", "札幌", "Japan", "Asia/Tokyo", 43_062_100, 141_354_400, "JPY", 11_800, "ja", "+81 11"),
    Town("Berlin", "", "Germany", "Europe/Berlin", 52_520_000, 13_405_000, "EUR", 11_900, "de", "+49 30"),
    Town("Hamburg", "", "Germany", "Europe/Berlin", 53_551_100, 9_993_700, "EUR", 12_600, "de", "+49 40"),
    Town("Munich", "München", "Germany", "Europe/Berlin", 48_137_200, 11_575_600, "EUR", 14_800, "de", "+49 89"),
    Town("Vienna", "Wien", "Austria", "Europe/Vienna", 48_208_200, 16_373_800, "EUR", 13_200, "de", "+43 1"),
    Town("Zurich", "Zürich", "Switzerland", "Europe/Zurich", 47_376_900, 8_541_700, "CHF", 21_000, "de", "+41 44"),
    Town("Paris", "", "France", "Europe/Paris", 48_856_600, 2_352_200, "EUR", 17_400, "fr", "+33 1"),
    Town("Lyon", "", "France", "Europe/Paris", 45_764_000, 4_835_700, "EUR", 11_500, "fr", "+33 4"),
    Town("Rome", "Roma", "Italy", "Europe/Rome", 41_902_800, 12_496_400, "EUR", 14_600, "it", "+39 06"),
    Town("Florence", "Firenze", "Italy", "Europe/Rome", 43_769_600, 11_255_800, "EUR", 15_100, "it", "+39 055"),
    Town("Lisbon", "Lisboa", "Portugal", "Europe/Lisbon", 38_722_300, -9_139_300, "EUR", 12_400, "pt", "+351 21"),
    Town("Madrid", "", "Spain", "Europe/Madrid", 40_416_800, -3_703_800, "EUR", 12_900, "es", "+34 91"),
    Town("Barcelona", "", "Spain", "Europe/Madrid", 41_385_100, 2_173_400, "EUR", 15_400, "es", "+34 93"),
    Town("London", "", "United Kingdom", "Europe/London", 51_507_400, -127_800, "GBP", 15_900, "en", "+44 20"),
    Town("Edinburgh", "", "United Kingdom", "Europe/London", 55_953_300, -3_188_300, "GBP", 13_300, "en", "+44 131"),
    Town("Dublin", "", "Ireland", "Europe/Dublin", 53_349_800, -6_260_300, "EUR", 16_300, "en", "+353 1"),
    Town("New York", "", "United States", "America/New_York", 40_712_800, -74_006_000, "USD", 26_900, "en", "+1 212"),
    Town("Boston", "", "United States", "America/New_York", 42_360_100, -71_058_900, "USD", 23_500, "en", "+1 617"),
    Town("San Francisco", "", "United States", "America/Los_Angeles", 37_774_900, -122_419_400, "USD", 21_900, "en",
    "+1 415"),
    Town("Toronto", "", "Canada", "America/Toronto", 43_653_200, -79_383_200, "CAD", 22_400, "en", "+1 416"),
    Town("Sydney", "", "Australia", "Australia/Sydney", -33_868_800, 151_209_300, "AUD", 24_500, "en", "+61 2"),
    Town("Singapore", "新加坡", "Singapore", "Asia/Singapore", 1_352_100, 103_819_800, "SGD", 23_800, "en", "+65"),
    Town("Shanghai", "上海", "China", "Asia/Shanghai", 31_230_400, 121_473_700, "CNY", 56_000, "zh", "+86 21"),
    Town("Beijing", "北京", "China", "Asia/Shanghai", 39_904_200, 116_407_400, "CNY", 58_000, "zh", "+86 10"),
    Town("Hangzhou", "杭州", "China", "Asia/Shanghai", 30_274_100, 120_155_100, "CNY", 48_000, "zh", "+86 571"),
    Town("Chengdu", "成都", "China", "Asia/Shanghai", 30_572_800, 104_066_800, "CNY", 41_000, "zh", "+86 28"),
    Town("Sanya", "三亚", "China", "Asia/Shanghai", 18_252_800, 109_511_900, "CNY", 72_000, "zh", "+86 898"),
    Town("Seoul", "서울", "South Korea", "Asia/Seoul", 37_566_500, 126_978_000, "KRW", 148_000, "en", "+82 2"),
    Town("Bangkok", "กรุงเทพมหานคร", "Thailand", "Asia/Bangkok", 13_756_300, 100_501_800, "THB", 265_000, "en",
    "+66 2"),
)  # fmt: skip

_EN = Tongue(
    ("Alder", "Copper", "Juniper", "Lantern", "Saltmarsh", "Thistle", "Harrow", "Marlow", "Pewter", "Quince", "Rowan",
     "Tamarisk", "Wren", "Larkspur", "Brindle"),
    ("Quay", "Court", "Yard", "Row", "Garden", "Mews", "Landing", "Square", "Terrace", "Corner"),
    "The {a} {b} Hotel", "{a} {b} Guesthouse", "{a} {b} Apartments", "{a} {b} Hostel", "{a} {b} Inn",
    "{a} {b} Assembly Rooms",
    ("Chandler Street", "Millrace Lane", "Orchard Road", "Foundry Street", "Tanner Row", "Beacon Rise", "Ferry Street"),
    "{n} {street}",
)  # fmt: skip
_DE = Tongue(
    ("Ahorn", "Birken", "Elster", "Kranich", "Linden", "Mühlen", "Reiher", "Silber", "Tannen", "Wacholder", "Zeisig",
     "Kupfer", "Eulen", "Schleusen", "Weiden"),
    ("hof", "eck", "garten", "haus", "winkel", "blick", "steg", "tor", "wiese", "brunnen"),
    "Hotel {a}{b}", "Pension {a}{b}", "{a}{b} Apartments", "Hostel {a}{b}", "Gasthof {a}{b}", "Tagungshaus {a}{b}",
    ("Lerchenweg", "Torfgasse", "Alte Seilerei", "Kastanienallee", "Färberstraße", "Mühlengraben", "Uferstraße"),
    "{street} {n}",
)  # fmt: skip
_FR = Tongue(
    ("Clairval", "Bellerive", "Montelune", "Verdelle", "Aubépine", "Tilleul", "Saulaie", "Rivoire", "Hirondelle",
     "Vermeil",
     "Glycine", "Lavoir", "Mésange", "Cigale", "Vigneron"),
    ("du Quai", "du Parc", "de la Cour", "des Arts", "du Verger", "de la Source", "du Pont", "des Jardins",
     "du Marché", "du Clos"),
    "Hôtel {a} {b}", "Maison {a} {b}", "Résidence {a} {b}", "Auberge {a} {b}", "Relais {a} {b}", "Salons {a} {b}",
    ("rue des Tanneurs", "rue du Lavoir", "quai des Saules", "rue de la Treille", "allée du Moulin",
     "rue des Copistes"),
    "{n} {street}",
)  # fmt: skip
_IT = Tongue(
    ("Acquaviva", "Belcolle", "Cipresso", "Fiordalba", "Ginestra", "Lucerna", "Melograno", "Olivastro", "Rondine",
     "Serravento",
     "Tramontina", "Ulivella", "Verbena", "Zaffiro", "Mirtillo"),
    ("al Ponte", "alla Corte", "del Borgo", "al Parco", "della Loggia", "ai Giardini", "del Mercato", "alla Fonte",
     "del Colle", "al Porto"),
    "Hotel {a} {b}", "Locanda {a} {b}", "Residenza {a} {b}", "Ostello {a} {b}", "Dimora {a} {b}", "Sale {a} {b}",
    ("Via dei Cestai", "Via della Macina", "Vicolo del Melo", "Via dei Vetrai", "Piazza del Pozzo", "Via Lungargine"),
    "{street} {n}",
)  # fmt: skip
_ES = Tongue(
    ("Alameda", "Brisa", "Cantera", "Encina", "Jacaranda", "Limonero", "Mirador", "Noria", "Olmo", "Retama", "Sauce",
     "Terral", "Umbría", "Vereda", "Zarzal"),
    ("del Puerto", "de la Plaza", "del Jardín", "Alta", "del Molino", "de las Artes", "del Río", "Nueva", "del Patio",
     "Real"),
    "Hotel {a} {b}", "Casa {a} {b}", "Apartamentos {a} {b}", "Albergue {a} {b}", "Posada {a} {b}", "Salones {a} {b}",
    ("Calle de los Toneleros", "Calle del Almendro", "Paseo de la Noria", "Calle Cantarranas", "Calle del Telar"),
    "{street} {n}",
)  # fmt: skip
_PT = Tongue(
    ("Andorinha", "Alecrim", "Caravela", "Figueira", "Gaivota", "Laranjal", "Maresia", "Nogueira", "Oliveira",
     "Pinhal"),
    ("do Cais", "da Praça", "do Jardim", "da Ribeira", "do Pátio", "das Artes", "do Miradouro", "da Fonte",
     "do Monte", "Nova"),
    "Hotel {a} {b}", "Casa {a} {b}", "Apartamentos {a} {b}", "Albergue {a} {b}", "Quinta {a} {b}", "Salões {a} {b}",
    ("Rua dos Oleiros", "Rua da Nora", "Travessa do Linho", "Rua das Velas", "Calçada da Fonte"),
    "{street} {n}",
)  # fmt: skip
_JA = Tongue(
    ("Hanamizuki", "Tsukikage", "Shirakaba", "Kawasemi", "Matsukaze", "Yukiyanagi", "Akatsuki", "Harukaze", "Momiji",
     "Suzumushi",
     "Asagiri", "Komorebi", "Tachibana", "Wakaba", "Chidori"),
    ("Higashi", "Minami", "Kita", "Nishi", "Ekimae", "Kawara", "Sakura-dori", "Honmachi", "Shinmachi", "Teramae"),
    "Hotel {a} {b}", "Guesthouse {a} {b}", "{a} Residence {b}", "Hostel {a} {b}", "Ryokan {a} {b}", "{a} Hall {b}",
    ("Honmachi", "Shinmachi", "Kawabata", "Ekimae-dori", "Teramachi", "Suehiro", "Asahi-cho"),
    "{n}-{m} {street}",
)  # fmt: skip
_ZH = Tongue(
    ("Yunqi", "Qinghe", "Songtao", "Mingyue", "Lanting", "Zhuxi", "Hefeng", "Yulan", "Baihe", "Shuimu", "Xingchen",
     "Tingyu",
     "Wutong", "Linjiang", "Chunhe"),
    ("Riverside", "Lakeside", "Garden", "Plaza", "Old Town", "Station", "Park", "Bund Lane", "East Gate", "Hill"),
    "{a} Hotel {b}", "{a} Guesthouse {b}", "{a} Serviced Apartments {b}", "{a} Youth Hostel {b}", "{a} Inn {b}",
    "{a} Conference Centre {b}",
    ("Yingbin Road", "Heping Road", "Wenhua Lane", "Binjiang Avenue", "Guihua Street", "Changle Road"),
    "{n} {street}",
)  # fmt: skip

TONGUES = {"en": _EN, "de": _DE, "fr": _FR, "it": _IT, "es": _ES, "pt": _PT, "ja": _JA, "zh": _ZH}

LOCAL_NAMES = {
    "ja": {"first": ("花水木", "月影", "白樺", "翡翠", "松風", "雪柳", "暁", "春風", "紅葉", "鈴虫", "朝霧",
                     "木漏れ日", "橘", "若葉", "千鳥"),
           "second": ("東", "南", "北", "西", "駅前", "河原", "桜通り", "本町", "新町", "寺前")},
    "zh": {"first": ("云栖", "清荷", "松涛", "明月", "兰亭", "竹溪", "和风", "玉兰", "百合", "水木", "星辰", "听雨",
                     "梧桐", "临江", "春和"),
           "second": ("滨江店", "湖畔店", "花园店", "广场店", "古城店", "车站店", "公园店", "外滩里店", "东门店",
                      "山景店")},
}  # fmt: skip
"""The same words in the local script, in the same order."""

PRAISE = (
    "Spotless room and a comfortable bed.", "The staff went out of their way to help us.", "Very quiet at night.",
    "Ten minutes on foot to the station.", "Breakfast was fresh and plentiful.",
    "Easy check-in, and luggage could stay.",
    "Lovely view over the roofs.", "The shower has real pressure.", "Great value for the neighbourhood.",
    "Plenty of cafés around the corner.", "The bed was made up early without our asking.",
)  # fmt: skip
BLAME = (
    "The walls are thin.", "The lift was out of order on one day.", "Our room faced the street and was noisy.",
    "Wi-Fi dropped in the evenings.", "Smaller than it looks in the pictures.", "Breakfast was the same every day.",
    "The heating took a while.", "Parking is tight and costs extra.", "Check-in took half an hour.",
)  # fmt: skip
GUESTS = (
    "Annika", "Bram", "Chiara", "Dmitri", "Elif", "Farah", "Gonçalo", "Hana", "Ivo", "Jun", "Katya", "Liam", "Mei",
    "Nadia",
    "Oskar", "Priya", "Quentin", "Rosa", "Sven", "Tomoko", "Ugo", "Vera", "Wei", "Yusuf", "Zofia",
)  # fmt: skip
POLICIES = (
    "No smoking anywhere in the house.", "Quiet hours from 22:00 to 07:00.", "Pets only after asking the property.",
    "Guests under 18 only together with an adult.", "Groups of more than four rooms on request.",
    "Identity papers are checked on arrival.",
    "The rest of the price is charged on arrival to the card of the booking.",
)  # fmt: skip
