"""Decisions: search, reading, similar ones, citations, and whether they are still good law."""

from datetime import date, datetime
from typing import Literal

from vibelife_inspect.errors import Invalid
from vibelife_inspect.services.legal_search.base import LegalBase
from vibelife_inspect.services.legal_search.library import Article, Case, CaseFilters
from vibelife_inspect.text import fold
from vibelife_inspect.world import Json, Limit, operation, page


class Cases(LegalBase):
    """Decisions."""

    @operation("read")
    def search_cases(
        self,
        query: str | None = None,
        filters: CaseFilters | None = None,
        sort: Literal["relevance", "newest", "oldest"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Search published decisions; give at least one condition. Equal rows stand newest first, then by id.

        Args:
            query: Words that all occur in title, number, keywords, parties, summary or full text, in any script.
            filters: What the decision must be.
            sort: relevance: words in title, number and keywords first; newest or oldest: by day of decision. Without
                it: relevance with a query, else newest.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        wish, words = filters or CaseFilters(), fold(query or "").split()
        if not words and wish.empty:
            raise Invalid("query: give a query or filters")
        rows = [case for case in self.cases if case.status != "unpublished" and self.matches(case, words, wish)]
        rows.sort(key=_newest)
        if sort == "oldest":
            rows.sort(key=lambda case: case.decided_on)
        elif words and sort in (None, "relevance"):
            rows.sort(key=lambda case: -sum(word in self.folded(case).head for word in words))
        return page(rows, limit, cursor, self.case_row)

    @operation("read")
    def get_case(self, case_id: str) -> Json:
        """Show a decision in full, with what it cites.

        Args:
            case_id: Id of the decision.
        """
        case = self.published(case_id)
        return {**dict(case), "court": self.court_name(case.court_id), "citation": self.cite(case_id)}

    @operation("read")
    def list_similar_cases(
        self, case_id: str, same_kind: bool = True, limit: Limit = 10, cursor: str | None = None
    ) -> Json:
        """List decisions that resemble one, most similar first; equal ones newest first, then by id.

        Each cited article in common counts 3, each cited decision in common 2, each keyword in common 1, and 4 if one
        cites the other.

        Args:
            case_id: Id of the decision.
            same_kind: True: only decisions in the same field of law.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        case = self.published(case_id)
        hits: dict[str, Json] = {}
        for other in self.cases:
            if other.id == case_id or other.status == "unpublished" or (same_kind and other.kind != case.kind):
                continue
            if shared := _shared(case, other):
                hits[other.id] = shared
        rows = [self.cases.get(id) for id in hits]
        rows.sort(key=lambda row: (-hits[row.id]["score"], *_newest(row)))
        return page(rows, limit, cursor, lambda row: {**self.case_row(row), **hits[row.id]})

    @operation("read")
    def list_citations(
        self,
        item_id: str,
        direction: Literal["cites", "cited_by"],
        limit: Limit = 50,
        cursor: str | None = None,
    ) -> Json:
        """List what a decision cites, or the decisions that cite a decision or an article.

        Cited items stand in the order of the decision, articles first; citing decisions newest first, then by id.

        Args:
            item_id: Id of a decision or, for cited_by, of a decision or an article.
            direction: cites: what it cites; cited_by: what cites it.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        kind = self.kind_of(item_id)
        if kind == "statute" or (kind == "article" and direction == "cites"):
            raise Invalid("item_id: must be a decision or, for cited_by, a decision or an article")
        if direction == "cited_by":
            wish = CaseFilters(cites=item_id)
            rows = [case for case in self.cases if case.status != "unpublished" and self.matches(case, [], wish)]
            return page(sorted(rows, key=_newest), limit, cursor, self._cited_row)
        case = self.cases.get(item_id)
        cited: list[Case | Article] = [self.articles.get(id) for id in case.cites_articles if id in self.articles]
        cited += [self.cases.get(id) for id in case.cites_cases if self._readable(id)]
        return page(cited, limit, cursor, self._cited_row)

    @operation("read")
    def check_case(self, case_id: str) -> Json:
        """Check whether a decision is still good law, and say why not.

        verdict is bad when it was overruled; caution when an appeal is pending, when a cited article was amended or
        repealed after the decision, or when a decision that it cites was overruled; good otherwise.

        Args:
            case_id: Id of the decision.
        """
        case = self.published(case_id)
        reasons = []
        if case.status == "overruled":
            reasons.append(f"overruled by {case.overruled_by or 'a later decision'}")
        if case.status == "appealed":
            reasons.append("an appeal is pending")
        for id in case.cites_articles:
            reasons += self._article_changes(case, id)
        for id in case.cites_cases:
            if id in self.cases and self.cases.get(id).status == "overruled":
                reasons.append(f"cites {id}, which was overruled")
        verdict = "bad" if case.status == "overruled" else "caution" if reasons else "good"
        return {
            "case_id": case_id,
            "status": case.status,
            "verdict": verdict,
            "reasons": reasons,
            "overruled_by": case.overruled_by,
            "status_note": case.status_note,
        }

    def _article_changes(self, case: Case, article_id: str) -> list[str]:
        if article_id not in self.articles:
            return []
        article = self.articles.get(article_id)
        statute = self.statutes.get(article.statute_id) if article.statute_id in self.statutes else None
        if article.status == "repealed" or (statute is not None and statute.status == "repealed"):
            return [f"cites {article_id}, which was repealed"]
        if article.amended_at is not None and _day(article.amended_at) > case.decided_on:
            return [f"cites {article_id}, which was amended on {_day(article.amended_at)}"]
        return []

    def _readable(self, case_id: str) -> bool:
        return case_id in self.cases and self.cases.get(case_id).status != "unpublished"

    def _cited_row(self, item: Case | Article) -> Json:
        if isinstance(item, Case):
            return {"kind": "case", "item_id": item.id, "citation": self.cite(item.id), **self.case_row(item)}
        return {"kind": "article", "item_id": item.id, "citation": self.cite(item.id), **self.article_row(item)}


def _newest(case: Case) -> tuple[int, str]:
    return -case.decided_on.toordinal(), case.id


def _day(moment: datetime) -> date:
    return moment.date()


def _shared(case: Case, other: Case) -> Json:
    """What two decisions have in common, with a score; empty if nothing."""
    articles = [id for id in case.cites_articles if id in other.cites_articles]
    cases = [id for id in case.cites_cases if id in other.cites_cases]
    words = [word for word in case.keywords if word in other.keywords]
    linked = other.id in case.cites_cases or case.id in other.cites_cases
    score = 3 * len(articles) + 2 * len(cases) + len(words) + 4 * linked
    if not score:
        return {}
    return {"score": score, "shared_articles": articles, "shared_cases": cases, "shared_keywords": words}
