"""The packaging of each language, by its name. Adding a language takes one line here and the module it names."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from specwright.core.errors import ToolchainMissing
from specwright.languages.found import Found
from specwright.ports import Packaging, Sandbox

_FOUND: Final[dict[str, str]] = {
    "javascript": "JavaScriptPackaging",
    "java": "JavaPackaging",
    "go": "GoPackaging",
    "rust": "RustPackaging",
}
"""The class of each language other than Python, in the module of its name."""
PACKAGED: Final = ("python", *_FOUND)


def packaging_for(language: str, sandbox: Sandbox, find: Callable[[str], Found]) -> Packaging:
    """The packaging of a language as that sandbox can run its tests; `find` looks for tools. Raises ToolchainMissing.

    The native runners are taken from this machine, so a sandbox with an image of its own cannot run them.
    """
    if language not in PACKAGED:
        raise ToolchainMissing(
            f"specwright makes no packages in {language}", hint=f"choose one of {', '.join(PACKAGED)}"
        )
    if sandbox.name in ("docker", "podman"):
        raise ToolchainMissing(
            f"the {sandbox.name} sandbox's image has no test runner for {language}",
            hint="run it with --sandbox auto, which takes the language's tools from this machine",
        )
    if language == "python":
        made: Callable[[], Packaging] = import_module("specwright.languages.native.python").PythonPackaging
        return made()
    return packaging_class(language)(find(language))


def packaging_class(language: str) -> Callable[[Found], Packaging]:
    """What makes the packaging of a language other than Python from the tools that were found. Raises KeyError."""
    name = _FOUND[language]
    made: Callable[[Found], Packaging] = getattr(import_module(f"specwright.languages.native.{language}"), name)
    return made
