"""Looking closely: details, rooms and rates, prices, reviews, and the persona's list of properties."""

from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.money import Money
from vibelife_inspect.services.hotel_booking.base import HotelBase
from vibelife_inspect.services.hotel_booking.catalogue import Saved
from vibelife_inspect.services.hotel_booking.offers import Offer, PricedNight, days, rules
from vibelife_inspect.services.hotel_booking.searching import Guests, Rooms
from vibelife_inspect.text import found
from vibelife_inspect.world import Blankable, Json, Limit, operation, page

NightCount = Annotated[int, Field(ge=1, le=60)]
"""A number of nights."""


class Browsing(HotelBase):
    """Reading the catalogue."""

    @operation("read")
    def get_property(self, property_id: str) -> Json:
        """Show one property in full: address, contact, times, fees, house rules, and its room types with their rates.

        Args:
            property_id: Id of the property.
        """
        place = self.properties.get(property_id)
        rooms = [
            {
                **dict(room),
                "rates": [
                    rate.pick("id", "name", "price_per_night", "weekend_percent", "meals", "refundable", "status")
                    for rate in self.rate_plans.find(room_type_id=room.id)
                ],
            }
            for room in self.room_types.find(property_id=property_id)
        ]
        hidden = {"hold_for", "replies_after"}
        return {
            **{field: value for field, value in place if field not in hidden},
            "hold_hours": place.hold_for // timedelta(hours=1),
            "room_types": rooms,
            "saved": property_id in self.saved,
        }

    @operation("read")
    def list_offers(
        self,
        property_id: str,
        check_in: date,
        check_out: date,
        guests: Guests = 1,
        rooms: Rooms = 1,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the room and rate combinations of a property that can be booked for a stay, cheapest total first.

        Args:
            property_id: Id of the property.
            check_in: Day of arrival.
            check_out: Day of departure; for a venue the day after the last day.
            guests: People in all.
            rooms: Rooms in all, of one type.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        stay = self.valid_stay(check_in, check_out, guests, rooms)
        place = self.properties.get(property_id)
        self.stay_at(place, stay)
        offers: dict[str, Offer] = {}
        for room in self.room_types.find(property_id=property_id):
            span = self.look(room, check_in, check_out)
            if span.left < rooms or room.max_guests * rooms < guests:
                continue
            for rate in self.rate_plans.find(room_type_id=room.id):
                if rate.status == "on_sale" and stay.nights >= rate.min_nights:
                    offers[rate.id] = self.priced(place, room, rate, stay, span)
        ranked = sorted(offers.values(), key=lambda offer: (offer.total.minor, offer.rate.id))
        return page([offer.rate for offer in ranked], limit, cursor, lambda rate: offers[rate.id].row)

    @operation("read")
    def list_nights(
        self,
        rate_plan_id: str,
        first_night: date,
        nights: NightCount = 14,
        limit: Limit = 60,
        cursor: str | None = None,
    ) -> Json:
        """List price and rooms left of one rate, night by night in order of date, to find cheap or free dates.

        Args:
            rate_plan_id: Id of the rate plan.
            first_night: The first night.
            nights: How many nights.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        place, room, rate = self.rate_parts(rate_plan_id)
        stay = self.valid_stay(first_night, min(first_night, date.max - timedelta(61)) + timedelta(nights), 1, 1)
        self.stay_at(place, stay)
        span, currency = self.look(room, stay.check_in, stay.check_out), rate.price_per_night.currency
        prices = rate.prices(stay.check_in, span.percents)
        rows = [
            PricedNight(
                id=day.isoformat(),
                night=day,
                per_room=Money(minor=price, currency=currency),
                rooms_left=max(0, left) if rate.status == "on_sale" else 0,
            )
            for day, left, price in zip(days(stay.check_in, stay.check_out), span.lefts, prices, strict=True)
        ]
        return page(rows, limit, cursor, lambda row: row.pick("night", "per_room", "rooms_left"))

    @operation("read")
    def get_rate_rules(self, rate_plan_id: str) -> Json:
        """Show the conditions of a rate: cancellation, penalty, deposit, changes, meals, fees and times of the house.

        Args:
            rate_plan_id: Id of the rate plan.
        """
        place, room, rate = self.rate_parts(rate_plan_id)
        return {
            **dict(rate),
            **rules(rate),
            "property_id": place.id,
            "room": room.name,
            "max_guests": room.max_guests,
            **place.pick("zone", "check_in_from", "check_in_until", "check_out_until", "cleaning_fee", "city_tax"),
            "policies": place.policies,
        }

    @operation("read")
    def quote_stay(
        self, rate_plan_id: str, check_in: date, check_out: date, guests: Guests = 1, rooms: Rooms = 1
    ) -> Json:
        """Work out what a stay would cost if it were booked now, night by night, and its conditions. Books nothing.

        Args:
            rate_plan_id: Id of the rate plan.
            check_in: Day of arrival.
            check_out: Day of departure; for a venue the day after the last day.
            guests: People in all.
            rooms: Rooms in all.
        """
        return self.bookable(rate_plan_id, self.valid_stay(check_in, check_out, guests, rooms)).full

    @operation("read")
    def list_reviews(
        self,
        property_id: str,
        query: str | None = None,
        max_rating_tenths: Annotated[int, Field(ge=0, le=100)] | None = None,
        limit: Limit = 10,
        cursor: str | None = None,
    ) -> Json:
        """List guests' reviews of a property, newest first.

        Args:
            property_id: Id of the property.
            query: Only reviews with all these words, in any script.
            max_rating_tenths: Only reviews rated at most this, times ten: 60 is 6.0 of 10.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        self.properties.get(property_id)
        rows = [
            review
            for review in self.reviews.find(property_id=property_id)
            if (query is None or found(query, review.title, review.text))
            and (max_rating_tenths is None or review.rating_tenths <= max_rating_tenths)
        ]
        rows.sort(key=lambda review: review.id)
        rows.sort(key=lambda review: review.posted_at, reverse=True)
        return page(
            rows, limit, cursor, lambda row: row.pick("id", "author", "rating_tenths", "title", "text", "posted_at")
        )

    @operation("write")
    def save_property(self, property_id: str, note: Blankable = "", watch_prices: bool = False) -> Json:
        """Put a property on the list of saved ones, or change its entry there.

        Args:
            property_id: Id of the property.
            note: Why it is on the list.
            watch_prices: Whether price changes of the property are to land among the notifications.
        """
        place = self.properties.get(property_id)
        if property_id in self.saved:
            entry = self.saved.update(property_id, note=note, watch_prices=watch_prices)
        else:
            entry = self.saved.add(Saved(id=property_id, saved_at=self.clock.now, note=note, watch_prices=watch_prices))
        return {**place.row, **entry.pick("saved_at", "note", "watch_prices")}

    @operation("write")
    def unsave_property(self, property_id: str) -> Json:
        """Take a property off the list of saved ones.

        Args:
            property_id: Id of the property.
        """
        self.saved.remove(property_id)
        return {"property_id": property_id, "saved": False}

    @operation("read")
    def list_saved(self, kind: Literal["all", "watched"] = "all", limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the saved properties, latest first.

        Args:
            kind: watched: only those whose prices are watched.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [entry for entry in self.saved if kind == "all" or entry.watch_prices]
        rows.sort(key=lambda entry: entry.id)
        rows.sort(key=lambda entry: entry.saved_at, reverse=True)
        return page(
            rows,
            limit,
            cursor,
            lambda row: {**self.properties.get(row.id).row, **row.pick("saved_at", "note", "watch_prices")},
        )
