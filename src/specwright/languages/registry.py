"""The languages there are."""

from __future__ import annotations

from collections.abc import Callable

from specwright.core.errors import ToolchainMissing
from specwright.languages.found import Found
from specwright.languages.go import GoToolchain
from specwright.languages.java import JavaToolchain
from specwright.languages.javascript import JavaScriptToolchain
from specwright.languages.python import PythonToolchain
from specwright.languages.rust import RustToolchain
from specwright.languages.typescript import TypeScriptToolchain
from specwright.ports import Sandbox, Toolchain

_FOUND: dict[str, Callable[[Found], Toolchain]] = {
    "javascript": JavaScriptToolchain,
    "java": JavaToolchain,
    "go": GoToolchain,
    "rust": RustToolchain,
    "typescript": TypeScriptToolchain,
}
LANGUAGES = ("python", *_FOUND)


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
    return _FOUND[language](find(language))
