"""What a source calls and imports, by full names: after `from os import system as s` the name `s` is `os.system`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from specwright.audit.syntax import line_of_node, matching

if TYPE_CHECKING:
    from ast_grep_py import SgNode


class Called(NamedTuple):
    """A call, or a function that is handed on."""

    name: str
    """With the module that it is of: `os.system`, `child_process.exec`, `os/exec.Command`, `std::fs::read`."""
    written: str
    arguments: str
    line: int


@dataclass
class LocalNames:
    """What the names of one source stand for."""

    full: dict[str, str] = field(default_factory=dict)
    stars: list[str] = field(default_factory=list)
    """Modules whose names are all brought in."""
    modules: list[tuple[str, int]] = field(default_factory=list)
    """Everything that is imported, with its line."""

    def add(self, local: str, full: str) -> None:
        """Take in a name. What is assigned from another name stands for that one."""
        if local and local != full:
            self.full.setdefault(local, full)


_STATEMENTS: Final[dict[str, dict[str, Any]]] = {
    "python": {"any": [{"kind": "import_statement"}, {"kind": "import_from_statement"}, {"kind": "assignment"}]},
    "javascript": {
        "any": [
            {"kind": "import_statement"},
            {"kind": "variable_declarator"},
            {"kind": "assignment_expression"},
            {"kind": "export_statement"},
        ]
    },
    "java": {"kind": "import_declaration"},
    "go": {"kind": "import_spec"},
    "rust": {"any": [{"kind": "use_declaration"}, {"kind": "extern_crate_declaration"}]},
}
_CALLS: Final = {
    "python": ("call",),
    "javascript": ("call_expression", "new_expression"),
    "java": ("method_invocation", "object_creation_expression"),
    "go": ("call_expression",),
    "rust": ("call_expression", "macro_invocation"),
}
_HANDED_ON: Final[dict[str, dict[str, Any]]] = {
    "python": {
        "any": [{"kind": "identifier"}, {"kind": "attribute"}],
        "inside": {"any": [{"kind": "argument_list"}, {"kind": "keyword_argument"}]},
    },
    "javascript": {
        "any": [{"kind": "identifier"}, {"kind": "member_expression"}],
        "inside": {"kind": "arguments"},
    },
}
_MODULE_TEXT: Final = r"""['"`](?:node:)?([^'"`\n]+)['"`]"""


def local_names(language: str, root: SgNode) -> LocalNames:
    """Return what the source's names stand for."""
    family = _family(language)
    found = LocalNames()
    for node in matching(root, _STATEMENTS[family]):
        _READERS[family](" ".join(node.text().split()), line_of_node(node), found)
    if family == "javascript":
        for node in matching(root, {"any": [{"pattern": "require($_)"}, {"pattern": "import($_)"}]}):
            if stated := re.search(_MODULE_TEXT, node.text()):
                found.modules.append((stated[1], line_of_node(node)))
    return found


def calls(language: str, root: SgNode, names: LocalNames) -> Iterator[Called]:
    """Yield every call of the source, each under each name that it may have."""
    family = _family(language)
    for node in matching(root, {"any": [{"kind": kind} for kind in _CALLS[family]]}):
        written, arguments = _callee(node, family)
        for name in dict.fromkeys(_full(written, names, family)):
            yield Called(name, written, arguments, line_of_node(node))
    if family in _HANDED_ON:
        for node in matching(root, _HANDED_ON[family]):
            for name in dict.fromkeys(_full(node.text(), names, family)):
                yield Called(name, node.text(), "", line_of_node(node))


def _family(language: str) -> str:
    return "javascript" if language == "typescript" else language


def _callee(node: SgNode, family: str) -> tuple[str, str]:
    """Return what is called, as it is written, and the text of its arguments."""
    if family == "java":
        thing = node.field("object") or node.field("type")
        name = node.field("name")
        written = ".".join(part.text() for part in (thing, name) if part is not None)
    else:
        called = node.field("function") or node.field("constructor") or node.field("macro")
        written = called.text() if called is not None else node.text().split("(")[0]
        written += "!" if node.kind() == "macro_invocation" else ""
    return "".join(written.split()), node.text()[len(written) :]


def _full(written: str, names: LocalNames, family: str) -> Iterator[str]:
    """Yield the names that what is written may stand for."""
    plain = _plain(written) if family in ("python", "javascript") else written
    yield plain
    separator = "::" if family == "rust" else "."
    first, found, rest = plain.partition(separator)
    seen = 0
    while first in names.full and seen < len(names.full):
        seen += 1
        plain = names.full[first] + found + rest
        yield plain
        first, found, rest = plain.partition(separator)
        if plain.startswith(names.full.get(first, "\0") + separator):
            break
    if not plain.count(separator):
        yield from (f"{star}{separator}{plain}" for star in names.stars)


def _plain(written: str) -> str:
    """Write the roundabout ways to a name as the name."""
    plain = re.sub(r"\[['\"](\w+)['\"]\]", r".\1", written.replace("?.", "."))
    plain = re.sub(r"^\(0,([\w.]+)\)$", r"\1", plain)
    plain = re.sub(rf"(?:require|__import__|importlib\.import_module)\({_MODULE_TEXT}\)", r"\1", plain)
    plain = re.sub(r"^getattr\(([\w.]+),['\"](\w+)['\"]\)$", r"\1.\2", plain)
    return re.sub(r"^(?:globalThis|window|global|self|builtins|__builtins__)\.(?=\w)", "", plain)


def _read_python(text: str, line: int, found: LocalNames) -> None:
    if stated := re.fullmatch(r"from (\.*[\w.]*) import \(?(.*?)\)?", text):
        module = stated[1]
        found.modules.append((module, line))
        for part in filter(None, re.split(r"\s*,\s*", stated[2].strip(" ,"))):
            name, _, local = part.partition(" as ")
            if name == "*":
                found.stars.append(module)
            else:
                found.modules.append((f"{module}.{name}", line))
                found.add(local or name, f"{module}.{name}")
    elif text.startswith("import "):
        for part in re.split(r"\s*,\s*", text.removeprefix("import ")):
            name, _, local = part.partition(" as ")
            found.modules.append((name, line))
            found.add(local, name)
    elif assigned := re.fullmatch(r"(\w+) = (.+)", text):
        value = _plain("".join(assigned[2].split()))
        if re.fullmatch(r"[A-Za-z_][\w.]*", value):
            found.add(assigned[1], value)


def _read_javascript(text: str, line: int, found: LocalNames) -> None:
    stated = re.search(rf"(?:\bfrom|^import|=\s*(?:await )?(?:require|import)\s*\()\s*{_MODULE_TEXT}\)?(.*)", text)
    if not stated:
        if assigned := re.fullmatch(r"(\w+) = (.+?);?", text):
            value = _plain("".join(assigned[2].split()))
            if re.fullmatch(r"[A-Za-z_$][\w.$]*", value):
                found.add(assigned[1], value)
        return
    module, rest = stated[1], stated[2].strip(" ;")
    found.modules.append((module, line))
    names = re.sub(r"^(?:import|export)\s+(?:type\s+)?", "", text[: stated.start()]).strip()
    if braces := re.search(r"\{(.*?)\}", names):
        for part in filter(None, re.split(r"\s*,\s*", braces[1].strip(" ,"))):
            name, _, local = part.replace(":", " as ").partition(" as ")
            found.add((local or name).strip(), f"{module}.{name.strip()}")
        names = names.replace(braces[0], "")
    if plain := re.search(r"(?:\*\s*as\s+)?([\w$]+)", names):
        found.add(plain[1], module + (rest if re.fullmatch(r"(?:\.\w+)+", rest) else ""))


def _read_java(text: str, line: int, found: LocalNames) -> None:
    if stated := re.fullmatch(r"import (?:static )?([\w.]+?)(\.\*)?\s*;", text):
        found.modules.append((stated[1], line))
        if stated[2]:
            found.stars.append(stated[1])
        else:
            found.add(stated[1].rpartition(".")[2], stated[1])


def _read_go(text: str, line: int, found: LocalNames) -> None:
    if stated := re.fullmatch(r'(?:([\w.]+) )?["`]([^"`]+)["`]', text):
        found.modules.append((stated[2], line))
        if stated[1] == ".":
            found.stars.append(stated[2])
        else:
            last = re.sub(r"/v\d+$", "", stated[2]).rpartition("/")[2]
            found.add(stated[1] or last, stated[2])


def read_rust(text: str, line: int, found: LocalNames) -> None:
    """Take in what a `use` or an `extern crate` brings in."""
    stated = re.sub(r"^(?:pub(?:\([^)]*\))? )?(?:use|extern crate) (?:::)?", "", text).rstrip("; ")
    for path in _use_paths(stated):
        name, _, local = path.partition(" as ")
        found.modules.append((name.removesuffix("::*"), line))
        if name.endswith("::*"):
            found.stars.append(name.removesuffix("::*"))
        else:
            found.add((local or name.rpartition("::")[2]).strip(), name.strip())


def _use_paths(text: str) -> Iterator[str]:
    """Yield each path of a `use`, with the lists in it written out."""
    opened = text.find("{")
    if opened < 0:
        yield text.strip().removesuffix("::self")
        return
    head, depth, part = text[:opened].strip(), 0, ""
    for sign in text[opened + 1 : text.rfind("}")] + ",":
        depth += {"{": 1, "}": -1}.get(sign, 0)
        if sign == "," and depth == 0:
            if part.strip():
                yield from _use_paths(head + part.strip())
            part = ""
        else:
            part += sign


_READERS: Final[dict[str, Callable[[str, int, LocalNames], None]]] = {
    "python": _read_python,
    "javascript": _read_javascript,
    "java": _read_java,
    "go": _read_go,
    "rust": read_rust,
}
