"""The lint: what is wrong with a bundle, and what its author should look at again.

A new module in `rules` is a new rule; no list names them.
"""

from vibelife_inspect.lab.lint.run import Report, lint_bundle, lint_task, rule_names

__all__ = ["Report", "lint_bundle", "lint_task", "rule_names"]
