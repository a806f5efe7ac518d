"""JavaScript and TypeScript: a file of a project, run with the project's other files beside it."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Mapping
from typing import Final

FOLDER: Final = "project"
_MOST_BYTES: Final = 4_000_000
_SPECIFIER: Final = re.compile(
    r"(?P<before>\b(?:from|import)\s*|\b(?:require|import)\s*\(\s*)"
    r"(?P<quote>['\"])(?P<path>\.\.?/[^'\"\n]*|\.\.?)(?P=quote)"
)
_MODULE: Final = re.compile(r"^\s*(?:import\b[^(]|export\b)", re.MULTILINE)
_ENDINGS: Final = (".js", ".mjs", ".cjs", ".ts", ".mts", ".cts", "/index.js", "/index.ts")
_TYPED: Final = {".js": ".ts", ".mjs": ".mts", ".cjs": ".cts"}


def with_folder(code: str, texts: Mapping[str, str], path: str) -> str:
    """Return the code of the file at that path as it finds the others from above their folder."""
    return _rewritten(code, texts, posixpath.dirname(path), FOLDER, ".")


def files_beside(code: str, texts: Mapping[str, str], path: str) -> dict[str, bytes]:
    """Return the other files of the project, in a folder of their own; nothing if the code imports none of them."""
    if not _SPECIFIER.search(code):
        return {}
    room = _MOST_BYTES
    found: dict[str, bytes] = {}
    for each, text in sorted({**texts, path: code}.items()):
        folder = posixpath.dirname(each)
        content = _rewritten(text, texts, folder, "", folder or ".").encode("utf-8", "surrogateescape")
        if len(content) <= room:
            found[f"{FOLDER}/{each}"] = content
            room -= len(content)
    kind = "module" if _MODULE.search(code) else "commonjs"
    found[f"{FOLDER}/package.json"] = json.dumps({"type": kind}).encode()
    return found


def _rewritten(code: str, texts: Mapping[str, str], folder: str, top: str, seen_from: str) -> str:
    """Return the code with imports of project files as they are written elsewhere.

    The code is of a file in `folder`. The project lies in `top`, and the code is read in the folder `seen_from`.
    """

    def moved(found: re.Match[str]) -> str:
        meant = posixpath.normpath(posixpath.join(folder, found["path"]))
        stem, ending = posixpath.splitext(meant)
        tried = (meant, stem + _TYPED.get(ending, ending), *(meant + end for end in _ENDINGS))
        target = next((each for each in tried if each in texts), None)
        if target is None:
            return found[0]
        path = posixpath.relpath(posixpath.join(top, target), seen_from)
        return f"{found['before']}{found['quote']}{path if path.startswith('.') else './' + path}{found['quote']}"

    return _SPECIFIER.sub(moved, code)
