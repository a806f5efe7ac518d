"""Go: import paths, go.mod and go.sum."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from specwright.audit.ecosystems.ecosystem import Declared, Imported, ImportMatch, Manifests, deepest
from specwright.audit.folder import AuditedFolder, beside
from specwright.audit.syntax import Syntax, line_of_node
from specwright.core.evidence.audit import Component

_STD_TREES: Final = {
    "archive": "tar zip", "bufio": "", "bytes": "", "cmp": "", "compress": "bzip2 flate gzip lzw zlib",
    "container": "heap list ring", "context": "", "crypto": "", "database": "sql sql/driver", "debug": "", "embed": "",
    "encoding": "", "errors": "", "expvar": "", "flag": "", "fmt": "", "go": "", "hash": "", "html": "template",
    "image": "", "index": "suffixarray", "io": "fs ioutil", "iter": "", "log": "slog syslog", "maps": "",
    "math": "big bits cmplx rand rand/v2", "mime": "multipart quotedprintable", "net": "", "os": "exec signal user",
    "path": "filepath", "plugin": "", "reflect": "", "regexp": "syntax", "runtime": "", "slices": "", "sort": "",
    "strconv": "", "strings": "", "structs": "", "sync": "atomic", "syscall": "js", "testing": "",
    "text": "scanner tabwriter template template/parse", "time": "tzdata", "unicode": "utf16 utf8", "unique": "",
    "unsafe": "", "uuid": "", "weak": "", "C": "",
}  # fmt: skip
"""The first words of the standard library's paths, with what may follow where that is little."""
_OPEN: Final = frozenset({"crypto", "debug", "encoding", "go", "hash", "image", "net", "runtime", "testing"})
"""Trees that grow with each version of Go."""
_COMPLETE: Final = 17
"""Since Go 1.17 go.mod lists what the modules need themselves."""
_REQUIRE: Final = re.compile(r"^\s*(?:require\s+)?[\"`]?([\w.~/-]+)[\"`]?\s+[\"`]?(v[\w.+-]+)")
_REPLACE: Final = re.compile(
    r"(?m)^[ \t]*(?:replace[ \t]+)?[\"`]?([^\s\"`/][^\s\"`]*)[\"`]?(?:[ \t]+(v\S+))?[ \t]+=>[ \t]+"
    r"[\"`]?([^\s\"`]+)[\"`]?(?:[ \t]+(v\S+))?"
)


def is_standard(path: str) -> bool:
    """Return whether an import path is of the standard library."""
    first, _, rest = path.partition("/")
    if first not in _STD_TREES:
        return False
    return not rest or first in _OPEN or rest in _STD_TREES[first].split()


def imports(folder: AuditedFolder, syntax: Syntax) -> Iterator[Imported]:
    """Yield the imports that are neither of the module nor of the standard library."""
    own = _own_modules(folder)
    for path, node in syntax.find("go", {"kind": "import_spec"}):
        found = re.search(r'["`]([^"`]+)["`]', node.text())
        if found and not is_standard(found[1]) and not deepest(own, found[1], "/") and not found[1].startswith("."):
            yield Imported(found[1], path, line_of_node(node))


def _own_modules(folder: AuditedFolder) -> list[str]:
    """Return the modules of the project, by the names that their files and replacements give them."""
    names = []
    for path, text in folder.texts.items():
        if path.rpartition("/")[2] == "go.mod":
            names += re.findall(r"(?m)^module\s+[\"`]?([^\s\"`]+)", text)[:1]
            replaced = ((old, new) for (old, _), (new, version) in _replacements(text).items() if not version)
            names += [old for old, new in replaced if beside(path, f"{new}/go.mod") in folder.texts]
    return names


def manifests(folder: AuditedFolder) -> Manifests:
    """Return what the project's files declare and lock. In go.mod each version is exact; go.sum has the hashes."""
    found = Manifests()
    for path, text in folder.texts.items():
        if path.rpartition("/")[2] != "go.mod":
            continue
        stated = re.search(r"(?m)^go\s+1\.(\d+)", text)
        if stated is not None and int(stated[1]) >= _COMPLETE:
            found.resolvers.add(path)
        sums = _sums(folder.texts.get(f"{path.removesuffix('.mod')}.sum", ""))
        replaced = _replacements(text)
        for line, name, version in _required(text):
            new, at = replaced.get((name, version)) or replaced.get((name, "")) or (name, version)
            if not at:
                if beside(path, f"{new}/go.mod") not in folder.texts:
                    found.problems.append(f"{path} takes {name} from {new}, which is not read")
                continue
            found.declared.append(Declared(new, at, path, line, known_as=name if new != name else ""))
            hashes = tuple(filter(None, [sums.get((new, at))]))
            locked = Component(ecosystem="Go", name=new, version=at, hashes=hashes, path=path, line=line)
            found.locked.append(locked)
    return found


def _required(text: str) -> Iterator[tuple[int, str, str]]:
    inside = ""
    for number, line in enumerate(text.splitlines(), 1):
        word = line.split("//")[0].strip()
        if opened := re.fullmatch(r"(\w+)\s*\(", word):
            inside = opened[1]
        elif word == ")":
            inside = ""
        elif inside in ("", "require") and (found := _REQUIRE.match(word)) and (inside or word.startswith("require")):
            yield number, found[1], found[2]


def _replacements(text: str) -> dict[tuple[str, str], tuple[str, str]]:
    """Return what takes the place of a module, in a version or in any: another one, or a folder without a version."""
    return {(old, at): (new, version) for old, at, new, version in _REPLACE.findall(text)}


def _sums(text: str) -> dict[tuple[str, str], str]:
    found = re.findall(r"(?m)^(\S+) (\S+) (h1:\S+)$", text)
    return {(name, version): mark for name, version, mark in found if not version.endswith("/go.mod")}


def match(name: str, known: Manifests, _: AuditedFolder) -> ImportMatch:
    """Return the declared module that the import path lies in."""
    by_import = {each.import_name: each.name for each in known.declared}
    return ImportMatch(by_import.get(deepest(by_import, name, "/"), ""))


def purl(name: str, version: str) -> str:
    return f"pkg:golang/{name}" + (f"@{version}" if version else "")
