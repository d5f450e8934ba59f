"""How generated mail sounds, language by language."""

from vibelife_inspect.services.email.voices.en import EN
from vibelife_inspect.services.email.voices.europe import DE, ES, FR
from vibelife_inspect.services.email.voices.far_east import JA, ZH
from vibelife_inspect.services.email.voices.voice import Chat, Shop, Source, Voice

VOICES: dict[str, Voice] = {"en": EN, "de": DE, "fr": FR, "es": ES, "ja": JA, "zh": ZH}
"""The voice of each language."""

__all__ = ["VOICES", "Chat", "Shop", "Source", "Voice"]
