"""Reading and tidying notifications, and quiet hours."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from vibelife_inspect.clock import Instant, Wall
from vibelife_inspect.services.notification_hub.base import HubBase
from vibelife_inspect.services.notification_hub.records import SETTINGS, Notification, Settings, Window
from vibelife_inspect.text import found
from vibelife_inspect.world import Json, Limit, operation, page

_HIDDEN = {"rings_at"}


class Inbox(HubBase):
    """Notifications."""

    @operation("read")
    def list_notifications(
        self,
        show: Literal["inbox", "unread", "archived", "all"] = "inbox",
        source: str | None = None,
        topic: str | None = None,
        rule_id: str | None = None,
        since: Instant | None = None,
        until: Instant | None = None,
        limit: Limit = 20,
        cursor: str | None = None,
    ) -> Json:
        """List notifications, newest first, without their text.

        Args:
            show: inbox: not archived; unread: not archived and unread; archived; or all.
            source: Only of this service or sender, such as flight_booking.
            topic: Only where the topic holds all these words.
            rule_id: Only what met this watch rule.
            since: Only received at or after this moment.
            until: Only received before this moment.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [
            row
            for row in self._shown_as(show, source)
            if (topic is None or found(topic, row.topic))
            and (rule_id is None or rule_id in row.rules)
            and (since is None or row.received_at >= since)
            and (until is None or row.received_at < until)
        ]
        return page(newest_first(rows), limit, cursor, lambda row: row.row)

    @operation("read")
    def search_notifications(self, query: str, limit: Limit = 20, cursor: str | None = None) -> Json:
        """Find notifications whose source, title or text holds every word, newest first; archived ones count too.

        Args:
            query: Words to look for, in any script.
            limit: At most this many.
            cursor: `next_cursor` of the page before.
        """
        rows = [row for row in self.notifications if found(query, row.source, row.title, row.text)]
        return page(newest_first(rows), limit, cursor, lambda row: row.row)

    @operation("read")
    def get_notification(self, notification_id: str) -> Json:
        """Show one notification in full. It is not marked read by this.

        Args:
            notification_id: Id of the notification.
        """
        return _full(self.notifications.get(notification_id))

    @operation("read")
    def count_unread(self) -> Json:
        """Count the unread notifications that are not archived, in all and per source."""
        counts: dict[str, int] = {}
        for row in self.notifications.find(read=False, archived=False):
            counts[row.source] = counts.get(row.source, 0) + 1
        return {"unread": sum(counts.values()), "by_source": dict(sorted(counts.items()))}

    @operation("write")
    def mark_read(self, notification_ids: Annotated[list[str], Field(min_length=1, max_length=100)]) -> Json:
        """Mark notifications as read.

        Args:
            notification_ids: Ids of the notifications.
        """
        return {"items": [self.notifications.update(id, read=True).row for id in notification_ids]}

    @operation("write")
    def mark_unread(self, notification_ids: Annotated[list[str], Field(min_length=1, max_length=100)]) -> Json:
        """Mark notifications as unread.

        Args:
            notification_ids: Ids of the notifications.
        """
        return {"items": [self.notifications.update(id, read=False).row for id in notification_ids]}

    @operation("write")
    def mark_all_read(self, source: str | None = None) -> Json:
        """Mark all unread notifications as read, archived ones too.

        Args:
            source: Only those of this service or sender.
        """
        rows = [row for row in self.notifications.find(read=False) if source in (None, row.source)]
        for row in rows:
            self.notifications.update(row.id, read=True)
        return {"marked": len(rows)}

    @operation("write")
    def archive_notification(self, notification_id: str, archived: bool = True) -> Json:
        """Move a notification out of the inbox, or back into it.

        Args:
            notification_id: Id of the notification.
            archived: False moves it back.
        """
        return self.notifications.update(notification_id, archived=archived).row

    @operation("commit")
    def delete_notification(self, notification_id: str) -> Json:
        """Delete a notification for good.

        Args:
            notification_id: Id of the notification.
        """
        self.notifications.remove(notification_id)
        return {"notification_id": notification_id, "deleted": True}

    @operation("read")
    def get_quiet_hours(self) -> Json:
        """Show the daily quiet hours at home, in which watch rules do not ring unless they are urgent."""
        return self._quiet_shown()

    @operation("write")
    def set_quiet_hours(self, start: Wall, end: Wall) -> Json:
        """Set the daily quiet hours: what comes in then arrives silently, and its watch rules ring when they are over.

        Args:
            start: Wall time at home, such as 22:00.
            end: Wall time at home, such as 07:00; earlier than start means the next day.
        """
        return self._set_quiet(Window(start=start, end=end))

    @operation("write")
    def clear_quiet_hours(self) -> Json:
        """Have no quiet hours."""
        return self._set_quiet(None)

    def _set_quiet(self, quiet: Window | None) -> Json:
        if SETTINGS in self.settings:
            self.settings.update(SETTINGS, quiet=quiet)
        else:
            self.settings.add(Settings(id=SETTINGS, quiet=quiet))
        return self._quiet_shown()

    def _quiet_shown(self) -> Json:
        quiet = self.quiet_window()
        return {
            "on": quiet is not None,
            "start": quiet.start if quiet else None,
            "end": quiet.end if quiet else None,
            "zone": self.clock.home.key,
            "quiet_now": quiet is not None and quiet.holds(self.clock.now.time()),
        }

    def _shown_as(self, show: str, source: str | None) -> list[Notification]:
        equal: Json = {} if source is None else {"source": source}
        if show == "unread":
            equal["read"] = False
        if show != "all":
            equal["archived"] = show == "archived"
        return self.notifications.find(**equal)


def newest_first(rows: list[Notification]) -> list[Notification]:
    """By time of arrival, the newest first; those of one moment by id."""
    return sorted(sorted(rows, key=lambda row: row.id), key=_received, reverse=True)


def _received(row: Notification) -> datetime:
    return row.received_at


def _full(row: Notification) -> Json:
    return {field: value for field, value in row if field not in _HIDDEN}
