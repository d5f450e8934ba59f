"""Writing and keeping resumes."""

from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.errors import Conflict, Invalid, NotFound
from vibelife_inspect.services.job_board.base import JobBase
from vibelife_inspect.services.job_board.catalogue import Education
from vibelife_inspect.services.job_board.records import LIVE
from vibelife_inspect.services.job_board.resume import CONTENT, Resume, ResumeContent, ResumeVersion, Section
from vibelife_inspect.world import ME, Json, Limit, operation, page

Skills = Annotated[list[str], Field(max_length=60)]
"""Names of skills, most important first."""
Sections = Annotated[list[Section], Field(max_length=60)]
"""Entries in the order in which they shall be read."""
Years = Annotated[int, Field(ge=0, le=70)]
"""Whole years."""

_MOST = 20


class Resumes(JobBase):
    """Resumes."""

    @operation("write")
    def create_resume(
        self,
        name: str,
        headline: str,
        summary: str | None = None,
        skills: Skills | None = None,
        years_experience: Years = 0,
        education: Education = "none",
        sections: Sections | None = None,
    ) -> Json:
        """Create a resume as version 1.

        Args:
            name: What you call it, such as English CV.
            headline: The line below the applicant's name.
            summary: A short text about the applicant.
            skills: Skills, most important first.
            years_experience: Years of professional experience.
            education: Highest degree.
            sections: Jobs held, degrees, projects and so on, in the order in which they shall be read.
        """
        if len(self.resumes.find(owner=ME)) >= _MOST:
            raise Conflict(f"there are {_MOST} resumes already; delete one first")
        _check_sections(sections)
        resume = Resume(
            id=self.new_id("CV"),
            name=name,
            headline=headline,
            summary=summary or "",
            skills=tuple(skills or ()),
            years_experience=years_experience,
            education=education,
            sections=tuple(sections or ()),
            updated_at=self.clock.now,
        )
        self.resumes.add(resume)
        return {"resume_id": resume.id, **resume.shown}

    @operation("write")
    def update_resume(
        self,
        resume_id: str,
        name: str | None = None,
        headline: str | None = None,
        summary: str | None = None,
        skills: Skills | None = None,
        years_experience: Years | None = None,
        education: Education | None = None,
        sections: Sections | None = None,
        clear: Annotated[list[Literal["summary", "skills", "sections"]], Field(max_length=3)] | None = None,
    ) -> Json:
        """Change a resume; what is not given stays as it is. The version counts up, and earlier versions stay readable.

        Applications that were submitted keep the version that they were submitted with.

        Args:
            resume_id: Id of the resume.
            name: Another name.
            headline: Another headline.
            summary: Another summary.
            skills: All skills, in place of the earlier ones.
            years_experience: Years of professional experience.
            education: Highest degree.
            sections: All sections, in place of the earlier ones.
            clear: What shall be empty.
        """
        before = self._own_resume(resume_id)
        _check_sections(sections)
        given = {
            "name": name,
            "headline": headline,
            "summary": summary,
            "skills": None if skills is None else tuple(skills),
            "years_experience": years_experience,
            "education": education,
            "sections": None if sections is None else tuple(sections),
        }
        fields: Json = {field: value for field, value in given.items() if value is not None}
        for field in clear or ():
            if field in fields:
                raise Invalid(f"clear: {field} is given and cleared at once")
            fields[field] = "" if field == "summary" else ()
        if all(getattr(before, field) == value for field, value in fields.items()):
            return {"resume_id": resume_id, **before.shown}
        self._archive(before)
        after = self.resumes.update(resume_id, **fields, version=before.version + 1, updated_at=self.clock.now)
        return {"resume_id": resume_id, **after.shown}

    @operation("read")
    def get_resume(self, resume_id: str, version: Annotated[int, Field(ge=1, le=10_000)] | None = None) -> Json:
        """Show a resume in full, as it is now or as an earlier version.

        Args:
            resume_id: Id of the resume.
            version: An earlier version; those of a deleted resume stay readable while an application uses them.
        """
        resume = self.resume_version(resume_id, version)
        self.own(resume, "resume")
        earlier = sorted(item.version for item in self.resume_versions.find(resume_id=resume_id))
        return {"resume_id": resume_id, **resume.shown, "earlier_versions": earlier}

    @operation("read")
    def list_resumes(self, limit: Limit = 20, cursor: str | None = None) -> Json:
        """List the user's resumes, oldest first.

        Args:
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        return page(self.resumes.find(owner=ME), limit, cursor, lambda resume: resume.row)

    @operation("commit")
    def delete_resume(self, resume_id: str) -> Json:
        """Delete a resume for good, with the versions that no application uses.

        A resume of an application that is under way cannot be deleted.

        Args:
            resume_id: Id of the resume.
        """
        resume = self._own_resume(resume_id)
        applications = self.applications.find(resume_id=resume_id)
        live = [item.id for item in applications if item.status in LIVE]
        if live:
            raise Conflict(f"resume {resume_id!r} is used by applications under way: {', '.join(live)}", ids=live)
        used = {item.resume_version for item in applications}
        for version in self.resume_versions.find(resume_id=resume_id):
            if version.version not in used:
                self.resume_versions.remove(version.id)
        if resume.version in used:
            self._archive(resume)
        self.resumes.remove(resume_id)
        return {"resume_id": resume_id, "deleted": True, "kept_versions": sorted(used)}

    def resume_version(self, resume_id: str, version: int | None) -> ResumeContent:
        """A version of a resume; the present one by default.

        Raises:
            NotFound: It does not exist.
        """
        if version is None:
            return self.resumes.get(resume_id)
        if resume_id in self.resumes and self.resumes.get(resume_id).version == version:
            return self.resumes.get(resume_id)
        key = f"{resume_id}@{version}"
        if key not in self.resume_versions:
            raise NotFound(f"there is no version {version} of resume {resume_id!r}", id=resume_id)
        return self.resume_versions.get(key)

    def _own_resume(self, resume_id: str) -> Resume:
        resume = self.resumes.get(resume_id)
        self.own(resume, "resume")
        return resume

    def _archive(self, resume: Resume) -> None:
        content = {field: getattr(resume, field) for field in CONTENT}
        self.resume_versions.add(
            ResumeVersion(id=f"{resume.id}@{resume.version}", resume_id=resume.id, owner=resume.owner, **content)
        )


def _check_sections(sections: list[Section] | None) -> None:
    for section in sections or ():
        if section.start is not None and section.end is not None and section.end < section.start:
            raise Invalid(f"sections: {section.title[:80]!r} ends before it starts")
