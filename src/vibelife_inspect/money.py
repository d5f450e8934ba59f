"""Money: integer minor units and an ISO 4217 currency; no floats anywhere."""

import re
from collections.abc import Iterable, Mapping
from decimal import ROUND_HALF_EVEN, Decimal
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, GetJsonSchemaHandler, computed_field, model_validator
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema

_ZERO = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF".split()
_THREE = "BHD IQD JOD KWD LYD OMR TND".split()
_TWO = (
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF "
    "CNY COP CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF "
    "IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR "
    "MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD "
    "SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS VES WST XCD YER ZAR "
    "ZMW ZWG"
).split()

EXPONENTS: Mapping[str, int] = {**dict.fromkeys(_ZERO, 0), **dict.fromkeys(_TWO, 2), **dict.fromkeys(_THREE, 3)}
"""Decimal places of each active ISO 4217 currency."""

_MAX_DIGITS = 15
_TEXT = re.compile(r"^\s*([A-Z]{3})\s*(-?[\d,]+(?:\.\d+)?)\s*$")


class Money(BaseModel):
    """An amount of one currency, such as `{"minor": 125050, "currency": "EUR"}` for EUR 1,250.50.

    Text such as `"EUR 1,250.50"` is read too. Amounts compare and add within one currency only.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", use_attribute_docstrings=True)

    minor: int = Field(ge=-(10**15), le=10**15)
    """Amount in the currency's smallest unit: cents for EUR, yen for JPY."""
    currency: str = Field(pattern=r"^[A-Z]{3}$")
    """ISO 4217 code, such as EUR."""

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        """The input form; `text` may come along, as it does in results."""
        schema = handler.resolve_ref_schema(handler(core))
        minor, currency = schema["properties"]["minor"], schema["properties"]["currency"]
        text = {"type": "string", "description": "Optional: the same amount for people."}
        return {
            "type": "object",
            "description": "Money in minor units, such as {minor: 125050, currency: EUR} for EUR 1,250.50.",
            "properties": {"minor": minor, "currency": currency, "text": text},
            "required": ["minor", "currency"],
            "additionalProperties": False,
        }

    @model_validator(mode="before")
    @classmethod
    def _read(cls, value: Any) -> Any:
        if isinstance(value, str):
            return _parse(value)
        if isinstance(value, Mapping) and "text" in value:
            rest = {key: item for key, item in value.items() if key != "text"}
            if value["text"] != str(cls.model_validate(rest)):
                raise ValueError(f"text {value['text']!r} does not agree with minor and currency")
            return rest
        return value

    @model_validator(mode="after")
    def _known(self) -> "Money":
        if self.currency not in EXPONENTS:
            raise ValueError(f"{self.currency!r} is no ISO 4217 currency, such as EUR or JPY")
        return self

    @computed_field  # type: ignore[prop-decorator]
    @property
    def text(self) -> str:
        """The amount for people, such as `EUR 1,250.50`."""
        return str(self)

    @property
    def amount(self) -> Decimal:
        """The amount in major units."""
        return Decimal(self.minor).scaleb(-EXPONENTS[self.currency])

    def __str__(self) -> str:
        return f"{self.currency} {self.amount:,.{EXPONENTS[self.currency]}f}"

    def __add__(self, other: "Money") -> "Money":
        return Money(minor=self.minor + self._same(other).minor, currency=self.currency)

    def __sub__(self, other: "Money") -> "Money":
        return Money(minor=self.minor - self._same(other).minor, currency=self.currency)

    def __mul__(self, times: int) -> "Money":
        return Money(minor=self.minor * times, currency=self.currency)

    def __neg__(self) -> "Money":
        return self * -1

    def __lt__(self, other: "Money") -> bool:
        return self.minor < self._same(other).minor

    def __le__(self, other: "Money") -> bool:
        return self.minor <= self._same(other).minor

    def __gt__(self, other: "Money") -> bool:
        return self.minor > self._same(other).minor

    def __ge__(self, other: "Money") -> bool:
        return self.minor >= self._same(other).minor

    def percent(self, points: int) -> "Money":
        """`points` per cent of the amount, rounded half to even."""
        return Money(minor=_round(Decimal(self.minor) * points / 100), currency=self.currency)

    def zero(self) -> "Money":
        """Nothing, in the same currency."""
        return Money(minor=0, currency=self.currency)

    def _same(self, other: "Money") -> "Money":
        if other.currency != self.currency:
            raise ValueError(f"{self} and {other} are different currencies")
        return other


def money(amount: str | int | Decimal, currency: str) -> Money:
    """Money from an amount in major units; more decimals than the currency has are an error."""
    try:
        scaled = Decimal(amount).scaleb(EXPONENTS[currency])
    except (ArithmeticError, KeyError) as error:
        raise ValueError(f"{amount!r} {currency!r} is no amount of money") from error
    if not scaled.is_finite() or scaled.adjusted() > _MAX_DIGITS:
        raise ValueError(f"{amount!r} is no amount of money")
    if scaled != scaled.to_integral_value():
        raise ValueError(f"{currency} has {EXPONENTS[currency]} decimals, so {amount} is no amount of it")
    return Money(minor=int(scaled), currency=currency)


def total(amounts: Iterable[Money], currency: str) -> Money:
    """The sum of amounts of one currency; nothing adds up to zero."""
    result = Money(minor=0, currency=currency)
    for amount in amounts:
        result = result + amount
    return result


class Rates:
    """A fixed table of exchange rates; the inverse of a given pair is known too.

    Args:
        table: `{"EUR/JPY": "162.40"}`: one EUR is 162.40 JPY.
    """

    def __init__(self, table: Mapping[str, str]) -> None:
        self.table = dict(table)

    def convert(self, amount: Money, currency: str) -> Money:
        """The amount in another currency, rounded half to even.

        Raises:
            KeyError: The table has no rate for the pair.
        """
        if amount.currency == currency:
            return amount
        rate = self._rate(amount.currency, currency)
        major = amount.amount * rate
        return Money(minor=_round(major.scaleb(EXPONENTS[currency])), currency=currency)

    def worth(self, amount: Money, currency: str) -> int | None:
        """Minor units in another currency; None where there is no rate, or the amount cannot be held."""
        try:
            return self.convert(amount, currency).minor
        except (KeyError, ValueError):
            return None

    def _rate(self, source: str, target: str) -> Decimal:
        if f"{source}/{target}" in self.table:
            return Decimal(self.table[f"{source}/{target}"])
        if f"{target}/{source}" in self.table:
            return 1 / Decimal(self.table[f"{target}/{source}"])
        raise KeyError(f"{source}/{target}")


def _round(value: Decimal) -> int:
    return int(value.to_integral_value(rounding=ROUND_HALF_EVEN))


def _parse(text: str) -> dict[str, Any]:
    match = _TEXT.match(text)
    if match is None:
        raise ValueError(f"{text!r} is no amount of money, such as 'EUR 1,250.50'")
    parsed = money(match[2].replace(",", ""), match[1])
    return {"minor": parsed.minor, "currency": parsed.currency}
