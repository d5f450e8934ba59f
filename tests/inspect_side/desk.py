"""The tiny persona through Inspect: runs, what their logs say, and models that keep what they were shown."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from inspect_ai import Task, eval
from inspect_ai.log import EvalLog, EvalSample, read_eval_log
from inspect_ai.model import ChatMessage, Model, ModelOutput, get_model

from tests.inspect_side.models import Step, call, output
from vibelife_inspect.tasks.proactive import _persona_task

DESK_TASK = _persona_task("desk")
DONE: list[Step] = [[call("workspace_write_file", path="label.md", content="plum jam in Garamond")], "MY-WORDS"]
"""All of the first session, and one reply."""


def run(task: Task, model: Any, folder: Path, **options: Any) -> tuple[EvalLog, EvalSample]:
    logs = eval(task, model=model, log_dir=str(folder), display="none", **options)
    log = read_eval_log(logs[0].location)
    assert log.samples
    return log, log.samples[0]


def details(sample: EvalSample) -> dict[str, Any]:
    assert sample.error is None, sample.error
    assert sample.scores
    return dict(sample.scores["proactivity"].metadata or {})


def value(sample: EvalSample) -> dict[str, float]:
    assert sample.scores
    return dict(sample.scores["proactivity"].value)  # type: ignore[call-overload]


def session(sample: EvalSample, id: str = "s1_label") -> dict[str, Any]:
    return next(each for each in details(sample)["sessions"] if each["id"] == id)


def cards(sample: EvalSample) -> str:
    """All that the log tells besides messages."""
    told = [str(event.data) for event in sample.events if event.event == "info"]
    return "\n".join([*told, *sample.attachments.values()])


class Recording:
    """A model of given steps that keeps what it was shown; after the steps it says nothing."""

    def __init__(self, steps: Sequence[Step] | Callable[[list[ChatMessage]], Step]) -> None:
        self.seen: list[list[ChatMessage]] = []
        self._steps = steps
        self.model: Model = get_model("mockllm/model", custom_outputs=self._play, memoize=False)

    def _play(self, input: list[ChatMessage], tools: Any, choice: Any, config: Any) -> ModelOutput:
        self.seen.append(list(input))
        if callable(self._steps):
            return output(self._steps(input))
        number = len(self.seen) - 1
        return output(self._steps[number] if number < len(self._steps) else "NO_REPLY")

    def first_of(self, words: str) -> list[ChatMessage]:
        """What it was shown when it was first told these words."""
        return next(messages for messages in self.seen if words in messages[-1].text)
