"""What the perfect assistant would say: its replies in a run of its own that nobody else sees."""

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.episode import Episode, Options
from vibelife_inspect.policies.base import run_episode
from vibelife_inspect.policies.solver import Solver
from vibelife_inspect.world import Reply


def rehearsed_replies(bundle: Bundle) -> dict[str, str]:
    """The reference's replies by event."""
    episode = Episode(bundle, Options(variant=bundle.variant))
    run_episode(episode, Solver(bundle, bundle.reference))
    return {entry.event: entry.text for entry in episode.world.journal.entries if isinstance(entry, Reply)}
