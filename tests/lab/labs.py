"""The tiny bundle in the lab."""

from pathlib import Path

from tests.bundle.copies import TINY
from vibelife_inspect.bundle import load_bundle
from vibelife_inspect.checks import score
from vibelife_inspect.episode import Episode, Options
from vibelife_inspect.lab.crew import crew
from vibelife_inspect.lab.players import run
from vibelife_inspect.lab.trial import Order, Result, Trial
from vibelife_inspect.lab.verify import Plan, verify
from vibelife_inspect.policies import make_policy
from vibelife_inspect.policies.base import run_episode
from vibelife_inspect.world import Json


def live(policy: str, path: Path = TINY) -> tuple[Episode, float]:
    """An episode lived by a policy, and its score."""
    bundle = load_bundle(path)
    episode = Episode(bundle, Options(background=0))
    run_episode(episode, make_policy(policy, bundle))
    return episode, score(episode.verdicts(), len(bundle.stages)).total


def try_out(trial: Trial, path: Path = TINY) -> Result:
    """The result of one trial."""
    return run(Order(str(path), 0, trial))


def report_on(path: Path = TINY, jobs: int = 1) -> Json:
    """The lab's report, with two variants."""
    with crew(jobs) as workers:
        return verify(path, Plan(background=0, variants=2), workers, lambda done, total: None)
