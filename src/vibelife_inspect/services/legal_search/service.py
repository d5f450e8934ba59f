"""The service, put together."""

from collections.abc import Iterable
from random import Random

from vibelife_inspect.services.legal_search.background import LegalBackground, generate
from vibelife_inspect.services.legal_search.cases import Cases
from vibelife_inspect.services.legal_search.deadlines import Deadlines
from vibelife_inspect.services.legal_search.outside import Outside
from vibelife_inspect.services.legal_search.saving import Saving
from vibelife_inspect.world import Record


class LegalSearch(Cases, Deadlines, Saving, Outside):
    """Law: a library of this world's own law, and the persona's matters at court."""

    def background(self, options: LegalBackground, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Statutes, courts, rules, forms and decisions; no matters of the persona's.

        A seed with the id of a generated record takes its place.
        """
        for table, record in generate(options, level, rng, self.setting):
            if record.id not in self.collections[table]:
                yield table, record
