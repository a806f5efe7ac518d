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
    "java": {
        "any": [
            {"kind": "import_declaration"},
            {"kind": "local_variable_declaration"},
            {"kind": "field_declaration"},
            {"kind": "formal_parameter"},
        ]
    },
    "go": {"any": [{"kind": "import_spec"}, {"kind": "var_spec"}, {"kind": "short_var_declaration"}]},
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
        "inside": {
            "any": [
                {"kind": kind}
                for kind in (
                    "argument_list", "keyword_argument", "default_parameter", "typed_default_parameter", "list",
                    "tuple", "set", "pair", "expression_list", "return_statement", "decorator",
                    "conditional_expression", "parenthesized_expression", "named_expression", "assignment",
                    "lambda", "yield",
                )
            ]
        },
    },
    "javascript": {
        "any": [{"kind": "identifier"}, {"kind": "member_expression"}],
        "inside": {
            "any": [
                {"kind": kind}
                for kind in (
                    "arguments", "array", "pair", "return_statement", "variable_declarator", "assignment_expression",
                    "ternary_expression", "parenthesized_expression", "spread_element",
                )
            ]
        },
    },
}  # fmt: skip
"""Where a function is named and not called: it is handed to something that may call it."""
_NAMING_FIELDS: Final = ("name", "left", "key", "parameters", "type")
"""Fields of these places that name something new."""
_MODULE_TEXT: Final = r"""['"`](?:node:)?([^'"`\n]+)['"`]"""


def local_names(language: str, root: SgNode) -> LocalNames:
    """Return what the source's names stand for."""
    family = _family(language)
    found = LocalNames()
    for node in matching(root, _STATEMENTS[family]):
        _READERS[family](" ".join(node.text().split()), line_of_node(node), found)
    return found


def calls(language: str, root: SgNode, names: LocalNames) -> Iterator[Called]:
    """Yield every call of the source, each under each name that it may have."""
    family = _family(language)
    for node in matching(root, {"any": [{"kind": kind} for kind in _CALLS[family]]}):
        written, arguments = _callee(node, family)
        for name in dict.fromkeys(_full(written, names, family)):
            yield Called(name, written, arguments, line_of_node(node))
    if family == "rust":
        yield from _calls_in_macros(root, names)
    if family in _HANDED_ON:
        for node in matching(root, _HANDED_ON[family]):
            if _is_new_name(node):
                continue
            for name in dict.fromkeys(_full(node.text(), names, family)):
                yield Called(name, node.text(), "", line_of_node(node))


_LOADERS: Final = {
    "python": re.compile(
        r"__import__|importlib\.(?:import_module|__import__|util\.find_spec)|import_module|runpy\.run_module"
        r"|pkgutil\.(?:find_loader|get_loader|resolve_name)|pytest\.importorskip"
    ),
    "javascript": re.compile(r"require(?:\.resolve)?|module\.require|import|import\.meta\.resolve"),
    "java": re.compile(r"(?:java\.lang\.)?Class\.forName|.*[lL]oader(?:\(\))?\.loadClass"),
}
"""Calls that load a module or a class by its name."""
_MAY_LOAD: Final = {
    "python": re.compile(r"\b(?:importlib|import_module|__import__|pkgutil|runpy|importorskip)\b"),
    "javascript": re.compile(r"\b(?:require|createRequire|import\.meta)\b|\bimport\s*\("),
    "java": re.compile(r"\b(?:forName|loadClass)\b"),
}
"""What a source holds that has such a call."""
_LOADED: Final = re.compile(
    r"""\(\s*(?:(?:name|mod_name|modname|fullname|module)\s*=\s*)?[rRuU]?(['"`])([^'"`\n]+)\1\s*[,)]"""
)
_MADE: Final = re.compile(r"\b(\w+)\s*=\s*(?:\w+\.)?createRequire\(")
_REMARK: Final = re.compile(r"/\*.*?\*/", re.DOTALL)


def may_load(language: str, text: str) -> bool:
    """Return whether a source may load modules by their names."""
    family = _family(language)
    return family in _MAY_LOAD and _MAY_LOAD[family].search(text) is not None


def loaded(language: str, root: SgNode, names: LocalNames | None = None) -> Iterator[tuple[str, int]]:
    """Yield the modules that a source loads by their names as texts, with the line; empty for one that is computed."""
    family, text = _family(language), root.text()
    if not may_load(language, text):
        return
    known = names or local_names(language, root)
    if family == "javascript":
        known.full.update(dict.fromkeys(_MADE.findall(text), "require"))
    for called in calls(language, root, known):
        if _LOADERS[family].fullmatch(called.name):
            stated = _LOADED.match(_REMARK.sub(" ", called.arguments))
            yield stated[2] if stated and "${" not in stated[2] else "", called.line


def _is_new_name(node: SgNode) -> bool:
    """Return whether a name is given there, and not used."""
    parent = node.parent()
    if parent is None or parent.kind() == "parenthesized_expression":
        return False
    fields = (parent.field(name) for name in _NAMING_FIELDS)
    return any(field is not None and field.range() == node.range() for field in fields)


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
    if family == "rust":
        written = re.sub(r"::<[^()]*?>(?=::|$)", "", written)
    given = node.field("arguments")
    return "".join(written.split()), given.text() if given is not None else node.text()[len(written) :]


_CALL_IN_TOKENS: Final = re.compile(r"(?<![\w:.])((?:\w+\s*::\s*)*\w+(?:\.\w+)*)\s*(\((?:[^()]|\([^()]*\))*\))")


def _calls_in_macros(root: SgNode, names: LocalNames) -> Iterator[Called]:
    """Yield the calls in what macros are given, of which there is no tree."""
    for node in matching(root, {"kind": "token_tree", "not": {"inside": {"kind": "token_tree"}}}):
        for found in _CALL_IN_TOKENS.finditer(node.text(), 1):
            written = "".join(found[1].split())
            line = line_of_node(node) + node.text().count("\n", 0, found.start())
            for name in dict.fromkeys(_full(written, names, "rust")):
                yield Called(name, written, found[2], line)


def _full(written: str, names: LocalNames, family: str) -> Iterator[str]:
    """Yield the names that what is written may stand for."""
    plain = _plain(written) if family in ("python", "javascript") else written
    if family == "javascript":
        plain = re.sub(r"\.(?:call|apply|bind)$", "", plain)
    if family == "java":
        plain = plain.removeprefix("java.lang.")
    yield plain
    separator = "::" if family == "rust" else "."
    first, found, rest = plain.partition(separator)
    seen = 0
    while first in names.full and seen < len(names.full):
        seen += 1
        plain = names.full[first] + found + rest
        yield plain
        if family == "java" and plain.startswith("java.lang."):
            yield plain.removeprefix("java.lang.")
        first, found, rest = plain.partition(separator)
        if plain.startswith(names.full.get(first, "\0") + separator):
            break
    if not plain.count(separator):
        yield from (f"{star}{separator}{plain}" for star in names.stars)


def _plain(written: str) -> str:
    """Write the roundabout ways to a name as the name."""
    plain = re.sub(r"(?<=[\w$])(['\"])\+\1(?=[\w$])", "", written.replace("?.", "."))
    plain = re.sub(r"\.?\[['\"`](\w+)['\"`]\]", r".\1", plain)
    plain = re.sub(r"^\(0,([\w.]+)\)", r"\1", plain)
    plain = re.sub(rf"(?:require|__import__|importlib\.import_module)\({_MODULE_TEXT}\)", r"\1", plain)
    plain = re.sub(r"^getattr\(([\w.]+),['\"](\w+)['\"]\)", r"\1.\2", plain)
    plain = re.sub(r"^vars\(([\w.]+)\)\.|^([\w.]+)\.__dict__\.", r"\1\2.", plain)
    plain = re.sub(r"^sys\.modules\.(?=\w)|^(?:globals|locals|vars)\(\)\.(?=\w)", "", plain)
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
    elif assigned := re.fullmatch(r"(\w+)(?:\s*:[^=]+)? = (.+)", text):
        value = _plain("".join(assigned[2].split()))
        if re.fullmatch(r"[A-Za-z_][\w.]*", value):
            found.add(assigned[1], value)


def _read_javascript(text: str, line: int, found: LocalNames) -> None:
    stated = re.search(rf"(?:\bfrom|^import|=\s*(?:await )?(?:require|import)\s*\()\s*{_MODULE_TEXT}\)?(.*)", text)
    if not stated:
        if taken := re.fullmatch(r"\{(.+?)\} = ([\w$.]+);?", text):
            for part in filter(None, re.split(r"\s*,\s*", taken[1].strip(" ,"))):
                name, _, local = part.partition(":")
                found.add((local or name).strip(), f"{taken[2]}.{name.strip()}")
        elif assigned := re.fullmatch(r"(\w+)(?:\s*:[^=]+)? = (.+?);?", text):
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
    elif variable := re.match(
        r"(?:(?:final|private|protected|public|static|volatile)\s+)*((?:\w+\.)*[A-Z]\w*)\s+(\w+)\b", text
    ):
        found.add(variable[2], variable[1])


def _read_go(text: str, line: int, found: LocalNames) -> None:
    if stated := re.fullmatch(r'(?:([\w.]+) )?["`]([^"`]+)["`]', text):
        found.modules.append((stated[2], line))
        if stated[1] == ".":
            found.stars.append(stated[2])
        else:
            last = re.sub(r"/v\d+$", "", stated[2]).rpartition("/")[2]
            found.add(stated[1] or last, stated[2])
    elif variable := re.fullmatch(r"(\w+)(?: [\w.*\[\]]+)? :?= ([A-Za-z_]\w*\.\w+)", text):
        found.add(variable[1], variable[2])


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
