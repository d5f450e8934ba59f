"""Invented names of shops and streets, per culture."""

from collections.abc import Mapping
from typing import NamedTuple


class Culture(NamedTuple):
    """How things are called somewhere."""

    words: tuple[tuple[str, str], ...]
    """Words for names, with the same in the local script where that differs."""
    kinds: Mapping[str, tuple[str, str]]
    """Pattern of a name per category, and the pattern of its local alias (empty: none)."""
    street: str
    """Pattern of a street and number."""
    native: bool
    """Whether names are aliased in another script."""


_CATEGORIES = (
    "bakery bank cafe clinic gym hospital hotel library museum "
    "park pharmacy restaurant shop supermarket venue viewpoint"
).split()


def _kinds(latin: str, local: str = "") -> dict[str, tuple[str, str]]:
    """Patterns in the order of the categories."""
    names = latin.split(", ")
    aliases = local.split() or [""] * len(names)
    return dict(zip(_CATEGORIES, zip(names, aliases, strict=True), strict=True))


_ENGLISH = _kinds(
    "{} Bakery, {} Savings Bank, {} Coffee House, {} Walk-in Clinic, {} Climbing & Fitness, {} Hospital, {} Hotel, "
    "{} Library, Museum of {}, {} Park, {} Pharmacy, The {} Table, {} Books & Paper, {} Market, {} Hall, {} Lookout"
)
_GERMAN = _kinds(
    "Bäckerei {}, Sparbank {}, Café {}, Praxis {}, Studio {}, Klinikum {}, Pension {}, Bücherhalle {}, Museum {}, "
    "{}park, {}-Apotheke, Gasthaus {}, {} Papier & Buch, {}markt, Saal {}, {}höhe"
)
_FRENCH = _kinds(
    "Boulangerie {}, Caisse {}, Café {}, Cabinet {}, Salle {}, Hôpital {}, Hôtel {}, Bibliothèque {}, Musée {}, "
    "Parc {}, Pharmacie {}, Chez {}, Librairie {}, Marché {}, Salle des fêtes {}, Belvédère {}"
)
_SPANISH = _kinds(
    "Panadería {}, Caja {}, Café {}, Clínica {}, Gimnasio {}, Hospital {}, Hostal {}, Biblioteca {}, Museo {}, "
    "Parque {}, Farmacia {}, Casa {}, Papelería {}, Mercado {}, Sala {}, Mirador {}"
)
_PORTUGUESE = _kinds(
    "Padaria {}, Caixa {}, Café {}, Clínica {}, Ginásio {}, Hospital {}, Pensão {}, Biblioteca {}, Museu {}, "
    "Jardim {}, Farmácia {}, Tasca {}, Papelaria {}, Mercado {}, Sala {}, Miradouro {}"
)
_ITALIAN = _kinds(
    "Forno {}, Cassa {}, Caffè {}, Ambulatorio {}, Palestra {}, Ospedale {}, Locanda {}, Biblioteca {}, Museo {}, "
    "Parco {}, Farmacia {}, Trattoria {}, Cartoleria {}, Mercato {}, Sala {}, Belvedere {}"
)
_JAPANESE = _kinds(
    "{} Bakery, {} Bank, {} Coffee, {} Clinic, {} Gym, {} Hospital, {} Inn, {} Library, {} Museum, {} Park, "
    "{} Pharmacy, {} Kitchen, {} Books, {} Foods, {} Hall, {} Observatory",
    "{}ベーカリー {}銀行 {}珈琲 {}医院 {}ジム {}病院 {}旅館 "
    "{}図書館 {}美術館 {}公園 {}薬局 {}食堂 {}書店 {}スーパー {}会館 {}展望台",
)
_CHINESE = _kinds(
    "{} Bakery, {} Bank, {} Coffee, {} Clinic, {} Gym, {} Hospital, {} Hotel, {} Library, {} Museum, {} Park, "
    "{} Pharmacy, {} Restaurant, {} Bookshop, {} Supermarket, {} Hall, {} Terrace",
    "{}面包房 {}银行 {}咖啡 {}诊所 {}健身 {}医院 {}酒店 "
    "{}图书馆 {}博物馆 {}公园 {}药房 {}饭馆 {}书店 {}超市 {}会馆 {}观景台",
)
_KOREAN = _kinds(
    "{} Bakery, {} Bank, {} Coffee, {} Clinic, {} Gym, {} Hospital, {} Hotel, {} Library, {} Museum, {} Park, "
    "{} Pharmacy, {} Kitchen, {} Books, {} Mart, {} Hall, {} Lookout",
    "{}베이커리 {}은행 {}커피 {}의원 {}헬스 {}병원 {}호텔 "
    "{}도서관 {}박물관 {}공원 {}약국 {}식당 {}서점 {}마트 {}회관 {}전망대",
)


def _plain(words: str) -> tuple[tuple[str, str], ...]:
    return tuple((word, word) for word in words.split())


CULTURES: Mapping[str, Culture] = {
    "ja": Culture(
        (
            ("Hinoki", "ひのき"), ("Sazanami", "さざなみ"), ("Komorebi", "こもれび"), ("Tsubaki", "つばき"),
            ("Yamabuki", "やまぶき"), ("Asagiri", "朝霧"), ("Kaede", "かえで"), ("Suzuran", "すずらん"),
            ("Akatsuki", "あかつき"), ("Hotaru", "ほたる"), ("Minamo", "みなも"), ("Wakaba", "若葉"),
        ),
        _JAPANESE, "{number}-{second} {word}-cho", True,
    ),
    "zh": Culture(
        (
            ("Qinglan", "青岚"), ("Yunxi", "云溪"), ("Mingyue", "明月"), ("Zhulin", "竹林"), ("Chenguang", "晨光"),
            ("Baihe", "百合"), ("Songtao", "松涛"), ("Hupan", "湖畔"), ("Meixiang", "梅香"), ("Feiyan", "飞燕"),
        ),
        _CHINESE, "{number} {word} Road", True,
    ),
    "ko": Culture(
        (
            ("Haneul", "하늘"), ("Dalbit", "달빛"), ("Sonamu", "소나무"), ("Areum", "아름"), ("Byeolbit", "별빛"),
            ("Noeul", "노을"), ("Maru", "마루"), ("Saebyeok", "새벽"),
        ),
        _KOREAN, "{number} {word}-ro", True,
    ),
    "en": Culture(
        _plain("Alder Bramble Copperfield Dovecote Elderflower Foxglove Greyhaven Harrow Ivybridge Juniper Kestrel"),
        _ENGLISH, "{number} {word} Street", False,
    ),
    "de": Culture(
        _plain("Linden Ahorn Birken Sonnen Mühlen Kastanien Wiesen Falken Adler Rosen Brunnen Schwanen"),
        _GERMAN, "{word}weg {number}", False,
    ),
    "fr": Culture(
        _plain("Mirabelle Lavande Églantine Clémentine Hirondelle Pervenche Garance Capucine Marjolaine Séraphine"),
        _FRENCH, "{number} rue {word}", False,
    ),
    "es": Culture(
        _plain("Almendro Azahar Golondrina Jacaranda Lucero Madrugada Naranjo Olivar Romero Tramontana"),
        _SPANISH, "Calle {word} {number}", False,
    ),
    "pt": Culture(
        _plain("Alecrim Andorinha Azulejo Caravela Figueira Gaivota Hortelã Laranjeira Moinho Saudade"),
        _PORTUGUESE, "Rua {word} {number}", False,
    ),
    "it": Culture(
        _plain("Ginestra Girasole Melograno Rondine Tramonto Vecchiarella Zafferano Aurora Corallo Fiordaliso"),
        _ITALIAN, "Via {word} {number}", False,
    ),
}  # fmt: skip
"""Names by the key that a city gives."""
