"""Reviews by customers, and questions to merchants."""

from datetime import date, timedelta
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import zone_of
from vibelife_inspect.errors import Conflict, Invalid, Refused
from vibelife_inspect.services.review_platform.base import ReviewBase
from vibelife_inspect.services.review_platform.catalogue import tenths
from vibelife_inspect.services.review_platform.records import ProofKind, Question, Review
from vibelife_inspect.text import found
from vibelife_inspect.world import ME, Json, Limit, Text, operation, page

Stars = Annotated[int, Field(ge=1, le=5)]
"""From 1 (bad) to 5 (very good)."""

ReviewText = Annotated[Text, Field(max_length=5000)]
"""What the review says."""

Photos = Annotated[list[str], Field(min_length=1, max_length=9)]
"""One caption per photo."""

_OLD = timedelta(days=366)


class Reviewing(ReviewBase):
    """Words about merchants and to them."""

    @operation("read")
    def list_reviews(
        self,
        merchant_id: str | None = None,
        query: str | None = None,
        min_rating: Stars | None = None,
        max_rating: Stars | None = None,
        sort: Literal["newest", "rating_desc", "rating_asc"] = "newest",
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List published reviews of a merchant, or the user's own ones of all merchants. Equal rows stand newest first.

        Args:
            merchant_id: Id of the merchant; without it, the user's own reviews.
            query: Only reviews whose text or reply holds all these words, in any script.
            min_rating: Lowest rating.
            max_rating: Highest rating.
            sort: newest: latest first; rating_desc: best first; rating_asc: worst first.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if merchant_id is None:
            rows = self.reviews.find(owner=ME)
        else:
            rows = self.reviews.find(merchant_id=self.merchants.get(merchant_id).id)
        rows = [
            row
            for row in rows
            if row.status == "published"
            and (min_rating or 1) <= row.rating <= (max_rating or 5)
            and (query is None or found(query, row.text, row.reply, *row.photos))
        ]
        rows.sort(key=lambda row: row.id)
        rows.sort(key=lambda row: row.posted_at, reverse=True)
        if sort != "newest":
            rows.sort(key=lambda row: row.rating, reverse=sort == "rating_desc")
        return page(rows, limit, cursor, lambda row: row.shown)

    @operation("commit")
    def write_review(
        self,
        merchant_id: str,
        rating: Stars,
        text: ReviewText,
        proof_kind: ProofKind,
        proof_ref: str,
        visited_on: date | None = None,
        photos: Photos | None = None,
    ) -> Json:
        """Publish a review of a merchant where the user was a customer; one per visit, voucher or order.

        Args:
            merchant_id: Id of the merchant.
            rating: From 1 (bad) to 5 (very good).
            text: What the review says; everybody can read it.
            proof_kind: reservation: a completed visit; deal: a redeemed voucher; order: an order placed elsewhere.
            proof_ref: Id of the reservation, of the purchase, or of the order.
            visited_on: Day of the visit, for an order; a reservation and a voucher tell it themselves.
            photos: One caption per photo.
        """
        merchant = self.merchants.get(merchant_id)
        day = self._visited(merchant_id, proof_kind, proof_ref, visited_on)
        for other in self.reviews.find(proof_ref=proof_ref):
            if other.owner == ME and other.status == "published" and other.proof_kind == proof_kind:
                raise Conflict(f"review {other.id!r} is about the same {proof_kind}; edit it", review_id=other.id)
        review = self.reviews.add(
            Review(
                id=self.new_id("REV"),
                owner=ME,
                author=self.setting.persona.name,
                merchant_id=merchant_id,
                rating=rating,
                text=text,
                photos=tuple(photos or ()),
                visited_on=day,
                proof_kind=proof_kind,
                proof_ref=proof_ref,
                posted_at=self.clock.now,
            )
        )
        self._rate(merchant_id, rating, 1)
        return {**review.shown, **self.merchants.get(merchant.id).pick("rating_tenths", "review_count")}

    @operation("commit")
    def edit_review(
        self, review_id: str, rating: Stars | None = None, text: ReviewText | None = None, photos: Photos | None = None
    ) -> Json:
        """Change the user's own review; what is not given stays as it is.

        Args:
            review_id: Id of the review.
            rating: New rating.
            text: New text.
            photos: New captions, instead of all old ones.
        """
        review = self._own_review(review_id)
        if rating is None and text is None and photos is None:
            raise Invalid("rating: give at least one of rating, text and photos")
        if rating is not None:
            self._rate(review.merchant_id, rating - review.rating, 0)
        review = self.reviews.update(
            review_id,
            rating=rating or review.rating,
            text=text or review.text,
            photos=review.photos if photos is None else tuple(photos),
            edited_at=self.clock.now,
        )
        return review.shown

    @operation("commit")
    def delete_review(self, review_id: str) -> Json:
        """Delete the user's own review for good; its rating counts no more.

        Args:
            review_id: Id of the review.
        """
        review = self._own_review(review_id)
        self._rate(review.merchant_id, -review.rating, -1)
        self.reviews.update(review_id, status="deleted")
        return {"review_id": review_id, "deleted": True}

    @operation("commit")
    def ask_question(
        self, merchant_id: str, text: ReviewText, private: bool = False, reservation_id: str | None = None
    ) -> Json:
        """Ask a merchant something, in public or as a private message.

        Args:
            merchant_id: Id of the merchant.
            text: The question or message.
            private: False: everybody can read question and answer; true: only the merchant can.
            reservation_id: Reservation of the user's that it is about; such a question must be private.
        """
        self.open_merchant(merchant_id)
        if reservation_id is not None:
            reservation = self.mine(reservation_id)
            if reservation.merchant_id != merchant_id:
                raise Invalid(f"reservation_id: it is at {self.merchant_name(reservation.merchant_id)}")
            if not private:
                raise Invalid("private: must be true for a question about a reservation")
        question = Question(
            id=self.new_id("QST"),
            owner=ME,
            author=self.setting.persona.name,
            merchant_id=merchant_id,
            text=text,
            private=private,
            reservation_id=reservation_id,
            asked_at=self.clock.now,
        )
        return self.questions.add(question).shown

    @operation("read")
    def list_questions(
        self,
        merchant_id: str | None = None,
        query: str | None = None,
        status: Literal["open", "answered"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List questions and answers at a merchant, or the user's own ones at all merchants, newest first (then by id).

        Args:
            merchant_id: Id of the merchant, whose public questions and private ones of the user are listed; without
                it, all of the user's own.
            query: Only those whose question or answer holds all these words, in any script.
            status: Only open or only answered ones.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if merchant_id is None:
            rows = self.questions.find(owner=ME)
        else:
            rows = self.questions.find(merchant_id=self.merchants.get(merchant_id).id)
        rows = [
            row
            for row in rows
            if (row.owner == ME or not row.private)
            and status in (None, row.status)
            and (query is None or found(query, row.text, row.answer))
        ]
        rows.sort(key=lambda row: row.id)
        rows.sort(key=lambda row: row.asked_at, reverse=True)
        return page(rows, limit, cursor, lambda row: row.shown)

    def _own_review(self, review_id: str) -> Review:
        review = self.reviews.get(review_id)
        self.own(review, "review")
        if review.status == "deleted":
            raise Conflict(f"review {review_id!r} is deleted", status="deleted")
        return review

    def _visited(self, merchant_id: str, kind: ProofKind, ref: str, day: date | None) -> date:
        """The day on which the user was a customer."""
        if kind == "order":
            today = self.clock.today
            if day is None or not today - _OLD <= day <= today:
                raise Invalid(
                    f"visited_on: give the day of the order, at most {_OLD.days} days back and not after {today}"
                )
            return day
        if day is not None:
            raise Invalid(f"visited_on: is not given with a {kind}, which tells it itself")
        if kind == "reservation":
            reservation = self.mine(ref)
            at, done, where = reservation.starts_at, reservation.status == "completed", reservation.merchant_id
            status: str = reservation.status
        else:
            purchase = self.purchases.get(ref)
            self.own(purchase, "purchase")
            at, done, where = (
                purchase.redeemed_at or purchase.bought_at,
                purchase.status == "redeemed",
                purchase.merchant_id,
            )
            status = purchase.status
        if where != merchant_id:
            raise Invalid(f"proof_ref: the {kind} {ref!r} is for {self.merchant_name(where)}")
        if not done:
            raise Refused(f"only after the visit: the {kind} {ref!r} is {status}", status=status)
        return at.astimezone(zone_of(self.merchants.get(merchant_id).zone)).date()

    def _rate(self, merchant_id: str, stars: int, count: int) -> None:
        """Add to, or take from, what all ratings ever given add up to."""
        merchant = self.merchants.get(merchant_id)
        number = max(0, merchant.review_count + count)
        # a seeded review need not be among the seeded count, so the sum is kept within what that many can give
        total = min(max(merchant.rating_sum + stars, number), 5 * number)
        self.merchants.update(merchant_id, review_count=number, rating_sum=total, rating_tenths=tenths(total, number))

    def open_question(self, question_id: str) -> Question:
        """A question without an answer."""
        question = self.questions.get(question_id)
        if question.status == "answered":
            raise Conflict(f"question {question_id!r} is answered", status="answered")
        return question
