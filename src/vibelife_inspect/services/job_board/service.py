"""The service, put together."""

from collections.abc import Iterable
from random import Random

from vibelife_inspect.services.job_board.applying import Applying
from vibelife_inspect.services.job_board.background import JobBackground, generate
from vibelife_inspect.services.job_board.employers import Employers
from vibelife_inspect.services.job_board.hiring import Hiring
from vibelife_inspect.services.job_board.searching import Searching
from vibelife_inspect.world import Record


class JobBoard(Searching, Applying, Hiring, Employers):
    """Work: companies and their jobs, and the persona's resumes, applications, interviews and offers."""

    def background(self, options: JobBackground, level: int, rng: Random) -> Iterable[tuple[str, Record]]:
        """Companies and jobs; nothing of the persona's own."""
        return generate(options, level, rng, self.setting)
