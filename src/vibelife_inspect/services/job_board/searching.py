"""Finding jobs: search, companies, recommendations, bookmarks and reports."""

from collections import Counter
from datetime import UTC, date, datetime
from typing import Literal

from vibelife_inspect.errors import Conflict, Invalid
from vibelife_inspect.services.job_board.base import JobBase, Wanted
from vibelife_inspect.services.job_board.catalogue import DEGREES, Job, JobFilters, JobStatus
from vibelife_inspect.services.job_board.records import Report, SavedJob
from vibelife_inspect.services.job_board.resume import Resume
from vibelife_inspect.text import fold
from vibelife_inspect.world import ME, Blankable, Json, Limit, operation, page

_FOREVER = datetime.max.replace(tzinfo=UTC).timestamp()


class Searching(JobBase):
    """Jobs and companies."""

    @operation("read")
    def search_jobs(
        self,
        query: str | None = None,
        filters: JobFilters | None = None,
        posted_since: date | None = None,
        closes_until: date | None = None,
        sort: Literal["relevance", "newest", "salary", "closing"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """Search the jobs that are open now; give at least one condition.

        Equal rows stand newest first, then by id. With filters.min_salary, `without_comparable_pay` counts the jobs
        that were left out because they state no pay, or one in a currency without an exchange rate.

        Args:
            query: Words that all occur in title, company, city, skills, description or reference, in any script.
            filters: What the job must be.
            posted_since: Only jobs posted on or after this day (home zone).
            closes_until: Only jobs that close on or before this day (home zone).
            sort: relevance: words in the title first; newest: latest posted first; salary: highest yearly pay first,
                jobs without one last; closing: soonest to close first. Without it: relevance with a query, else newest.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        wish = filters or JobFilters()
        if query is None and wish.empty and posted_since is None and closes_until is None:
            raise Invalid("query: give a query, filters, posted_since or closes_until")
        wanted = Wanted(query, wish)
        hits = [job for job in self.jobs if job.status == "open" and self.matches(job, wanted)]
        hits = [job for job in hits if self._in_time(job, posted_since, closes_until)]
        hits = self._sorted(hits, sort or ("newest" if query is None else "relevance"), query, wish)
        found = page(hits, limit, cursor, self.job_row)
        if wish.min_salary is not None:
            found["without_comparable_pay"] = self._left_out(query, wish)
        return found

    @operation("read")
    def get_job(self, job_id: str) -> Json:
        """Show a job in full, with its company in short and what you have to do with it.

        Args:
            job_id: Id of the job.
        """
        job = self.visible_job(job_id)
        applied = [item.id for item in self.applications.find(job_id=job_id) if item.owner == ME]
        company = self.companies.get(job.company_id).row if job.company_id in self.companies else None
        return {**job.shown, "company": company, "saved": job_id in self.saved_jobs, "application_ids": applied}

    @operation("read")
    def get_company(self, company_id: str) -> Json:
        """Show a company in full, with the ids of its open jobs, newest first.

        Args:
            company_id: Id of the company.
        """
        company = self.companies.get(company_id)
        jobs = [job for job in self.jobs.find(company_id=company_id) if job.status == "open"]
        jobs.sort(key=lambda job: (-job.posted_at.timestamp(), job.id))
        return {**dict(company), "open_jobs": len(jobs), "open_job_ids": [job.id for job in jobs[:50]]}

    @operation("read")
    def recommend_jobs(
        self,
        resume_id: str,
        filters: JobFilters | None = None,
        limit: Limit = 10,
        cursor: str | None = None,
    ) -> Json:
        """Recommend open jobs that fit a resume and that you have not applied for, best first, and say why.

        A job scores 10 for each skill in common, 5 for each word of its title in the headline, 5 if the experience and
        3 if the degree suffices; jobs without a common skill or title word are left out. Equal scores stand newest
        first, then by id.

        Args:
            resume_id: Id of the resume.
            filters: What the job must be besides.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        resume = self.resumes.get(resume_id)
        self.own(resume, "resume")
        applied, wanted = (
            {item.job_id for item in self.applications.find(owner=ME)},
            Wanted(None, filters or JobFilters()),
        )
        skills, words = {fold(skill) for skill in resume.skills}, set(fold(resume.headline).split())
        scores: dict[str, tuple[int, list[str]]] = {}
        for job in self.jobs:
            if job.status == "open" and job.id not in applied:
                common, title = self._common(job, skills, words)
                if (common or title) and self.matches(job, wanted):
                    scores[job.id] = _score(job, resume, common, title)
        rows = [self.jobs.get(id) for id in scores]
        rows.sort(key=lambda job: (-scores[job.id][0], -job.posted_at.timestamp(), job.id))
        return page(
            rows,
            limit,
            cursor,
            lambda job: {**self.job_row(job), "score": scores[job.id][0], "because": scores[job.id][1]},
        )

    @operation("write")
    def save_job(self, job_id: str, note: Blankable = "") -> Json:
        """Bookmark a job; saving it again replaces the note.

        Args:
            job_id: Id of the job.
            note: A note to yourself; may be empty.
        """
        job = self.visible_job(job_id)
        if job_id in self.saved_jobs:
            self.saved_jobs.update(job_id, note=note)
        else:
            self.saved_jobs.add(SavedJob(id=job_id, note=note, saved_at=self.clock.now))
        return self._saved_row(self.saved_jobs.get(job.id))

    @operation("write")
    def unsave_job(self, job_id: str) -> Json:
        """Remove a bookmark.

        Args:
            job_id: Id of the job.
        """
        self.saved_jobs.remove(job_id)
        return {"job_id": job_id, "saved": False}

    @operation("read")
    def list_saved_jobs(
        self,
        status: Literal["open", "paused", "closed", "withdrawn"] | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List bookmarked jobs as they are now, latest saved first.

        Args:
            status: Only jobs with this status.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for row in self.saved_jobs if status in (None, self._status(row.id))]
        rows.sort(key=lambda row: (-row.saved_at.timestamp(), row.id))
        return page(rows, limit, cursor, self._saved_row)

    @operation("commit")
    def report_job(
        self,
        job_id: str,
        reason: Literal["scam", "misleading", "discriminating", "already_filled", "duplicate", "other"],
        text: str | None = None,
    ) -> Json:
        """Report a job to the board, once.

        Args:
            job_id: Id of the job.
            reason: What is wrong with it.
            text: What exactly; needed for the reason other.
        """
        self.visible_job(job_id)
        if reason == "other" and text is None:
            raise Invalid("text: say what is wrong, as the reason is other")
        if job_id in self.reports:
            raise Conflict(f"job {job_id!r} is reported already", reason=self.reports.get(job_id).reason)
        report = self.reports.add(Report(id=job_id, reason=reason, text=text or "", reported_at=self.clock.now))
        return {"job_id": job_id, **report.pick("reason", "text", "reported_at")}

    def _in_time(self, job: Job, since: date | None, until: date | None) -> bool:
        if since is not None and job.posted_at.astimezone(self.clock.home).date() < since:
            return False
        if until is None:
            return True
        return job.closes_at is not None and job.closes_at.astimezone(self.clock.home).date() <= until

    def _sorted(self, hits: list[Job], sort: str, query: str | None, wish: JobFilters) -> list[Job]:
        hits = sorted(hits, key=lambda job: (-job.posted_at.timestamp(), job.id))
        if sort == "closing":
            hits.sort(key=lambda job: _FOREVER if job.closes_at is None else job.closes_at.timestamp())
        elif sort == "salary":
            currency = self._currency(hits, wish)
            hits.sort(key=lambda job: -(self.yearly(job, currency) or 0))
        elif sort == "relevance" and query is not None:
            words = fold(query).split()
            hits.sort(key=lambda job: -sum(word in self.folded(job).title for word in words))
        return hits

    @staticmethod
    def _currency(hits: list[Job], wish: JobFilters) -> str:
        """The currency in which pay is compared: the one asked for, or that of most hits."""
        if wish.min_salary is not None:
            return wish.min_salary.currency
        counts = Counter(job.top_pay.currency for job in hits if job.top_pay is not None)
        return min(counts, key=lambda currency: (-counts[currency], currency), default="EUR")

    def _left_out(self, query: str | None, wish: JobFilters) -> int:
        assert wish.min_salary is not None
        rest, currency = Wanted(query, wish.model_copy(update={"min_salary": None})), wish.min_salary.currency
        return sum(
            job.status == "open" and self.yearly(job, currency) is None and self.matches(job, rest) for job in self.jobs
        )

    def _common(self, job: Job, skills: set[str], words: set[str]) -> tuple[list[str], list[str]]:
        """Skills and title words that a job shares with a resume, in the job's order."""
        folded = self.folded(job)
        common = [skill for skill in job.skills if fold(skill) in skills] if folded.skills & skills else []
        return common, [word for word in folded.title.split() if len(word) > 2 and word in words]

    def _saved_row(self, saved: SavedJob) -> Json:
        row = self.job_row(self.jobs.get(saved.id)) if saved.id in self.jobs else {"job_id": saved.id, "status": "gone"}
        return {**row, "note": saved.note, "saved_at": saved.saved_at}

    def _status(self, job_id: str) -> JobStatus | None:
        return self.jobs.get(job_id).status if job_id in self.jobs else None


def _score(job: Job, resume: Resume, common: list[str], title: list[str]) -> tuple[int, list[str]]:
    score, because = 10 * len(common) + 5 * len(title), []
    if common:
        because.append("skills in common: " + ", ".join(common))
    if title:
        because.append("your headline names: " + ", ".join(title))
    if resume.years_experience >= job.years_experience:
        score += 5
        because.append(f"asks for {job.years_experience} years of experience; you have {resume.years_experience}")
    if DEGREES.index(resume.education) >= DEGREES.index(job.education):
        score += 3
        because.append(f"degree asked for: {job.education}; you have: {resume.education}")
    return score, because
