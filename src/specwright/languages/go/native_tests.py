"""Cases as a file for `go test`: tables of cases, run as subtests."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.program.data import Data, untag
from specwright.core.program.digits import literal
from specwright.core.program.equality import Comparison
from specwright.core.program.package import Item, Package
from specwright.core.work.testcase import Raises, TestCase
from specwright.languages.common.error_kinds import PYTHON_KINDS
from specwright.languages.common.names import camel, pascal, unreserved
from specwright.languages.common.packaging.cases import (
    mentions_float,
    mentions_nan,
    provenance,
    signature_of,
    test_names,
)
from specwright.languages.common.packaging.layout import Layout, LayoutPiece, flat, group, wrapped
from specwright.languages.go.toolchain import RESERVED, entry_name, type_of
from specwright.languages.go.type_syntax import SCALARS, GoFunction, GoType, find_function, parse_type

LAYOUT: Final = Layout(width=110, step="\t")
_MATCHES: Final = """
// {name} tells whether both values are the same{note}.
func {name}(got, want reflect.Value) bool {
	if !got.IsValid() || !want.IsValid() {
		return got.IsValid() == want.IsValid()
	}
	switch want.Kind() {
	case reflect.Float32, reflect.Float64:
		a, b := got.Float(), want.Float()
		return a == b || (math.IsNaN(a) && math.IsNaN(b)){close}
	case reflect.Slice, reflect.Array:
		if got.Len() != want.Len() {
			return false
		}
{items}		return true
	case reflect.Map:
		for _, key := range want.MapKeys() {
			if item := got.MapIndex(key); !item.IsValid() || !{name}(item, want.MapIndex(key)) {
				return false
			}
		}
		return got.Len() == want.Len()
	case reflect.Pointer, reflect.Interface:
		return got.IsNil() == want.IsNil() && {name}(got.Elem(), want.Elem())
	case reflect.Struct:
		for place := 0; place < want.NumField(); place++ {
			if !{name}(got.Field(place), want.Field(place)) {
				return false
			}
		}
		return true
	default:
		return got.Equal(want)
	}
}
"""
_ORDERED: Final = """\
		for place := 0; place < want.Len(); place++ {
			if !{name}(got.Index(place), want.Index(place)) {
				return false
			}
		}
"""
_UNORDERED: Final = """\
		taken := make([]bool, got.Len())
	search:
		for place := 0; place < want.Len(); place++ {
			for other := range taken {
				if !taken[other] && {name}(got.Index(other), want.Index(place)) {
					taken[other] = true
					continue search
				}
			}
			return false
		}
"""


class _GoTestFile:
    """What one test file needs beside its tests. Types are those of the code, as far as there is code."""

    def __init__(self, package: Package, item: Item, comparison: Comparison, names: tuple[str, str]) -> None:
        self.package = package
        self.clause, self.module = names
        self.signature = signature_of(item)
        self.comparison = comparison
        accepted = (entry_name(self.signature), camel(self.signature.name), self.signature.name)
        found = find_function(list(package.sources.values()), tuple(dict.fromkeys(accepted)))
        self.name, function = found or (accepted[0], None)
        self.function = function
        self.imports = {"testing"}
        self.helpers: set[str] = set()
        self.fields = [_field(param.name) for param in self.signature.params]

    def shape(self, cases: Sequence[TestCase]) -> GoFunction:
        """Return the function's types: the code's own, or those of the declaration where there is no code."""
        wide, params = self.signature.wide, self.signature.params
        if self.function is not None and len(self.function.params) == len(params):
            return self.function
        returns = self.signature.returns
        several = returns.kind == "tuple" and len(returns.args) > 1
        results = [type_of(arg, wide) for arg in returns.args] if several else [type_of(returns, wide)]
        fails = any(isinstance(case.expected, Raises) for case in cases)
        types = [parse_type(type_of(param.type, wide)) for param in params]
        return GoFunction(tuple(types), tuple(map(parse_type, results)), fails)

    def text(self, cases: Sequence[TestCase]) -> str:
        shape = self.shape(cases)
        named = list(zip(test_names(cases), cases, strict=True))
        returning = [(name, case) for name, case in named if not isinstance(case.expected, Raises)]
        parts = [self.returning(shape, returning)] if returning else []
        kinds: dict[str, list[tuple[str, TestCase]]] = {}
        for name, case in named:
            if isinstance(case.expected, Raises):
                kinds.setdefault(self.own_error(case.expected.error), []).append((name, case))
        parts += [self.failing(shape, kind, of_kind) for kind, of_kind in kinds.items()]
        helpers = [self.helper(name) for name in sorted(self.helpers)]
        own = {self.module} if any(f"{self.clause}." in part for part in parts) else set()
        standard = "".join(f'\t"{name}"\n' for name in sorted(self.imports))
        ours = "".join(f'\n\t"{name}"\n' for name in own)
        return f"package {self.clause}_test\n\nimport (\n{standard}{ours})\n\n" + "\n".join([*parts, *helpers])

    # --- tables ---

    def table(self, shape: GoFunction, rows: list[tuple[str, list[LayoutPiece]]], fields: list[tuple[str, str]]) -> str:
        width = max(len(name) for name, _ in fields)
        columns = "".join(f"\t\t{name:{width}} {kind}\n" for name, kind in fields)
        body = "".join(
            f"\t\t// {note}\n{LAYOUT.statement(group('{', cells, '},'), '		')}" for note, cells in rows
        )
        return f"\ttests := []struct {{\n{columns}\t}}{{\n{body}\t}}\n\tfor _, tt := range tests {{\n"

    def inputs(self, shape: GoFunction, case: TestCase) -> list[LayoutPiece]:
        given = self.signature.bound(case.inputs)
        return [self.literal(value, kind) for value, kind in zip(given.values(), shape.params, strict=True)]

    def columns(self, shape: GoFunction) -> list[tuple[str, str]]:
        typed = zip(self.fields, shape.params, strict=True)
        return [("name", "string"), *((name, self.qualified(kind)) for name, kind in typed)]

    @property
    def call(self) -> str:
        arguments = ", ".join(f"tt.{name}" for name in self.fields)
        return f"{self.clause}.{self.name}({arguments})"

    def returning(self, shape: GoFunction, named: list[tuple[str, TestCase]]) -> str:
        results = shape.results
        wants = ["want"] if len(results) == 1 else [f"want{place}" for place in range(len(results))]
        gots = [want.replace("want", "got") for want in wants]
        rows, expected = [], []
        for name, case in named:
            assert not isinstance(case.expected, Raises)
            values = self.spread(case.expected.value, len(results))
            expected.append(values)
            cells = [self.literal(value, kind) for value, kind in zip(values, results, strict=True)]
            rows.append((provenance(case), [go_text(name.replace("_", " ")), *self.inputs(shape, case), *cells]))
        fields = [
            *self.columns(shape),
            *((want, self.qualified(kind)) for want, kind in zip(wants, results, strict=True)),
        ]
        differs = [
            self.differs(got, f"tt.{want}", kind, [values[place] for values in expected])
            for place, (got, want, kind) in enumerate(zip(gots, wants, results, strict=True))
        ]
        taken = ", ".join([*gots, "err"] if shape.fails else gots)
        lines = f"\t\t\t{taken} := {self.call}\n"
        if shape.fails:
            lines += f'\t\t\tif err != nil {{\n\t\t\t\tt.Fatalf("{self.name} failed: %v", err)\n\t\t\t}}\n'
        marks = ", ".join(["%v"] * len(gots))
        shown = ", ".join([*gots, *(f"tt.{want}" for want in wants)])
        lines += (
            f"\t\t\tif {' || '.join(differs)} {{\n"
            f'\t\t\t\tt.Errorf("{self.name} = {marks}, want {marks}", {shown})\n\t\t\t}}\n'
        )
        return self.function_text(f"Test{pascal(self.name)}", self.table(shape, rows, fields), lines)

    def failing(self, shape: GoFunction, kind: str, named: list[tuple[str, TestCase]]) -> str:
        rows = [
            (provenance(case), [go_text(name.replace("_", " ")), *self.inputs(shape, case)]) for name, case in named
        ]
        if shape.fails:
            taken = ", ".join(["_"] * len(shape.results) + ["err"])
            lines = f"\t\t\tif {taken} := {self.call}; {self.no_error(kind)} {{\n"
            lines += f'\t\t\t\tt.Errorf("{self.name} gave the error %v, want {kind or "one"}", err)\n\t\t\t}}\n'
        else:
            lines = "\t\t\tdefer func() {\n\t\t\t\tif recover() == nil {\n"
            lines += f'\t\t\t\t\tt.Error("{self.name} did not panic")\n\t\t\t\t}}\n\t\t\t}}()\n\t\t\t{self.call}\n'
        name = f"Test{pascal(self.name)}Fails{kind.rsplit('.', maxsplit=1)[-1]}"
        return self.function_text(name, self.table(shape, rows, self.columns(shape)), lines)

    def function_text(self, name: str, table: str, lines: str) -> str:
        return (
            f"func {name}(t *testing.T) {{\n{table}\t\tt.Run(tt.name, func(t *testing.T) {{\n{lines}\t\t}})\n\t}}\n}}\n"
        )

    # --- errors ---

    def own_error(self, kind: str | None) -> str:
        """Return the package's error value or type for a kind of the specification's; empty for any error."""
        if kind is None or kind in PYTHON_KINDS:
            return ""
        stem = re.sub(r"(?:Error|Exception)$|^Err(?=[A-Z])", "", kind) or kind
        text = "\n".join(self.package.sources.values())
        for name in (f"Err{stem}", f"Err{kind}"):
            if re.search(rf"^[ \t]*(?:var\s+)?{name}\b[^\n]*=", text, re.MULTILINE):
                return f"{self.clause}.{name}"
        for name in (kind, f"{stem}Error"):
            if re.search(rf"^type {name}\b", text, re.MULTILINE):
                pointer = re.search(rf"^func \(\w*\s*\*{name}\) Error\(", text, re.MULTILINE)
                return f"{'*' if pointer else ''}{self.clause}.{name}"
        return ""

    def no_error(self, kind: str) -> str:
        if not kind:
            return "err == nil"
        self.imports.add("errors")
        if ".Err" in kind:
            return f"!errors.Is(err, {kind})"
        return f"!errors.As(err, new({kind}))"

    # --- values ---

    def spread(self, value: Data, count: int) -> list[Data]:
        """Return an expected tuple as several results, if the function has several."""
        if count == 1:
            return [value]
        items = untag(value)[1] if isinstance(value, dict) else value
        if not isinstance(items, list) or len(items) != count:
            raise UserError(f"{self.name} has {count} results, and {value!r} is expected")
        return items

    def differs(self, got: str, want: str, kind: GoType, values: list[Data]) -> str:
        comparison = self.comparison
        inexact = comparison.tolerance is not None and any(map(mentions_float, values))
        unordered = comparison.any_order and kind.kind in ("slice", "array", "map")
        if inexact or unordered or any(map(mentions_nan, values)) or any(_holds_empty(value) for value in values):
            self.helpers.add("matches")
            self.imports |= {"math", "reflect"}
            return f"!{self.helper_name('matches')}(reflect.ValueOf({got}), reflect.ValueOf({want}))"
        if kind.kind == "big":
            return f"{got}.Cmp({want}) != 0"
        if kind.text in SCALARS - {"any"} or (kind.kind == "array" and kind.inner[0].text in SCALARS):
            return f"{got} != {want}"
        if kind.kind in ("slice", "map") and kind.inner[-1].text in SCALARS - {"any"}:
            module = "slices" if kind.kind == "slice" else "maps"
            self.imports.add(module)
            return f"!{module}.Equal({got}, {want})"
        self.imports.add("reflect")
        return f"!reflect.DeepEqual({got}, {want})"

    def qualified(self, kind: GoType) -> str:
        """Return the type as another package writes it."""
        if "big.Int" in kind.text:
            self.imports.add("math/big")
        own = re.findall(r"^type (\w+)", "\n".join(self.package.sources.values()), re.MULTILINE)
        text = kind.text
        for name in own:
            text = re.sub(rf"(?<![\w.]){name}\b", f"{self.clause}.{name}", text)
        return text

    def literal(self, data: Data, kind: GoType) -> LayoutPiece:
        """Return the data as a value of that type. Raise UserError for data without a literal."""
        match kind.kind:
            case "pointer":
                if data is None:
                    return "nil"
                self.helpers.add("pointer")
                return group(
                    f"{self.helper_name('pointer')}({self.qualified(kind.inner[0])}(",
                    [self.literal(data, kind.inner[0])],
                    "))",
                )
            case "big":
                return "nil" if data is None else self.big(data)
            case "slice" | "array" | "struct":
                return self.composite(data, kind)
            case "map":
                return self.map(data, kind)
            case _ if kind.text in SCALARS:
                return self.scalar(data, kind.text)
            case _:
                items = untag(data)[1] if isinstance(data, dict) else data
                if not isinstance(items, list):
                    return group(f"{self.qualified(kind)}(", [self.scalar(data, kind.text)], ")")
                return group(f"{self.qualified(kind)}{{", [self.scalar(item, "any") for item in items], "}")

    def composite(self, data: Data, kind: GoType) -> LayoutPiece:
        if data is None:
            return "nil"
        items = untag(data)[1] if isinstance(data, dict) else data
        if not isinstance(items, list) or (kind.kind == "struct" and len(kind.inner) != len(items)):
            raise UserError(f"{data!r} is no {kind.text}")
        types = kind.inner if kind.kind == "struct" else kind.inner * len(items)
        return group(
            f"{self.qualified(kind)}{{",
            [self.literal(item, inner) for item, inner in zip(items, types, strict=True)],
            "}",
        )

    def map(self, data: Data, kind: GoType) -> LayoutPiece:
        if data is None:
            return "nil"
        tag, body = untag(data) if isinstance(data, dict) else ("", data)
        key, value = kind.inner
        if tag == "$set":
            held = "true" if value.text == "bool" else "{}"
            pairs: list[LayoutPiece] = [_pair(self.literal(item, key), held) for item in body]
        else:
            pairs = [_pair(self.literal(k, key), self.literal(v, value)) for k, v in body]
        return group(f"{self.qualified(kind)}{{", pairs, "}")

    def big(self, data: Data) -> str:
        number = int(untag(data)[1], 16) if isinstance(data, dict) else int(data)
        self.imports.add("math/big")
        if abs(number) < 2**63:
            return f"big.NewInt({number})"
        self.helpers.add("large")
        return f'{self.helper_name("large")}("{literal(hex(number))}")'

    def scalar(self, data: Data, kind: str) -> str:
        if isinstance(data, bool):
            return "true" if data else "false"
        if data is None:
            return "nil"
        if isinstance(data, str):
            return f"[]rune({go_text(data)})[0]" if kind == "rune" else go_text(data)
        if isinstance(data, dict):
            return self.tagged(*untag(data))
        if isinstance(data, float):
            return repr(data) if kind != "any" or "." in repr(data) else f"float64({data!r})"
        return str(data)

    def tagged(self, tag: str, body: Any) -> str:
        if tag == "$int":
            return literal(body)
        if tag != "$float":
            raise UserError(f"a value tagged {tag} cannot be written in a native test")
        self.imports.add("math")
        return {"nan": "math.NaN()", "inf": "math.Inf(1)", "-inf": "math.Inf(-1)"}.get(body, "math.Copysign(0, -1)")

    # --- helpers: the files of a package share their names, so each has the function's ---

    def helper_name(self, name: str) -> str:
        return f"{name}{pascal(self.name)}"

    def helper(self, name: str) -> str:
        full = self.helper_name(name)
        if name == "pointer":
            return f"func {full}[T any](value T) *T {{ return &value }}\n"
        if name == "large":
            return (
                f"func {full}(digits string) *big.Int {{\n"
                "\tnumber, _ := new(big.Int).SetString(digits, 0)\n\treturn number\n}\n"
            )
        tolerance, any_order = self.comparison.tolerance, self.comparison.any_order
        notes = [", apart from rounding"] * (tolerance is not None) + ["; order does not count"] * any_order
        close = f" ||\n\t\t\tmath.Abs(a-b) <= {tolerance!r}*max(1, math.Abs(a), math.Abs(b))" if tolerance else ""
        text = _MATCHES.replace("{items}", _UNORDERED if any_order else _ORDERED).replace("{close}", close)
        return text.replace("{name}", full).replace("{note}", "".join(notes)).lstrip("\n")


def render(
    package: Package, item: Item, cases: Sequence[TestCase], comparison: Comparison, names: tuple[str, str]
) -> str:
    """Return the test file of one function; `names` are the package's clause and its module's path."""
    return _GoTestFile(package, item, comparison, names).text(cases)


def _field(name: str) -> str:
    """Return a field of the table; `name` and `want` are its own."""
    own = unreserved(camel(name), RESERVED)
    return f"{own}Arg" if own in ("name", "want", "tt", "t") else own


def _pair(key: LayoutPiece, value: LayoutPiece) -> LayoutPiece:
    return wrapped(f"{flat(key)}: ", value)


def _holds_empty(data: Data, depth: int = 0) -> bool:
    """Return whether a list or map is empty. Only Go distinguishes nil from empty."""
    if isinstance(data, dict):
        tag, body = untag(data)
        if tag not in ("$tuple", "$set", "$map"):
            return False
        items = [value for _, value in body] if tag == "$map" else body
        return (not body and depth > 0) or any(_holds_empty(item, depth + 1) for item in items)
    if isinstance(data, list):
        return (not data and depth > 0) or any(_holds_empty(item, depth + 1) for item in data)
    return False


def go_text(text: str) -> str:
    """Return a Go string. JSON's escapes are valid in it, apart from the slash and lone surrogates."""
    return "".join(
        f"\\u{ord(char):04x}" if char in "\u2028\u2029\x7f\ufeff" else char
        for char in json.dumps(text, ensure_ascii=False)
    )
