"""Real airports: where they are and which zone their clocks show."""

from functools import cache
from math import asin, cos, radians, sin, sqrt
from zoneinfo import ZoneInfo

from pydantic import Field

from vibelife_inspect.clock import ZoneName
from vibelife_inspect.world import Record

Iata = r"^[A-Z]{3}$"
"""Pattern of an airport code."""


class Airport(Record):
    """One airport; the id is its IATA code."""

    id: str = Field(pattern=Iata)
    name: str
    city: str
    country: str = Field(pattern=r"^[A-Z]{2}$")
    """ISO 3166 code of two letters."""
    zone: ZoneName
    """IANA zone, such as Asia/Tokyo."""
    metro: str = ""
    """City code that covers several airports, such as TYO; empty when the airport's own code does."""
    other_names: str = ""
    """Names in other scripts, for searches."""
    min_connection_minutes: int = Field(default=60, ge=15, le=360)
    """Shortest connection that is sold here."""
    latitude: float | None = Field(default=None, ge=-90, le=90)
    longitude: float | None = Field(default=None, ge=-180, le=180)


_TABLE = """
AMS Schiphol|Amsterdam|NL|Europe/Amsterdam||阿姆斯特丹 アムステルダム|50|52.31|4.76
ARN Arlanda|Stockholm|SE|Europe/Stockholm|STO|斯德哥尔摩 ストックホルム|50|59.65|17.92
ATH Eleftherios Venizelos|Athens|GR|Europe/Athens||Αθήνα 雅典|55|37.94|23.95
BCN El Prat|Barcelona|ES|Europe/Madrid||巴塞罗那 バルセロナ|60|41.30|2.08
BER Brandenburg|Berlin|DE|Europe/Berlin||柏林 ベルリン|45|52.36|13.50
BKK Suvarnabhumi|Bangkok|TH|Asia/Bangkok||กรุงเทพ 曼谷 バンコク|75|13.69|100.75
CAN Baiyun|Guangzhou|CN|Asia/Shanghai||广州 廣州|90|23.39|113.30
CDG Charles de Gaulle|Paris|FR|Europe/Paris|PAR|巴黎 パリ|90|49.01|2.55
CPH Kastrup|Copenhagen|DK|Europe/Copenhagen||København 哥本哈根|45|55.62|12.66
CTU Tianfu|Chengdu|CN|Asia/Shanghai||成都|75|30.31|104.44
DEL Indira Gandhi|Delhi|IN|Asia/Kolkata||दिल्ली 德里|90|28.57|77.10
DUB Dublin|Dublin|IE|Europe/Dublin||都柏林 ダブリン|60|53.42|-6.27
DXB Dubai International|Dubai|AE|Asia/Dubai||دبي 迪拜 ドバイ|75|25.25|55.36
FCO Fiumicino|Rome|IT|Europe/Rome|ROM|Roma 罗马 ローマ|60|41.80|12.25
FRA Frankfurt|Frankfurt|DE|Europe/Berlin||法兰克福 フランクフルト|45|50.03|8.57
FUK Fukuoka|Fukuoka|JP|Asia/Tokyo||福岡 福冈|60|33.59|130.45
GRU Guarulhos|Sao Paulo|BR|America/Sao_Paulo|SAO|São Paulo 圣保罗|90|-23.43|-46.47
HAM Hamburg|Hamburg|DE|Europe/Berlin||汉堡 ハンブルク|40|53.63|9.99
HEL Vantaa|Helsinki|FI|Europe/Helsinki||赫尔辛基 ヘルシンキ|40|60.32|24.96
HKG Chek Lap Kok|Hong Kong|HK|Asia/Hong_Kong||香港|60|22.31|113.91
HND Haneda|Tokyo|JP|Asia/Tokyo|TYO|東京 东京 羽田|70|35.55|139.78
ICN Incheon|Seoul|KR|Asia/Seoul|SEL|서울 首尔 ソウル 仁川|70|37.46|126.44
IST Istanbul|Istanbul|TR|Europe/Istanbul||İstanbul 伊斯坦布尔|75|41.26|28.74
JFK John F. Kennedy|New York|US|America/New_York|NYC|纽约 ニューヨーク|90|40.64|-73.78
KIX Kansai|Osaka|JP|Asia/Tokyo|OSA|大阪 関西|60|34.43|135.23
LAX Los Angeles|Los Angeles|US|America/Los_Angeles||洛杉矶 ロサンゼルス|90|33.94|-118.41
LGW Gatwick|London|GB|Europe/London|LON|伦敦 ロンドン|60|51.15|-0.19
LHR Heathrow|London|GB|Europe/London|LON|伦敦 ロンドン|75|51.47|-0.45
LIS Humberto Delgado|Lisbon|PT|Europe/Lisbon||Lisboa 里斯本|60|38.77|-9.13
MAD Barajas|Madrid|ES|Europe/Madrid||马德里 マドリード|60|40.49|-3.57
MEX Benito Juarez|Mexico City|MX|America/Mexico_City||México 墨西哥城|90|19.44|-99.07
MUC Franz Josef Strauss|Munich|DE|Europe/Berlin||München 慕尼黑 ミュンヘン|45|48.35|11.79
NRT Narita|Tokyo|JP|Asia/Tokyo|TYO|東京 东京 成田|75|35.77|140.39
ORD O'Hare|Chicago|US|America/Chicago|CHI|芝加哥 シカゴ|90|41.98|-87.90
OSL Gardermoen|Oslo|NO|Europe/Oslo||奥斯陆 オスロ|50|60.19|11.10
PEK Capital|Beijing|CN|Asia/Shanghai|BJS|北京|90|40.08|116.58
PKX Daxing|Beijing|CN|Asia/Shanghai|BJS|北京 大兴|75|39.51|116.41
PVG Pudong|Shanghai|CN|Asia/Shanghai||上海 浦东|90|31.14|121.81
SFO San Francisco|San Francisco|US|America/Los_Angeles||旧金山 サンフランシスコ|75|37.62|-122.38
SHA Hongqiao|Shanghai|CN|Asia/Shanghai||上海 虹桥|60|31.20|121.34
SIN Changi|Singapore|SG|Asia/Singapore||新加坡 シンガポール|60|1.36|103.99
SYD Kingsford Smith|Sydney|AU|Australia/Sydney||悉尼 シドニー|75|-33.95|151.18
SZX Bao'an|Shenzhen|CN|Asia/Shanghai||深圳 宝安|75|22.64|113.81
TPE Taoyuan|Taipei|TW|Asia/Taipei||台北 臺北 桃園|60|25.08|121.23
VIE Schwechat|Vienna|AT|Europe/Vienna||Wien 维也纳 ウィーン|40|48.11|16.57
YYZ Pearson|Toronto|CA|America/Toronto|YTO|多伦多 トロント|75|43.68|-79.63
ZRH Kloten|Zurich|CH|Europe/Zurich||Zürich 苏黎世 チューリッヒ|40|47.46|8.55
"""


def _airport(line: str) -> Airport:
    code, rest = line[:3], line[4:]
    name, city, country, zone, metro, other, minutes, latitude, longitude = rest.split("|")
    return Airport(
        id=code,
        name=name,
        city=city,
        country=country,
        zone=zone,
        metro=metro,
        other_names=other,
        min_connection_minutes=int(minutes),
        latitude=float(latitude),
        longitude=float(longitude),
    )


AIRPORTS = {airport.id: airport for airport in map(_airport, _TABLE.strip().splitlines())}
"""The built-in airports by code; a bundle's own come on top."""


@cache
def zone_of(iata: str) -> ZoneInfo | None:
    """The zone of a built-in airport; None for any other."""
    airport = AIRPORTS.get(iata)
    return ZoneInfo(airport.zone) if airport else None


def distance_km(one: Airport, other: Airport) -> int:
    """Great-circle distance in whole kilometres; 1,000 when a position is unknown."""
    if one.latitude is None or one.longitude is None or other.latitude is None or other.longitude is None:
        return 1000
    north, south = radians(one.latitude), radians(other.latitude)
    half = sin((south - north) / 2) ** 2
    half += cos(north) * cos(south) * sin(radians(other.longitude - one.longitude) / 2) ** 2
    return round(12742 * asin(sqrt(half)))
