"""`sessions/*.yaml`: one working session with all that belongs to it, its solution included."""

from pydantic import Field

from vibelife_inspect.bundle.schema import Action, Mutation, Stage
from vibelife_inspect.bundle.sessions import Id, Intent, Item, SessionEvent
from vibelife_inspect.clock import Instant
from vibelife_inspect.world import Part


class SessionFile(Part):
    """One file of `sessions/`; the files in the order of their names are the sessions of a persona."""

    id: Id
    title: str = Field(min_length=1)
    at: Instant
    needs: list[Id] = Field(default=[])
    """The earlier sessions that it builds on directly."""
    away: bool = False
    """The user answers nothing after the request."""
    before: list[Mutation] = Field(default=[])
    """What has changed silently since the session before."""
    request: str = Field(min_length=1)
    intents: list[Intent] = Field(min_length=1)
    checklist: list[Item] = Field(min_length=1)
    reference: list[Action] = Field(min_length=1)
    """The steps of a perfect assistant; their templates are rendered while they are played."""

    def stage(self, number: int) -> Stage:
        """The session as a stage of a timeline."""
        event = SessionEvent(
            id=self.id,
            kind="session",
            at=self.at,
            request=self.request,
            intents=self.intents,
            needs=self.needs,
            away=self.away,
        )
        return Stage(stage=number, title=self.title, events=[*self.before, event])
