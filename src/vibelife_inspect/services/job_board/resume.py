"""Resumes and their versions."""

from datetime import date
from typing import Literal

from pydantic import Field

from vibelife_inspect.clock import Instant
from vibelife_inspect.services.job_board.catalogue import Education
from vibelife_inspect.world import ME, Json, Part, Record


class Section(Part):
    """An entry of a resume, such as a job that was held or a degree."""

    kind: Literal["experience", "education", "project", "certificate", "language", "volunteering", "other"]
    title: str = Field(min_length=1, max_length=300)
    organisation: str = Field(default="", max_length=300)
    start: date | None = None
    """First day."""
    end: date | None = None
    """Last day; absent: it goes on, or has no dates."""
    text: str = Field(default="", max_length=5000)


class ResumeContent(Record):
    """What a resume says."""

    owner: str = ME
    version: int = Field(default=1, ge=1)
    """Counts the changes, from 1."""
    name: str = ""
    """What the applicant calls it, such as English CV."""
    headline: str
    summary: str = ""
    skills: tuple[str, ...] = ()
    years_experience: int = Field(default=0, ge=0, le=70)
    education: Education = "none"
    """Highest degree."""
    sections: tuple[Section, ...] = ()

    @property
    def shown(self) -> Json:
        """What the agent sees."""
        return {field: getattr(self, field) for field in CONTENT}


class Resume(ResumeContent):
    """A resume as it stands now."""

    updated_at: Instant | None = None

    @property
    def row(self) -> Json:
        """The short form for lists."""
        return {"resume_id": self.id, **self.pick("version", "name", "headline", "years_experience", "updated_at")}


class ResumeVersion(ResumeContent):
    """A resume as it stood before a change, or before it was deleted; the id is `<resume id>@<version>`."""

    resume_id: str


CONTENT = ("version", "name", "headline", "summary", "skills", "years_experience", "education", "sections")
"""Fields that all versions have."""
