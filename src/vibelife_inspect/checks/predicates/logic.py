"""Predicates made of predicates: all, any, not, when/then."""

from typing import TYPE_CHECKING, Any, ClassVar

from pydantic import Field

from vibelife_inspect.checks.predicates.base import Finding, Predicate
from vibelife_inspect.checks.query import Look

if TYPE_CHECKING:
    AnyPredicate = Predicate

Nested = list[tuple[tuple[str | int, ...], Predicate]]


class All(Predicate):
    """Every part holds."""

    key: ClassVar[str] = "all"
    all: list["AnyPredicate"] = Field(min_length=1)

    def judge(self, look: Look) -> Finding:
        """Judge the parts until one fails."""
        evidence = []
        for part in self.all:
            finding = part.judge(look)
            if not finding.passed:
                return finding
            evidence.append(finding.evidence)
        return Finding(True, "; ".join(evidence))

    @property
    def positive(self) -> bool:
        """Positive if a part is."""
        return any(part.positive for part in self.all)

    def inner(self) -> Nested:
        """The parts."""
        return [(("all", number), part) for number, part in enumerate(self.all)]


class AnyOf(Predicate):
    """At least one part holds."""

    key: ClassVar[str] = "any"
    any: list["AnyPredicate"] = Field(min_length=1)

    def judge(self, look: Look) -> Finding:
        """Judge the parts until one holds."""
        findings = []
        for part in self.any:
            finding = part.judge(look)
            if finding.passed:
                return finding
            findings.append(finding.evidence)
        return Finding(False, "; ".join(findings))

    @property
    def positive(self) -> bool:
        """Positive if all parts are."""
        return all(part.positive for part in self.any)

    def inner(self) -> Nested:
        """The parts."""
        return [(("any", number), part) for number, part in enumerate(self.any)]


class Not(Predicate):
    """The part does not hold."""

    key: ClassVar[str] = "not"
    not_: "AnyPredicate" = Field(alias="not")

    def judge(self, look: Look) -> Finding:
        """Turn the part's verdict round."""
        finding = self.not_.judge(look)
        return Finding(not finding.passed, f"not so: {finding.evidence}" if finding.passed else finding.evidence)

    @property
    def positive(self) -> bool:
        """An idle agent may satisfy it."""
        return False

    def inner(self) -> Nested:
        """The part."""
        return [(("not",), self.not_)]


class WhenThen(Predicate):
    """If the one holds, the other must."""

    key: ClassVar[str] = "when"
    when: "AnyPredicate"
    then: "AnyPredicate"

    def judge(self, look: Look) -> Finding:
        """Judge the consequence where the condition holds."""
        condition = self.when.judge(look)
        if not condition.passed:
            return Finding(True, f"the condition does not hold: {condition.evidence}")
        return self.then.judge(look)

    @property
    def positive(self) -> bool:
        """An idle agent may never meet the condition."""
        return False

    def inner(self) -> Nested:
        """Both parts."""
        return [(("when",), self.when), (("then",), self.then)]


def rebuild(any_predicate: Any) -> None:
    """Tell the nested types what any predicate is."""
    for model in (All, AnyOf, Not, WhenThen):
        model.model_rebuild(force=True, _types_namespace={"AnyPredicate": any_predicate})
