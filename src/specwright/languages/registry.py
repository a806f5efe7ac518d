"""The languages there are. Each is imported when it is asked for: most runs are in one."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final, Protocol, runtime_checkable

from specwright.core.errors import ToolchainMissing
from specwright.languages.common.image_tools import Inside
from specwright.languages.common.installed_tools import Found
from specwright.languages.python.toolchain import PythonToolchain
from specwright.ports.language import Toolchain
from specwright.ports.sandbox import Sandbox

_FOUND: Final = {
    "javascript": "JavaScriptToolchain",
    "java": "JavaToolchain",
    "go": "GoToolchain",
    "rust": "RustToolchain",
    "typescript": "TypeScriptToolchain",
}
"""The class of each language, in the module of its name."""
LANGUAGES: Final = ("python", *_FOUND)


@runtime_checkable
class ToolsInside(Protocol):
    """A sandbox whose languages come in images and not from this machine."""

    name: str

    def inside(self, language: str) -> Inside:
        """What the image of that language has. Raises ToolchainMissing."""


def toolchain_for(language: str, sandbox: Sandbox, find: Callable[[str], Found]) -> Toolchain:
    """The toolchain of a language as that sandbox offers it; `find` looks for tools. Raises ToolchainMissing."""
    if language == "python":
        return python_for(sandbox)
    return toolchain_class(language)(tools_for(language, sandbox, find))


def python_for(sandbox: Sandbox) -> PythonToolchain:
    """This machine's interpreter, or the image's own."""
    return PythonToolchain("python3") if isinstance(sandbox, ToolsInside) else PythonToolchain()


def tools_for(language: str, sandbox: Sandbox, find: Callable[[str], Found]) -> Found:
    """The tools of a language other than Python as that sandbox offers them. Raises ToolchainMissing."""
    if language not in _FOUND:
        raise ToolchainMissing(f"there is no toolchain for {language}", hint=f"choose one of {', '.join(LANGUAGES)}")
    return sandbox.inside(language).found if isinstance(sandbox, ToolsInside) else find(language)


def toolchain_class(language: str) -> Callable[[Found], Toolchain]:
    """What makes the toolchain of a language other than Python from the tools that were found. Raises KeyError."""
    module = import_module(f"specwright.languages.{language}.toolchain")
    made: Callable[[Found], Toolchain] = getattr(module, _FOUND[language])
    return made
