"""The packaging of each language, by its name. Adding a language takes one line here and the module it names."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from specwright.core.errors import ToolchainMissing
from specwright.languages.common.installed_tools import Found
from specwright.languages.python.toolchain import PythonToolchain
from specwright.languages.registry import ToolsInside
from specwright.ports.language import Packaging
from specwright.ports.sandbox import Sandbox

_FOUND: Final[dict[str, str]] = {
    "javascript": "JavaScriptPackaging",
    "java": "JavaPackaging",
    "go": "GoPackaging",
    "rust": "RustPackaging",
    "typescript": "TypeScriptPackaging",
}
"""The class of each language other than Python, in the module of its name."""
PACKAGED: Final = ("python", *_FOUND)


def packaging_for(language: str, sandbox: Sandbox, find: Callable[[str], Found]) -> Packaging:
    """The packaging of a language as that sandbox can run its tests; `find` looks for tools. Raises ToolchainMissing.

    A sandbox with images of its own runs them with what its image of the language has.
    """
    if language not in PACKAGED:
        raise ToolchainMissing(
            f"specwright makes no packages in {language}", hint=f"choose one of {', '.join(PACKAGED)}"
        )
    found = _inside(language, sandbox) if isinstance(sandbox, ToolsInside) else None
    if language == "python":
        made: Callable[..., Packaging] = import_module("specwright.languages.python.packaging").PythonPackaging
        return made() if found is None else made(PythonToolchain(found.programs["python3"], found.mounts), ())
    return packaging_class(language)(found or find(language))


def _inside(language: str, sandbox: ToolsInside) -> Found:
    found = sandbox.inside(language).packaged
    if found is None:
        raise ToolchainMissing(
            f"the {sandbox.name} sandbox's image has no test runner for {language}",
            hint="install the runner and make the image again: "
            f"specwright sandbox build --engine {sandbox.name} --lang {language}",
        )
    return found


def packaging_class(language: str) -> Callable[[Found], Packaging]:
    """What makes the packaging of a language other than Python from the tools that were found. Raises KeyError."""
    name = _FOUND[language]
    made: Callable[[Found], Packaging] = getattr(import_module(f"specwright.languages.{language}.packaging"), name)
    return made
