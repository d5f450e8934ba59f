"""Makes a model's output fit for a log: a lone surrogate in it would end the whole evaluation when it is written."""

from typing import Any

from inspect_ai.model import ContentReasoning, ContentText, ModelOutput

from vibelife_inspect.text import clean


def scrub(output: ModelOutput) -> None:
    """Replace lone surrogates by U+FFFD, in place, for the log's own event holds the same object."""
    for choice in output.choices:
        message = choice.message
        if isinstance(message.content, str):
            message.content = clean(message.content)
        else:
            for part in message.content:
                if isinstance(part, ContentText):
                    part.text = clean(part.text)
                elif isinstance(part, ContentReasoning):
                    part.reasoning = clean(part.reasoning)
        for call in message.tool_calls or ():
            call.function = clean(call.function)
            call.arguments = _cleaned(call.arguments)
            call.parse_error = clean(call.parse_error) if call.parse_error else call.parse_error


def _cleaned(value: Any) -> Any:
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, dict):
        return {clean(str(key)): _cleaned(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_cleaned(item) for item in value]
    return value
