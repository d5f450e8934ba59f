"""What the documentation says is true: commands run, code works, tables are complete, links lead somewhere."""

import json
import os
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from inspect import signature
from pathlib import Path
from types import ModuleType
from typing import get_args

import click
import pytest
from inspect_ai._cli.main import inspect as inspect_cli

from tests.bundle.copies import copy_of_desk
from vibelife_inspect import catalog
from vibelife_inspect.bundle import load_bundle, schema, session_file, sessions
from vibelife_inspect.bundle.render import FILTERS
from vibelife_inspect.checks import TIERS, Check, Verdict, facts, score
from vibelife_inspect.checks.check import Axis
from vibelife_inspect.checks.predicates import PREDICATES
from vibelife_inspect.checks.query import OPERATORS
from vibelife_inspect.cli import command_names, main
from vibelife_inspect.cli.sessions.replaying import live_sessions
from vibelife_inspect.episode import Episode, Options
from vibelife_inspect.lab.lint import rule_names
from vibelife_inspect.policies import make_policy, policy_names, session_policy_names
from vibelife_inspect.policies.base import run_episode
from vibelife_inspect.scorers.profile import explanation_template, profile
from vibelife_inspect.services.assistant import Rule
from vibelife_inspect.sessions import Past
from vibelife_inspect.solvers.prompt import Memory
from vibelife_inspect.solvers.user import UserKind
from vibelife_inspect.tasks import PERSONAS, TASKS, proactive, suite
from vibelife_inspect.world import Part

PERSONA_TASKS = {f"proactive_{name}" for name in PERSONAS}
ROOT = Path(__file__).parents[1]
DOCS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md"))]
BIN = Path(sys.executable).parent

NOT_RUN = {
    r"make \w+$": "a target of the Makefile, which would run these tests again",
    r"python -m pip install": "needs a network",
    r"inspect eval .*--model openai/": "needs a key",
    r"inspect eval (?!.*proactive).*--model vibelife/oracle": "is what `make demo` runs, in CI too; a minute",
    r"inspect view": "serves until it is stopped",
}
"""Commands that are checked but not run, and why."""


@dataclass(frozen=True)
class Block:
    """A fenced block of a document."""

    doc: str
    line: int
    language: str
    body: str

    @property
    def file(self) -> str | None:
        """The file that its first line names, if it names one."""
        named = re.match(r"(?:#|<!--) ([\w./]+\.\w+)(?: -->)?\n", self.body)
        return named[1] if named else None


@dataclass(frozen=True)
class Command:
    """A line of a shell block."""

    place: str
    text: str

    @property
    def words(self) -> list[str]:
        return self.text.split()

    @property
    def runs(self) -> bool:
        return not any(re.match(pattern, self.text) for pattern in NOT_RUN)


def blocks(doc: Path) -> list[Block]:
    text = doc.read_text(encoding="utf-8")
    return [
        Block(doc.name, text[: match.start()].count("\n") + 1, match[1], match[2])
        for match in re.finditer(r"^```(\w+)\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    ]


def commands(doc: Path) -> list[Command]:
    found = []
    for block in blocks(doc):
        if block.language in ("bash", "console"):
            for number, line in enumerate(block.body.splitlines(), start=block.line + 1):
                text = re.sub(r"\s+#.*", "", line.removeprefix("$ ")).strip()
                if text.split()[:1] and text.split()[0] in ("vibelife", "inspect", "make", "python"):
                    found.append(Command(f"{block.doc}:{number}", text))
    return found


COMMANDS = [command for doc in DOCS for command in commands(doc)]


# ---- commands


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.place)
def test_a_command_is_spelt_right(command: Command) -> None:
    program, *words = command.words
    if program == "make":
        assert re.search(rf"^{words[0]}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    if program == "vibelife":
        assert words[0] in command_names()
    if program == "inspect":
        subcommand = inspect_cli.get_command(click.Context(inspect_cli), words[0])
        assert subcommand is not None, f"inspect has no command {words[0]!r}"
        parsed = subcommand.make_context(words[0], [str(ROOT) if word == "LOG" else word for word in words[1:]])
        check_eval(parsed.params) if words[0] == "eval" else None


def check_eval(params: dict) -> None:
    for name in params["tasks"]:
        package, _, task = name.partition("/")
        assert package == "vibelife_inspect" and task in {*TASKS, *PERSONA_TASKS, "suite", "proactive"}, name
        known = signature(proactive if task.startswith("proactive") else suite).parameters.keys()
        known -= {"domain", "tasks", "personas"} if task in {*TASKS, *PERSONA_TASKS} else set()
        assert {option.partition("=")[0] for option in params["t"] or ()} <= known
    provider, _, model = params["model"].partition("/")
    assert provider != "vibelife" or model in {*policy_names(), *session_policy_names(), "clerk"}


def test_each_reason_not_to_run_is_needed() -> None:
    for pattern in NOT_RUN:
        assert any(re.match(pattern, command.text) for command in COMMANDS), pattern


def test_the_commands_of_the_guides_run_one_after_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    guides = [command for command in COMMANDS if command.runs and not command.place.startswith("extending.md")]
    once: dict[str, Command] = {}
    for command in guides:
        once.setdefault(command.text, command)
    for command in once.values():
        program, *words = command.words
        if program == "vibelife":
            assert main(words) == 0, f"{command.place}: {command.text}"
        else:
            run(command.words, tmp_path, command.place)


def run(words: list[str], folder: Path, place: str, **env: str) -> str:
    """Run a command; `LOG` is the newest log of the family that its scorer is for."""
    logs = sorted((folder / "logs").glob("*.eval"), key=lambda file: file.stat().st_mtime)
    logs = [file for file in logs if ("proactive" in file.name) == ("proactivity" in " ".join(words))]
    words = [str(logs[-1].relative_to(folder)) if word == "LOG" else word for word in words]
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        words,
        cwd=folder,
        env={**os.environ, "PATH": path, "INSPECT_DISPLAY": "plain", "COLUMNS": "200", **env},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, f"{place}: {' '.join(words)}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr, f"{place}\n{done.stderr}"
    return done.stdout


# ---- code


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package as if it were installed, with the files that extending.md adds."""
    site = tmp_path_factory.mktemp("extended") / "site-packages"
    package = site / "vibelife_inspect"
    shutil.copytree(Path(catalog.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__", "_data"))
    for name in ("tasks", "scorers"):
        shutil.copytree(catalog.data_folder(name), package / "_data" / name)
    for block in blocks(ROOT / "docs" / "extending.md"):
        if block.file:
            target = site / block.file.removeprefix("src/")
            assert target.parent.is_dir() and not target.exists(), block.file
            target.write_text(block.body, encoding="utf-8")
    return site


def test_the_code_of_extending_works(extended: Path, tmp_path: Path) -> None:
    scripts = [
        block for block in blocks(ROOT / "docs" / "extending.md") if block.language == "python" and not block.file
    ]
    assert scripts
    for script in scripts:
        run([sys.executable, "-c", script.body], tmp_path, f"extending.md:{script.line}", PYTHONPATH=str(extended))


def test_the_commands_of_extending_run(extended: Path, tmp_path: Path) -> None:
    shutil.copytree(catalog.data_folder("tasks"), tmp_path / "tasks")
    for command in commands(ROOT / "docs" / "extending.md"):
        run(command.words, tmp_path, command.place, PYTHONPATH=str(extended))
    listed = run(["vibelife", "services", "--json"], tmp_path, "services", PYTHONPATH=str(extended))
    assert "library" in [service["name"] for service in json.loads(listed)]


def test_the_service_of_extending_is_short_and_in_style(extended: Path) -> None:
    files = [block for block in blocks(ROOT / "docs" / "extending.md") if block.file]
    assert all(sum(map(bool, block.body.splitlines())) <= 60 for block in files)
    for block in files:
        target = extended / block.file.removeprefix("src/")
        ruff = [sys.executable, "-m", "ruff", "check", "--config", str(ROOT / "pyproject.toml"), str(target)]
        run(ruff, extended, f"extending.md:{block.line}")


def test_the_agent_of_the_guide_takes_turns(tmp_path: Path) -> None:
    [block] = [block for block in blocks(ROOT / "docs" / "agents.md") if block.language == "python"]
    play = f"""
from inspect_ai import eval
from vibelife_inspect.tasks import TASKS
[log] = eval(TASKS["{next(iter(TASKS))}"](agent="my_agent"), model="vibelife/silent", display="none", log_dir="logs")
assert log.status == "success" and log.samples[0].error is None, log.samples[0].error
assert log.samples[0].scores["three_tier"].metadata["complete"]
"""
    (tmp_path / "play.py").write_text(block.body + play, encoding="utf-8")
    run([sys.executable, "play.py"], tmp_path, f"agents.md:{block.line}")


# ---- the bundle format


@pytest.fixture(scope="module")
def documented_bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The task that the blocks of bundle.md are together."""
    folder = tmp_path_factory.mktemp("bundle") / "ferry_weekend"
    for block in blocks(ROOT / "docs" / "bundle.md"):
        assert block.file, f"bundle.md:{block.line}: the block does not say which file it is"
        target = folder / block.file
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(block.body, encoding="utf-8")
    return folder


@pytest.mark.parametrize("variant", range(3))
@pytest.mark.parametrize(("policy", "earned"), [("oracle", 100), ("silent", 0)])
def test_the_bundle_of_the_guide_plays(documented_bundle: Path, variant: int, policy: str, earned: float) -> None:
    bundle = load_bundle(documented_bundle, variant)
    episode = Episode(bundle, Options(variant))
    run_episode(episode, make_policy(policy, bundle))
    assert not episode.marks("mutation_skipped")
    verdicts = episode.verdicts()
    assert score(verdicts, len(bundle.stages)).total == earned, [verdict for verdict in verdicts if not verdict.passed]


def words_of(*docs: str) -> set[str]:
    return {word for doc in docs for word in re.findall(r"\w+", (ROOT / "docs" / doc).read_text(encoding="utf-8"))}


def keys_of(*modules: ModuleType) -> set[str]:
    """What may be said in the files that these modules describe."""
    models = [
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Part) and kind.__module__ == module.__name__
    ]
    return {info.alias or name for kind in (*models, Check, Rule) for name, info in kind.model_fields.items()}


def test_bundle_md_names_everything_that_a_bundle_may_say(documented_bundle: Path) -> None:
    names = {*load_bundle(documented_bundle).context, *FILTERS, *OPERATORS, *PREDICATES, *get_args(schema.Domain)}
    lacking = {*keys_of(schema), *names, *facts._KINDS} - words_of("bundle.md", "sessions.md")
    assert not lacking - {"phrase"}, "bundle.md does not name these; a phrase is written as plain text"


def test_sessions_md_names_everything_that_a_session_may_say() -> None:
    assert not keys_of(sessions, session_file) - words_of("sessions.md", "bundle.md")


def test_the_session_of_sessions_md_plays(tmp_path: Path) -> None:
    [block] = [block for block in blocks(ROOT / "docs" / "sessions.md") if block.file]
    path = copy_of_desk(tmp_path)
    (path / block.file).write_text(block.body, encoding="utf-8")
    _, results = live_sessions(load_bundle(path), "oracle", "full", 0)
    assert all(result.proc == 1 and all(item.passed for item in result.items) for result in results)


def test_sessions_md_lists_every_agent_and_option() -> None:
    assert sorted(rows("docs/sessions.md", "| `vibelife/...` | does |")) == session_policy_names()
    text = (ROOT / "docs" / "sessions.md").read_text(encoding="utf-8")
    for name, values in (("memory", Memory), ("history", Past), ("user", UserKind)):
        told = text.split(f"| `-T {name}=`", 1)[1].split("`-T ", 1)[0]
        assert re.findall(r"\| `(\w+)` \|", told) == list(get_args(values))
        assert f"`{signature(proactive).parameters[name].default}`" in told.splitlines()[0]
        assert "(default)" in told.splitlines()[0]


# ---- tables and links


def rows(doc: str, head: str) -> dict[str, str]:
    """A table of two columns below its header row."""
    text = (ROOT / doc).read_text(encoding="utf-8")
    table = text.split(f"{head}\n", 1)[1].split("\n\n", 1)[0].splitlines()[1:]
    return {cells[1].strip().strip("`"): cells[2].strip() for cells in (row.split("|") for row in table)}


def test_authoring_md_lists_every_rule_of_the_lint() -> None:
    assert sorted(rows("docs/authoring.md", "| rule | finds |")) == rule_names()


def test_authoring_md_speaks_of_what_is_there() -> None:
    bundle = catalog.load_task("japan_trip")
    known = {check.id for check in bundle.checks} | {event.id for event in bundle.all_events()}
    named = set(re.findall(r"`([smxf]\d?\d?_\w+)`", (ROOT / "docs" / "authoring.md").read_text(encoding="utf-8")))
    assert len(named) > 12 and named <= known


def test_the_profile_covers_exactly_the_tiers_and_axes() -> None:
    assert tuple(profile().tiers) == TIERS
    assert tuple(profile().axes) == get_args(Axis)
    assert all(text.endswith(".") for text in (*profile().tiers.values(), *profile().axes.values()))


def test_scoring_md_repeats_the_profile() -> None:
    assert rows("docs/scoring.md", "| tier | meaning |") == profile().tiers
    assert rows("docs/scoring.md", "| axis | meaning |") == profile().axes
    listed = ", ".join(f"`{axis}`" for axis in profile().violations[:-1]) + f" and `{profile().violations[-1]}`"
    assert f"Failed checks on {listed} are listed as violations" in (ROOT / "docs/scoring.md").read_text("utf-8")


def test_an_explanation_keeps_evidence_in_its_cell() -> None:
    verdict = Verdict("a", "stage", 1, 3, "safety", False, "one | two\n\nthree {{ 7 * 7 }} <b> " + "x" * 300)
    told = explanation_template().render(
        score=score([verdict], 1),
        missed=[verdict],
        passed=[],
        complete=False,
        stage_reached=0,
        stages=1,
        bundle_changed=True,
    )
    [row] = [line for line in told.splitlines() if line.startswith("- ❌ **a** (stage 1, safety, weight 3): ")]
    assert "one \\| two three {{ 7 * 7 }} <b> xxx" in row and row.endswith("x...")
    assert told.startswith(
        "**0.0 of 100** (stage 0.0, cross 0.0, final 0.0); 0 of 1 checks passed.\nThe run ended after stage 0 of 1;"
    )


def test_the_readme_lists_every_option_with_its_default() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    for name, parameter in signature(suite).parameters.items():
        if parameter.kind is not parameter.VAR_KEYWORD:
            default = "all" if parameter.default is None else f"`{json.dumps(parameter.default).strip(chr(34))}`"
            assert re.search(rf"^\|.*`-T {name}=`.* \| {re.escape(default)} \|", text, re.MULTILINE), name


def test_the_readme_lists_every_command() -> None:
    listed = [name.split()[1] for name in rows("README.md", "| command | does |")]
    assert sorted(listed) == command_names()


@pytest.mark.parametrize("doc", DOCS, ids=lambda doc: doc.name)
def test_links_lead_somewhere(doc: Path) -> None:
    text = doc.read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)\s]+)\)", text):
        if target.startswith("https://"):
            continue
        name, _, anchor = target.partition("#")
        file = (doc.parent / name).resolve() if name else doc
        assert file.is_file(), target
        headings = re.findall(r"^#+ (.+)$", file.read_text(encoding="utf-8"), re.MULTILINE)
        assert not anchor or anchor in [
            re.sub(r"[^\w-]", "", heading.lower().replace(" ", "-")) for heading in headings
        ]
