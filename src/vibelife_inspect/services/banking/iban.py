"""International bank account numbers: form and check digits."""

import re

from vibelife_inspect.text import fold

_LENGTHS = {
    "AD": 24, "AE": 23, "AT": 20, "BE": 16, "BG": 22, "BR": 29, "CH": 21, "CY": 28, "CZ": 24, "DE": 22, "DK": 18,
    "EE": 20, "ES": 24, "FI": 18, "FR": 27, "GB": 22, "GR": 27, "HR": 21, "HU": 28, "IE": 22, "IL": 23, "IS": 26,
    "IT": 27, "LI": 21, "LT": 20, "LU": 20, "LV": 21, "MC": 27, "MT": 31, "NL": 18, "NO": 15, "PL": 28, "PT": 25,
    "QA": 29, "RO": 24, "RS": 22, "SA": 24, "SE": 24, "SI": 19, "SK": 24, "SM": 27, "TR": 26, "UA": 29,
}  # fmt: skip
_FORM = re.compile(r"[A-Z]{2}[0-9]{2}[A-Z0-9]{11,30}")


def plain_iban(text: str) -> str:
    """The number without spaces, in capitals."""
    return "".join(fold(text).upper().split())


def iban_fault(iban: str) -> str:
    """What is wrong with a plain IBAN; empty when nothing is."""
    if not _FORM.fullmatch(iban):
        return "an IBAN has a country code, two check digits and 11 to 30 letters or digits"
    length = _LENGTHS.get(iban[:2], len(iban))
    if len(iban) != length:
        return f"an IBAN of {iban[:2]} has {length} characters, this one has {len(iban)}"
    if check_digits(iban) != iban[2:4]:
        return "the check digits are wrong, so at least one character is mistyped; compare it with its source"
    return ""


def check_digits(iban: str) -> str:
    """The two check digits that the rest of the number asks for."""
    digits = "".join(str(int(letter, 36)) for letter in iban[4:] + iban[:2] + "00")
    return f"{98 - int(digits) % 97:02d}"
