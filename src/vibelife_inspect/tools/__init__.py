"""Operations of a world as Inspect tools."""

from vibelife_inspect.tools.belt import BELT_LIMIT, Belt, ToolMode
from vibelife_inspect.tools.inspect_tools import world_tools
from vibelife_inspect.tools.live import LIVE, Live

__all__ = ["BELT_LIMIT", "LIVE", "Belt", "Live", "ToolMode", "world_tools"]
