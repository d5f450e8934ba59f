"""Answers of a model that can be relied on: of a given shape, with quotations that really stand in the text."""

import json
import re
from typing import TypeVar

from inspect_ai.model import ChatMessage, ChatMessageSystem, ChatMessageUser, GenerateConfig, Model, ResponseSchema
from inspect_ai.util import json_schema
from pydantic import BaseModel, ConfigDict, ValidationError

from vibelife_inspect.text import squeeze

RETRIES = 2
"""How often a model may answer again after an answer that cannot be used."""


class Shape(BaseModel):
    """What a model is asked for: these fields and no others."""

    model_config = ConfigDict(extra="forbid")


T = TypeVar("T", bound=Shape)


def fenced(tag: str, text: str) -> str:
    """Somebody else's text between tags that it cannot close."""
    inside = re.sub(rf"<\s*/\s*(?={tag})", "(/", text, flags=re.IGNORECASE)
    return f"<{tag}>\n{inside}\n</{tag}>"


async def ask(model: Model, system: str, text: str, shape: type[T]) -> T | None:
    """A model's answer in a shape, at temperature 0; None when it did not keep to it in several attempts."""
    schema = ResponseSchema(name=shape.__name__.strip("_").lower(), json_schema=json_schema(shape))
    config = GenerateConfig(temperature=0, response_schema=schema)
    prompt = f"{system}\nAnswer with JSON alone, of this schema: {json.dumps(shape.model_json_schema())}"
    for _ in range(RETRIES + 1):
        messages: list[ChatMessage] = [ChatMessageSystem(content=prompt), ChatMessageUser(content=text)]
        said = (await model.generate(messages, config=config)).completion
        try:
            return shape.model_validate_json(said[said.find("{") : said.rfind("}") + 1])
        except ValidationError:
            continue
    return None


def quoted(quote: str, text: str) -> bool:
    """Whether a quotation stands in a text, in any case and spacing."""
    return len(quote.split()) > 0 and squeeze(quote) in squeeze(text)
