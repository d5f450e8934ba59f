"""The people and businesses that the persona pays."""

from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.banking.base import BankingBase
from vibelife_inspect.services.banking.iban import iban_fault, plain_iban
from vibelife_inspect.services.banking.records import Payee
from vibelife_inspect.text import found
from vibelife_inspect.world import ME, Json, Limit, operation, page

Name = Annotated[str, Field(min_length=1, max_length=140, pattern=r"\S")]
"""A name of a payee or bank."""
Country = Annotated[str, Field(pattern=r"^[A-Z]{2}$")]
"""ISO 3166 code of two letters."""
AccountNo = Annotated[str, Field(pattern=r"^[0-9A-Za-z][0-9A-Za-z -]{3,39}$")]
"""A national account number."""


class Payees(BankingBase):
    """The address book of the bank."""

    @operation("read")
    def list_payees(self, query: str | None = None, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List saved payees by name.

        Args:
            query: Only payees whose name, bank or number holds every word of it.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [payee for payee in self.payees if payee.owner == ME and (query is None or _holds(payee, query))]
        return page(sorted(rows, key=lambda row: (row.name, row.id)), limit, cursor, lambda payee: payee.row)

    @operation("read")
    def get_payee(self, payee_id: str) -> Json:
        """Read one payee.

        Args:
            payee_id: Id of the payee.
        """
        return dict(self.own_payee(payee_id))

    @operation("write")
    def add_payee(
        self,
        name: Name,
        iban: str | None = None,
        account_no: AccountNo | None = None,
        bank: Name | None = None,
        country: Country | None = None,
    ) -> Json:
        """Save a payee, with an IBAN or, in countries without IBANs, a national account number.

        Args:
            name: Name of the account holder.
            iban: The IBAN; spaces are ignored, the check digits are verified.
            account_no: National account number; needs `country`.
            bank: Name of the bank.
            country: Country of the bank as a code of two letters; the IBAN says it by itself.
        """
        number = _numbers(iban, account_no, country)
        if iban is not None:
            alike = self.payees.find(iban=number["iban"])
        else:
            alike = self.payees.find(account_no=number["account_no"], country=number["country"])
        taken = [payee.id for payee in alike if payee.owner == ME]
        if taken:
            raise Conflict(f"payee {taken[0]!r} already has this number", id=taken[0])
        return dict(self.payees.add(Payee(id=self.new_id("PAYEE"), name=name, bank=bank or "", **number)))

    @operation("write")
    def update_payee(
        self,
        payee_id: str,
        name: Name | None = None,
        iban: str | None = None,
        account_no: AccountNo | None = None,
        bank: Name | None = None,
        country: Country | None = None,
        clear: Annotated[list[Literal["bank"]], Field(max_length=1)] = [],  # noqa: B006 - read as a schema default
    ) -> Json:
        """Change a payee; a new number replaces the old one. What is scheduled goes to the new number.

        Args:
            payee_id: Id of the payee.
            name: New name.
            iban: New IBAN.
            account_no: New national account number; needs `country`.
            bank: New name of the bank.
            country: Country of the new number; only together with `account_no` or `iban`.
            clear: Fields to empty.
        """
        self.own_payee(payee_id)
        changes: Json = {key: value for key, value in (("name", name), ("bank", bank)) if value is not None}
        if bank is not None and clear:
            raise Invalid("clear: names 'bank', which is given a value in the same call")
        if iban is not None or account_no is not None or country is not None:
            changes |= _numbers(iban, account_no, country)
        changes |= dict.fromkeys(clear, "")
        if not changes:
            raise Invalid("nothing to change: give at least one of name, iban, account_no, bank or clear")
        return dict(self.payees.update(payee_id, **changes))

    @operation("commit")
    def delete_payee(self, payee_id: str) -> Json:
        """Delete a payee for good; refused while a payment or standing order to it is still open.

        Args:
            payee_id: Id of the payee.
        """
        self.own_payee(payee_id)
        for payment in self.payments.find(payee=payee_id):
            if payment.status in ("scheduled", "pending"):
                raise Conflict(
                    f"payment {payment.id!r} to this payee is {payment.status}; cancel it first", id=payment.id
                )
        for order in self.standing_orders.find(payee=payee_id):
            if order.status in ("active", "paused"):
                raise Conflict(
                    f"standing order {order.id!r} to this payee is {order.status}; cancel it first", id=order.id
                )
        self.payees.remove(payee_id)
        return {"id": payee_id, "deleted": True}

    def own_payee(self, payee_id: str) -> Payee:
        """A payee of the persona."""
        payee = self.payees.get(payee_id)
        self.own(payee, "payee")
        return payee


def _holds(payee: Payee, query: str) -> bool:
    return found(query, payee.name, payee.bank, payee.iban, payee.account_no)


def _numbers(iban: str | None, account_no: str | None, country: str | None) -> Json:
    if (iban is None) == (account_no is None):
        raise Invalid("iban: give either iban or account_no")
    if iban is None:
        if country is None:
            raise Invalid("country: is required with account_no")
        return {"iban": "", "account_no": account_no, "country": country}
    plain = plain_iban(iban)
    if fault := iban_fault(plain):
        raise Invalid(f"iban: {fault}")
    if country not in (None, plain[:2]):
        raise Invalid(f"country: {country} differs from the IBAN's, {plain[:2]}")
    return {"iban": plain, "account_no": "", "country": plain[:2]}
