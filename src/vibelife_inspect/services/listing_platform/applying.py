"""Applications for rentals, and subscriptions to searches."""

from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.money import Money
from vibelife_inspect.services.listing_platform.base import ListingBase
from vibelife_inspect.services.listing_platform.filters import ListingFilters
from vibelife_inspect.services.listing_platform.records import Application, ApplicationStatus, Event, Subscription
from vibelife_inspect.services.listing_platform.talking import MessageText
from vibelife_inspect.world import ME, Json, Limit, operation, page

Documents = Annotated[list[str], Field(min_length=1, max_length=20)]
"""Names or references of documents, such as payslips-2026-01.pdf."""

_AHEAD = timedelta(days=730)
_MOST = 50


class Applying(ListingBase):
    """Asking for a home, and asking to be told."""

    @operation("commit")
    def submit_application(
        self,
        listing_id: str,
        move_in: date,
        people: Annotated[int, Field(ge=1, le=20)],
        message: MessageText,
        monthly_income: Money | None = None,
        documents: Documents | None = None,
    ) -> Json:
        """Apply for a rental that is on the market; there is one standing application per listing.

        Args:
            listing_id: Id of the listing.
            move_in: When the tenants would move in, not before it is available.
            people: How many will live there.
            message: Text for the landlord.
            monthly_income: Net income of the household per month.
            documents: Names or references of the documents that come along; the papers themselves are not sent.
        """
        listing = self.available(listing_id)
        if listing.category != "rent":
            raise Invalid("listing_id: one applies for rentals only; write to the seller with send_message")
        first = max(self.clock.today, listing.available_from or self.clock.today)
        if not first <= move_in <= self.clock.today + _AHEAD:
            raise Invalid(f"move_in: must lie between {first} and {self.clock.today + _AHEAD}")
        if monthly_income is not None and monthly_income.minor < 0:
            raise Invalid("monthly_income: must not be negative")
        for other in self.applications.find(listing_id=listing_id):
            if other.owner == ME and other.status in ("submitted", "shortlisted", "accepted"):
                raise Conflict(
                    f"application {other.id!r} is {other.status}; withdraw it first", application_id=other.id
                )
        application = self.applications.add(
            Application(
                id=self.new_id("APPL"),
                listing_id=listing_id,
                agent_id=listing.agent_id,
                move_in=move_in,
                people=people,
                monthly_income=monthly_income,
                message=message,
                documents=tuple(documents or ()),
                submitted_at=self.clock.now,
            )
        )
        self.write(listing, f"We received your application ({application.id})", "Thank you; we shall answer soon.")
        return application.shown

    @operation("commit")
    def withdraw_application(self, application_id: str, reason: MessageText | None = None) -> Json:
        """Withdraw an application for good, even an accepted one: the home goes back on the market then.

        Args:
            application_id: Id of the application.
            reason: A word for the landlord.
        """
        application = self.applications.get(application_id)
        self.own(application, "application")
        if application.status == "withdrawn":
            raise Conflict(f"application {application_id!r} is withdrawn already", status="withdrawn")
        listing = self.listings.get(application.listing_id)
        if application.status == "accepted" and listing.status == "reserved":
            self.listings.update(listing.id, status="active")
        application = self.applications.update(
            application_id, status="withdrawn", decided_at=self.clock.now, decision=reason or ""
        )
        self.write(listing, f"Your application is withdrawn ({application.id})", "We have taken note.")
        return application.shown

    @operation("read")
    def list_applications(
        self,
        statuses: Annotated[list[ApplicationStatus], Field(min_length=1, max_length=5)] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the user's applications in full, newest first (then by id).

        Args:
            statuses: Only applications in one of these states.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = sorted(self.applications.find(owner=ME), key=lambda row: row.id)
        rows.sort(key=lambda row: row.submitted_at, reverse=True)
        rows = [row for row in rows if statuses is None or row.status in statuses]
        return page(rows, limit, cursor, lambda row: row.shown)

    @operation("write")
    def subscribe_search(
        self,
        name: str,
        filters: ListingFilters | None = None,
        listing_id: str | None = None,
        events: Annotated[list[Event], Field(min_length=1, max_length=2)] | None = None,
    ) -> Json:
        """Be told when a listing appears that matches, or when one that matches becomes cheaper.

        What is on the market already is not told. A watch on one listing tells when it is cheaper or back.

        Args:
            name: What it is for.
            filters: What a listing must be; give either this or listing_id.
            listing_id: Id of one listing to watch.
            events: new: a listing appears or comes back; price_drop: it becomes cheaper. Both when not given.
        """
        if (filters is None) == (listing_id is None):
            raise Invalid("filters: give either filters or listing_id")
        if listing_id is not None:
            self.visible(listing_id)
        if len([row for row in self.subscriptions.find(owner=ME) if row.status == "active"]) >= _MOST:
            raise Conflict(f"there are {_MOST} subscriptions already; end one first")
        subscription = Subscription(
            id=self.new_id("SUB"),
            name=name,
            filters=filters,
            listing_id=listing_id,
            events=tuple(dict.fromkeys(events or ("new", "price_drop"))),
            created_at=self.clock.now,
        )
        return self.subscriptions.add(subscription).shown

    @operation("write")
    def unsubscribe_search(self, subscription_id: str) -> Json:
        """End a subscription; it stays readable.

        Args:
            subscription_id: Id of the subscription.
        """
        subscription = self.subscriptions.get(subscription_id)
        self.own(subscription, "subscription")
        if subscription.status == "ended":
            raise Conflict(f"subscription {subscription_id!r} has ended already", status="ended")
        return self.subscriptions.update(subscription_id, status="ended").shown

    @operation("read")
    def list_subscriptions(
        self, status: Literal["active", "ended"] = "active", limit: Limit = 20, cursor: str | None = None
    ) -> Json:
        """List subscriptions in the order of their creation, each with the last 20 listings that it told of.

        Args:
            status: Active or ended ones.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for row in self.subscriptions.find(owner=ME) if row.status == status]
        return page(rows, limit, cursor, lambda row: row.shown)
