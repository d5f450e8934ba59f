"""Notifications: what services tell the persona, the rules that ask for it, and official accounts."""

from vibelife_inspect.services.notification_hub.service import NotificationHub

__all__ = ["NotificationHub"]
