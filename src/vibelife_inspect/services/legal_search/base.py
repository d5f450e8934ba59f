"""What all parts of the service share: tables, words, and how it speaks to the persona."""

from datetime import datetime
from functools import cached_property
from typing import Literal, NamedTuple

from vibelife_inspect.errors import Invalid, NotFound
from vibelife_inspect.services.legal_search.background import LegalBackground
from vibelife_inspect.services.legal_search.library import (
    CASE_STATES,
    DAY,
    STATUTE_STATES,
    Article,
    Case,
    CaseFilters,
    Closure,
    Court,
    Form,
    LimitationRule,
    Statute,
    article_due,
    case_due,
    statute_due,
)
from vibelife_inspect.services.legal_search.matters import (
    DOCKET_STATES,
    HEARING_STATES,
    CaseAlert,
    Docket,
    DocketEntry,
    Hearing,
    Note,
    SavedItem,
    Watch,
    hearing_due,
)
from vibelife_inspect.text import fold
from vibelife_inspect.world import Json, Notice, Service, Table

ItemKind = Literal["case", "article", "statute"]
"""What can be bookmarked."""


class Folded(NamedTuple):
    """A record's words, folded once for all searches."""

    record: Case | Article
    text: str
    head: str


class LegalBase(Service):
    """Tables and helpers of the service."""

    name = "legal_search"
    summary = (
        "A law library of this world's own law: decisions, statutes, courts, deadlines, forms, and the user's dockets. "
        "For reading and drafting; nothing can be filed with a court."
    )
    Background = LegalBackground

    statutes = Table(Statute, "statute", states=STATUTE_STATES, due=statute_due)
    articles = Table(Article, "article", index=("statute_id",), due=article_due)
    cases = Table(Case, "decision", states=CASE_STATES, due=case_due)
    courts = Table(Court, "court", index=("country",))
    closures = Table(Closure, "closure", index=("court_id", "country"))
    rules = Table(LimitationRule, "limitation rule")
    forms = Table(Form, "form")
    dockets = Table(Docket, "docket", index=("owner",), states=DOCKET_STATES)
    entries = Table(DocketEntry, "docket entry", index=("docket_id",))
    hearings = Table(Hearing, "hearing", index=("docket_id", "owner"), states=HEARING_STATES, due=hearing_due)
    watches = Table(Watch, "watch")
    saved = Table(SavedItem, "saved item", index=("folder",))
    notes = Table(Note, "note", index=("item_id",))
    alerts = Table(CaseAlert, "alert", index=("status",))

    @cached_property
    def _folded(self) -> dict[str, Folded]:
        return {}

    def folded(self, record: Case | Article) -> Folded:
        """The words of a decision or article; its head is what stands on top."""
        known = self._folded.get(record.id)
        if known is None or known.record is not record:
            if isinstance(record, Case):
                head = fold("\n".join((record.title, record.number, record.id, *record.keywords)))
                rest = fold("\n".join((record.summary, record.text, *record.parties)))
            else:
                head = fold(f"{record.title}\n{record.part}\n{record.id}\n{record.number}")
                rest = fold(record.text)
            known = self._folded[record.id] = Folded(record, f"{head}\n{rest}", head)
        return known

    def published(self, case_id: str) -> Case:
        """A decision that can be read.

        Raises:
            NotFound: There is none, or it is not published yet.
        """
        case = self.cases.get(case_id)
        if case.status == "unpublished":
            raise NotFound(f"there is no decision {case_id!r}", id=case_id)
        return case

    def matches(self, case: Case, words: list[str], filters: CaseFilters) -> bool:
        """Whether a decision is what is asked for; `words` are folded."""
        if (filters.decided_from is not None and case.decided_on < filters.decided_from) or (
            filters.decided_until is not None and case.decided_on > filters.decided_until
        ):
            return False
        for wanted, value in (
            (filters.kinds, case.kind),
            (filters.outcomes, case.outcome),
            (filters.statuses, case.status),
        ):
            if wanted is not None and value not in wanted:
                return False
        if filters.court_id not in (None, case.court_id):
            return False
        if filters.country is not None and self.country_of(case.court_id) != filters.country:
            return False
        if filters.cites is not None and filters.cites not in (*case.cites_articles, *case.cites_cases):
            return False
        return not words or all(word in self.folded(case).text for word in words)

    def country_of(self, court_id: str) -> str:
        """The country of a court, or an empty string where it has no record."""
        return self.courts.get(court_id).country if court_id in self.courts else ""

    def court_name(self, court_id: str) -> str:
        """The name of a court, or its id where it has no record."""
        return self.courts.get(court_id).name if court_id in self.courts else court_id

    def case_row(self, case: Case) -> Json:
        """The short form of a decision."""
        return {
            "case_id": case.id,
            **case.pick("number", "title", "court_id"),
            "court": self.court_name(case.court_id),
            **case.pick("decided_on", "kind", "outcome", "status", "keywords"),
        }

    def article_row(self, article: Article) -> Json:
        """The short form of an article."""
        statute = self.statutes.get(article.statute_id) if article.statute_id in self.statutes else None
        return {
            "article_id": article.id,
            **article.pick("statute_id", "number", "part", "title", "status", "amended_at"),
            "statute": statute.name if statute else "",
            "statute_status": statute.status if statute else None,
        }

    def cite(self, item_id: str) -> str:
        """How an item is cited in plain text."""
        if item_id in self.cases:
            case = self.cases.get(item_id)
            return f"{case.title}, {self.court_name(case.court_id)}, {case.number} ({case.decided_on})"
        if item_id in self.articles:
            article = self.articles.get(item_id)
            known = article.statute_id in self.statutes
            return (
                f"{self.statutes.get(article.statute_id).name if known else article.statute_id}, art. {article.number}"
            )
        return self.statutes.get(item_id).name if item_id in self.statutes else item_id

    def kind_of(self, item_id: str) -> ItemKind:
        """What an id belongs to.

        Raises:
            NotFound: To no decision, article or statute that can be read.
        """
        if item_id in self.cases:
            self.published(item_id)
            return "case"
        if item_id in self.articles:
            return "article"
        if item_id in self.statutes:
            return "statute"
        raise NotFound(f"there is no decision, article or statute {item_id!r}", id=item_id)

    def tell(self, topic: str, title: str, text: str, ref: str, *, subscribed: bool = False) -> None:
        """Say something to whoever subscribed or watches the topic."""
        notice = Notice(source=self.name, topic=topic, title=title, text=text, ref=ref)
        self.ports.notify(notice, subscribed=subscribed)

    def ahead(self, argument: str, at: datetime) -> datetime:
        """A moment that lies ahead, and not absurdly far."""
        now = self.clock.now
        if not now < at <= now + 1100 * DAY:
            raise Invalid(f"{argument}: {at.isoformat()} must lie after {now.isoformat()} and within three years")
        return at
