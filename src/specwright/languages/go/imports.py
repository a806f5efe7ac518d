"""Adds forgotten imports of Go's standard library to a source."""

from __future__ import annotations

import re
from typing import Final

_PACKAGES: Final = {
    "bufio": "bufio", "bytes": "bytes", "errors": "errors", "fmt": "fmt", "heap": "container/heap", "io": "io",
    "maps": "maps", "math": "math", "os": "os", "rand": "math/rand", "regexp": "regexp", "slices": "slices",
    "sort": "sort", "strconv": "strconv", "strings": "strings", "sync": "sync", "time": "time", "unicode": "unicode",
    "utf8": "unicode/utf8",
}  # fmt: skip


def add_imports(code: str) -> str:
    """Add missing imports and drop unused ones. In Go either keeps a program from compiling."""
    body = re.sub(r"^import\s*(?:\([^)]*\)|\"[^\"]*\")\s*$", "", code, flags=re.MULTILINE)
    stated = re.findall(r'"([^"]+)"', "\n".join(re.findall(r"^import\s*(?:\([^)]*\)|\"[^\"]*\")", code, re.MULTILINE)))
    known = {path.split("/")[-1]: path for path in stated} | {k: v for k, v in _PACKAGES.items() if k not in stated}
    plain = re.sub(r"`[^`]*`|\"(?:[^\"\\\n]|\\.)*\"|//[^\n]*", "", body)
    used = sorted(path for name, path in known.items() if re.search(rf"(?<![\w.]){re.escape(name)}\.[A-Z]", plain))
    if sorted(stated) == used or re.search(r"^import\s*(?:\(\s*)?[\w.]+\s+\"", code, re.MULTILINE):
        return code
    listed = "import (\n" + "".join(f'\t"{path}"\n' for path in used) + ")\n" if used else ""
    clause = re.search(r"^package\s+\w+[^\n]*\n", body, re.MULTILINE)
    at = clause.end() if clause else 0
    return f"{body[:at]}\n{listed}\n{body[at:].lstrip()}" if clause else f"{listed}\n{body.lstrip()}"


def foreign_imports(code: str) -> tuple[str, ...]:
    """Return the imported packages that are not in the standard library: their paths begin with a host name."""
    clauses = "\n".join(re.findall(r"^import\s*(?:\([^)]*\)|[\w.]*\s*\"[^\"]*\")", code, re.MULTILINE))
    paths = re.findall(r'"([^"]+)"', clauses)
    return tuple(sorted({path for path in paths if "." in path.split("/")[0] and not path.startswith(".")}))
