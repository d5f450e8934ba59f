"""What sellers, landlords, agents and buyers do, without the agent."""

from datetime import timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Invalid, Refused
from vibelife_inspect.money import Money
from vibelife_inspect.services.listing_platform.applying import Applying
from vibelife_inspect.services.listing_platform.catalogue import MOST, Listing
from vibelife_inspect.services.listing_platform.records import COMING, Offer, Thread, Viewing
from vibelife_inspect.services.listing_platform.searching import Searching
from vibelife_inspect.services.listing_platform.selling import Selling
from vibelife_inspect.services.listing_platform.talking import MessageText, Talking
from vibelife_inspect.services.listing_platform.viewing import Viewings
from vibelife_inspect.world import ME, Blankable, Json, operation

_FAR = timedelta(days=366)


class Outside(Searching, Talking, Viewings, Applying, Selling):
    """Outside operations and what is due."""

    @operation("outside")
    def withdraw_listing(
        self,
        listing_id: str,
        reason: str,
        status: Literal["withdrawn", "reserved", "sold", "active"] = "withdrawn",
        tell: bool = False,
    ) -> Json:
        """Somebody else's listing leaves the market, or comes back; viewings and applications end with it.

        Args:
            listing_id: Id of the listing.
            reason: Why; users read it.
            status: withdrawn or sold: viewings are cancelled, applications rejected; reserved: they stay; active: it
                is back, and subscriptions are told.
            tell: Whether the agent mails the user, if the user has a viewing or application.
        """
        listing = self._others(listing_id)
        if listing.status == status or listing.status == "scheduled":
            raise Conflict(f"listing {listing_id!r} is {listing.status}", status=listing.status)
        concerned = self._concerned(listing)
        listing = self.listings.update(listing_id, status=status, status_note=reason)
        if status in ("withdrawn", "sold"):
            self.take_off(listing, reason)
        self.tell(f"listing:{listing_id}", f"Listing {status}", f"{listing.title}: {reason}", listing_id)
        self.tell_subscribers(listing, "new")
        if tell and concerned:
            self.write(listing, f"The listing is {status}", reason)
        return listing.shown

    @operation("outside")
    def change_price(self, listing_id: str, price: Money) -> Json:
        """Somebody else's listing asks another price; subscriptions are told of a lower one.

        Args:
            listing_id: Id of the listing.
            price: The new price, in the currency of the old one.
        """
        listing = self._others(listing_id)
        if price.currency != listing.price.currency or not 0 < price.minor <= MOST:
            raise Invalid(f"price: must be positive and in {listing.price.currency}")
        if price == listing.price:
            raise Conflict(f"listing {listing_id!r} asks {price} already")
        cheaper = price < listing.price
        listing = self.reprice(listing, price)
        self.tell(f"listing:{listing_id}", "Price changed", f"{listing.title}: {price}", listing_id)
        if cheaper:
            self.tell_subscribers(listing, "price_drop")
        return listing.shown

    @operation("outside")
    def publish_listing(self, listing_id: str) -> Json:
        """A scheduled listing appears now.

        Args:
            listing_id: Id of the listing.
        """
        listing = self.listings.get(listing_id)
        if listing.status != "scheduled":
            raise Conflict(f"listing {listing_id!r} is {listing.status}", status=listing.status)
        return self._appear(listing).shown

    @operation("outside")
    def agent_replies(self, thread_id: str, text: MessageText, tell: bool = False) -> Json:
        """The other party answers in a thread.

        Args:
            thread_id: Id of the thread.
            text: The message.
            tell: Whether it is mailed to the user, too.
        """
        thread = self.threads.get(thread_id)
        message = self.say(thread, "other_party", text)
        self._heard(thread, text, tell)
        return dict(message)

    @operation("outside")
    def send_inquiry(self, listing_id: str, sender: str, text: MessageText, tell: bool = False) -> Json:
        """Somebody writes about a listing of the user's own; a new thread begins.

        Args:
            listing_id: Id of the user's listing.
            sender: Name of who writes.
            text: The message.
            tell: Whether it is mailed to the user, too.
        """
        self.mine(listing_id)
        thread = Thread(id=self.new_id("THR"), listing_id=listing_id, other_party=sender, last_at=self.clock.now)
        self.threads.add(thread)
        message = self.say(thread, "other_party", text)
        self._heard(thread, text, tell)
        return dict(message)

    @operation("outside")
    def move_viewing_by_agent(self, viewing_id: str, starts_at: Instant, reason: str, tell: bool = False) -> Json:
        """The agent moves a viewing, to any time that is not past.

        Args:
            viewing_id: Id of the viewing.
            starts_at: Its new begin.
            reason: Why.
            tell: Whether the agent mails the user.
        """
        viewing = self._coming_viewing(viewing_id)
        if not self.clock.now < starts_at <= self.clock.now + _FAR:
            raise Invalid(f"starts_at: {starts_at.isoformat()} must lie ahead, within a year")
        length = viewing.ends_at - viewing.starts_at
        viewing = self.viewings.update(
            viewing_id,
            starts_at=starts_at,
            ends_at=starts_at + length,
            status="moved",
            moved_by="agent",
            reason=reason,
            confirm_at=None,
        )
        self._tell_viewing(viewing, "Viewing moved", f"It is now at {starts_at:%Y-%m-%d %H:%M}: {reason}", tell)
        return viewing.shown

    @operation("outside")
    def cancel_viewing_by_agent(self, viewing_id: str, reason: str, tell: bool = False) -> Json:
        """The agent cancels a viewing, or declines a proposed one.

        Args:
            viewing_id: Id of the viewing.
            reason: Why.
            tell: Whether the agent mails the user.
        """
        self._coming_viewing(viewing_id)
        viewing = self.viewings.update(viewing_id, status="cancelled", cancelled_by="agent", reason=reason)
        self._tell_viewing(viewing, "Viewing cancelled", reason, tell)
        return viewing.shown

    @operation("outside")
    def decide_application(
        self,
        application_id: str,
        decision: Literal["shortlisted", "accepted", "rejected"],
        words: str,
        tell: bool = False,
    ) -> Json:
        """The landlord decides about an application; an accepted one reserves the home.

        Args:
            application_id: Id of the application.
            decision: The new state.
            words: What the landlord says.
            tell: Whether the landlord mails the user.
        """
        application = self.applications.get(application_id)
        if application.status == decision:
            raise Conflict(f"application {application_id!r} is {decision} already", status=decision)
        listing = self.listings.get(application.listing_id)
        if decision == "accepted":
            if listing.status != "active":
                raise Conflict(f"listing {listing.id!r} is {listing.status}", status=listing.status)
            self.listings.update(listing.id, status="reserved")
        application = self.applications.update(
            application_id, status=decision, decided_at=self.clock.now, decision=words
        )
        if application.owner == ME:
            self.tell(f"application:{application_id}", f"Application {decision}", words, application_id)
            if tell:
                self.write(listing, f"Your application is {decision} ({application_id})", words)
        return application.shown

    @operation("outside")
    def make_offer(
        self,
        listing_id: str,
        buyer: str,
        amount: Money,
        message: Blankable = "",
        valid_hours: Annotated[int, Field(ge=1, le=2000)] = 72,
        tell: bool = False,
    ) -> Json:
        """Somebody makes an offer for a listing of the user's own.

        Args:
            listing_id: Id of the user's listing.
            buyer: Name of the buyer.
            amount: What is offered, in the currency of the price.
            message: The buyer's words; may be empty.
            valid_hours: How long it stands.
            tell: Whether the user is mailed.
        """
        listing = self.mine(listing_id)
        if listing.status != "active":
            raise Conflict(f"listing {listing_id!r} is {listing.status}", status=listing.status)
        if amount.currency != listing.price.currency or not 0 < amount.minor <= MOST:
            raise Invalid(f"amount: must be positive and in {listing.price.currency}")
        offer = self.offers.add(
            Offer(
                id=self.new_id("OFR"),
                listing_id=listing_id,
                buyer=buyer,
                amount=amount,
                message=message,
                received_at=self.clock.now,
                expires_at=self.clock.after(timedelta(hours=valid_hours)),
            )
        )
        text = f"{buyer} offers {amount} until {offer.expires_at:%Y-%m-%d %H:%M}. {message}".strip()
        self.tell(f"listing:{listing_id}", "Offer received", text, offer.id)
        if tell:
            self.write(listing, f"Offer received ({offer.id})", text)
        return offer.shown

    # ---- time

    def appear_due(self, listing: Listing) -> None:
        """A scheduled listing appears."""
        self._appear(listing)

    def expire_due(self, offer: Offer) -> None:
        """Nobody answered the offer."""
        self.offers.update(offer.id, status="expired")

    # ---- helpers

    def _appear(self, listing: Listing) -> Listing:
        now = self.clock.now
        prices = ({"at": now, "price": listing.price},)
        listing = self.listings.update(listing.id, status="active", posted_at=now, prices=prices)
        self.tell_subscribers(listing, "new")
        return listing

    def _others(self, listing_id: str) -> Listing:
        listing = self.listings.get(listing_id)
        if listing.own:
            raise Refused(f"listing {listing_id!r} is the user's own", listing_id=listing_id)
        return listing

    def _concerned(self, listing: Listing) -> bool:
        viewings = self.viewings.find(listing_id=listing.id)
        applications = self.applications.find(listing_id=listing.id)
        return any(row.owner == ME and row.status in COMING for row in viewings) or any(
            row.owner == ME and row.status in ("submitted", "shortlisted", "accepted") for row in applications
        )

    def _coming_viewing(self, viewing_id: str) -> Viewing:
        viewing = self.viewings.get(viewing_id)
        if viewing.status not in COMING:
            raise Conflict(f"viewing {viewing_id!r} is {viewing.status}", status=viewing.status)
        return viewing

    def _tell_viewing(self, viewing: Viewing, title: str, text: str, tell: bool) -> None:
        if viewing.owner != ME:
            return
        self.tell(f"viewing:{viewing.id}", title, text, viewing.id)
        if tell:
            self.write(self.listings.get(viewing.listing_id), f"{title} ({viewing.id})", text)

    def _heard(self, thread: Thread, text: str, tell: bool) -> None:
        if thread.owner != ME:
            return
        self.tell(f"thread:{thread.id}", f"Message from {thread.other_party or 'the agent'}", text, thread.id)
        if tell:
            self.write(self.listings.get(thread.listing_id), f"Message about your inquiry ({thread.id})", text)
