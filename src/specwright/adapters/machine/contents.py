"""What of this machine goes into the image of a language: tools for calls, for packages' own tests, for inspection."""

from __future__ import annotations

from specwright.adapters.machine.runners import packaged, python_here
from specwright.adapters.machine.toolchains import ready
from specwright.adapters.machine.tools import find_tools
from specwright.core.errors import ToolchainMissing
from specwright.languages.common.tools.image_tools import ImageTools


def contents(name: str) -> ImageTools:
    """Return all there is for a language. Raise ToolchainMissing if not even calls can be made."""
    tools = python_here() if name == "python" else ready(name)
    try:
        runner = packaged(name)
    except ToolchainMissing:
        runner = None
    return ImageTools(found=tools, packaged=runner, tools=find_tools(name))
