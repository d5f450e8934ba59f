"""Talking to a property: requests about a stay, the time of arrival, and messages."""

from datetime import time, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import Wall
from vibelife_inspect.errors import Conflict, Invalid, Refused
from vibelife_inspect.money import Money
from vibelife_inspect.services.hotel_booking.booking import Booking
from vibelife_inspect.services.hotel_booking.records import Message, Reservation, StayRequest
from vibelife_inspect.world import ME, Json, Limit, operation, page

RequestStatus = Literal["sent", "acknowledged", "accepted", "declined", "withdrawn", "lapsed"]
"""State of a request; acknowledged: read, but nothing promised."""


class Contact(Booking):
    """Requests and messages."""

    @operation("commit")
    def request_late_check_out(
        self, reservation_id: str, until: Wall, max_fee: Money | None = None, text: str | None = None
    ) -> Json:
        """Ask to leave the room later than the check-out time.

        Granted at once, and its fee charged, up to the house's `late_check_out_until` if the room is free the next
        night; otherwise the property decides, and the request stays `sent` until it does.

        Args:
            reservation_id: Id of the reservation.
            until: Wall time of the property on the day of departure, such as 13:00.
            max_fee: Highest fee that you agree to; without it you agree to none.
            text: Why, for the property to read.
        """
        stay = self._live(reservation_id)
        if until <= stay.leave_by:
            raise Invalid(f"until: the room can be kept until {stay.leave_by} anyway")
        place = self.properties.get(stay.property_id)
        room = self.room_types.get(stay.room_type_id)
        latest = place.late_check_out_until
        free = self.look(room, stay.check_out, stay.check_out + timedelta(1), ignore=stay.id).left >= stay.rooms
        request = self._new_request(stay, "late_check_out", text, until, max_fee)
        if latest is None or until > latest or not free:
            return self.ask(stay, request).shown
        return self._grant(stay, request, place.late_check_out_fee)

    @operation("commit")
    def request_early_check_in(
        self, reservation_id: str, arrive_from: Wall, max_fee: Money | None = None, text: str | None = None
    ) -> Json:
        """Ask for the room before the check-in time.

        Granted at once from the house's `early_check_in_from` on if the room is free the night before; otherwise the
        property decides, and the request stays `sent` until it does.

        Args:
            reservation_id: Id of the reservation.
            arrive_from: Wall time of the property on the day of arrival, such as 12:00.
            max_fee: Highest fee that you agree to; without it you agree to none.
            text: Why, for the property to read.
        """
        stay = self._live(reservation_id)
        self.with_status(stay, "confirmed")
        if arrive_from >= stay.arrival_from:
            raise Invalid(f"arrive_from: the room is ready from {stay.arrival_from} anyway")
        place = self.properties.get(stay.property_id)
        room = self.room_types.get(stay.room_type_id)
        earliest = place.early_check_in_from
        free = self.look(room, stay.check_in - timedelta(1), stay.check_in, ignore=stay.id).left >= stay.rooms
        request = self._new_request(stay, "early_check_in", text, arrive_from, max_fee)
        if earliest is None or arrive_from < earliest or not free:
            return self.ask(stay, request).shown
        return self._grant(stay, request, None)

    @operation("commit")
    def send_request(self, reservation_id: str, text: str) -> Json:
        """Send a special request for a reservation; it is a wish until the property accepts it.

        Args:
            reservation_id: Id of the reservation.
            text: What is asked for, in any language.
        """
        stay = self._live(reservation_id)
        return self.ask(stay, self._new_request(stay, "special", text, None, None)).shown

    @operation("write")
    def withdraw_request(self, request_id: str) -> Json:
        """Withdraw a request that the property has not decided.

        Args:
            request_id: Id of the request.
        """
        request = self.requests.get(request_id)
        self.own(request, "request")
        if request.status == "withdrawn":
            raise Conflict(f"request {request_id!r} is already withdrawn", status="withdrawn")
        return self.requests.update(request_id, status="withdrawn").shown

    @operation("read")
    def list_requests(
        self,
        reservation_id: str | None = None,
        status: RequestStatus | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List requests to properties with their answers, latest first.

        Args:
            reservation_id: Only requests for this reservation.
            status: Only requests in this state.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = self.requests.find(owner=ME)
        if reservation_id is not None:
            rows = self.requests.find(reservation_id=self.mine(reservation_id).id)
        rows = [request for request in reversed(rows) if status in (None, request.status)]
        rows.sort(key=lambda request: request.sent_at, reverse=True)
        return page(rows, limit, cursor, lambda request: request.shown)

    @operation("write")
    def set_arrival_time(self, reservation_id: str, arrival_time: Wall) -> Json:
        """Tell the property when the guests will arrive on the day of check-in; a late arrival is noted there.

        Args:
            reservation_id: Id of the reservation.
            arrival_time: Wall time of the property, such as 23:30; a time before 05:00 is the night after that day.
        """
        stay = self.mine(reservation_id)
        self.with_status(stay, "held", "confirmed")
        place = self.properties.get(stay.property_id)
        stay = self.reservations.update(stay.id, arrival_time=arrival_time)
        late = _since_dawn(arrival_time) > _since_dawn(place.check_in_until)
        return {
            **stay.row,
            "arrival_time": arrival_time,
            "late_arrival": late,
            "check_in_from": stay.arrival_from,
            "check_in_until": place.check_in_until,
        }

    @operation("commit")
    def send_message(self, property_id: str, text: str, reservation_id: str | None = None) -> Json:
        """Write to a property; an answer, if one comes, stands in list_messages.

        Args:
            property_id: Id of the property.
            text: The message.
            reservation_id: The reservation that it is about.
        """
        self.properties.get(property_id)
        if reservation_id is not None and self.mine(reservation_id).property_id != property_id:
            raise Refused(f"reservation {reservation_id!r} is at another property", reservation_id=reservation_id)
        message = Message(
            id=self.new_id("MSG"),
            property_id=property_id,
            reservation_id=reservation_id,
            sender="guest",
            text=text,
            sent_at=self.clock.now,
        )
        return _shown(self.messages.add(message))

    @operation("read")
    def list_messages(
        self,
        property_id: str | None = None,
        reservation_id: str | None = None,
        sender: Literal["guest", "property"] | None = None,
        limit: Annotated[int, Field(ge=1, le=100)] = 20,
        cursor: str | None = None,
    ) -> Json:
        """List messages with properties, latest first.

        Args:
            property_id: Only messages with this property.
            reservation_id: Only messages about this reservation.
            sender: Only messages from the guest (the user), or from a property.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            message
            for message in reversed(self.messages.find(owner=ME))
            if property_id in (None, message.property_id)
            and reservation_id in (None, message.reservation_id)
            and sender in (None, message.sender)
        ]
        rows.sort(key=lambda message: message.sent_at, reverse=True)
        return page(rows, limit, cursor, _shown)

    def _live(self, reservation_id: str) -> Reservation:
        stay = self.mine(reservation_id)
        self.with_status(stay, "confirmed", "checked_in")
        return stay

    def _new_request(
        self,
        stay: Reservation,
        kind: Literal["special", "late_check_out", "early_check_in"],
        text: str | None,
        wanted: time | None,
        max_fee: Money | None,
    ) -> StayRequest:
        return StayRequest(
            id=self.new_id("REQ"),
            reservation_id=stay.id,
            property_id=stay.property_id,
            kind=kind,
            text=text or "",
            wanted_time=wanted,
            max_fee=max_fee,
            sent_at=self.clock.now,
        )

    def _grant(self, stay: Reservation, request: StayRequest, fee: Money | None) -> Json:
        """The house's own rule allows it: charge the fee and change the times."""
        note, answer = "", "Granted."
        if fee is not None and fee.minor > 0:
            cost = self.convert(fee, stay.total.currency, "reservation_id")
            self._agreed(cost, request.max_fee)
            if stay.payment_method is None:
                raise Refused("the reservation names no payment method for the fee", fee=str(cost))
            stay = self.pay(stay, stay.payment_method, cost, "late check-out of")
            stay = self.reservations.update(stay.id, total=stay.total + cost)
            note, answer = stay.payments[-1].charge.note, f"Granted for a fee of {cost}."
        with self.world.acting("service", f"property:{stay.property_id}"):
            request = self.requests.add(
                request.model_copy(update={"status": "accepted", "answer": answer, "answered_at": self.clock.now})
            )
            self.apply_times(request)
        return {**request.shown, "notes": [note] if note else []}

    def apply_times(self, request: StayRequest) -> None:
        """An accepted time holds for the reservation."""
        if request.wanted_time is None or request.kind == "special":
            return
        field = "leave_by" if request.kind == "late_check_out" else "arrival_from"
        self.reservations.update(request.reservation_id, **{field: request.wanted_time})

    def _agreed(self, cost: Money, most: Money | None) -> None:
        if most is None or self.convert(most, cost.currency, "max_fee") < cost:
            raise Refused(f"the fee is {cost}; give max_fee of at least that if it is worth it", fee=str(cost))


def _shown(message: Message) -> Json:
    return {field: value for field, value in message if field != "owner"}


def _since_dawn(wall: time) -> int:
    """Minutes since 05:00, so that half past midnight comes after an evening."""
    return (wall.hour * 60 + wall.minute - 300) % 1440
