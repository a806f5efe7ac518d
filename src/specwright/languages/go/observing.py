"""Go: what existing functions take, and the observer behind their code."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from specwright.core.existing.shape import ArgumentShape, DeclaredFunction, Taken
from specwright.languages.common.observing.blocks import blanked
from specwright.languages.common.observing.calls import calls_in
from specwright.languages.common.observing.compiled import (
    REAL,
    SIGNED,
    TEXT,
    TRUTH,
    UNSIGNED,
    WHOLE,
    CompiledObserving,
    by_type,
    no_function,
)
from specwright.languages.common.packaging.brackets import closing, split
from specwright.languages.go.type_syntax import GoType, parse_type

_FUNCTION: Final = re.compile(r"^func[ \t]+(\w+)[ \t]*\(", re.MULTILINE)
_PACKAGE: Final = re.compile(r"^[ \t]*package[ \t]+\w+", re.MULTILINE)
_IMPORTS: Final = 'import specwrightFmt "fmt"; import specwrightReflect "reflect"'
_SCALARS: Final = {
    "string": TEXT, "bool": TRUTH, "any": WHOLE,
    "float64": REAL, "float32": REAL, "interface{}": WHOLE,
    "byte": UNSIGNED[8], "rune": ArgumentShape.whole(0, 0xD7FF), "int": SIGNED[64],
    "uint": UNSIGNED[64], "uintptr": UNSIGNED[64],
    **{f"int{bits}": shape for bits, shape in SIGNED.items()}, **{f"uint{bits}": s for bits, s in UNSIGNED.items()},
}  # fmt: skip
_DEEPEST: Final = 6


class GoObserving(CompiledObserving):
    """See the port `Observing`."""

    family = "go"

    def functions(self, code: str) -> tuple[str, ...]:
        names = dict.fromkeys(found[1] for found in _FUNCTION.finditer(blanked(code, "go")))
        return tuple(name for name in names if name not in ("main", "init"))

    def declared(self, code: str, name: str) -> DeclaredFunction:
        bare = blanked(code, "go")
        found = next((each for each in _FUNCTION.finditer(bare) if each[1] == name), None)
        if found is None:
            raise no_function(name, self.functions(code))
        end = closing(bare, found.end() - 1)
        shape = Shapes(code).shape
        params = tuple(_taken(given, text, shape) for given, text in named_types(code[found.end() : end]))
        return DeclaredFunction(
            name=name,
            params=params,
            line=code.count("\n", 0, found.start()) + 1,
            returns=", ".join(results_of(code, end)),
            calls=calls_in(code, name),
        )

    def mark(self, number: int) -> str:
        return f"specwrightMarks[{number}]=true;"

    def with_observer(self, code: str, declared: DeclaredFunction, marks: int) -> str:
        found = _PACKAGE.search(code)
        at = found.end() if found else 0
        head = f"{code[:at]}{';' if found else ''} {_IMPORTS};{' ' if found else ''}{code[at:]}"
        return f"{head}\n{_observer(code, declared, marks)}"


def named_types(text: str) -> list[tuple[str, str]]:
    """Return the name and the type of each parameter; several names may stand before one type."""
    parts = [re.sub(r"//[^\n]*", "", part).strip() for part in split(text)]
    named: list[tuple[str, str]] = []
    latest = ""
    for place in range(len(parts) - 1, -1, -1):
        word, _, rest = parts[place].partition(" ")
        latest = rest.strip() or latest
        named.append((word, latest) if latest else (f"p{place}", parts[place]))
    return named[::-1]


def _taken(name: str, text: str, shape: Callable[[str], ArgumentShape | None]) -> Taken:
    if text.startswith("..."):
        inner = by_type(name, text, shape(f"[]{text[3:]}"), "Go")
        return inner.model_copy(update={"form": "rest"})
    return by_type(name, text, shape(text), "Go")


def results_of(code: str, end: int) -> list[str]:
    """Return the types of the results."""
    rest = code[end + 1 :].lstrip(" \t")
    if rest.startswith("("):
        inner = split(rest[1 : closing(rest, 0)])
        kinds = [kind for _, kind in named_types(", ".join(inner))]
        plain = all(
            re.fullmatch(r"\w+\s+\S.*", part) and not part.startswith(("map", "func", "chan")) for part in inner
        )
        return kinds if plain or any(" " in part for part in inner) else inner
    text = re.match(r"(?:struct\{[^}]*\}|interface\{\}|[^{\n])*", rest)
    return [text[0].strip()] if text and text[0].strip() else []


class Shapes:
    """The shapes of written types; named types are those of the code."""

    def __init__(self, code: str) -> None:
        self._code = code

    def shape(self, text: str) -> ArgumentShape | None:
        return self._of(parse_type(text), 0)

    def _of(self, kind: GoType, depth: int) -> ArgumentShape | None:
        if kind.text in _SCALARS:
            return _SCALARS[kind.text]
        inner = [self._of(part, depth + 1) for part in kind.inner] if depth < _DEEPEST else [None]
        if kind.kind == "big":
            return WHOLE
        if kind.kind == "name":
            return self._named(kind.text, depth)
        if any(part is None for part in inner):
            return None
        known = [part for part in inner if part is not None]
        match kind.kind:
            case "slice":
                return ArgumentShape.around("list", *known)
            case "array":
                size = re.match(r"\[(\d+)\]", kind.text)
                return ArgumentShape.around("list", *known, size=int(size[1])) if size else None
            case "map":
                is_set = kind.inner[1].text == "struct{}"
                return ArgumentShape.around("set", known[0]) if is_set else ArgumentShape.around("map", *known)
            case "pointer":
                return ArgumentShape.around("optional", *known)
            case "struct":
                return ArgumentShape.around("tuple", *known) if known else None
            case _:
                return None

    def _named(self, name: str, depth: int) -> ArgumentShape | None:
        found = re.search(rf"^type[ \t]+{re.escape(name)}[ \t]+(?:=[ \t]*)?", self._code, re.MULTILINE)
        if found is None or depth >= _DEEPEST:
            return None
        rest = self._code[found.end() :]
        if not rest.startswith("struct"):
            return self._of(parse_type(rest.split("\n", 1)[0].split("//")[0].strip()), depth + 1)
        body = rest[rest.index("{") + 1 : closing(rest, rest.index("{"))]
        fields: list[ArgumentShape] = []
        for line in re.split(r"[;\n]", re.sub(r"//[^\n]*|`[^`]*`", "", body)):
            names, _, kind = line.strip().rpartition(" ")
            shape = self._of(parse_type(kind), depth + 1) if kind else None
            if names and shape is None:
                return None
            fields += [shape] * len(names.split(",")) if shape and names else []
        return ArgumentShape.around("tuple", *fields) if fields else None


def _observer(code: str, declared: DeclaredFunction, marks: int) -> str:
    """Return the function that calls the function and tells all that a caller could see of it."""
    bare = blanked(code, "go")
    found = next(each for each in _FUNCTION.finditer(bare) if each[1] == declared.name)
    types = [kind for _, kind in named_types(code[found.end() : closing(bare, found.end() - 1)])]
    given = [
        f"p{at} {kind.replace('...', '[]', 1) if kind.startswith('...') else kind}" for at, kind in enumerate(types)
    ]
    passed = [f"p{at}{'...' if kind.startswith('...') else ''}" for at, kind in enumerate(types)]
    results = results_of(code, closing(bare, found.end() - 1))
    names = [f"r{at}" for at in range(len(results))]
    values = [
        f"specwrightError({name})" if kind == "error" else name for name, kind in zip(names, results, strict=True)
    ]
    changing = [at for at, kind in enumerate(types) if kind.startswith(("[]", "map", "*", "..."))]
    shared = "".join(
        f"\tif specwrightSame(r{r}, p{p}) {{ same = append(same, []int{{{r}, {p}}}) }}\n"
        for r, kind in enumerate(results)
        for p in changing
        if kind.startswith(("[]", "map", "*"))
    )
    call = f"{declared.name}({', '.join(passed)})"
    value = values[0] if len(values) == 1 else f"[]any{{{', '.join(values)}}}" if values else "nil"
    return f"""
var specwrightMarks [{max(1, marks)}]bool
var specwrightTold [{max(1, marks)}]bool

func specwrightFresh() (fresh []int) {{
	fresh = []int{{}}
	for at, reached := range specwrightMarks {{
		if reached && !specwrightTold[at] {{
			specwrightTold[at] = true
			fresh = append(fresh, at)
		}}
	}}
	return fresh
}}

func specwrightError(err error) any {{
	if err == nil {{
		return nil
	}}
	kind := specwrightFmt.Sprintf("%T", err)
	if kind == "*errors.errorString" || kind == "*fmt.wrapError" {{
		kind = "error"
	}}
	return []any{{"\\x00value", kind, kind + ": " + err.Error()}}
}}

func specwrightSame(result, argument any) bool {{
	one, other := specwrightReflect.ValueOf(result), specwrightReflect.ValueOf(argument)
	if one.Kind() != other.Kind() || one.Kind() == specwrightReflect.Invalid {{
		return false
	}}
	switch one.Kind() {{
	case specwrightReflect.Slice:
		return one.Cap() > 0 && one.Len() > 0 && one.Pointer() == other.Pointer()
	case specwrightReflect.Map, specwrightReflect.Pointer:
		return !one.IsNil() && one.Pointer() == other.Pointer()
	}}
	return false
}}

func SpecwrightObserved({", ".join(given)}) (told []any) {{
	told = []any{{"returned", nil, "", "", []any{{}}, []any{{}}, []int{{}}}}
	defer func() {{
		if cause := recover(); cause != nil {{
			told[0], told[2] = "raised", specwrightFmt.Sprintf("panic %T", cause)
			told[3] = specwrightFmt.Sprintf("%.300v", cause)
		}}
		told[4], told[6] = []any{{{", ".join(f"p{at}" for at in changing)}}}, specwrightFresh()
	}}()
	{", ".join(names) + " := " if names else ""}{call}
	same := [][]int{{}}
{shared}	told[1], told[5] = {value}, specwrightSharing(same)
	return told
}}

func specwrightSharing(same [][]int) []any {{
	if len(same) == 0 {{
		return []any{{}}
	}}
	return []any{{same, 0}}
}}
"""
