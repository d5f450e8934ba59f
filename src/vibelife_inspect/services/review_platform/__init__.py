"""Local life: merchants with reviews, slots and deals, and the persona's reservations, vouchers and questions there."""

from vibelife_inspect.services.review_platform.service import ReviewPlatform

__all__ = ["ReviewPlatform"]
