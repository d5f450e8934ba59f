"""Homes, cars and used things on offer, and what the persona does about them or offers itself."""

from vibelife_inspect.services.listing_platform.service import ListingPlatform

__all__ = ["ListingPlatform"]
