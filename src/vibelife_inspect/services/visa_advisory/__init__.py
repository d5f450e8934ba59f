"""Entry rules, advisories, visas and passports."""

from vibelife_inspect.services.visa_advisory.service import VisaAdvisory

__all__ = ["VisaAdvisory"]
