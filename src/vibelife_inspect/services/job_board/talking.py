"""Conversations with recruiters."""

from typing import Annotated

from pydantic import Field

from vibelife_inspect.errors import Invalid
from vibelife_inspect.services.job_board.base import JobBase
from vibelife_inspect.services.job_board.records import Message, Thread
from vibelife_inspect.world import ME, Json, Limit, operation, page

Words = Annotated[str, Field(min_length=1, max_length=10_000)]
"""Text of a message."""


class Talking(JobBase):
    """Threads and messages."""

    @operation("commit")
    def send_message(self, text: Words, thread_id: str | None = None, job_id: str | None = None) -> Json:
        """Write to a recruiter; an answer, if one comes, stands in get_thread.

        Give either a thread, or a job: then the conversation about that job goes on or begins.

        Args:
            text: The message.
            thread_id: The conversation that goes on.
            job_id: The job that it is about.
        """
        if (thread_id is None) == (job_id is None):
            raise Invalid("thread_id: give either thread_id or job_id")
        if not text.strip():
            raise Invalid("text: must not be blank")
        thread = self._own_thread(thread_id) if thread_id is not None else self.thread_about(job_id or "")
        message = self.add_message(thread, "applicant", text)
        return {"thread_id": thread.id, "message_id": message.id, **message.pick("sender", "text", "sent_at")}

    @operation("read")
    def list_threads(
        self,
        company_id: str | None = None,
        waiting: bool | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List conversations with recruiters, the one with the latest message first (then by id).

        Args:
            company_id: Only conversations with this company.
            waiting: Only those in which the recruiter (true) or the user (false) wrote last.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            (thread, self._last(thread))
            for thread in self.threads.find(owner=ME)
            if company_id in (None, thread.company_id)
        ]
        if waiting is not None:
            rows = [row for row in rows if row[1] is not None and (row[1].sender == "recruiter") == waiting]
        rows.sort(key=lambda row: (0.0 if row[1] is None else -row[1].sent_at.timestamp(), row[0].id))
        return page([thread for thread, _ in rows], limit, cursor, self._thread_row)

    @operation("read")
    def get_thread(self, thread_id: str, limit: Limit = 50, cursor: str | None = None) -> Json:
        """Show the messages of a conversation, oldest first.

        Args:
            thread_id: Id of the conversation.
            limit: At most this many messages.
            cursor: `next_cursor` of the page before.
        """
        thread = self._own_thread(thread_id)
        messages = page(self._messages(thread), limit, cursor, _shown)
        return {**self._thread_row(thread), **messages}

    def thread_about(self, job_id: str) -> Thread:
        """The conversation about a job; it begins if there is none."""
        job = self.visible_job(job_id)
        for thread in self.threads.find(company_id=job.company_id):
            if thread.owner == ME and thread.job_id == job_id:
                return thread
        thread = Thread(id=self.new_id("THR"), company_id=job.company_id, job_id=job_id, recruiter=job.recruiter)
        return self.threads.add(thread)

    def add_message(self, thread: Thread, sender: str, text: str) -> Message:
        """Add a message to a conversation."""
        fields = {"thread_id": thread.id, "sender": sender, "text": text, "sent_at": self.clock.now}
        return self.messages.add(Message.model_validate({"id": self.new_id("MSG"), **fields}))

    def _own_thread(self, thread_id: str) -> Thread:
        thread = self.threads.get(thread_id)
        self.own(thread, "thread")
        return thread

    def _messages(self, thread: Thread) -> list[Message]:
        return sorted(self.messages.find(thread_id=thread.id), key=lambda message: message.sent_at)

    def _last(self, thread: Thread) -> Message | None:
        messages = self._messages(thread)
        return messages[-1] if messages else None

    def _thread_row(self, thread: Thread) -> Json:
        last = self._last(thread)
        return {
            "thread_id": thread.id,
            **thread.pick("company_id", "job_id", "recruiter"),
            "company": self.employer(thread.company_id),
            "last_at": last.sent_at if last else None,
            "last_sender": last.sender if last else None,
            "last_text": last.text[:160] if last else "",
        }


def _shown(message: Message) -> Json:
    return {"message_id": message.id, **message.pick("sender", "text", "sent_at")}
