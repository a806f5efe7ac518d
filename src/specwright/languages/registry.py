"""The languages there are. Each is imported when it is asked for: most runs are in one."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from specwright.core.errors import ToolchainMissing
from specwright.languages.found import Found
from specwright.languages.python import PythonToolchain
from specwright.ports import Sandbox, Toolchain

_FOUND: Final = {
    "javascript": "JavaScriptToolchain",
    "java": "JavaToolchain",
    "go": "GoToolchain",
    "rust": "RustToolchain",
    "typescript": "TypeScriptToolchain",
}
"""The class of each language, in the module of its name."""
LANGUAGES: Final = ("python", *_FOUND)


def toolchain_for(language: str, sandbox: Sandbox, find: Callable[[str], Found]) -> Toolchain:
    """The toolchain of a language as that sandbox offers it; `find` looks for tools. Raises ToolchainMissing."""
    in_image = sandbox.name in ("docker", "podman")
    if language == "python":
        return PythonToolchain("python3") if in_image else PythonToolchain()
    if language not in _FOUND:
        raise ToolchainMissing(f"there is no toolchain for {language}", hint=f"choose one of {', '.join(LANGUAGES)}")
    if in_image:
        raise ToolchainMissing(
            f"the {sandbox.name} sandbox's image has Python alone, not {language}",
            hint="run it with --sandbox auto, which takes the language's tools from this machine",
        )
    return toolchain_class(language)(find(language))


def toolchain_class(language: str) -> Callable[[Found], Toolchain]:
    """What makes the toolchain of a language other than Python from the tools that were found. Raises KeyError."""
    made: Callable[[Found], Toolchain] = getattr(import_module(f"specwright.languages.{language}"), _FOUND[language])
    return made
