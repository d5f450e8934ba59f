"""Episodes: one run of one bundle, its record, and its judgement."""

from vibelife_inspect.episode.episode import Episode
from vibelife_inspect.episode.options import Options
from vibelife_inspect.episode.record import RECORD_KEY, Judgement, judge_record, run_record
from vibelife_inspect.episode.session_results import Grades, in_order, judge_lives, lives_record, session_results
from vibelife_inspect.episode.step import StageBegun, StageEnded, Step, UserTurn, WorldMoved
from vibelife_inspect.episode.turn import NO_REPLY, Turn

__all__ = [
    "NO_REPLY",
    "RECORD_KEY",
    "Episode",
    "Grades",
    "Judgement",
    "Options",
    "StageBegun",
    "StageEnded",
    "Step",
    "Turn",
    "UserTurn",
    "WorldMoved",
    "in_order",
    "judge_lives",
    "judge_record",
    "lives_record",
    "run_record",
    "session_results",
]
