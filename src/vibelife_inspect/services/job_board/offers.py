"""Offers: answering them, asking for time, and what time does."""

from typing import Literal

from vibelife_inspect.clock import Instant
from vibelife_inspect.errors import Conflict, Expired, Invalid
from vibelife_inspect.services.job_board.base import JobBase
from vibelife_inspect.services.job_board.records import ApplicationStatus, Offer, OfferStatus
from vibelife_inspect.world import ME, Json, Limit, operation, page


class Offers(JobBase):
    """Offers."""

    @operation("read")
    def list_offers(self, status: OfferStatus | None = None, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List offers, soonest to expire first (then by id).

        Args:
            status: Only offers with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [offer for offer in self.offers.find(owner=ME) if status in (None, offer.status)]
        rows.sort(key=lambda offer: (offer.respond_by, offer.id))
        return page(rows, limit, cursor, self._offer_row)

    @operation("read")
    def get_offer(self, offer_id: str) -> Json:
        """Show an offer in full, with all its conditions.

        Args:
            offer_id: Id of the offer.
        """
        return self._offer_shown(self._own_offer(offer_id))

    @operation("commit")
    def accept_offer(self, offer_id: str, message: str | None = None) -> Json:
        """Accept an open offer: this signs the contract as it stands in get_offer. A confirmation is mailed.

        Args:
            offer_id: Id of the offer.
            message: A word for the employer.
        """
        offer = self._answer(offer_id, "accepted", message)
        body = f"We are glad that you accepted our offer {offer.id}: {offer.salary} per {offer.salary_period}, "
        self.write_to(offer.company_id, "You accepted our offer", f"{body}from {offer.start_date}. See you then.")
        return self._offer_shown(offer)

    @operation("commit")
    def decline_offer(self, offer_id: str, message: str | None = None) -> Json:
        """Decline an open offer, for good; the application ends with it.

        Args:
            offer_id: Id of the offer.
            message: A word for the employer.
        """
        return self._offer_shown(self._answer(offer_id, "declined", message))

    @operation("commit")
    def request_extension(self, offer_id: str, until: Instant, message: str | None = None) -> Json:
        """Ask for more time to answer an open offer. Until the employer grants it, `respond_by` stays as it is.

        Args:
            offer_id: Id of the offer.
            until: The later deadline that you ask for.
            message: A word for the employer.
        """
        offer = self._open(offer_id)
        if offer.extension_status == "asked":
            raise Conflict(f"you asked for more time for {offer_id!r} already; wait for the answer")
        if self.ahead("until", until) <= offer.respond_by:
            raise Invalid(f"until: must lie after respond_by, {offer.respond_by.isoformat()}")
        offer = self.offers.update(
            offer_id,
            extension_until=until,
            extension_status="asked",
            note=message or offer.note,
            answer_at=None if offer.answers_after is None else self.clock.now + offer.answers_after,
        )
        return self._offer_shown(offer)

    # ---- time

    def answer_extension_due(self, offer: Offer) -> None:
        """The employer answers by its own rule."""
        limit, until = offer.extends_until, offer.extension_until
        grants = limit is not None and until is not None and until <= limit
        self.settle_extension(offer, until if grants else None)

    def expire_offer_due(self, offer: Offer) -> None:
        """Nobody answered in time; the application ends with it."""
        offer = self.settle(offer, "expired", offer.note)
        self.end_application(offer, "declined", f"offer {offer.id} expired unanswered")
        self.tell_offer(offer, "Offer expired", "it was not answered in time.")

    def settle(self, offer: Offer, status: OfferStatus, note: str) -> Offer:
        """An open offer gets its answer; a wish for time that is overtaken counts as refused."""
        wish = "refused" if offer.extension_status == "asked" else offer.extension_status
        fields = {"status": status, "answered_at": self.clock.now, "note": note}
        return self.offers.update(offer.id, **fields, extension_status=wish, answer_at=None)

    def end_application(self, offer: Offer, status: ApplicationStatus, note: str) -> None:
        """Its application ends with an offer, unless the employer holds that elsewhere already."""
        if offer.application_id in self.applications:
            application = self.applications.get(offer.application_id)
            if application.status == "offer":
                self.move(application, status, note)

    def settle_extension(self, offer: Offer, until: Instant | None) -> Offer:
        """The employer gives time until a moment, or does not."""
        if until is None:
            offer = self.offers.update(offer.id, extension_status="refused", answer_at=None)
            self.tell_offer(offer, "No more time", f"please answer by {offer.respond_by.isoformat()}.")
            return offer
        offer = self.offers.update(offer.id, extension_status="granted", respond_by=until, answer_at=None)
        self.tell_offer(offer, "More time", f"you can answer until {until.isoformat()}.")
        return offer

    def tell_offer(self, offer: Offer, title: str, text: str, *, mail: bool = False) -> None:
        """Say something about an offer, by mail too if asked."""
        said = f"Offer {offer.id} of {self.employer(offer.company_id)}: {text}"
        self.tell(f"offer:{offer.id}", title, said, offer.id)
        if mail:
            self.write_to(offer.company_id, title, said)

    # ---- helpers

    def _own_offer(self, offer_id: str) -> Offer:
        offer = self.offers.get(offer_id)
        self.own(offer, "offer")
        return offer

    def _open(self, offer_id: str) -> Offer:
        offer = self._own_offer(offer_id)
        if offer.status == "expired" or (offer.status == "open" and offer.respond_by <= self.clock.now):
            raise Expired(f"offer {offer_id!r} expired at {offer.respond_by.isoformat()}", status="expired")
        if offer.status != "open":
            raise Conflict(f"offer {offer_id!r} is already {offer.status}", status=offer.status)
        return offer

    def _answer(self, offer_id: str, status: Literal["accepted", "declined"], message: str | None) -> Offer:
        offer = self._open(offer_id)
        self.end_application(offer, status, f"offer {offer_id} was {status}")
        return self.settle(offer, status, message or offer.note)

    def _offer_row(self, offer: Offer) -> Json:
        return {**offer.row, "company": self.employer(offer.company_id)}

    def _offer_shown(self, offer: Offer) -> Json:
        shown = {"offer_id": offer.id, **offer.shown, "company": self.employer(offer.company_id)}
        del shown["id"]
        return shown
