"""Code in each language that gives back what it is given, and code that fails."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from specwright.core.package import Item, ItemKind, Package
from specwright.core.signature import Parameter, Signature
from specwright.core.types import Type
from specwright.languages.names import camel


def _python(items: Sequence[Item]) -> dict[str, str]:
    return {"src/echoes/__init__.py": "\n\n".join(f"def {item.name}(value):\n    return value\n" for item in items)}


def _javascript(items: Sequence[Item]) -> dict[str, str]:
    functions = (f"export function {camel(item.name)}(value) {{\n  return value;\n}}\n" for item in items)
    return {"src/index.js": "\n".join(functions)}


ECHOES: Final[dict[str, Callable[[Sequence[Item]], dict[str, str]]]] = {
    "python": _python,
    "javascript": _javascript,
}

# A class that is both a value error and an odd one, where the language has such kinds.
FAILING: Final = {
    "python": {
        "src/odd/__init__.py": "class OddError(ValueError):\n    pass\n\n\n"
        "def fails(value):\n    raise OddError(value)\n\n\ndef works(value):\n    return value\n"
    },
    "javascript": {
        "src/index.js": "export class OddError extends RangeError {}\n\n"
        "export function fails(value) {\n  throw new OddError(value);\n}\n\n"
        "export function works(value) {\n  return value;\n}\n"
    },
}


def raising(language: str) -> tuple[Package, Item, Item]:
    """A package with a function that always fails, and one that never does."""
    wanted = Type.parse("int")
    fails, works = (
        Item(
            kind=ItemKind.FUNCTION,
            name=name,
            summary="Odd.",
            signature=Signature(name=name, params=(Parameter(name="value", type=wanted),), returns=wanted),
        )
        for name in ("fails", "works")
    )
    return Package(name="odd", summary="Odd.", surface=(fails, works), sources=FAILING[language]), fails, works
