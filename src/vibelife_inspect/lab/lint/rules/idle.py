"""Nothing is earned by doing nothing: a negative check asks for a sign, and an idle agent does not give it."""

from collections.abc import Iterator

from vibelife_inspect.lab.lint.subject import Hit, Subject


def find(subject: Subject) -> Iterator[Hit]:
    """Checks that the life in which nobody acts passes, and marks that are not needed."""
    passed = {verdict.id: verdict for verdict in subject.silent.episode.verdicts() if verdict.passed}
    for number, check in enumerate(subject.bundle.checks):
        if check.id in passed and check.idle is None:
            message = f"doing nothing passes it: {passed[check.id].evidence}; ask for a sign that the agent gave"
            yield Hit("checks.yaml", (number, "expect"), check.id, message, "error")
        if check.id not in passed and check.idle is not None:
            yield Hit("checks.yaml", (number, "idle"), check.id, "is marked `idle: passes`, but doing nothing fails it")
