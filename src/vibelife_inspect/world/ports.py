"""Effects across services: a service asks a port, and the world answers with whichever service is enabled.

A service offers a port by having its methods; no list names who offers what. Where nobody does, the effect is noted
in the journal alone, and the port says so.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Literal, Protocol, TypeVar, runtime_checkable

from pydantic import Field

from vibelife_inspect.errors import Invalid, NotFound, Refused
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


ShipmentStatus = Literal[
    "created", "picked_up", "in_transit", "out_for_delivery", "delivered", "exception", "returned", "cancelled"
]
"""Where a shipment is on its way; `exception` is any trouble, `returned` is back with its sender."""


class Parcel(Part):
    """A parcel that a shop sends to the persona or whomever the persona names."""

    ref: str
    """Id of the order that it holds."""
    sender: str
    """Name of who sends it."""
    from_city: str = ""
    from_country: str = ""
    """ISO 3166 code, such as DE; empty when unknown."""
    recipient: str
    """Name of who gets it."""
    address: str
    """Street, number and postal code."""
    city: str
    country: str
    """ISO 3166 code, such as DE."""
    phone: str = ""
    items: str
    """What is in it."""
    weight_grams: int = Field(gt=0)
    service: Literal["standard", "express"] = "standard"
    carrier: str = ""
    """Name of the carrier; empty: whichever comes."""
    ready_at: datetime
    """When the carrier can fetch it."""


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
class PayoutProvider(Protocol):
    """A payment service whose accounts can receive money that is no refund; cards cannot."""

    def holds_method(self, method: str) -> bool:
        """Whether the id is one of its accounts."""

    def give_payout(self, method: str, amount: Money, payer: str, memo: str) -> Charge:
        """Book money that arrives; the account must be the persona's and active."""


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


@runtime_checkable
class ShipmentProvider(Protocol):
    """A service that carries parcels; it tells of each move through `Ports.shipment_moved`."""

    def create_shipment(self, parcel: Parcel) -> str:
        """Announce a parcel that will be fetched when it is ready; returns its tracking number."""

    def stop_shipment(self, shipment_id: str) -> bool:
        """Take an announced parcel back for its sender; False once it has been fetched or when it is unknown."""


@runtime_checkable
class ShipmentListener(Protocol):
    """A service that sends parcels and wants to know where they are."""

    def shipment_moved(self, ref: str, status: ShipmentStatus) -> None:
        """A parcel moved; `ref` is what its sender called it, and may be somebody else's."""


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
        self._shipments = next((s for s in services if isinstance(s, ShipmentProvider)), None)
        self._senders: list[ShipmentListener] = [s for s in services if isinstance(s, ShipmentListener)]

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

    def pay_out(self, method: str, amount: Money, payer: str, memo: str) -> Charge:
        """Send money to a bank account of the persona.

        Raises:
            NotFound: No enabled payment service has the account.
            Refused: It is not the persona's, not active, or a card.
        """
        if amount.minor <= 0:
            raise Invalid(f"cannot pay out {amount}; the amount must be positive")
        if not self._payments:
            return self._unbooked(method, amount, f"payout by {payer}: {memo}")
        for provider in self._payments:
            if provider.holds_method(method):
                if not isinstance(provider, PayoutProvider):
                    raise Refused(f"{method!r} is a card; money can be paid out to a bank account only", id=method)
                return provider.give_payout(method, amount, payer, memo)
        raise NotFound(f"there is no bank account {method!r}", id=method)

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

    def ship(self, parcel: Parcel) -> str:
        """Send a parcel; returns its tracking number, or an empty string when no service carries it."""
        with self._journal.acting("service"):
            if self._shipments is not None:
                return self._shipments.create_shipment(parcel)
            self._journal.mark("effect", "shipment", order=parcel.ref, items=parcel.items)
            return ""

    def stop_shipment(self, shipment_id: str) -> bool:
        """Take a parcel back before it is fetched; False when it is too late or no service carries it."""
        with self._journal.acting("service"):
            return self._shipments is not None and self._shipments.stop_shipment(shipment_id)

    def shipment_moved(self, ref: str, status: ShipmentStatus) -> None:
        """Tell the services that send parcels that the one they call `ref` moved."""
        with self._journal.acting("service"):
            for sender in self._senders:
                sender.shipment_moved(ref, status)

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
