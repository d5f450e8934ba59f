"""Checks: predicates over a world's history, their verdicts and the score."""

from vibelife_inspect.checks.check import (
    GRADING_VERSION,
    TIERS,
    Check,
    Score,
    Verdict,
    judge,
    lint_checks,
    not_reached,
    score,
)
from vibelife_inspect.checks.history import History
from vibelife_inspect.checks.predicates import AnyPredicate, Predicate
from vibelife_inspect.checks.query import Look, Query, select
from vibelife_inspect.checks.scope import Scope, ScopeError

__all__ = [
    "GRADING_VERSION",
    "TIERS",
    "AnyPredicate",
    "Check",
    "History",
    "Look",
    "Predicate",
    "Query",
    "Scope",
    "ScopeError",
    "Score",
    "Verdict",
    "judge",
    "lint_checks",
    "not_reached",
    "score",
    "select",
]
