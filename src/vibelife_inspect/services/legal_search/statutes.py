"""Statutes and their articles."""

from datetime import date, time
from typing import Literal

from vibelife_inspect.errors import Invalid
from vibelife_inspect.services.legal_search.base import LegalBase
from vibelife_inspect.services.legal_search.library import Article, Kind, Statute
from vibelife_inspect.text import fold, found
from vibelife_inspect.world import Json, Limit, operation, page


class Statutes(LegalBase):
    """Statutes and articles."""

    @operation("read")
    def search_statutes(
        self,
        query: str | None = None,
        kind: Kind | None = None,
        status: Literal["upcoming", "in_force", "repealed"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Search statutes by name, abbreviation and summary, in order of name; without arguments all of them.

        Args:
            query: Words that all occur there, in any script. For the text of articles use search_articles.
            kind: Only statutes of this field of law.
            status: Only statutes with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            row
            for row in self.statutes
            if kind in (None, row.kind)
            and status in (None, row.status)
            and (query is None or found(query, row.name, row.name_local, row.short, row.id, row.summary))
        ]
        rows.sort(key=lambda row: (fold(row.name), row.id))
        return page(rows, limit, cursor, lambda row: row.row)

    @operation("read")
    def get_statute(self, statute_id: str) -> Json:
        """Show a statute with its parts and the number of its articles.

        Args:
            statute_id: Id of the statute.
        """
        statute = self.statutes.get(statute_id)
        articles = self._articles_of(statute)
        parts = list(dict.fromkeys(article.part for article in articles if article.part))
        return {**dict(statute), "parts": parts, "articles": len(articles)}

    @operation("read")
    def search_articles(
        self,
        query: str | None = None,
        statute_id: str | None = None,
        include_repealed: bool = False,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List the articles of a statute, or search the text of all; give statute_id, query or both.

        With statute_id in order of number; else articles with the words in their heading first, then by id.

        Args:
            query: Words that all occur in heading or text, in any script.
            statute_id: Only articles of this statute.
            include_repealed: True: also what is out of force.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        if query is None and statute_id is None:
            raise Invalid("query: give query, statute_id or both")
        words = fold(query or "").split()
        rows = list(self.articles) if statute_id is None else self._articles_of(self.statutes.get(statute_id))
        rows = [row for row in rows if all(word in self.folded(row).text for word in words)]
        if not include_repealed:
            rows = [row for row in rows if not self._repealed(row)]
        if statute_id is None:
            rows.sort(key=lambda row: (-sum(word in self.folded(row).head for word in words), row.id))
        return page(rows, limit, cursor, self.article_row)

    @operation("read")
    def get_article(self, article_id: str, on: date | None = None) -> Json:
        """Show an article with its text, and what is known about its changes.

        Args:
            article_id: Id of the article.
            on: Show the text as it stood at noon of this day (home zone) instead of now's.
        """
        article = self.articles.get(article_id)
        text = article.text if on is None else article.text_at(self.clock.at(on, time(12)))
        return {
            **self.article_row(article),
            "citation": self.cite(article_id),
            "text": text,
            "changed_at": [version.until for version in article.versions],
            "amendment": article.amendment,
            "amendment_at": article.amendment_at,
        }

    # ---- time

    def enter_into_force_due(self, statute: Statute) -> None:
        """A statute comes into force."""
        self.statutes.update(statute.id, status="in_force")
        self.tell(f"statute:{statute.id}", "In force", f"{statute.name} is in force.", statute.id)

    def repeal_due(self, statute: Statute) -> None:
        """A statute goes out of force."""
        self.statutes.update(statute.id, status="repealed")
        self.tell(f"statute:{statute.id}", "Out of force", f"{statute.name} is out of force.", statute.id)

    def amend_due(self, article: Article) -> None:
        """An amendment comes into force."""
        self.replace_text(article, article.amendment)

    def replace_text(self, article: Article, text: str) -> Article:
        """An article gets a new text now."""
        now = self.clock.now
        old = {"until": now, "text": article.text}
        article = self.articles.update(
            article.id,
            text=text,
            amended_at=now,
            amendment="",
            amendment_at=None,
            versions=(*article.versions, old),
        )
        self.tell(f"article:{article.id}", "Amended", f"{self.cite(article.id)} was amended.", article.id)
        return article

    def _articles_of(self, statute: Statute) -> list[Article]:
        return sorted(self.articles.find(statute_id=statute.id), key=lambda article: article.order)

    def _repealed(self, article: Article) -> bool:
        known = article.statute_id in self.statutes
        return article.status == "repealed" or (known and self.statutes.get(article.statute_id).status == "repealed")
