"""Country codes and what people call the countries."""

from typing import Annotated

from pydantic import Field

CountryCode = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
"""ISO 3166 code of two letters, such as JP."""

_NAMES = """
AE United Arab Emirates|阿联酋 アラブ首長国連邦
AR Argentina|阿根廷 アルゼンチン
AT Austria|Österreich 奥地利 オーストリア
AU Australia|澳大利亚 オーストラリア
BR Brazil|Brasil 巴西 ブラジル
CA Canada|加拿大 カナダ
CH Switzerland|Schweiz Suisse 瑞士 スイス
CN China|中国
DE Germany|Deutschland 德国 ドイツ
EG Egypt|مصر 埃及 エジプト
ES Spain|España 西班牙 スペイン
FR France|法国 フランス
GB United Kingdom|Great Britain UK 英国 イギリス
GR Greece|Ελλάδα 希腊 ギリシャ
ID Indonesia|印度尼西亚 インドネシア
IN India|भारत 印度 インド
IS Iceland|Ísland 冰岛 アイスランド
IT Italy|Italia 意大利 イタリア
JP Japan|日本
KE Kenya|肯尼亚 ケニア
KR South Korea|대한민국 韩国 韓国
MA Morocco|Maroc المغرب 摩洛哥 モロッコ
MX Mexico|México 墨西哥 メキシコ
NZ New Zealand|Aotearoa 新西兰 ニュージーランド
PE Peru|Perú 秘鲁 ペルー
PT Portugal|葡萄牙 ポルトガル
SG Singapore|新加坡 シンガポール
TH Thailand|ประเทศไทย 泰国 タイ
TR Türkiye|Turkey 土耳其 トルコ
TZ Tanzania|坦桑尼亚 タンザニア
US United States|USA America 美国 アメリカ
VN Vietnam|Việt Nam 越南 ベトナム
ZA South Africa|南非 南アフリカ
"""

_KNOWN: dict[str, tuple[str, str]] = {
    line[:2]: (line[3:].split("|")[0], line[3:].split("|")[1]) for line in _NAMES.strip().splitlines()
}


def country_name(code: str) -> str:
    """The English name, or the code where it is not known."""
    return _KNOWN.get(code, (code, ""))[0]


def country_words(code: str) -> str:
    """The code and all names, for searching."""
    return " ".join((code, *_KNOWN.get(code, ())))
