"""Rust's types and functions as a source text writes them, read as far as rendered tests need it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from specwright.languages.common.packaging.brackets import ANGLED, closing, split


@dataclass(frozen=True)
class RustType:
    """`Vec<i64>` is the name Vec with one inner type; a tuple has no name; `reference` is `&`, `&mut ` or nothing."""

    name: str
    inner: tuple[RustType, ...] = ()
    reference: str = ""

    @property
    def text(self) -> str:
        return f"{self.reference}{self.plain}"

    @property
    def plain(self) -> str:
        """Return the type without its reference."""
        inner = ", ".join(kind.text for kind in self.inner)
        match self.name:
            case "":
                return f"({inner}{',' if len(self.inner) == 1 else ''})"
            case "[]":
                return f"[{inner}]"
            case _:
                return f"{self.name}<{inner}>" if self.inner else self.name


@dataclass(frozen=True)
class RustFunction:
    params: tuple[RustType, ...]
    returns: RustType
    fails: bool
    """Whether it returns a Result; `returns` is its good part."""


def parse_type(text: str) -> RustType:
    """Return the structure of a type's text; an unknown form is a name."""
    text = text.strip()
    reference = re.match(r"&\s*(?:'\w+\s+)?(mut\s+)?", text)
    if reference:
        behind = parse_type(text[reference.end() :])
        return RustType(behind.name, behind.inner, "&mut " if reference[1] else "&")
    if text.startswith("("):
        return RustType("", tuple(map(parse_type, split(text[1:-1], ANGLED))))
    if text.startswith("["):
        return RustType("[]", (parse_type(text[1:-1].split(";")[0]),))
    found = re.fullmatch(r"([\w:]+)\s*<(.*)>", text, re.DOTALL)
    if found is None:
        return RustType(text.rsplit("::", 1)[-1])
    inner = tuple(parse_type(part) for part in split(found[2], ANGLED) if not part.startswith("'"))
    return RustType(found[1].rsplit("::", 1)[-1], inner)


def find_function(sources: list[str], names: tuple[str, ...]) -> tuple[str, RustFunction] | None:
    """Return the function under the first of these names that the sources declare, unless it is generic."""
    for name in names:
        for text in sources:
            found = re.search(rf"\bpub fn {name}\s*\(", text)
            if found is not None:
                end = closing(text, found.end() - 1)
                params = [part.split(":", 1)[-1] for part in split(text[found.end() : end], ANGLED)]
                after = re.match(r"\s*->\s*([^{;]*?)\s*(?:\bwhere\b[^{]*)?\{", text[end + 1 :], re.DOTALL)
                return name, _function(params, after[1] if after else "()")
    return None


def _function(params: list[str], returns: str) -> RustFunction:
    kind = parse_type(returns)
    fails = kind.name == "Result" and bool(kind.inner)
    return RustFunction(tuple(map(parse_type, params)), kind.inner[0] if fails else kind, fails)
