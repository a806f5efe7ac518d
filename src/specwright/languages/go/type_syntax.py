"""Go's types and functions as a source text writes them, read as far as rendered tests need it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from specwright.languages.common.packaging.brackets import closing, split

_PAIRS: Final = {"(": ")", "[": "]", "{": "}"}
SCALARS: Final = frozenset(
    [
        "int",
        "int8",
        "int16",
        "int32",
        "int64",
        "uint",
        "uint8",
        "uint16",
        "uint32",
        "uint64",
        "float32",
        "float64",
        "string",
        "bool",
        "byte",
        "rune",
        "any",
        "error",
    ]
)


@dataclass(frozen=True)
class GoType:
    """A type: `kind` is slice, array, map, pointer, struct, big or name; `text` is how it is written."""

    kind: str
    text: str
    inner: tuple[GoType, ...] = ()


@dataclass(frozen=True)
class GoFunction:
    params: tuple[GoType, ...]
    results: tuple[GoType, ...]
    fails: bool
    """Whether the last result is an error, which is not among `results`."""


def parse_type(text: str) -> GoType:
    """Return the structure of a type's text; an unknown form is a name."""
    text = text.strip()
    if text == "*big.Int":
        return GoType("big", text)
    if text.startswith("*"):
        return GoType("pointer", text, (parse_type(text[1:]),))
    if text.startswith("[]"):
        return GoType("slice", text, (parse_type(text[2:]),))
    if text.startswith("["):
        return GoType("array", text, (parse_type(text[closing(text, 0) + 1 :]),))
    if text.startswith("map["):
        end = closing(text, 3)
        return GoType("map", text, (parse_type(text[4:end]), parse_type(text[end + 1 :])))
    if text.startswith("struct"):
        body = text[text.index("{") + 1 : -1]
        fields = [field.split(None, 1)[-1] for field in re.split(r"[;\n]", body) if field.strip()]
        return GoType("struct", text, tuple(map(parse_type, fields)))
    return GoType("name", text)


def find_function(sources: list[str], names: tuple[str, ...]) -> tuple[str, GoFunction] | None:
    """Return the function under the first of these names that the sources declare."""
    for name in names:
        for text in sources:
            found = re.search(rf"^func[ \t]+{name}[ \t]*\(", text, re.MULTILINE)
            if found is not None:
                return name, _signature(text, found.end() - 1)
    return None


def _signature(text: str, at: int) -> GoFunction:
    end = closing(text, at)
    params = _listed(text[at + 1 : end])
    rest = text[end + 1 :].lstrip(" \t")
    results = _listed(rest[1 : closing(rest, 0)] if rest.startswith("(") else _upto_body(rest))
    fails = bool(results) and results[-1].text == "error"
    return GoFunction(tuple(params), tuple(results[:-1] if fails else results), fails)


def _upto_body(text: str) -> str:
    """Return the type of a single result: the text before the function's body."""
    at = 0
    while at < len(text):
        if text[at] == "{" and not re.search(r"\b(?:struct|interface)\s*$", text[:at]):
            return text[:at]
        at = closing(text, at) + 1 if text[at] in _PAIRS else at + 1
    return text


def _listed(text: str) -> list[GoType]:
    """Return the types of a list of parameters or results, with names or without, several names before one type."""
    parts = split(text)
    named = [re.match(r"^(\w+)\s+(?!\s*$)(.+)$", part, re.DOTALL) for part in parts]
    if not any(found and found[1] not in ("map", "struct", "chan", "func") for found in named):
        return [parse_type(part) for part in parts]
    types: list[GoType] = []
    latest = GoType("name", "any")
    for found in reversed(named):
        latest = parse_type(found[2]) if found else latest
        types.append(latest)
    return types[::-1]
