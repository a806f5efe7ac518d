"""The files that an audit is about, as values: nothing here touches a disk."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from specwright.languages.registry import ROWS

_WITH_MARKUP: Final = {".js": ".jsx", ".ts": ".tsx"}
"""Endings of the same language with markup in it, which nothing runs here."""
ENDINGS: Final = {
    each: row.name
    for row in ROWS.values()
    for ending in row.extensions
    for each in (ending, _WITH_MARKUP.get(ending, ending))
}
"""The language of a source by its ending."""
_DEEPEST: Final = 400
"""Open brackets, or levels of indentation: parsers take time or stack that grows with more."""
_OPEN: Final = re.compile(r"[()\[\]{}]")
_MARKS: Final = ((b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"))


@dataclass(frozen=True, eq=False)
class AuditedFolder:
    """The files of a project by path with slashes, and what was left out."""

    name: str
    files: Mapping[str, bytes]
    unread: Mapping[str, str] = field(default_factory=dict)
    """Paths that should have been read and were not, with the reason."""
    passed_over: tuple[str, ...] = ()
    installed: Mapping[str, bytes] = field(default_factory=dict)
    """Metadata of packages that are installed in the folder: their manifests and licence texts."""

    @cached_property
    def texts(self) -> dict[str, str]:
        """The files that are text."""
        decoded = {path: _text(content) for path, content in self.files.items()}
        return {path: text for path, text in decoded.items() if text is not None}

    @cached_property
    def languages(self) -> dict[str, str]:
        """The language of every source, by its path."""
        found = {path: self.language_of(path) for path in self.texts}
        return {path: language for path, language in found.items() if language}

    def language_of(self, path: str) -> str:
        """Return the language that the path's ending stands for; empty if it is none of ours."""
        return ENDINGS.get(f".{path.rpartition('.')[2]}", "")

    def sources(self, language: str) -> Iterator[tuple[str, str]]:
        """Yield path and text of every source in a language."""
        return ((path, self.texts[path]) for path, name in self.languages.items() if name == language)

    @cached_property
    def too_deep(self) -> dict[str, str]:
        """Sources that no parser is given, with the reason."""
        why = f"it is nested deeper than {_DEEPEST} levels"
        return {path: why for path in self.languages if _depth(self.texts[path]) > _DEEPEST}


def line_of(text: str, word: str) -> int | None:
    """Return the first line that has the word as a word of its own."""
    found = re.search(rf"(?<![\w.-]){re.escape(word)}(?![\w-])", text)
    return text.count("\n", 0, found.start()) + 1 if found else None


def beside(path: str, name: str) -> str:
    """Return the path of what a file names, seen from its own folder."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), name))


def _text(content: bytes) -> str | None:
    encoding = next((name for mark, name in _MARKS if content.startswith(mark)), "utf-8")
    if encoding == "utf-8" and b"\0" in content:
        return None
    return content.decode(encoding, "replace").replace("\r\n", "\n")


def _depth(text: str) -> int:
    deepest = depth = 0
    for found in _OPEN.finditer(text):
        depth = depth + 1 if found[0] in "([{" else max(0, depth - 1)
        deepest = max(deepest, depth)
    indents = (len(line) - len(line.lstrip(" \t")) for line in text.splitlines())
    return max(deepest, max(indents, default=0) // 2)
