"""What time does: holds lapse, deadlines pass, stays begin and end, houses answer."""

from vibelife_inspect.errors import OperationError
from vibelife_inspect.money import Money
from vibelife_inspect.services.hotel_booking.contact import Contact
from vibelife_inspect.services.hotel_booking.records import Reservation, StayRequest


class Stays(Contact):
    """Due actions."""

    def lapse_hold(self, stay: Reservation) -> None:
        """Nobody confirmed the hold in time."""
        self.reservations.update(stay.id, status="lapsed")
        self.tell(stay, "Hold lapsed", f"The hold {stay.id} was not confirmed in time.")

    def pass_deadline(self, stay: Reservation) -> None:
        """Free cancellation ends."""
        self.reservations.update(stay.id, penalty_applies=True)
        self.tell(
            stay, "Free cancellation has ended", f"Cancelling {stay.id} now costs {stay.penalty_at(self.clock.now)}."
        )

    def begin_stay(self, stay: Reservation) -> None:
        """The guests arrive, and the rest is paid; if it cannot be, it stays open."""
        if stay.due_later.minor > 0 and stay.payment_method is not None:
            stay = self.try_to_pay(stay, stay.payment_method, stay.due_later, "rest of")
        self.reservations.update(stay.id, status="checked_in")
        self.tell(stay, "Checked in", f"The stay {stay.id} has begun.")

    def end_stay(self, stay: Reservation) -> None:
        """The guests leave."""
        self.reservations.update(stay.id, status="completed")
        self.tell(stay, "Checked out", f"The stay {stay.id} is over.")

    def answer_by_rule(self, request: StayRequest) -> None:
        """A house that answers by itself declines other times and promises nothing else."""
        if request.kind == "special":
            status, answer = (
                "acknowledged",
                "We have noted your wish; it depends on availability and is not guaranteed.",
            )
        else:
            status, answer = "declined", "We are sorry that we cannot offer this time."
        self.requests.update(request.id, status=status, answer=answer, answered_at=self.clock.now)

    def lapse_request(self, request: StayRequest) -> None:
        """The stay is over, or its end has moved."""
        ends = self.reservations.get(request.reservation_id).leaves_at
        if ends > self.clock.now:
            self.requests.update(request.id, lapses_at=ends)
        else:
            self.requests.update(request.id, status="lapsed")

    def try_to_pay(self, stay: Reservation, method: str, amount: Money, what: str) -> Reservation:
        """Charge something; where the method refuses, the reservation says so and nothing is paid."""
        try:
            with self.world.transaction():
                return self.pay(stay, method, amount, what)
        except OperationError as error:
            return self.reservations.update(stay.id, note=f"{amount} could not be charged: {error.message}")
