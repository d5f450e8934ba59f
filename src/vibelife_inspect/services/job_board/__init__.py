"""Work: companies and their jobs, and the persona's resumes, applications, interviews and offers."""

from vibelife_inspect.services.job_board.service import JobBoard

__all__ = ["JobBoard"]
