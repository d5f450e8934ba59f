"""The reference can be played to its end, and no mutation fails when nobody acts."""

from collections.abc import Iterator

from vibelife_inspect.lab.lint.subject import Hit, Subject


def find(subject: Subject) -> Iterator[Hit]:
    """Faults that show only when somebody lives through the bundle."""
    skipped = subject.silent.episode.marks("mutation_skipped")
    for mark in skipped:
        reason = f"the mutation does not apply when nobody acts: {mark.data['reason']}"
        yield Hit("timeline.yaml", (), mark.ref, reason, "error")
    if subject.oracle.defect and not skipped:
        event = subject.oracle.defect.partition(",")[0]
        yield Hit("reference.yaml", ("turns", event), event, f"does not play: {subject.oracle.defect}", "error")
