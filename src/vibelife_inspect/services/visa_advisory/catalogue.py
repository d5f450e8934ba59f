"""Advisories, visa products and official fees."""

from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import NotFound
from vibelife_inspect.services.visa_advisory.base import VisaBase
from vibelife_inspect.services.visa_advisory.countries import CountryCode, country_name, country_words
from vibelife_inspect.services.visa_advisory.records import Advisory, Purpose, Topic, VisaProduct
from vibelife_inspect.text import found
from vibelife_inspect.world import Json, Limit, operation, page

Level = Annotated[int, Field(ge=1, le=4)]
"""1 usual care, 2 more care, 3 avoid unless needed, 4 do not travel."""

AdvisoryStatus = Literal["active", "withdrawn", "expired"]
"""Whether an advisory still holds."""

_ROW = ("id", "country", "region", "level", "topic", "title", "status", "issued_at", "updated_at", "valid_until")
_FEE = ("id", "name", "destination", "purpose", "fee", "payee", "official_site", "processing_days")


class Catalogue(VisaBase):
    """What is published, and what can be applied for."""

    @operation("read")
    def list_advisories(
        self,
        country: CountryCode | None = None,
        topic: Topic | None = None,
        min_level: Level = 1,
        status: AdvisoryStatus = "active",
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List travel advisories, newest first.

        Levels: 1 usual care, 2 more care, 3 avoid unless needed, 4 do not travel.

        Args:
            country: Only this country, ISO code.
            topic: Only this topic.
            min_level: Only advisories of at least this level.
            status: Only advisories with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = self.advisories if country is None else self.advisories.find(country=country)
        kept = [row for row in rows if row.status == status and row.level >= min_level and topic in (None, row.topic)]
        return page(_newest(kept), limit, cursor, _advisory_row)

    @operation("read")
    def search_advisories(
        self, query: str, status: AdvisoryStatus = "active", limit: Limit = 20, cursor: str | None = None
    ) -> Json:
        """Find advisories whose title, text, region or country name holds every word of the query, newest first.

        Args:
            query: Words to look for, in any script.
            status: Only advisories with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            row
            for row in self.advisories
            if row.status == status and found(query, row.title, row.text, row.region, country_words(row.country))
        ]
        return page(_newest(rows), limit, cursor, _advisory_row)

    @operation("read")
    def get_advisory(self, advisory_id: str) -> Json:
        """Read one advisory in full; one that was withdrawn or has expired says so in `status`.

        Args:
            advisory_id: Id of the advisory.
        """
        row = self.advisories.get(advisory_id)
        return {**dict(row), "country_name": country_name(row.country)}

    @operation("read")
    def get_country_level(self, country: CountryCode) -> Json:
        """Tell the highest level of all active advisories on a country, and which set it. No advisory is an error.

        Args:
            country: ISO code.
        """
        rows = [row for row in self.advisories.find(country=country) if row.status == "active"]
        if not rows:
            raise NotFound(f"no active advisory on {country_name(country)} is on file; this is not the same as safe")
        # A regional warning must not stand for the whole country, so both levels are told.
        whole = [row.level for row in rows if not row.region]
        level = max(row.level for row in rows)
        return {
            "country": country,
            "country_name": country_name(country),
            "level": level,
            "level_of_whole_country": max(whole, default=None),
            "set_by": [_advisory_row(row) for row in _newest([row for row in rows if row.level == level])[:20]],
            "active_advisories": len(rows),
        }

    @operation("read")
    def list_visa_products(
        self,
        destination: CountryCode,
        nationality: CountryCode,
        purpose: Purpose | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List visas and travel authorisations that a nationality can apply for, in order of id.

        Args:
            destination: Country to enter, ISO code.
            nationality: Country of the passport, ISO code.
            purpose: Only products for this purpose.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = self.on_offer(nationality, destination, purpose)
        return page(rows, limit, cursor, lambda row: {**row.pick(*_FEE), "max_stay_days": row.max_stay_days})

    @operation("read")
    def get_visa_product(self, product_id: str) -> Json:
        """Read one visa product: fee, processing time, stay, validity, documents needed, official payee and site.

        Args:
            product_id: Id of the product.
        """
        return dict(self.products.get(product_id))

    @operation("read")
    def list_official_fees(
        self, destination: CountryCode | None = None, limit: Limit = 50, cursor: str | None = None
    ) -> Json:
        """List official fees with the only payee and web site that may ask for them, by destination and id.

        Whoever asks for another amount, or from another site, does not act for the authority.

        Args:
            destination: Only this country, ISO code.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = list(self.products) if destination is None else self.products.find(destination=destination)
        rows.sort(key=lambda row: (row.destination, row.id))
        return page(rows, limit, cursor, lambda row: row.pick(*_FEE))

    def on_offer(self, nationality: str, destination: str, purpose: Purpose | None) -> list[VisaProduct]:
        """Products that a nationality may apply for, in order of id."""
        rows = [
            row
            for row in self.products.find(destination=destination)
            if (not row.nationalities or nationality in row.nationalities) and purpose in (None, row.purpose)
        ]
        return sorted(rows, key=lambda row: row.id)


def _newest(rows: list[Advisory]) -> list[Advisory]:
    return sorted(rows, key=lambda row: (row.issued_at, row.id), reverse=True)


def _advisory_row(row: Advisory) -> Json:
    return {**row.pick(*_ROW), "country_name": country_name(row.country)}
