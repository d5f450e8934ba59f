"""Same task, same deeds, same bytes: under another hash seed, zone, language and date, and beside other episodes."""

import hashlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from pydantic_core import to_jsonable_python

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.episode import Episode, Options, Turn, run_record
from vibelife_inspect.lab.trial import load_once
from vibelife_inspect.policies import make_policy
from vibelife_inspect.policies.base import play_turn, run_episode
from vibelife_inspect.world import Json

TOGETHER = ("oracle", "reactive", "oracle", "asker", "reckless", "oracle", "forgetful", "silent")
"""The policies of eight episodes that live side by side in one process."""

TOGETHER_IN_SESSIONS = ("oracle", "reactive", "oracle", "asker", "guesser", "oracle", "forgetful", "silent")
"""The same of working sessions."""

_HERE = {"PYTHONHASHSEED": "0", "TZ": "UTC", "LANG": "C.UTF-8"}
_ELSEWHERE = {"PYTHONHASHSEED": "271828", "TZ": "Pacific/Auckland", "LANG": "tr_TR.UTF-8", "LC_ALL": "tr_TR.UTF-8"}
_LATER = "2031-12-31 23:59:30"
_SHIFT_SECONDS = 5 * 365 * 86_400
_PATCH = f"""
import ctypes, datetime, gc, time
_time, _ns, _now, _today = time.time, time.time_ns, datetime.datetime.now, datetime.date.today
_shift = {_SHIFT_SECONDS}
time.time = lambda: _time() + _shift
time.time_ns = lambda: _ns() + _shift * 10**9
def _put(kind, name, function):
    gc.get_referents(kind.__dict__)[0][name] = classmethod(function)
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))
_put(datetime.datetime, "now", lambda cls, tz=None: _now(tz) + datetime.timedelta(seconds=_shift))
_put(datetime.date, "today", lambda cls: _today() + datetime.timedelta(seconds=_shift))
"""


def fingerprint(bundle: Bundle, background: int, policy: str = "oracle") -> str:
    """A hash over the whole run record and the verdicts, evidence included."""
    episode = Episode(bundle, Options(variant=bundle.variant, background=background))
    run_episode(episode, make_policy(policy, bundle))
    return _print_of(episode)


def _print_of(episode: Episode) -> str:
    whole = [run_record(episode), to_jsonable_python(episode.verdicts())]
    return hashlib.blake2b(json.dumps(whole, ensure_ascii=False).encode(), digest_size=16).hexdigest()


def interleaved(path: str, background: int) -> bool:
    """Whether eight episodes that take turns in one process are what each would be alone."""
    bundle = load_once(path, 0)
    together = TOGETHER_IN_SESSIONS if bundle.sessions else TOGETHER
    alone = {policy: fingerprint(bundle, background, policy) for policy in dict.fromkeys(together)}
    episodes = [Episode(bundle, Options(variant=0, background=background)) for _ in together]
    lives = [_life(episode, policy, bundle) for episode, policy in zip(episodes, together, strict=True)]
    while lives:
        lives = [life for life in lives if next(life, None) is not None]
    return [_print_of(episode) for episode in episodes] == [alone[policy] for policy in together]


def _life(episode: Episode, name: str, bundle: Bundle) -> Iterator[bool]:
    policy = make_policy(name, bundle)
    for step in episode.steps():
        if isinstance(step, Turn):
            play_turn(policy, step, episode.world)
        yield True


def elsewhere(path: str, background: int) -> Json:
    """The fingerprints of two processes that share nothing but the task.

    Returns:
        `prints`, and `date`: how the second process was given another system date.
    """
    with TemporaryDirectory() as folder:
        faketime = shutil.which("faketime")
        call = [sys.executable, "-m", "vibelife_inspect.lab.determinism", path, str(background)]
        if faketime is None:
            Path(folder, "sitecustomize.py").write_text(_PATCH, encoding="utf-8")
        there = _ELSEWHERE | (
            {} if faketime else {"PYTHONPATH": os.pathsep.join([folder, os.environ.get("PYTHONPATH", "")])}
        )
        processes = [
            subprocess.Popen(command, env=os.environ | extra, stdout=subprocess.PIPE, text=True)  # noqa: S603
            for command, extra in ((call, _HERE), ([faketime, _LATER, *call] if faketime else call, there))
        ]
        prints = [process.communicate()[0].split() for process in processes]
    return {
        "prints": [each[0] if each else "" for each in prints],
        "years": [each[1] if each else "" for each in prints],
        "date": "faketime" if faketime else "patched clock (time.time, datetime.now, date.today)",
    }


def holds(proof: Json) -> bool:
    """Whether all bytes were the same, and the other date really was another."""
    prints, years = proof["prints"], proof["years"]
    return len(set(prints)) == 1 and all(prints) and years[0] != years[1] and bool(proof["interleaved"])


def main() -> None:
    """Print the oracle's fingerprint, and the year that this process believes to live in."""
    # The year is asked for once, to prove that the other date arrived; nothing else here reads the clock.
    from datetime import datetime

    path, background = sys.argv[1:3]
    sys.stdout.write(f"{fingerprint(load_once(path, 0), int(background))} {datetime.now().astimezone().year}\n")


if __name__ == "__main__":
    main()
