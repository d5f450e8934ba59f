"""Runs trials on several cores, in a fixed order of results."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any, TypeVar

T = TypeVar("T")
R = TypeVar("R")

Progress = Callable[[int, int], None]
"""Told after each trial: how many are done, of how many."""


class Crew:
    """Workers, or this process alone.

    Args:
        pool: The workers; None for this process.
        jobs: How many they are.
    """

    def __init__(self, pool: ProcessPoolExecutor | None = None, jobs: int = 1) -> None:
        self._pool = pool
        self.jobs = jobs

    def map(self, work: Callable[[T], R], items: Sequence[T]) -> Iterator[R]:
        """The results in the order of the items, each as soon as it is its turn."""
        if self._pool is None:
            yield from map(work, items)
            return
        yield from self._pool.map(work, items, chunksize=max(1, min(8, len(items) // 16)))

    def start(self, work: Callable[..., R], *arguments: Any) -> "Future[R]":
        """Begin one piece of work beside the others."""
        if self._pool is not None:
            return self._pool.submit(work, *arguments)
        done: Future[R] = Future()
        done.set_result(work(*arguments))
        return done


@contextmanager
def crew(jobs: int) -> Iterator[Crew]:
    """A crew of so many processes; one is this process itself.

    Workers are spawned, not forked: a fork would copy whatever threads and locks the caller has.
    """
    if jobs <= 1:
        yield Crew()
        return
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        yield Crew(pool, jobs)
