"""Bundles: folders of YAML and Markdown as validated, frozen tasks."""

from vibelife_inspect.bundle.bundle import Bundle
from vibelife_inspect.bundle.load import bundle_digest, load_bundle
from vibelife_inspect.bundle.schema import Action, Mutation, Reaction, Stage, TurnEvent
from vibelife_inspect.bundle.sessions import Decoy, Intent, SessionEvent

__all__ = [
    "Action",
    "Bundle",
    "Decoy",
    "Intent",
    "Mutation",
    "Reaction",
    "SessionEvent",
    "Stage",
    "TurnEvent",
    "bundle_digest",
    "load_bundle",
]
