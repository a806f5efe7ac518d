"""What of this machine goes into the image of a language: tools for calls, for packages' own tests, for looking."""

from __future__ import annotations

import platform

from specwright.adapters.machine.runners import packaged
from specwright.adapters.machine.toolchains import ready
from specwright.adapters.machine.tools import find_tools
from specwright.core.errors import ToolchainMissing
from specwright.languages.common.image_tools import ImageTools
from specwright.languages.common.installed_tools import InstalledTools
from specwright.languages.common.interpreter import local_interpreter
from specwright.languages.python.packaging import runner_packages


def contents(language: str) -> ImageTools:
    """All there is for the language. Raises ToolchainMissing where not even calls can be made."""
    # TypeScript is run by JavaScript's tools, and looked at by none.
    language = "javascript" if language == "typescript" else language
    found = _python() if language == "python" else ready(language)
    try:
        runner = _with_runner(found) if language == "python" else packaged(language)
    except ToolchainMissing:
        runner = None
    return ImageTools(found=found, packaged=runner, tools=find_tools(language))


def _python() -> InstalledTools:
    program, mounts = local_interpreter()
    version = platform.python_version()
    return InstalledTools(language="python", version=version, programs={"python3": program}, mounts=mounts)


def _with_runner(found: InstalledTools) -> InstalledTools:
    return found.model_copy(update={"mounts": (*found.mounts, *runner_packages())})
