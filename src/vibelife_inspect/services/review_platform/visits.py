"""What time does: requests are answered, visits begin and end, offers, deals and vouchers run out."""

from vibelife_inspect.services.review_platform.cancelling import Cancelling
from vibelife_inspect.services.review_platform.catalogue import Deal
from vibelife_inspect.services.review_platform.dealing import Dealing
from vibelife_inspect.services.review_platform.records import Purchase, Reservation, Waiting
from vibelife_inspect.world import ME


class Visits(Cancelling, Dealing):
    """Due actions."""

    def confirm_request(self, reservation: Reservation) -> None:
        """The merchant confirms."""
        reservation = self.reservations.update(reservation.id, status="confirmed", confirm_at=None)
        self.tell_about(reservation, "Reservation confirmed", f"Reservation {reservation.id} is confirmed.")
        self.write_about(reservation, "Your reservation is confirmed", "we look forward to your visit.")

    def lapse_request(self, reservation: Reservation) -> None:
        """The merchant never answered."""
        self.call_off(reservation, "the request was not answered in time", tell=False)

    def begin_visit(self, reservation: Reservation) -> None:
        """The guests come, and their voucher is used."""
        self.reservations.update(reservation.id, status="seated")
        if reservation.purchase_id is not None and reservation.purchase_id in self.purchases:
            self.redeem(self.purchases.get(reservation.purchase_id))

    def end_visit(self, reservation: Reservation) -> None:
        """The guests go; from now on they may write a review."""
        self.reservations.update(reservation.id, status="completed")

    def redeem(self, purchase: Purchase) -> Purchase:
        """Use a voucher that can be used."""
        if purchase.status != "bought":
            return purchase
        return self.purchases.update(purchase.id, status="redeemed", redeemed_at=self.clock.now)

    def lapse_waiting(self, waiting: Waiting) -> None:
        """The offer was not taken, or the visit has begun without it."""
        self.waitlist.update(waiting.id, status="lapsed")

    def expire_deal(self, deal: Deal) -> None:
        """The deal has ended."""
        self.deals.update(deal.id, status="expired")

    def expire_purchase(self, purchase: Purchase) -> None:
        """The voucher was not used in time."""
        self.purchases.update(purchase.id, status="expired")
        if purchase.owner == ME:
            text = f"{purchase.title} was not used in time."
            self.tell(f"purchase:{purchase.id}", "Voucher expired", text, purchase.id)
