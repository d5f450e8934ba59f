"""Plays the reference, but in the middle of the timeline loses the conversation and all that it wrote into files."""

from collections.abc import Generator

from vibelife_inspect.bundle import Bundle
from vibelife_inspect.episode import Turn
from vibelife_inspect.policies.base import Ask, Moves, Policy
from vibelife_inspect.policies.solver import Solver
from vibelife_inspect.world import Change, Outcome, World


class Forgetful:
    """An agent with half a memory; steps that need what was lost are left out.

    Args:
        bundle: The task.
    """

    def __init__(self, bundle: Bundle) -> None:
        self._solver = Solver(bundle, bundle.reference)
        self._given = {file.id: str(getattr(file, "content", "")) for file in bundle.seeds["workspace.files"]}
        self._last_kept = len(bundle.stages) // 2
        self._forgot = False

    def play(self, turn: Turn, world: World) -> Moves:
        """Forget once, in the first turn of the second half; then go on as well as it can."""
        if turn.stage > self._last_kept and not self._forgot:
            self._forgot = True
            self._solver.script.forget()
            yield from self._wiping(world)
        return (yield from self._solver.play(turn, world))

    def _wiping(self, world: World) -> Generator[Ask, Outcome, None]:
        """Files as they were on day one; new ones are emptied, for a deletion would be a deed that checks may see."""
        own = dict.fromkeys(
            entry.id
            for entry in world.journal.entries
            if isinstance(entry, Change) and (entry.actor, entry.table) == ("agent", "files")
        )
        for file in [file for file in world.table("workspace.files") if file.id in own]:
            given = self._given.get(file.id, "")
            if file.content != given:
                yield Ask("workspace_write_file", {"path": file.id, "content": given})


def make(bundle: Bundle) -> Policy:
    """An agent that forgets."""
    return Forgetful(bundle)
