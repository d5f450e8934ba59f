"""Episodes: one run of one bundle, its record, and its judgement."""

from vibelife_inspect.episode.episode import Episode, StageBegun, StageEnded, Step, WorldMoved
from vibelife_inspect.episode.options import Options
from vibelife_inspect.episode.record import RECORD_KEY, Judgement, judge_record, run_record
from vibelife_inspect.episode.turn import NO_REPLY, Turn

__all__ = [
    "NO_REPLY",
    "RECORD_KEY",
    "Episode",
    "Judgement",
    "Options",
    "StageBegun",
    "StageEnded",
    "Step",
    "Turn",
    "WorldMoved",
    "judge_record",
    "run_record",
]
