"""Words and prices that generated products are made of."""

from typing import NamedTuple


class Kind(NamedTuple):
    """A kind of goods: its names, usual price in euro cents, weight in grams."""

    category: str
    names: tuple[str, str, str, str]
    """English, German, Japanese, Chinese."""
    cents: int
    grams: int


CATEGORIES: tuple[tuple[str, str, str | None], ...] = (
    ("clothing", "Clothing", None), ("shoes", "Shoes", "clothing"), ("outerwear", "Jackets and coats", "clothing"),
    ("home", "Home", None), ("kitchen", "Kitchen", "home"), ("bedding", "Bedding", "home"),
    ("lighting", "Lighting", "home"), ("furniture", "Small furniture", "home"),
    ("electronics", "Electronics", None), ("audio", "Audio", "electronics"), ("computing", "Computing", "electronics"),
    ("phones", "Phone accessories", "electronics"), ("sports", "Sports and outdoors", None),
    ("cycling", "Cycling", "sports"), ("camping", "Camping", "sports"), ("toys", "Toys and games", None),
    ("books", "Books and stationery", None), ("garden", "Garden", None), ("grocery", "Pantry", None),
    ("care", "Personal care", None), ("pets", "Pets", None), ("luggage", "Bags and luggage", None),
)  # fmt: skip

_KINDS = """
shoes|Running shoes|Laufschuhe|ランニングシューズ|跑步鞋|8900|700
shoes|Walking boots|Wanderstiefel|登山靴|徒步靴|12900|1300
shoes|Slippers|Hausschuhe|スリッパ|拖鞋|2400|350
clothing|T-shirt|T-Shirt|Tシャツ|T恤|1900|200
clothing|Wool jumper|Wollpullover|ウールセーター|羊毛衫|6900|450
clothing|Linen shirt|Leinenhemd|リネンシャツ|亚麻衬衫|5400|250
clothing|Merino socks|Merinosocken|メリノソックス|美利奴袜子|1600|90
outerwear|Rain jacket|Regenjacke|レインジャケット|雨衣|9900|500
outerwear|Down coat|Daunenmantel|ダウンコート|羽绒服|18900|1100
kitchen|Frying pan|Bratpfanne|フライパン|煎锅|4900|1400
kitchen|Electric kettle|Wasserkocher|電気ケトル|电热水壶|3900|1100
kitchen|Rice cooker|Reiskocher|炊飯器|电饭煲|7900|3200
kitchen|Chef's knife|Kochmesser|包丁|菜刀|5900|300
kitchen|Coffee grinder|Kaffeemühle|コーヒーミル|咖啡研磨机|8400|1500
kitchen|Storage jars|Vorratsgläser|保存瓶|储物罐|2200|1800
bedding|Duvet cover|Bettbezug|掛け布団カバー|被套|4900|1000
bedding|Pillow|Kopfkissen|枕|枕头|3400|900
bedding|Wool blanket|Wolldecke|ウール毛布|羊毛毯|7900|1600
lighting|Desk lamp|Schreibtischlampe|デスクライト|台灯|4500|1200
lighting|Night light|Nachtlicht|常夜灯|小夜灯|1500|150
lighting|LED bulbs|LED-Lampen|LED電球|LED灯泡|1200|200
furniture|Folding table|Klapptisch|折りたたみテーブル|折叠桌|7900|7500
furniture|Bookshelf|Bücherregal|本棚|书架|11900|14000
furniture|Step stool|Tritthocker|踏み台|踏脚凳|3200|2500
audio|Headphones|Kopfhörer|ヘッドホン|耳机|12900|350
audio|Bluetooth speaker|Bluetooth-Lautsprecher|ブルートゥーススピーカー|蓝牙音箱|7900|800
audio|Kitchen radio|Küchenradio|キッチンラジオ|厨房收音机|5900|1100
computing|Mechanical keyboard|Mechanische Tastatur|メカニカルキーボード|机械键盘|9900|1000
computing|Wireless mouse|Funkmaus|ワイヤレスマウス|无线鼠标|3400|120
computing|Monitor arm|Monitorarm|モニターアーム|显示器支架|8900|3200
computing|Webcam|Webcam|ウェブカメラ|摄像头|5900|180
computing|External drive|Externe Festplatte|外付けドライブ|移动硬盘|8400|200
phones|Phone case|Handyhülle|スマホケース|手机壳|1900|60
phones|Power bank|Powerbank|モバイルバッテリー|充电宝|3900|300
phones|Charging cable|Ladekabel|充電ケーブル|充电线|1200|50
sports|Yoga mat|Yogamatte|ヨガマット|瑜伽垫|3400|1300
sports|Dumbbell set|Hantelset|ダンベルセット|哑铃套装|5900|10000
sports|Swimming goggles|Schwimmbrille|水泳ゴーグル|泳镜|1900|90
cycling|Bicycle helmet|Fahrradhelm|自転車ヘルメット|自行车头盔|6900|350
cycling|Bicycle light|Fahrradlicht|自転車ライト|自行车灯|2900|150
cycling|Floor pump|Standpumpe|空気入れ|打气筒|3400|1300
camping|Two-person tent|Zweipersonenzelt|二人用テント|双人帐篷|18900|2600
camping|Sleeping bag|Schlafsack|寝袋|睡袋|9900|1500
camping|Camping stove|Campingkocher|キャンプコンロ|露营炉|5400|500
toys|Building blocks|Bauklötze|積み木|积木|3900|1200
toys|Jigsaw puzzle|Puzzle|ジグソーパズル|拼图|1900|700
toys|Board game|Brettspiel|ボードゲーム|桌游|3400|1100
toys|Plush rabbit|Plüschhase|うさぎのぬいぐるみ|毛绒兔|2200|250
books|Notebook|Notizbuch|ノート|笔记本|1100|250
books|Fountain pen|Füllfederhalter|万年筆|钢笔|3900|60
books|Wall calendar|Wandkalender|壁掛けカレンダー|挂历|1800|400
books|Watercolour set|Aquarellkasten|水彩絵の具セット|水彩颜料|2900|400
garden|Watering can|Gießkanne|じょうろ|洒水壶|2200|800
garden|Garden shears|Gartenschere|剪定ばさみ|园艺剪|2900|350
garden|Seed collection|Saatgutmischung|種セット|种子套装|1400|80
grocery|Coffee beans|Kaffeebohnen|コーヒー豆|咖啡豆|1600|1000
grocery|Green tea|Grüner Tee|緑茶|绿茶|1400|200
grocery|Olive oil|Olivenöl|オリーブオイル|橄榄油|1500|1100
grocery|Oat cookies|Haferkekse|オーツクッキー|燕麦饼干|700|400
care|Electric toothbrush|Elektrische Zahnbürste|電動歯ブラシ|电动牙刷|6900|300
care|Hand cream|Handcreme|ハンドクリーム|护手霜|900|120
care|Hair dryer|Haartrockner|ドライヤー|吹风机|5400|700
pets|Cat tree|Kratzbaum|キャットタワー|猫爬架|6900|9000
pets|Dog lead|Hundeleine|犬用リード|狗绳|1900|150
luggage|Cabin suitcase|Handgepäckkoffer|機内持ち込みスーツケース|登机箱|11900|2900
luggage|Backpack|Rucksack|リュックサック|双肩包|7900|900
luggage|Packing cubes|Packtaschen|トラベルポーチ|收纳袋|2400|250
"""


def _kind(line: str) -> Kind:
    category, english, german, japanese, chinese, cents, grams = line.split("|")
    return Kind(category, (english, german, japanese, chinese), int(cents), int(grams))


KINDS = tuple(_kind(line) for line in _KINDS.strip().splitlines())

BRANDS = (
    "Alderway", "Brindle", "Casca", "Dovetail", "Elmsmith", "Fennick", "Gannet", "Hollin", "Isar & Co", "Juno Works",
    "Kitto", "Larkspur", "Mokuzai", "Norrsken", "Ostara", "Pebble Lab", "Quillon", "Rowan", "Sorrel", "Tansu",
    "Umbra Field", "Vellum", "Wrenhouse", "Yarrow",
)  # fmt: skip
LINES = (
    "Classic", "Everyday", "Aero", "Nord", "Piccolo", "Studio", "Trail", "Basic", "Solid", "Eco", "Pro", "Lite",
    "Comfort", "Compact", "Heritage", "Duo",
)  # fmt: skip
COLOURS = ("black", "white", "grey", "navy", "olive", "rust", "sand", "teal", "berry", "mustard")
SIZES = {
    "shoes": ("38", "39", "40", "41", "42", "43", "44"),
    "clothing": ("S", "M", "L", "XL"),
    "outerwear": ("S", "M", "L", "XL"),
    "bedding": ("135 x 200", "155 x 220", "200 x 200"),
    "computing": ("standard", "large"),
}
SELLERS = (
    "Marlo Market", "Hearth & Hook", "Fern Outfitters", "Lumen Electrics", "Saddle & Spoke", "Little Otter Toys",
    "Pagewright Books", "Bolt Hardware", "Tea Chest Traders", "Green Thumb Seeds", "Harbour Goods", "Atelier Moss",
)  # fmt: skip
FEATURES = (
    "Made to be repaired: spare parts are sold for ten years.", "Comes in a recycled box without plastic.",
    "A little larger than it looks in the picture.", "Tested by our own team for a whole season.",
    "Easy to clean with a damp cloth.", "Light enough for every day.", "The manual comes in eight languages.",
    "Designed in a small studio, made in small batches.", "Two years of guarantee.", "Colours may differ slightly.",
    "Fits most homes and most budgets.", "Our best-selling design in a new finish.",
)  # fmt: skip
PRAISE = (
    "Does what it should.", "Better than I had hoped for.", "Good value for the price.", "Well made and nicely packed.",
    "We bought a second one.", "Arrived quickly and works well.", "My sister wants one, too.",
)  # fmt: skip
BLAME = (
    "The colour is not what the picture shows.", "Broke after some weeks.", "Smaller than I thought.",
    "Too heavy for me.", "The instructions are hard to follow.", "Had a scratch when it came.",
)  # fmt: skip
BUYERS = "Ada Ben Chiara Dmitri Ewa Farid Greta Hana Ivo Jun Kofi Lea Mei Nils Olga Pau Rosa Sven Tomo Uma".split()
QUESTIONS = (
    ("Is it in the box with everything that is needed?", "Yes, everything is in the box."),
    ("Where is it made?", "In a small factory in Portugal."), ("Can it be repaired?", "Yes, we sell the parts."),
    ("Is the packaging plastic-free?", "Almost: only a small bag is left."),
    ("Does the size run large?", "It is true to size."),
)  # fmt: skip
