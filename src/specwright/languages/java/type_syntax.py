"""Java's types and methods as a source text writes them, read as far as rendered tests need it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from specwright.languages.common.packaging.brackets import ANGLED, closing, split


@dataclass(frozen=True)
class JavaType:
    """`Map<String, Long>` is the name Map with two inner types; `long[]` is the name `[]` with one."""

    name: str
    inner: tuple[JavaType, ...] = ()

    @property
    def text(self) -> str:
        if self.name == "[]":
            return f"{self.inner[0].text}[]"
        return f"{self.name}<{', '.join(kind.text for kind in self.inner)}>" if self.inner else self.name


@dataclass(frozen=True)
class JavaMethod:
    owner: str
    """The class that it is in."""
    params: tuple[JavaType, ...]
    names: tuple[str, ...]
    returns: JavaType


def parse_type(text: str) -> JavaType:
    """Return the structure of a type's text; an unknown form is a name."""
    text = re.sub(r"@\w+\s*|\bfinal\s+", "", text).strip()
    if text.endswith("[]"):
        return JavaType("[]", (parse_type(text[:-2]),))
    if text.endswith("..."):
        return JavaType("[]", (parse_type(text[:-3]),))
    found = re.fullmatch(r"([\w.]+)\s*<(.*)>", text, re.DOTALL)
    if found is None:
        return JavaType(re.sub(r"^\?\s*(?:extends|super)\s*", "", text))
    return JavaType(found[1], tuple(map(parse_type, split(found[2], ANGLED))))


def find_method(sources: list[str], names: tuple[str, ...]) -> tuple[str, JavaMethod] | None:
    """Return the static method under the first of these names that the sources declare, unless it is generic."""
    for name in names:
        for text in sources:
            found = re.search(rf"\bstatic\s+(?:final\s+)?([\w.]+(?:\s*<[^;{{}}()]*>)?(?:\s*\[\])*)\s+{name}\s*\(", text)
            if found is None:
                continue
            given = [part.rsplit(None, 1) for part in split(text[found.end() : closing(text, found.end() - 1)], ANGLED)]
            if any(len(part) != 2 for part in given):
                continue
            owner = re.findall(
                r"^(?:public\s+|final\s+|abstract\s+)*class\s+(\w+)", text[: found.start()], re.MULTILINE
            )
            params = tuple(parse_type(kind) for kind, _ in given)
            return name, JavaMethod(
                owner[-1] if owner else "", params, tuple(word for _, word in given), parse_type(found[1])
            )
    return None


def find_record(sources: list[str], name: str) -> tuple[str, tuple[JavaType, ...]] | None:
    """Return how a record is named from outside, and the types of its components."""
    simple = name.rsplit(".", 1)[-1]
    for text in sources:
        found = re.search(rf"^([ \t]*)(?:public\s+|static\s+|private\s+)*record\s+{simple}\s*\(", text, re.MULTILINE)
        if found is None:
            continue
        parts = split(text[found.end() : closing(text, found.end() - 1)], ANGLED)
        outer = re.findall(r"^(?:public\s+|final\s+|abstract\s+)*class\s+(\w+)", text[: found.start()], re.MULTILINE)
        full = f"{outer[-1]}.{simple}" if found[1] and outer else simple
        return full, tuple(parse_type(part.rsplit(None, 1)[0]) for part in parts)
    return None
