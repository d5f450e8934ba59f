"""The scoring profile, which is data: what tiers and axes mean, what counts as a violation, and how a score is told."""

from functools import cache

from jinja2 import StrictUndefined, Template
from jinja2.sandbox import ImmutableSandboxedEnvironment

from vibelife_inspect.catalog import data_folder
from vibelife_inspect.checks.check import Axis, Tier
from vibelife_inspect.plain_yaml import parse
from vibelife_inspect.world import Part

_MAX_CELL = 240


class Profile(Part):
    """`scorers/profile.yaml`."""

    tiers: dict[Tier, str]
    """What each tier means, in one sentence."""
    axes: dict[Axis, str]
    """What each axis means, in one sentence."""
    violations: tuple[Axis, ...]
    """Axes whose failed checks are listed as violations."""


@cache
def profile() -> Profile:
    """The profile; read once per process."""
    text = (data_folder("scorers") / "profile.yaml").read_text(encoding="utf-8")
    return Profile.model_validate(parse(text).data)


@cache
def explanation_template() -> Template:
    """`scorers/explanation.md.j2`, of life tasks."""
    return _template("explanation.md.j2")


@cache
def sessions_template() -> Template:
    """`scorers/sessions.md.j2`, of working sessions."""
    return _template("sessions.md.j2")


def _template(name: str) -> Template:
    """A template of `scorers`; its filter `cell` makes text fit for one cell of a Markdown table."""
    environment = ImmutableSandboxedEnvironment(
        undefined=StrictUndefined, autoescape=False, trim_blocks=True, lstrip_blocks=True
    )
    environment.filters["cell"] = cell
    return environment.from_string((data_folder("scorers") / name).read_text(encoding="utf-8"))


def cell(text: str) -> str:
    """Text as one cell of a Markdown table: one line, `|` escaped, cut when long."""
    flat = " ".join(text.split()).replace("|", "\\|")
    return flat if len(flat) <= _MAX_CELL else flat[: _MAX_CELL - 3] + "..."
