"""What properties and other guests do, without the agent."""

from datetime import date
from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid, NotFound, Unavailable
from vibelife_inspect.money import Money
from vibelife_inspect.services.hotel_booking.catalogue import Night, Property, RatePlan, RoomType
from vibelife_inspect.services.hotel_booking.offers import days
from vibelife_inspect.services.hotel_booking.records import LIVE, Message, Reservation
from vibelife_inspect.services.hotel_booking.stays import Stays
from vibelife_inspect.world import Json, NewId, Notice, operation

_MOST_NIGHTS = 366


class Outside(Stays):
    """Outside operations."""

    @operation("outside")
    def cancel_by_property(self, reservation_id: str, reason: str, tell: bool = False) -> Json:
        """The property cancels a reservation and pays everything back.

        Args:
            reservation_id: Id of the reservation.
            reason: Why.
            tell: Whether the property mails the guest.
        """
        return dict(self._call_off(self.reservations.get(reservation_id), reason, tell))

    @operation("outside")
    def close_dates(
        self,
        property_id: str,
        first_night: date,
        last_night: date,
        reason: str,
        cancel_stays: bool = True,
        tell: bool = False,
    ) -> Json:
        """The property closes for some nights; stays that are booked then are cancelled and paid back.

        Args:
            property_id: Id of the property.
            first_night: First night that is closed.
            last_night: Last night that is closed.
            reason: Why.
            cancel_stays: False leaves booked stays alone and only sells nothing more.
            tell: Whether the property mails the guests whose stay is cancelled.
        """
        nights = _nights(first_night, last_night)
        self.properties.get(property_id)
        for room in self.room_types.find(property_id=property_id):
            self._set_nights(room, nights, closed=True)
        gone = []
        for stay in self.reservations.find(property_id=property_id) if cancel_stays else ():
            if stay.status in ("held", "confirmed") and stay.check_in <= last_night and stay.check_out > first_night:
                gone.append(self._call_off(stay, reason, tell).id)
        return {"property_id": property_id, "nights": len(nights), "cancelled": gone}

    @operation("outside")
    def set_stock(
        self, room_type_id: str, first_night: date, last_night: date, stock: Annotated[int, Field(ge=0, le=1000)]
    ) -> Json:
        """Other guests book, or rooms come free: how many rooms of a type are on sale on some nights, ours included.

        Args:
            room_type_id: Id of the room type.
            first_night: First night.
            last_night: Last night.
            stock: Rooms on each of these nights, at least as many as the persona has booked.
        """
        room = self.room_types.get(room_type_id)
        nights = _nights(first_night, last_night)
        self._set_nights(room, nights, stock=stock)
        for day in nights:
            sold = sum(s.rooms for s in self._taken(room_type_id) if s.check_in <= day < s.check_out)
            if sold > stock:
                raise Conflict(f"{sold} rooms are booked for {day}; cancel or move them first", booked=sold)
        return {"room_type_id": room_type_id, "nights": len(nights), "stock": stock}

    @operation("outside")
    def change_price(self, rate_plan_id: str, price_per_night: Money) -> Json:
        """The property changes the price of a rate; booked and held stays keep theirs.

        Args:
            rate_plan_id: Id of the rate plan.
            price_per_night: The new price of one room on a usual night.
        """
        place, room, rate = self.rate_parts(rate_plan_id)
        if price_per_night.currency != rate.price_per_night.currency or not 0 < price_per_night.minor <= 10**10:
            raise Invalid(f"price_per_night: must be positive and in {rate.price_per_night.currency}")
        rate = self.rate_plans.update(rate_plan_id, price_per_night=price_per_night)
        self._tell_price(place, room, rate)
        return dict(rate)

    @operation("outside")
    def withdraw_rate(self, rate_plan_id: str) -> Json:
        """The property sells a rate no longer.

        Args:
            rate_plan_id: Id of the rate plan.
        """
        return dict(self.rate_plans.update(rate_plan_id, status="withdrawn"))

    @operation("outside")
    def answer_request(self, request_id: str, accept: bool, answer: str) -> Json:
        """The property accepts or declines a request; an accepted time holds for the reservation.

        Args:
            request_id: Id of the request.
            accept: Whether it is accepted.
            answer: The property's words.
        """
        status = "accepted" if accept else "declined"
        before = self.requests.get(request_id)
        if before.status == status:
            raise Conflict(f"request {request_id!r} is already {status}", status=status)
        request = self.requests.update(request_id, status=status, answer=answer, answered_at=self.clock.now)
        if accept:
            self.apply_times(request)
        self.tell(self.reservations.get(request.reservation_id), f"Request {status}", answer)
        return request.shown

    @operation("outside")
    def move_guest(self, reservation_id: str, room_type_id: str, reason: str, tell: bool = False) -> Json:
        """The property moves a reservation to another of its room types at the same price.

        Args:
            reservation_id: Id of the reservation.
            room_type_id: The room type that the guests get.
            reason: Why.
            tell: Whether the property mails the guest.
        """
        stay = self.reservations.get(reservation_id)
        self.with_status(stay, *LIVE)
        room = self.room_types.get(room_type_id)
        if room.property_id != stay.property_id:
            raise Invalid(f"room_type_id: {room_type_id!r} is not at property {stay.property_id!r}")
        if room.id == stay.room_type_id:
            raise Conflict(f"reservation {stay.id!r} is in {room_type_id!r} already")
        if self.look(room, stay.check_in, stay.check_out).left < stay.rooms:
            raise Unavailable(f"{room.name!r} is not free for that stay")
        stay = self.reservations.update(stay.id, room_type_id=room.id, note=reason)
        self.tell(stay, "Another room", f"The property moved {stay.id} to {room.name}.")
        if tell:
            self.write_to_guest(stay, "A change to your room", f"we moved you to {room.name}: {reason}")
        return dict(stay)

    @operation("outside")
    def reply_message(
        self, property_id: str, text: str, reservation_id: str | None = None, message_id: NewId | None = None
    ) -> Json:
        """The property writes to the persona.

        Args:
            property_id: Id of the property.
            text: The message.
            reservation_id: The reservation that it is about.
            message_id: Id for the message; made up when absent.
        """
        place = self.properties.get(property_id)
        if reservation_id is not None and self.reservations.get(reservation_id).property_id != property_id:
            raise NotFound(f"property {property_id!r} has no reservation {reservation_id!r}")
        message = Message(
            id=self.new_id("MSG", message_id),
            property_id=property_id,
            reservation_id=reservation_id,
            sender="property",
            text=text,
            sent_at=self.clock.now,
        )
        self.messages.add(message)
        topic = f"property:{property_id}"
        self.ports.notify(
            Notice(source=self.name, topic=topic, title=f"Message from {place.name}", text=text, ref=message.id)
        )
        return dict(message)

    @operation("outside")
    def report_no_show(self, reservation_id: str) -> Json:
        """The guests did not come: the penalty is kept or charged, the rest paid back. Possible until the stay is over.

        Args:
            reservation_id: Id of the reservation.
        """
        stay = self.reservations.get(reservation_id)
        self.with_status(stay, "confirmed", "checked_in")
        penalty = stay.penalty_at(max(self.clock.now, stay.arrives_at))
        refund = max(stay.paid - penalty, stay.paid.zero())
        if penalty > stay.paid and stay.payment_method is not None:
            stay = self.try_to_pay(stay, stay.payment_method, penalty - stay.paid, "no-show")
        if refund.minor:
            stay, _ = self.pay_back(stay, refund, "no-show")
        stay = self.reservations.update(stay.id, status="no_show", penalty=penalty, refund=refund)
        self.tell(stay, "No-show", f"{stay.id} was marked as a no-show.")
        return dict(stay)

    @operation("outside")
    def waive_penalty(self, reservation_id: str, reason: str, tell: bool = False) -> Json:
        """The property gives a penalty back after all; the reservation becomes refunded.

        Args:
            reservation_id: Id of a cancelled reservation or a no-show.
            reason: Why.
            tell: Whether the property mails the guest.
        """
        stay = self.reservations.get(reservation_id)
        self.with_status(stay, "cancelled", "no_show")
        if not stay.paid.minor:
            raise Conflict(f"reservation {stay.id!r} has nothing left to pay back")
        back = stay.paid
        stay, _ = self.pay_back(stay, back, "goodwill for")
        refund = back if stay.refund is None else stay.refund + back
        stay = self.reservations.update(stay.id, status="refunded", penalty=back.zero(), refund=refund, note=reason)
        if tell:
            self.write_to_guest(stay, "Your refund", f"we paid {back} back to you: {reason}")
        return dict(stay)

    def _call_off(self, stay: Reservation, reason: str, tell: bool) -> Reservation:
        self.with_status(stay, "held", "confirmed")
        refund = stay.paid
        if refund.minor:
            stay, _ = self.pay_back(stay, refund, "cancellation by the property of")
        stay = self.reservations.update(
            stay.id,
            status="cancelled",
            cancelled_at=self.clock.now,
            cancelled_by="property",
            cancel_reason=reason,
            penalty=refund.zero(),
            refund=refund,
        )
        self.tell(stay, "Cancelled by the property", f"The property cancelled {stay.id}.")
        if tell:
            self.write_to_guest(
                stay, "We had to cancel your booking", f"we are sorry: {reason}", f"We paid {refund} back to you."
            )
        return stay

    def _taken(self, room_type_id: str) -> list[Reservation]:
        return [stay for stay in self.reservations.find(room_type_id=room_type_id) if stay.status in LIVE]

    def _set_nights(self, room: RoomType, nights: list[date], **fields: object) -> None:
        known = {night.day: night for night in self.nights.find(room_type_id=room.id)}
        for day in nights:
            if day in known:
                self.nights.update(known[day].id, **fields)
            else:
                self.nights.add(
                    Night.model_validate({"id": f"{room.id}/{day}", "room_type_id": room.id, "day": day, **fields})
                )

    def _tell_price(self, place: Property, room: RoomType, rate: RatePlan) -> None:
        watched = place.id in self.saved and self.saved.get(place.id).watch_prices
        notice = Notice(
            source=self.name,
            topic=f"property:{place.id}/rate:{rate.id}",
            title=f"New price at {place.name}",
            text=f"{room.name}, {rate.name}: now {rate.price_per_night} a night.",
            ref=rate.id,
            price=rate.price_per_night,
        )
        self.ports.notify(notice, subscribed=watched)


def _nights(first: date, last: date) -> list[date]:
    if last < first:
        raise Invalid("last_night: must not be before first_night")
    if (last - first).days >= _MOST_NIGHTS or last == date.max:
        raise Invalid(f"last_night: at most {_MOST_NIGHTS} nights at once")
    return [*days(first, last), last]
