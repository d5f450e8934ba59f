"""What all parts of the service share: tables, stock, prices, payments and letters."""

from datetime import date, timedelta
from zoneinfo import ZoneInfo

from vibelife_inspect.errors import Conflict, Invalid, Unavailable
from vibelife_inspect.money import Money
from vibelife_inspect.services.hotel_booking.background import HotelBackground
from vibelife_inspect.services.hotel_booking.catalogue import Night, Property, RatePlan, Review, RoomType, Saved
from vibelife_inspect.services.hotel_booking.offers import Offer, Span, Stay, days
from vibelife_inspect.services.hotel_booking.records import (
    LIVE,
    REQUEST_STATES,
    STAY_STATES,
    Message,
    Reservation,
    StayRequest,
    request_due,
    reservation_due,
)
from vibelife_inspect.world import ME, Json, Letter, Notice, Service, Table
from vibelife_inspect.world.payments import Payment, pay_back

_MAX_NIGHTS = 60
_MAX_AHEAD = timedelta(days=730)


class HotelBase(Service):
    """Tables and helpers of the service."""

    name = "hotel_booking"
    summary = (
        "Hotels, ryokan, apartments, hostels and venues: search, quotes, reservations, changes, requests and messages."
    )
    Background = HotelBackground

    properties = Table(Property, "property", index=("city_key", "local_key"))
    room_types = Table(RoomType, "room type", index=("property_id",))
    rate_plans = Table(RatePlan, "rate plan", index=("room_type_id",))
    nights = Table(Night, "night", index=("room_type_id",))
    reservations = Table(
        Reservation,
        "reservation",
        index=("room_type_id", "property_id", "owner"),
        states=STAY_STATES,
        due=reservation_due,
    )
    requests = Table(StayRequest, "request", index=("reservation_id", "owner"), states=REQUEST_STATES, due=request_due)
    messages = Table(Message, "message", index=("property_id", "owner"))
    reviews = Table(Review, "review", index=("property_id",))
    saved = Table(Saved, "saved property")

    def today_at(self, place: Property) -> date:
        """The present day at a property."""
        return self.clock.now.astimezone(ZoneInfo(place.zone)).date()

    def stay_at(self, place: Property, stay: Stay) -> None:
        """Refuse a closed house, days that have passed, and days that nobody sells yet."""
        if place.status == "closed":
            raise Unavailable(f"{place.name} takes no bookings any more", property_id=place.id)
        today = self.today_at(place)
        if stay.check_in < today:
            raise Invalid(f"check_in: {stay.check_in} has passed; at the property it is {today}")

    def valid_stay(self, check_in: date, check_out: date, guests: int, rooms: int) -> Stay:
        """Dates and party of a stay, within reason."""
        if check_in > self.clock.today + _MAX_AHEAD:
            raise Invalid(f"check_in: {check_in} is too far ahead; at most {_MAX_AHEAD.days} days from today")
        if check_in < self.clock.today - timedelta(days=1):
            raise Invalid(f"check_in: {check_in} has passed; today is {self.clock.today}")
        if check_out <= check_in:
            raise Invalid(f"check_out: must be after check_in {check_in}")
        if (check_out - check_in).days > _MAX_NIGHTS:
            raise Invalid(f"check_out: at most {_MAX_NIGHTS} nights can be booked at once")
        if rooms > guests:
            raise Invalid(f"rooms: {rooms} rooms for {guests} guests; there must be a guest in each room")
        return Stay(check_in, check_out, guests, rooms)

    def look(self, room: RoomType, check_in: date, check_out: date, ignore: str = "") -> Span:
        """Rooms left and price factors over some nights; reservation `ignore` does not count."""
        odd = [night for night in self.nights.find(room_type_id=room.id) if check_in <= night.day < check_out]
        taken = [
            stay
            for stay in self.reservations.find(room_type_id=room.id)
            if stay.status in LIVE and stay.check_in < check_out and check_in < stay.check_out and stay.id != ignore
        ]
        if not odd and not taken:
            nights = (check_out - check_in).days
            return Span([room.stock] * nights, [100] * nights)
        left = dict.fromkeys(days(check_in, check_out), room.stock)
        percents = dict.fromkeys(left, 100)
        for night in odd:
            usual = left[night.day]
            left[night.day] = 0 if night.closed else usual if night.stock is None else night.stock
            percents[night.day] = night.price_percent
        for stay in taken:
            for day in days(max(check_in, stay.check_in), min(check_out, stay.check_out)):
                left[day] -= stay.rooms
        return Span(list(left.values()), list(percents.values()))

    def rate_parts(self, rate_plan_id: str) -> tuple[Property, RoomType, RatePlan]:
        """The property, room type and rate plan behind a rate plan's id."""
        rate = self.rate_plans.get(rate_plan_id)
        room = self.room_types.get(rate.room_type_id)
        return self.properties.get(room.property_id), room, rate

    def priced(self, place: Property, room: RoomType, rate: RatePlan, stay: Stay, span: Span) -> Offer:
        """The price of a rate for a stay."""
        currency = rate.price_per_night.currency
        nightly = rate.prices(stay.check_in, span.percents)
        cleaning = Money(minor=0, currency=currency)
        if place.cleaning_fee is not None:
            cleaning = self.convert(place.cleaning_fee, currency, "rate_plan_id") * stay.rooms
        tax = None if place.city_tax is None else place.city_tax * (stay.guests * stay.nights)
        total = Money(minor=sum(nightly) * stay.rooms + cleaning.minor, currency=currency)
        free = rate.free_until(stay.check_in, place.zone)
        return Offer(place, room, rate, stay, nightly, total, cleaning, tax, free, span.left)

    def bookable(self, rate_plan_id: str, stay: Stay, ignore: str = "") -> Offer:
        """An offer that can be booked now.

        Raises:
            Unavailable: Not enough rooms on every night, or the rate is no longer sold.
            Invalid: The party does not fit, or the stay is too short.
        """
        place, room, rate = self.rate_parts(rate_plan_id)
        self.stay_at(place, stay)
        if rate.status == "withdrawn":
            raise Unavailable(f"rate plan {rate.id!r} is no longer sold", rate_plan_id=rate.id)
        if stay.guests > room.max_guests * stay.rooms:
            raise Invalid(
                f"guests: {stay.rooms} x {room.name!r} takes at most {room.max_guests * stay.rooms}",
                max_guests=room.max_guests,
            )
        if stay.nights < rate.min_nights:
            raise Invalid(f"check_out: this rate needs at least {rate.min_nights} nights", min_nights=rate.min_nights)
        span = self.look(room, stay.check_in, stay.check_out, ignore)
        if span.left < stay.rooms:
            raise Unavailable(
                f"{room.name!r} has {span.left} rooms left from {stay.check_in} to {stay.check_out}, not {stay.rooms}",
                rooms_left=span.left,
            )
        return self.priced(place, room, rate, stay, span)

    def convert(self, amount: Money, currency: str, argument: str) -> Money:
        """The amount in another currency; Invalid when there is no rate or it cannot be held."""
        try:
            return self.world.rates.convert(amount, currency)
        except (KeyError, ValueError):
            raise Invalid(f"{argument}: {amount} cannot be converted to {currency}; give it in {currency}") from None

    def mine(self, reservation_id: str) -> Reservation:
        """A reservation of the persona."""
        stay = self.reservations.get(reservation_id)
        self.own(stay, "reservation")
        return stay

    def with_status(self, stay: Reservation, *allowed: str) -> None:
        """Refuse a reservation in another state."""
        if stay.status not in allowed:
            raise Conflict(
                f"reservation {stay.id!r} is {stay.status}; this needs one that is {' or '.join(allowed)}",
                status=stay.status,
            )

    def pay(self, stay: Reservation, method: str, amount: Money, what: str) -> Reservation:
        """Charge something for a reservation."""
        payee = self.properties.get(stay.property_id).name
        charge = self.ports.charge(method, amount, payee, f"{what} {stay.id}")
        return self.reservations.update(
            stay.id,
            payments=(*stay.payments, Payment(charge=charge, amount=amount)),
            paid=stay.paid + amount,
            payment_method=method,
        )

    def pay_back(self, stay: Reservation, amount: Money, what: str) -> tuple[Reservation, str]:
        """Refund something, latest charge first; the reservation as it is then, and what the port noted."""
        payments, note = pay_back(self.ports.refund, stay.payments, amount, f"{what} {stay.id}", "the property")
        return self.reservations.update(stay.id, payments=payments, paid=stay.paid - amount), note

    def shown(self, stay: Reservation, *notes: str) -> Json:
        """A reservation in full, with the names of what was booked."""
        place = self.properties.get(stay.property_id)
        full = {field: value for field, value in stay if field not in ("owner", "penalty_applies")}
        return {
            **full,
            "property": place.name,
            "address": place.address,
            "room": self.room_types.get(stay.room_type_id).name,
            "due_on_arrival": stay.due_later,
            "notes": [note for note in dict.fromkeys(notes) if note],
        }

    def write_to_guest(self, stay: Reservation, subject: str, *lines: str) -> None:
        """A letter of the property to the persona, if the reservation is the persona's."""
        place = self.properties.get(stay.property_id)
        facts = (
            f"Reservation {stay.id}, {place.name}, {place.address or place.city}",
            f"{stay.check_in} to {stay.check_out}, {stay.rooms} x {self.room_types.get(stay.room_type_id).name},"
            f" {stay.guests} guest(s), {stay.guest_name}",
            f"Total {stay.total}, paid {stay.paid}",
        )
        body = "\n".join(
            (f"Dear {stay.guest_name or self.setting.persona.name},", "", *lines, "", *facts, "", place.name)
        )
        self.ports.mail(Letter(sender=place.email, sender_name=place.name, subject=f"{subject} ({stay.id})", body=body))

    def tell(self, stay: Reservation, title: str, text: str) -> None:
        """A status change, for whoever watches the reservation."""
        if stay.owner == ME:
            self.ports.notify(
                Notice(source=self.name, topic=f"reservation:{stay.id}", title=title, text=text, ref=stay.id)
            )
