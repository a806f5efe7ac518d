"""Mend: what can be put right in a source without asking anybody, tried before a model is asked.

Stray fences and prose around the code, characters that only look like code, an indentation too deep, and imports of the
standard library that were forgotten. Pure text in, pure text out; whoever calls it checks that the result is better.
"""

from __future__ import annotations

import ast
import builtins
import re
import sys
import textwrap
from typing import Final

from specwright.pipeline.asking.reply import LANGUAGE_TAGS

_LOOKALIKES: Final = str.maketrans({
    "\u201c": '"', "\u201d": '"', "\u2018": "'", "\u2019": "'", "\u2212": "-", "\u00a0": " ",
    "\u200b": "", "\ufeff": "",
})  # fmt: skip
_HOMES: Final = {
    "ABC": "abc", "Any": "typing", "Callable": "collections.abc", "Counter": "collections", "Decimal": "decimal",
    "Enum": "enum", "Final": "typing", "Fraction": "fractions", "Generic": "typing", "Iterable": "collections.abc",
    "Iterator": "collections.abc", "Literal": "typing", "Mapping": "collections.abc", "NamedTuple": "typing",
    "Optional": "typing", "OrderedDict": "collections", "Path": "pathlib", "Protocol": "typing",
    "Sequence": "collections.abc", "TypeVar": "typing", "Union": "typing", "abstractmethod": "abc",
    "cache": "functools",
    "chain": "itertools", "combinations": "itertools", "dataclass": "dataclasses", "defaultdict": "collections",
    "deque": "collections", "field": "dataclasses", "lru_cache": "functools", "namedtuple": "collections",
    "permutations": "itertools", "product": "itertools", "reduce": "functools", "wraps": "functools",
}  # fmt: skip
"""Names of the standard library that are used bare, and the module that each comes from."""
_GO_PACKAGES: Final = {
    "bufio": "bufio", "bytes": "bytes", "errors": "errors", "fmt": "fmt", "heap": "container/heap", "io": "io",
    "maps": "maps", "math": "math", "os": "os", "rand": "math/rand", "regexp": "regexp", "slices": "slices",
    "sort": "sort", "strconv": "strconv", "strings": "strings", "sync": "sync", "time": "time", "unicode": "unicode",
    "utf8": "unicode/utf8",
}  # fmt: skip
_RUST_NAMES: Final = {
    "HashMap": "std::collections::HashMap", "HashSet": "std::collections::HashSet",
    "BTreeMap": "std::collections::BTreeMap", "BTreeSet": "std::collections::BTreeSet",
    "VecDeque": "std::collections::VecDeque", "BinaryHeap": "std::collections::BinaryHeap",
    "Ordering": "std::cmp::Ordering", "Reverse": "std::cmp::Reverse", "Rc": "std::rc::Rc",
    "RefCell": "std::cell::RefCell", "fmt": "std::fmt",
}  # fmt: skip
_FENCE: Final = re.compile(r"^\s*(?:```|~~~)\s*(\w*)\s*$")


def mended(code: str, language: str) -> str:
    """The code with what can be mended mended; the same text when there is nothing."""
    text = textwrap.dedent(_without_fences(code, language).translate(_LOOKALIKES)).strip("\n") + "\n"
    add = {"python": _python_imports, "go": _go_imports, "java": _java_imports, "rust": _rust_imports}.get(language)
    return add(text) if add else text


def _without_fences(code: str, language: str) -> str:
    """Without fences, and without the prose before the first and behind the last of them."""
    lines = code.splitlines()
    marks = [at for at, line in enumerate(lines) if _FENCE.match(line)]
    if not marks:
        return code
    tags = LANGUAGE_TAGS.get(language, frozenset())
    first = _FENCE.match(lines[marks[0]])
    opens = bool(first and first[1].lower() in tags) or len(marks) > 1
    start, end = (marks[0] + 1, marks[1] if len(marks) > 1 else len(lines)) if opens else (0, marks[0])
    return "\n".join(lines[start:end])


def _python_imports(code: str) -> str:
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return code
    bound = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            bound.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            bound |= {(alias.asname or alias.name).split(".")[0] for alias in node.names}
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} - bound - set(dir(builtins))
    modules = (
        {
            node.value.id
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
        }
        & used
        & sys.stdlib_module_names
    )
    lines = [f"import {name}" for name in sorted(modules)]
    lines += [f"from {_HOMES[name]} import {name}" for name in sorted(used - modules) if name in _HOMES]
    return _inserted(code, lines, _python_place(tree)) if lines else code


def _python_place(tree: ast.Module) -> int:
    """The line before which imports go: behind the docstring and imports from the future."""
    place = 0
    for node in tree.body:
        is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if is_docstring or (isinstance(node, ast.ImportFrom) and node.module == "__future__"):
            place = node.end_lineno or 0
        else:
            break
    return place


def _inserted(code: str, lines: list[str], place: int) -> str:
    before, after = code.splitlines()[:place], code.splitlines()[place:]
    return "\n".join([*before, *([""] if before else []), *lines, *([] if after[:1] == [""] else [""]), *after]) + "\n"


def _go_imports(code: str) -> str:
    """Missing imports added, unused ones dropped: in Go both keep a program from compiling."""
    body = re.sub(r"^import\s*(?:\([^)]*\)|\"[^\"]*\")\s*$", "", code, flags=re.MULTILINE)
    stated = re.findall(r'"([^"]+)"', "\n".join(re.findall(r"^import\s*(?:\([^)]*\)|\"[^\"]*\")", code, re.MULTILINE)))
    known = {path.split("/")[-1]: path for path in stated} | {k: v for k, v in _GO_PACKAGES.items() if k not in stated}
    plain = re.sub(r"`[^`]*`|\"(?:[^\"\\\n]|\\.)*\"|//[^\n]*", "", body)
    used = sorted(path for name, path in known.items() if re.search(rf"(?<![\w.]){re.escape(name)}\.[A-Z]", plain))
    if sorted(stated) == used or re.search(r"^import\s*(?:\(\s*)?[\w.]+\s+\"", code, re.MULTILINE):
        return code
    listed = "import (\n" + "".join(f'\t"{path}"\n' for path in used) + ")\n" if used else ""
    clause = re.search(r"^package\s+\w+[^\n]*\n", body, re.MULTILINE)
    at = clause.end() if clause else 0
    return f"{body[:at]}\n{listed}\n{body[at:].lstrip()}" if clause else f"{listed}\n{body.lstrip()}"


def _java_imports(code: str) -> str:
    wanted = [
        ("java.util.*", r"\b(?:List|Map|Set|ArrayList|HashMap|HashSet|Arrays|Collections|Deque|Optional|Objects)\b"),
        ("java.util.function.*", r"\b(?:Function|BiFunction|Predicate|Supplier|Consumer|IntFunction)<"),
        ("java.util.stream.*", r"\b(?:Stream|Collectors|IntStream)\b"),
    ]
    missing = [
        f"import {name};"
        for name, sign in wanted
        if re.search(sign, code)
        and f"import {name}" not in code
        and not re.search(rf"import {re.escape(name[:-1])}[A-Z]", code)
    ]
    clause = re.search(r"^package [\w.]+;", code, re.MULTILINE)
    return _inserted(code, missing, code[: clause.end()].count("\n") + 1 if clause else 0) if missing else code


def _rust_imports(code: str) -> str:
    missing = [
        f"use {path};"
        for name, path in _RUST_NAMES.items()
        if re.search(rf"(?<![\w:]){name}(?:::|<)", code) and not re.search(rf"use [^;]*\b{name}\b", code)
    ]
    place = sum(1 for _ in re.finditer(r"^(?://!|#!\[)[^\n]*\n", code, re.MULTILINE))
    return _inserted(code, missing, place) if missing else code
