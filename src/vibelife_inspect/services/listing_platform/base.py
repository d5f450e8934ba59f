"""What all parts of the service share: tables, words, subscriptions and letters."""

from functools import cached_property
from typing import NamedTuple

from vibelife_inspect.errors import Conflict, NotFound, Unavailable
from vibelife_inspect.money import Money
from vibelife_inspect.services.listing_platform.background import ListingBackground
from vibelife_inspect.services.listing_platform.catalogue import LISTING_STATES, Agent, Listing, listing_due
from vibelife_inspect.services.listing_platform.filters import Wanted
from vibelife_inspect.services.listing_platform.records import (
    APPLICATION_STATES,
    COMING,
    OFFER_STATES,
    SUBSCRIPTION_STATES,
    VIEWING_STATES,
    Application,
    Event,
    Message,
    Offer,
    Saved,
    Subscription,
    Thread,
    Viewing,
    offer_due,
    viewing_due,
)
from vibelife_inspect.text import fold, squeeze
from vibelife_inspect.world import ME, Letter, Notice, Service, Table

_SENDER = "notices@listingplatform.example"
_TOLD = 100


class Folded(NamedTuple):
    """A listing's words, folded once for all searches."""

    listing: Listing
    text: str
    city: str
    district: str
    city_names: tuple[str, str]
    """The whole name in each script."""


class ListingBase(Service):
    """Tables and helpers of the service."""

    name = "listing_platform"
    summary = "Homes to rent or buy, used cars and second-hand things: search, viewings, applications, own listings."
    Background = ListingBackground

    agents = Table(Agent, "agent")
    listings = Table(
        Listing,
        "listing",
        index=("owner", "city_key", "category", "agent_id"),
        states=LISTING_STATES,
        due=listing_due,
    )
    threads = Table(Thread, "thread", index=("listing_id", "owner"))
    messages = Table(Message, "message", index=("thread_id",))
    viewings = Table(
        Viewing, "viewing", index=("listing_id", "agent_id", "owner"), states=VIEWING_STATES, due=viewing_due
    )
    applications = Table(Application, "application", index=("listing_id", "owner"), states=APPLICATION_STATES)
    offers = Table(Offer, "offer", index=("listing_id", "owner"), states=OFFER_STATES, due=offer_due)
    saved = Table(Saved, "saved listing", index=("listing_id", "owner"))
    subscriptions = Table(Subscription, "subscription", index=("status", "owner"), states=SUBSCRIPTION_STATES)

    # ---- listings

    def visible(self, listing_id: str) -> Listing:
        """A listing that is, or was, on the market.

        Raises:
            NotFound: There is none, or it has not appeared yet.
        """
        listing = self.listings.get(listing_id)
        if listing.status == "scheduled":
            raise NotFound(f"there is no listing {listing_id!r}", id=listing_id)
        return listing

    def available(self, listing_id: str) -> Listing:
        """Somebody else's listing that can be had."""
        listing = self.visible(listing_id)
        if listing.own:
            raise Conflict(f"listing {listing_id!r} is the user's own", listing_id=listing_id)
        if listing.status != "active":
            raise Unavailable(f"listing {listing_id!r} is {listing.status}", status=listing.status)
        return listing

    def mine(self, listing_id: str) -> Listing:
        """A listing of the persona's own."""
        listing = self.visible(listing_id)
        self.own(listing, "listing")
        return listing

    def agent_of(self, listing: Listing) -> Agent:
        """Who answers for a listing."""
        if listing.agent_id is not None and listing.agent_id in self.agents:
            return self.agents.get(listing.agent_id)
        return Agent(id="-", name="The owner", kind="private", zone=self.clock.home.key)

    @cached_property
    def _folded(self) -> dict[str, Folded]:
        return {}

    def folded(self, listing: Listing) -> Folded:
        """The words of a listing."""
        known = self._folded.get(listing.id)
        if known is None or known.listing is not listing:
            city = fold(f"{listing.city}\n{listing.city_local}")
            district = fold(f"{listing.district}\n{listing.community}")
            car = f"{listing.car.make} {listing.car.model} {listing.car.year}" if listing.car else ""
            fields = (listing.title, listing.text, listing.address, listing.transit, *listing.features, car, listing.id)
            text = fold("\n".join(fields))
            names = (listing.city_key, squeeze(listing.city_local))
            known = Folded(listing, f"{text}\n{city}\n{district}", city, district, names)
            self._folded[listing.id] = known
        return known

    def fits(self, listing: Listing, wanted: Wanted) -> bool:
        """Whether a listing is what is asked for, whatever its status."""
        if wanted.worded:
            known = self.folded(listing)
            if not wanted.says(known.text, known.city, known.district):
                return False
        return wanted.fits(listing)

    def reprice(self, listing: Listing, price: Money) -> Listing:
        """Ask another price, which the history keeps."""
        point = {"at": self.clock.now, "price": price}
        return self.listings.update(listing.id, price=price, prices=(*listing.prices, point))

    # ---- subscriptions

    def tell_subscribers(self, listing: Listing, event: Event) -> None:
        """Tell of a listing that appeared or became cheaper."""
        if listing.own or listing.status != "active":
            return
        for subscription in self.subscriptions.find(status="active"):
            if event in subscription.events and self._concerns(subscription, listing):
                self._tell(subscription, listing, event)

    def _concerns(self, subscription: Subscription, listing: Listing) -> bool:
        if subscription.filters is None:
            return subscription.listing_id == listing.id
        return self.fits(listing, Wanted(subscription.filters, self.world.rates.convert))

    def _tell(self, subscription: Subscription, listing: Listing, event: Event) -> None:
        told = (*(id for id in subscription.told if id != listing.id), listing.id)[-_TOLD:]
        self.subscriptions.update(subscription.id, told=told)
        if subscription.owner != ME:
            return
        title = "New listing" if event == "new" else "Price drop"
        text = f"{listing.title}, {listing.city}: {listing.price} ({listing.id})"
        notice = Notice(
            source=self.name,
            topic=f"subscription:{subscription.id}",
            title=f"{title}: {subscription.name or subscription.id}",
            text=text,
            ref=listing.id,
            price=listing.price,
        )
        self.ports.notify(notice, subscribed=True)
        self.world.ring(self.subscriptions, subscription.id, f"{title}: {text}")

    # ---- when a listing goes

    def take_off(self, listing: Listing, reason: str) -> None:
        """What goes with a listing that cannot be had any more: viewings, applications and offers."""
        now = self.clock.now
        for viewing in self.viewings.find(listing_id=listing.id):
            if viewing.status in COMING:
                self.viewings.update(viewing.id, status="cancelled", cancelled_by="agent", reason=reason)
        for application in self.applications.find(listing_id=listing.id):
            if application.status in ("submitted", "shortlisted"):
                self.applications.update(application.id, status="rejected", decided_at=now, decision=reason)
        for offer in self.offers.find(listing_id=listing.id):
            if offer.status == "open":
                self.offers.update(offer.id, status="declined", answered_at=now, answer=reason)

    # ---- speaking

    def tell(self, topic: str, title: str, text: str, ref: str) -> None:
        """Say something to whoever watches the topic."""
        self.ports.notify(Notice(source=self.name, topic=topic, title=title, text=text, ref=ref))

    def write(self, listing: Listing, subject: str, *lines: str) -> None:
        """A letter about a listing to the persona."""
        agent = self.agent_of(listing)
        where = ", ".join(part for part in (listing.title, listing.address, listing.district, listing.city) if part)
        body = "\n\n".join((f"Dear {self.setting.persona.name},", *lines, f"{where} ({listing.id})", agent.name))
        self.ports.mail(Letter(sender=agent.email or _SENDER, sender_name=agent.name, subject=subject, body=body))
