"""VibeLife for Inspect: can an agent look after somebody's life for weeks?"""

__version__ = "0.1.0"

__all__ = ["__version__"]
