"""The languages whose packages can be looked at. Each is imported when it is asked for."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Final

from specwright.core.errors import ToolchainMissing
from specwright.languages.common.checks.inspecting import GRAMMAR, Inspecting
from specwright.languages.common.checks.tool import Tools
from specwright.languages.registry import ToolsInside
from specwright.ports.language import Inspection
from specwright.ports.sandbox import Sandbox

_CLASSES: Final = {
    "python": "PythonInspection",
    "javascript": "JavaScriptInspection",
    "java": "JavaInspection",
    "go": "GoInspection",
    "rust": "RustInspection",
}
"""The class of each language, in the module of its name."""
INSPECTED: Final = tuple(_CLASSES)


def inspection_for(language: str, sandbox: Sandbox, find: Callable[[str], Tools]) -> Inspection:
    """What looks at packages of a language; `find` looks for its tools. Raises ToolchainMissing for unknown languages.

    A tool that is missing is no error: its checks are unavailable then, and say so.
    """
    if language not in _CLASSES:
        raise ToolchainMissing(
            f"packages in {language} cannot be looked at", hint=f"choose one of {', '.join(INSPECTED)}"
        )
    kind: type[Inspecting] = getattr(import_module(f"specwright.languages.{language}.checks"), _CLASSES[language])
    if not isinstance(sandbox, ToolsInside):
        return kind(find(language))
    try:
        return kind(sandbox.inside(language).tools)
    except ToolchainMissing as error:
        why = f"{error.message}; {error.hint}"
        return kind(Tools(missing=dict.fromkeys((*kind.quick, *kind.slow, GRAMMAR), why)))
