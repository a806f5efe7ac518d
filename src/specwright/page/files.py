"""The page's files, one by one for the server, and its modules as one script for a page that fetches nothing."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from typing import Final

KINDS: Final = {
    "html": "text/html; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "svg": "image/svg+xml",
    "txt": "text/plain; charset=utf-8",
}
_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "\./(?:vendor/)?([\w.]+)";$', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
_LIST: Final = re.compile(r"export\{([^}]*)\};\s*$")
"""How the one module that others wrote states what it exports."""


@cache
def static_files() -> dict[str, bytes]:
    """Return the files of the page by their names. Nothing else can be asked for."""
    folder = resources.files("specwright.page")
    return {
        f"{below}{file.name}": file.read_bytes()
        for below, place in (("", folder), ("vendor/", folder / "vendor"))
        for file in place.iterdir()
        if file.is_file() and file.name.rpartition(".")[2] in KINDS
    }


@cache
def one_script(entry: str) -> str:
    """Return a module with all that it imports as one script, which can stand in a page."""
    made: dict[str, str] = {}
    _add(entry, made)
    script = "\n".join(['"use strict";', "const modules = {};", *made.values(), ""])
    if "</script" in script or "<!--" in script:
        raise AssertionError(f"{entry} has words that end a script")
    return script


def _add(name: str, made: dict[str, str]) -> None:
    files = static_files()
    text = (files[name] if name in files else files[f"vendor/{name}"]).decode()
    made[name] = ""  # so that a circle of imports ends
    for _, other in _IMPORT.findall(text):
        if other not in made:
            _add(other, made)
    exported = {name: name for _, name in _EXPORT.findall(text)}
    if found := _LIST.search(text):
        pairs = (pair.split(" as ") for pair in found[1].split(","))
        exported |= {pair[-1].strip(): pair[0].strip() for pair in pairs}
    text = _LIST.sub("", _EXPORT.sub(r"\1 \2", _IMPORT.sub(_taken, text)))
    given = ", ".join(f"{outside}: {inside}" for outside, inside in exported.items())
    # Taken out and put in again: a module stands behind those that it imports.
    del made[name]
    made[name] = f'modules["{name}"] = (() => {{\n{text}\nreturn {{ {given} }};\n}})();'


def _taken(found: re.Match[str]) -> str:
    return f'const {{{found[1].replace(" as ", ": ")}}} = modules["{found[2]}"];'
