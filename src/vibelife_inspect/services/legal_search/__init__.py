"""Law: statutes, decisions, courts and deadlines of the world's own law, and the persona's matters."""

from vibelife_inspect.services.legal_search.service import LegalSearch

__all__ = ["LegalSearch"]
