"""The network that a world has when its bundle names none: real places, invented operators."""

from collections.abc import Iterator
from datetime import time

from vibelife_inspect.money import Money, money
from vibelife_inspect.services.rail_booking.lines import Line
from vibelife_inspect.services.rail_booking.records import Mode, Station
from vibelife_inspect.services.rail_booking.tickets import PassProduct

_PLACES = """
HAM|Hamburg Hbf|Hamburg|DE|Europe/Berlin|train|
BER|Berlin Hbf|Berlin|DE|Europe/Berlin|train|
LEJ|Leipzig Hbf|Leipzig|DE|Europe/Berlin|train|
MUC|München Hbf|Munich|DE|Europe/Berlin|train|München Muenchen
FRA|Frankfurt (Main) Hbf|Frankfurt|DE|Europe/Berlin|train|
CGN|Köln Hbf|Cologne|DE|Europe/Berlin|train|Köln Koeln
BRU|Bruxelles-Midi|Brussels|BE|Europe/Brussels|train|Bruxelles Brussel
AMS|Amsterdam Centraal|Amsterdam|NL|Europe/Amsterdam|train|
PAR|Paris Nord|Paris|FR|Europe/Paris|train|
LON|London St Pancras|London|GB|Europe/London|train|
VIE|Wien Hbf|Vienna|AT|Europe/Vienna|train|Wien
SZG|Salzburg Hbf|Salzburg|AT|Europe/Vienna|train|
TYO|Tokyo|Tokyo|JP|Asia/Tokyo|train|東京 とうきょう
NGO|Nagoya|Nagoya|JP|Asia/Tokyo|train|名古屋 なごや
KYO|Kyoto|Kyoto|JP|Asia/Tokyo|train|京都 きょうと
OSA|Shin-Osaka|Osaka|JP|Asia/Tokyo|train|新大阪 大阪 おおさか
HIJ|Hiroshima|Hiroshima|JP|Asia/Tokyo|train|広島 ひろしま
SHA|Shanghai Hongqiao|Shanghai|CN|Asia/Shanghai|train|上海虹桥 上海
HGH|Hangzhou East|Hangzhou|CN|Asia/Shanghai|train|杭州东 杭州
NKG|Nanjing South|Nanjing|CN|Asia/Shanghai|train|南京南 南京
PEK|Beijing South|Beijing|CN|Asia/Shanghai|train|北京南 北京
KEL-F|Kiel Schwedenkai|Kiel|DE|Europe/Berlin|ferry|
GOT-F|Göteborg Ferry Terminal|Gothenburg|SE|Europe/Stockholm|ferry|Göteborg Goeteborg
OSA-F|Osaka Nanko Ferry Terminal|Osaka|JP|Asia/Tokyo|ferry|大阪南港 大阪
BPU-F|Beppu Ferry Terminal|Beppu|JP|Asia/Tokyo|ferry|別府 べっぷ
MUC-B|München ZOB|Munich|DE|Europe/Berlin|bus|München
PRG-B|Praha Florenc|Prague|CZ|Europe/Prague|bus|Praha
HAM-B|Hamburg ZOB|Hamburg|DE|Europe/Berlin|bus|
KEL-B|Kiel Bus Station|Kiel|DE|Europe/Berlin|bus|
"""


def _stations() -> Iterator[Station]:
    for line in _PLACES.strip().splitlines():
        id, name, city, country, zone, mode, local = line.split("|")
        yield Station.model_validate(
            {"id": id, "name": name, "city": city, "country": country, "zone": zone, "mode": mode, "local_name": local}
        )


def _line(
    number: str,
    operator: str,
    stations: str,
    minutes: tuple[int, ...],
    fare: Money,
    premium: int = 0,
    *,
    mode: Mode = "train",
    hours: tuple[int, int] = (6, 18),
    every: int = 300,
    fee: Money | None = None,
    seats: int = 320,
    passes: bool = True,
) -> Line:
    better = fare.percent(premium) if premium else None
    return Line(
        number=number,
        operator=operator,
        mode=mode,
        stations=tuple(stations.split()),
        minutes=minutes,
        fare=fare,
        first_fare=better if mode == "train" else None,
        cabin_fare=better if mode == "ferry" else None,
        first=time(hours[0], 12),
        last=time(hours[1], 59),
        every=every,
        dwell=3,
        seats=seats,
        accessible=mode != "bus",
        pass_accepted=passes and mode == "train",
        reservation_fee=fee,
    )


STATIONS = tuple(_stations())
"""All stations of the default lines."""

_EURO = money("4.90", "EUR")

LINES = (
    _line("KITE", "Nordbahn Express", "HAM BER LEJ MUC", (110, 75, 195), money(118, "EUR"), 165, fee=_EURO),
    _line("REED", "Nordbahn Express", "HAM CGN FRA", (240, 65), money(96, "EUR"), 160, fee=_EURO),
    _line("LARK", "Rheinlinie", "FRA CGN BRU PAR", (68, 112, 85), money(124, "EUR"), 150, fee=_EURO),
    _line("TERN", "Channel Link", "AMS BRU LON", (112, 121), money(139, "EUR"), 180, passes=False, fee=_EURO),
    _line("IBEX", "Alpenbahn", "MUC SZG VIE", (92, 150), money(89, "EUR"), 155, fee=money(3, "EUR")),
    _line(
        "SORA",
        "Tokai Sky Rail",
        "TYO NGO KYO OSA HIJ",
        (98, 36, 15, 84),
        money(19760, "JPY"),
        140,
        fee=money(530, "JPY"),
    ),
    _line("HEQU", "Jiangnan Intercity", "SHA HGH", (52,), money(73, "CNY"), 160, fee=money(0, "CNY")),
    _line("LUMA", "Jiangnan Intercity", "PEK NKG SHA", (215, 72), money(553, "CNY"), 168, fee=money(0, "CNY")),
    _line(
        "GULL", "Skagen Ferries", "KEL-F GOT-F", (870,), money(95, "EUR"), 190, mode="ferry", hours=(18, 18), seats=600
    ),
    _line(
        "MIOW", "Seto Liner", "OSA-F BPU-F", (715,), money(11200, "JPY"), 195, mode="ferry", hours=(19, 19), seats=400
    ),
    _line("DASH", "Fernweh Coaches", "MUC-B PRG-B", (305,), money(32, "EUR"), mode="bus", every=480, seats=48),
    _line("HOOT", "Fernweh Coaches", "HAM-B KEL-B", (75,), money(14, "EUR"), mode="bus", every=480, seats=48),
)
"""Eight lines by rail, two by sea and two by road."""

PASSES = (
    PassProduct(
        id="PP-JP-7",
        name="Tokai 7-Day Pass",
        countries=("JP",),
        price=money(50000, "JPY"),
        validity_days=7,
        notes="Seat reservations cost extra.",
    ),
    PassProduct(
        id="PP-JP-14F",
        name="Tokai 14-Day First Pass",
        countries=("JP",),
        travel_class="first",
        price=money(111000, "JPY"),
        validity_days=14,
    ),
    PassProduct(
        id="PP-EU-15",
        name="Continental 15-Day Pass",
        countries=("AT", "BE", "DE", "FR", "NL"),
        price=money(429, "EUR"),
        validity_days=15,
        notes="Not on Channel Link services.",
    ),
    PassProduct(
        id="PP-DE-5",
        name="Nordbahn 5-Day Pass",
        countries=("DE",),
        price=money(189, "EUR"),
        validity_days=5,
    ),
)
"""Rail passes on sale."""
