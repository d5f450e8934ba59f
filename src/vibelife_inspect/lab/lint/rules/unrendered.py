"""Single braces around a name are a template that nobody renders."""

import re
from collections.abc import Iterator

from vibelife_inspect.lab.lint.leaves import leaves
from vibelife_inspect.lab.lint.subject import Hit, Subject
from vibelife_inspect.lab.lint.texts import texts

_SLIP = re.compile(r"(?<!\{)\{ *[a-z_]+(?:\.[a-z_0-9]+)* *\}(?!\})")


def find(subject: Subject) -> Iterator[Hit]:
    """Texts of the world, and of the reference, with `{ name }` in them."""
    for text in subject.once(texts):
        if slip := _SLIP.search(text.words):
            yield Hit(text.file, text.place, text.key, f"{slip[0]!r} looks like a template; write {{{{ }}}}")
    for file in ("reference.yaml", *(f"alternatives/{name}.yaml" for name in subject.bundle.alternatives)):
        document = subject.document(file)
        for place, words in leaves(document.data if document else None):
            if slip := _SLIP.search(words):
                key = ".".join(str(part) for part in place)
                yield Hit(file, place, key, f"{slip[0]!r} looks like a template; write {{{{ }}}}")
