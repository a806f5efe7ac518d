"""Java: what existing methods take, and the observer in their class."""

from __future__ import annotations

import re
from typing import Final

from specwright.core.errors import UserError
from specwright.core.existing.shape import ArgumentShape, DeclaredFunction, Taken
from specwright.languages.common.observing.blocks import blanked
from specwright.languages.common.observing.calls import calls_in
from specwright.languages.common.observing.compiled import (
    LETTER,
    REAL,
    SIGNED,
    TEXT,
    TRUTH,
    WHOLE,
    CompiledObserving,
    by_type,
    no_function,
)
from specwright.languages.common.packaging.brackets import ANGLED, closing, split
from specwright.languages.java.type_syntax import JavaType, find_record, parse_type

_METHOD: Final = re.compile(
    r"(?<![\w.])(?P<words>(?:(?:public|protected|private|static|final|synchronized|abstract)\s+)*)"
    r"(?:<[^>(){};]*>\s*)?(?P<returns>[\w.]+(?:\s*<[^;{}()=]*>)?(?:\s*\[\s*\])*)\s+(?P<name>\w+)\s*\("
)
_CLASS: Final = re.compile(r"\b(?P<kind>class|interface|enum|record)\s+(?P<name>\w+)[^{};]*?\{")
_NO_RETURN: Final = frozenset(["new", "return", "else", "throw", "case", "instanceof", "package", "import", "assert"])
_SCALARS: Final = {
    "int": SIGNED[32], "Integer": SIGNED[32], "long": SIGNED[64], "Long": SIGNED[64], "short": SIGNED[16],
    "Short": SIGNED[16], "byte": SIGNED[8], "Byte": SIGNED[8], "String": TEXT,
    "CharSequence": TEXT, "boolean": TRUTH, "Boolean": TRUTH,
    "double": REAL, "Double": REAL, "float": REAL,
    "Float": REAL, "BigInteger": WHOLE, "Object": WHOLE,
    "char": LETTER, "Character": LETTER,
    "Number": WHOLE,
}  # fmt: skip
_LISTS: Final = ("List", "ArrayList", "LinkedList", "Collection", "Iterable", "Deque", "Queue", "ArrayDeque")
_SETS: Final = ("Set", "HashSet", "LinkedHashSet", "TreeSet", "SortedSet")
_MAPS: Final = ("Map", "HashMap", "LinkedHashMap", "TreeMap", "SortedMap")
_DEEPEST: Final = 6


class JavaObserving(CompiledObserving):
    """See the port `Observing`."""

    family = "java"

    def functions(self, code: str) -> tuple[str, ...]:
        names = dict.fromkeys(found["name"] for found, _ in _methods(code))
        return tuple(name for name in names if name != "main")

    def declared(self, code: str, name: str) -> DeclaredFunction:
        wanted_owner, _, plain = name.rpartition(".")
        found = [(each, owner) for each, owner in _methods(code) if each["name"] == plain]
        found = [(each, owner) for each, owner in found if not wanted_owner or owner == wanted_owner]
        if not found:
            raise no_function(name, self.functions(code))
        if len(found) > 1:
            raise UserError(f"there are {len(found)} methods named {name}", hint="compare a file with one of them")
        method, owner = found[0]
        end = closing(blanked(code, "java"), method.end() - 1)
        parts = split(_bare(code[method.end() : end]), ANGLED)
        params = tuple(_taken(code, part) for part in parts)
        return DeclaredFunction(
            name=plain,
            params=params,
            line=code.count("\n", 0, method.start()) + 1,
            returns=method["returns"],
            owner=f"{owner}{'' if 'static' in method['words'] else '()'}",
            calls=calls_in(code, plain),
        )

    def mark(self, number: int) -> str:
        return f"SpecwrightMarks.reached[{number}]=true;"

    def with_observer(self, code: str, declared: DeclaredFunction, marks: int) -> str:
        owner = declared.owner.removesuffix("()")
        bare = blanked(code, "java")
        opened = next(found for found in _CLASS.finditer(bare) if found["name"] == owner)
        end = closing(bare, opened.end() - 1)
        return f"{code[:end]}{_observer(code, declared)}{code[end:]}\n{_marks(marks)}"


def _bare(text: str) -> str:
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def _methods(code: str) -> list[tuple[re.Match[str], str]]:
    """Return the methods of top-level classes with bodies, and the class of each."""
    bare = blanked(code, "java")
    found: list[tuple[re.Match[str], str]] = []
    for opened in _CLASS.finditer(bare):
        if bare[: opened.start()].count("{") != bare[: opened.start()].count("}"):
            continue
        start, end = opened.end(), closing(bare, opened.end() - 1)
        for method in _METHOD.finditer(bare, start, end):
            inside = bare[start : method.start()]
            body = re.match(r"\s*(?:throws[\w\s,.]*)?\{", bare[closing(bare, method.end() - 1) + 1 :])
            if inside.count("{") == inside.count("}") and body and method["returns"] not in _NO_RETURN:
                found.append((method, opened["name"]))
    return found


def _taken(code: str, part: str) -> Taken:
    text, _, name = re.sub(r"@\w+\s*|\bfinal\s+", "", part).strip().rpartition(" ")
    while name.endswith("[]"):
        name, text = name[:-2], f"{text}[]"
    return by_type(name, text, _shape(code, parse_type(text), 0), "Java")


def _shape(code: str, kind: JavaType, depth: int) -> ArgumentShape | None:
    """Return the shape of a type; records are those of the code."""
    name = kind.name.rsplit(".", 1)[-1]
    if name in _SCALARS:
        return _SCALARS[name]
    inner = [_shape(code, part, depth + 1) for part in kind.inner] if depth < _DEEPEST else [None]
    if any(part is None for part in inner):
        return None
    known = [part for part in inner if part is not None]
    if name == "[]" or (name in _LISTS and len(known) == 1):
        return ArgumentShape.around("list", *known)
    if name in _SETS and len(known) == 1:
        return ArgumentShape.around("set", *known)
    if name in _MAPS and len(known) == 2:
        return ArgumentShape.around("map", *known)
    if name == "Optional" and len(known) == 1:
        return ArgumentShape.around("optional", *known)
    record = find_record([code], name) if not kind.inner else None
    if record is None:
        return None
    fields = [_shape(code, part, depth + 1) for part in record[1]]
    return ArgumentShape.around("tuple", *[each for each in fields if each]) if fields and all(fields) else None


def _changes(param: Taken) -> bool:
    return param.shape is not None and param.shape.type.kind in ("list", "set", "map")


def _observer(code: str, declared: DeclaredFunction) -> str:
    """Return the method that calls the method and tells all that a caller could see of it, as one line."""
    bare = blanked(code, "java")
    method = next(found for found, owner in _methods(code) if found["name"] == declared.name
                  and owner == declared.owner.removesuffix("()"))  # fmt: skip
    text = _bare(code[method.end() : closing(bare, method.end() - 1)])
    kinds = [re.sub(r"\s+(\w+)((?:\[\])*)\s*$", r"\2", part) for part in split(text, ANGLED)]
    given = ", ".join(f"{kind} p{at}" for at, kind in enumerate(kinds)).replace("...", "[]")
    target = declared.owner.removesuffix("()") if not declared.owner.endswith("()") else f"new {declared.owner}"
    call = f"{target}.{declared.name}({', '.join(f'p{at}' for at in range(len(kinds)))})"
    value = f"{call}; told[1] = null" if declared.returns == "void" else f"told[1] = SpecwrightMarks.plain({call})"
    changing = ", ".join(f"p{at}" for at, param in enumerate(declared.params) if _changes(param))
    head = "    public static Object specwrightObserved"
    return f"""
{head}({given}) {{
        Object[] told = {{"returned", null, "", "", null, java.util.List.of(), null}};
        Object[] roots = new Object[] {{{changing}}};
        try {{
            {value};
            told[5] = SpecwrightMarks.shared(told[1], roots);
        }} catch (OutOfMemoryError error) {{
            throw error;
        }} catch (Throwable error) {{
            told[0] = "raised"; told[1] = null;
            told[2] = error.getClass().getSimpleName();
            told[3] = String.valueOf(error.getMessage());
        }}
        told[4] = java.util.Arrays.asList(roots);
        told[6] = SpecwrightMarks.fresh();
        return java.util.Arrays.asList(told);
    }}
"""


def _marks(count: int) -> str:
    return f"""class SpecwrightMarks {{
    static final boolean[] reached = new boolean[{max(1, count)}];
    static final boolean[] told = new boolean[{max(1, count)}];
    static java.util.List<Integer> fresh() {{
        java.util.List<Integer> fresh = new java.util.ArrayList<>();
        for (int at = 0; at < reached.length; at++) {{
            if (reached[at] && !told[at]) {{ told[at] = true; fresh.add(at); }}
        }}
        return fresh;
    }}
    static Object plain(Object value) {{
        if (value instanceof java.util.stream.BaseStream<?, ?> stream) value = stream.iterator();
        if (!(value instanceof java.util.Iterator<?> items)) return value;
        java.util.List<Object> found = new java.util.ArrayList<>();
        while (found.size() < 200 && items.hasNext()) found.add(items.next());
        return java.util.Arrays.asList("\\u0000iterator", found, "");
    }}
    static java.util.List<?> shared(Object value, Object[] roots) {{
        java.util.List<Object> same = new java.util.ArrayList<>();
        for (int at = 0; at < roots.length; at++) {{
            if (value != null && value == roots[at]) same.add(java.util.List.of(0, at));
        }}
        return same.isEmpty() ? same : java.util.List.of(same, 0);
    }}
}}
"""
