"""Effects across services: a service asks a port, and the world answers with whichever service is enabled.

A service offers a port by having its methods; no list names who offers what. Where nobody does, the effect is noted
in the journal alone, and the port says so.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Protocol, TypeVar, runtime_checkable

from vibelife_inspect.errors import Invalid, NotFound
from vibelife_inspect.money import Money
from vibelife_inspect.world.journal import Journal
from vibelife_inspect.world.record import Part


class Charge(Part):
    """A charge or refund as the paying side booked it."""

    id: str
    """Transaction id at the account or card."""
    method: str
    """Account or card id."""
    amount: Money
    """What was booked, in the currency of the account or card."""
    note: str = ""
    """Set when no payment service is enabled and nothing was booked."""


class Letter(Part):
    """A mail from a business to the persona."""

    sender: str
    """Address of the sender."""
    sender_name: str
    """Name of the sender."""
    subject: str
    body: str


class Appointment(Part):
    """An entry that a booking writes into the persona's calendar."""

    title: str
    start: datetime
    end: datetime
    location: str = ""
    notes: str = ""


class Notice(Part):
    """Something that a service tells its user."""

    source: str
    """Service that speaks, such as `flight_booking`."""
    topic: str
    """What it is about, such as `flight:NH204:2026-04-03`; rules of the hub match it."""
    title: str
    text: str
    ref: str = ""
    """Id of the record that it is about."""
    price: Money | None = None
    """New price, where the notice is about one."""


@runtime_checkable
class PaymentProvider(Protocol):
    """A service that holds accounts or cards."""

    def holds_method(self, method: str) -> bool:
        """Whether the id is one of its accounts or cards."""

    def take_charge(self, method: str, amount: Money, payee: str, memo: str) -> Charge:
        """Book a charge; the method must be the persona's, active, and have room."""

    def holds_charge(self, charge_id: str) -> bool:
        """Whether the id is one of its transactions."""

    def give_refund(self, charge_id: str, amount: Money, memo: str) -> Charge:
        """Book a refund of (part of) an earlier charge."""


@runtime_checkable
class MailProvider(Protocol):
    """A service with the persona's inbox."""

    def deliver_letter(self, letter: Letter) -> str:
        """Put a letter in the inbox and return its id."""


@runtime_checkable
class AgendaProvider(Protocol):
    """A service with the persona's calendar."""

    def enter_appointment(self, appointment: Appointment) -> str:
        """Write an entry into the primary calendar and return its id."""


@runtime_checkable
class NoticeProvider(Protocol):
    """A service with the persona's notifications."""

    def deliver_notice(self, notice: Notice) -> str:
        """Put a notice in the hub and return its id."""

    def watches(self, notice: Notice) -> bool:
        """Whether one of the user's own rules asks for it."""


P = TypeVar("P")


class Ports:
    """The ports of one world.

    Args:
        services: The enabled services, in order.
        journal: Where effects without a provider are noted.
    """

    def __init__(self, services: Iterable[object], journal: Journal) -> None:
        services = list(services)
        self._journal = journal
        self._payments: list[PaymentProvider] = [s for s in services if isinstance(s, PaymentProvider)]
        self._mail = next((s for s in services if isinstance(s, MailProvider)), None)
        self._agenda = next((s for s in services if isinstance(s, AgendaProvider)), None)
        self._notices = next((s for s in services if isinstance(s, NoticeProvider)), None)

    def charge(self, method: str, amount: Money, payee: str, memo: str) -> Charge:
        """Pay with an account or card of the persona.

        Raises:
            NotFound: No enabled payment service has the method.
            Refused: It is not the persona's, or not active.
            InsufficientFunds: It has no room for the amount.
        """
        if amount.minor <= 0:
            raise Invalid(f"cannot charge {amount}; the amount must be positive")
        if not self._payments:
            return self._unbooked(method, amount, f"charge by {payee}: {memo}")
        for provider in self._payments:
            if provider.holds_method(method):
                return provider.take_charge(method, amount, payee, memo)
        raise NotFound(f"there is no account or card {method!r}", id=method)

    def refund(self, charge: Charge, amount: Money, memo: str) -> Charge:
        """Pay (part of) a charge back to where it came from; nothing is booked for nothing."""
        for provider in self._payments:
            if provider.holds_charge(charge.id):
                return provider.give_refund(charge.id, amount, memo)
        return self._unbooked(charge.method, amount, f"refund: {memo}")

    def mail(self, letter: Letter) -> str:
        """Deliver a letter to the persona's inbox; returns its id or an empty string."""
        with self._journal.acting("service"):
            if self._mail is not None:
                return self._mail.deliver_letter(letter)
            self._journal.mark("effect", "mail", subject=letter.subject)
            return ""

    def agenda(self, appointment: Appointment) -> str:
        """Write into the persona's calendar; returns the entry's id or an empty string."""
        if self._agenda is not None:
            return self._agenda.enter_appointment(appointment)
        self._journal.mark("effect", "agenda", title=appointment.title)
        return ""

    def notify(self, notice: Notice, *, subscribed: bool = False) -> str:
        """Tell the persona, if the user subscribed at the service or watches the topic in the hub.

        Silence is the default: returns the notice's id, or an empty string when nobody asked for it.
        """
        with self._journal.acting("service"):
            if self._notices is None:
                if subscribed:
                    self._journal.mark("effect", "notice", title=notice.title)
                return ""
            if subscribed or self._notices.watches(notice):
                return self._notices.deliver_notice(notice)
            return ""

    def _unbooked(self, method: str, amount: Money, what: str) -> Charge:
        self._journal.mark("effect", "payment", method=method, amount=str(amount), what=what)
        return Charge(
            id=f"unbooked-{method}",
            method=method,
            amount=amount,
            note="no payment service is enabled; nothing was booked",
        )
