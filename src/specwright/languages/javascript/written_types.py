"""Types as TypeScript and JSDoc write them, as shapes of values that can be made."""

from __future__ import annotations

import re
from typing import Final

from specwright.core.existing.shape import ANYTHING, ArgumentShape
from specwright.core.program.types import Type
from specwright.languages.common.packaging.brackets import ANGLED, split

_SCALARS: Final = {
    "number": "float", "string": "str", "boolean": "bool", "bigint": "int", "null": "none", "int": "int",
    "integer": "int", "float": "float", "Number": "float", "String": "str", "Boolean": "bool",
}  # fmt: skip
_MAPS: Final = ("Record", "Object", "Readonly")
_DEEPEST: Final = 8


def shape_of(text: str, depth: int = 0) -> ArgumentShape | None:
    """Return the shape of a written type; None if no values of it can be made."""
    text = re.sub(r"^readonly\s+", "", text.strip().rstrip("="))
    text = text[1:-1].strip() if text.startswith("(") and text.endswith(")") and "=>" not in text else text
    if depth > _DEEPEST or "=>" in text:
        return None
    parts = _alternatives(text)
    if len(parts) > 1:
        return _either(parts, depth)
    if text in _SCALARS:
        return ArgumentShape.of(Type(_SCALARS[text]))  # type: ignore[arg-type]
    if re.fullmatch(r"""(['"`]).*\1""", text):
        return ArgumentShape.of(Type("str"))
    if re.fullmatch(r"-?\d+", text):
        return ArgumentShape.of(Type("int"))
    if text.endswith("[]"):
        return ArgumentShape.around("list", shape_of(text[:-2], depth + 1) or ANYTHING)
    if text.startswith("[") and text.endswith("]"):
        inner = [
            shape_of(re.sub(r"^\w+\??\s*:", "", part), depth + 1) or ANYTHING for part in split(text[1:-1], ANGLED)
        ]
        return ArgumentShape.around("tuple", *inner) if inner else None
    found = re.fullmatch(r"([\w.]+)\.?<(.*)>", text, re.DOTALL)
    return _generic(found[1].rstrip("."), split(found[2], ANGLED), depth) if found else None


def _alternatives(text: str) -> list[str]:
    parts, depth, start = [], 0, 0
    for at, sign in enumerate(text):
        depth += (sign in "([{<") - (sign in ")]}>")
        if sign == "|" and depth == 0:
            parts.append(text[start:at].strip())
            start = at + 1
    return [part for part in (*parts, text[start:].strip()) if part]


def _either(parts: list[str], depth: int) -> ArgumentShape | None:
    rest = [part for part in parts if part not in ("null", "undefined")]
    shape = next((found for part in rest if (found := shape_of(part, depth + 1))), None)
    if shape is None or len(rest) == len(parts) or "null" not in parts:
        return shape
    return ArgumentShape.around("optional", shape)


def _generic(name: str, inner: list[str], depth: int) -> ArgumentShape | None:
    shapes = [shape_of(part, depth + 1) or ANYTHING for part in inner]
    if name in ("Array", "ReadonlyArray", "Iterable") and len(shapes) == 1:
        return ArgumentShape.around("list", shapes[0])
    if name in ("Set", "ReadonlySet") and len(shapes) == 1:
        return ArgumentShape.around("set", shapes[0])
    if name in ("Map", "ReadonlyMap", *_MAPS) and len(shapes) == 2:
        # A map from texts is an object to the driver, and any other a Map.
        return (
            ArgumentShape.around("map", shapes[0], shapes[1]) if name in _MAPS or shapes[0].type.kind != "str" else None
        )
    return shapes[0] if name in ("Readonly", "NonNullable", "Promise") and shapes else None
