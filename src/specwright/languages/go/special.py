"""Special functions in Go: their types, what their declaration adds, and their adapter."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from specwright.core.errors import UserError
from specwright.core.program.signature import Parameter, ParamRole, Signature
from specwright.core.program.types import SPECIAL, Type
from specwright.languages.common.kinds.carriers import (
    ENTRY,
    MOST_ITEMS,
    adapted,
    carrier,
    changed_places,
    own_places,
    place_of,
    told_parts,
)
from specwright.languages.common.names import pascal
from specwright.languages.drivers import driver_file

_CLAUSE: Final = re.compile(r"^([ \t]*package[ \t]+)\w+", re.MULTILINE)
_PACKAGES: Final = {
    "Fmt": "fmt", "Hex": "encoding/hex", "FS": "io/fs", "Iter": "iter", "Math": "math", "OS": "os",
    "Path": "path/filepath", "Reflect": "reflect", "Slices": "slices", "Strconv": "strconv",
    "Strings": "strings", "Time": "time",
}  # fmt: skip
_TYPES: Final = {
    "none": "struct{}", "bytes": "[]byte", "date": "time.Time", "datetime": "time.Time", "file": "string",
    "folder": "string",
}  # fmt: skip
LAYOUTS: Final = {"date": "2006-01-02", "datetime": "2006-01-02T15:04:05.999999999"}
NIL_KINDS: Final = ("list", "map", "set", "any", "bytes", "iterator", "function")
"""Kinds of types whose absent value is nil."""

GoTypeOf = Callable[[Type, bool], str]


def special_type(wanted: Type, type_of: Callable[[Type], str]) -> str | None:
    """Return a type that JSON lacks as Go writes it; None for any other. Raise UserError."""
    match wanted.kind:
        case "decimal":
            raise UserError(
                "Go has no type for decimals", hint="take and return texts, or whole numbers of the smallest unit"
            )
        case "iterator":
            return f"iter.Seq[{type_of(wanted.args[0])}]"
        case "function":
            *takes, gives = map(type_of, wanted.args)
            return f"func({', '.join(takes)}) {gives}"
        case "record":
            return wanted.name
        case _:
            return _TYPES.get(wanted.kind)


def parameter_type(param: Parameter, type_of: Callable[[Type], str]) -> str:
    """Return a parameter's type: a list that is changed is behind a pointer, because its length may change."""
    pointer = "*" if param.role is ParamRole.CHANGED and param.type.kind == "list" else ""
    return pointer + type_of(param.type)


def records_of(signature: Signature) -> list[Type]:
    """Return the records that the function's own types mention, each once, the innermost first."""
    types = [each for param in signature.own_params for each in param.type.parts()] + list(signature.returns.parts())
    return list(dict.fromkeys(each for each in types if each.kind == "record"))


def preamble(signature: Signature, type_of: Callable[[Type], str]) -> str:
    """Return the records that a declaration needs."""
    lines = []
    for record in records_of(signature):
        fields = zip(map(pascal, record.fields), map(type_of, record.args), strict=True)
        lines.append(f"type {record.name} struct {{ {'; '.join(f'{name} {kind}' for name, kind in fields)} }}\n")
    return "".join(lines)


class GoSpecial:
    """How a special function is called in Go; see `SpecialForm`."""

    def __init__(self, type_of: GoTypeOf, defined: Callable[[str, Signature], str]) -> None:
        self._type_of = type_of
        self._defined = defined

    def with_adapter(self, code: str, signature: Signature) -> str:
        text = driver_file("adapter.txt", "go").decode()
        written = GoAdapter(signature, lambda kind: self._type_of(kind, signature.wide), self._defined(code, signature))
        imports = "".join(f'; import specwright{name} "{path}"' for name, path in _PACKAGES.items())
        code = code.removeprefix("\ufeff")
        if _CLAUSE.search(code):
            head = _CLAUSE.sub(rf"\1solution{imports}", code, count=1)
        else:
            head = f"package solution{imports}\n//line solution.go:1\n{code}\n"
        return f"{head}\n{written.text()}\n{text}"


class GoAdapter:
    def __init__(self, signature: Signature, type_of: Callable[[Type], str], name: str) -> None:
        self.signature = signature
        self._type_of = type_of
        self.name = name

    def type(self, wanted: Type) -> str:
        """Return a type as the adapter writes it, whose imports have names of their own."""
        text = self._type_of(wanted)
        return text.replace("time.Time", "specwrightTime.Time").replace("iter.Seq", "specwrightIter.Seq")

    def text(self) -> str:
        plain = adapted(self.signature)
        params = ", ".join(f"a{at} {self.type(param.type)}" for at, param in enumerate(plain.params))
        told = self.type(plain.returns)
        lines = [f"func {pascal(ENTRY)}({params}) (told {told}, problem error) {{"]
        given = []
        for at, param in enumerate(self.signature.params):
            lines.append(f"\tb{at} := {self.into(f'a{at}', param.type)}")
            if at in own_places(self.signature):
                pointer = (
                    "&" if parameter_type(param, self.type).startswith("*") and param.role is ParamRole.CHANGED else ""
                )
                given.append(f"{pointer}b{at}")
            lines.append(f"\t_ = b{at}")
        lines += self._called(", ".join(given))
        parts = [f"p{at}" for at in range(len(told_parts(self.signature)))]
        value = parts[0] if len(parts) == 1 else f"{told}{{{', '.join(parts)}}}" if parts else "nil"
        return "\n".join([*lines, f"\treturn {value}, nil", "}", ""])

    def _called(self, given: str) -> list[str]:
        """Return the lines that call the function and make the parts of the outcome."""
        signature, returns = self.signature, self.signature.returns
        several = returns.kind == "tuple" and bool(returns.args)
        kinds = returns.args if several else () if returns.kind == "none" else (returns,)
        names = [f"r{at}" for at in range(len(kinds))] + (["problem"] if signature.fails else [])
        declared = [f"\tvar r{at} {self.type(kind)}" for at, kind in enumerate(kinds)]
        call = f"{self.name}({given})"
        lines = [*declared, f"\t{', '.join(names)} = {call}" if names else f"\t{call}"]
        if signature.fails:
            lines.append("\tif problem != nil { return }")
        parts = told_parts(signature)
        if several:
            inner = ", ".join(self.outof(f"r{at}", kind) for at, kind in enumerate(kinds))
            lines.append(f"\tp0 := {self.type(carrier(returns))}{{{inner}}}")
        elif kinds:
            lines += self._result(returns, next(iter(parts.values())))
        for place, at in changed_places(signature):
            kind = signature.params[at].type
            lines.append(f"\tp{place} := {self.outof(f'b{at}', kind)}")
        return lines

    def _result(self, returns: Type, told: Type) -> list[str]:
        if returns.kind == "iterator":
            at = place_of(self.signature, ParamRole.READ)
            most = f"b{at}, true" if at is not None else f"{MOST_ITEMS}, false"
            return [
                f"\titems, problem := specwrightRead({self.type(returns)}(r0), {most})",
                "\tif problem != nil { return told, problem }",
                f"\tp0 := {self.outof('items', told)}",
            ]
        if returns.kind == "function":
            at = place_of(self.signature, ParamRole.CALLED) or 0
            row = self.signature.params[at].type.args[0]
            takes = self.type(row)
            given = ", ".join(self._cell("each", row, place) for place in range(len(returns.args) - 1))
            made = self.outof(f"r0({given})", returns.args[-1])
            kind = self.type(carrier(returns.args[-1]))
            return [f"\tp0 := specwrightEach(b{at}, func(each {takes}) {kind} {{ return {made} }})"]
        return [f"\tp0 := {self.outof('r0', returns)}"]

    def _cell(self, value: str, row: Type, at: int) -> str:
        """Return a cell of a tuple, which is an array if all are of one type, and otherwise a struct."""
        same = len({self.type(kind) for kind in row.args}) == 1
        return f"{value}[{at}]" if same else f"{value}.V{at}"

    def into(self, value: str, wanted: Type) -> str:
        """Return the expression that makes the real value of its carrier."""
        if not wanted.mentions(*SPECIAL):
            return value
        take, make = self.type(carrier(wanted)), self.type(wanted)
        match wanted.kind:
            case "bytes":
                return f"specwrightMust(specwrightHex.DecodeString({value}))"
            case "date" | "datetime":
                return f'specwrightMust(specwrightTime.Parse("{LAYOUTS[wanted.kind]}", {value}))'
            case "iterator":
                return f"specwrightSlices.Values({self.into(value, Type('list', wanted.args[0]))})"
            case "file":
                return f'(specwrightPlace(map[string]string{{"file.txt": {value}}}) + "/file.txt")'
            case "folder":
                return f"specwrightPlace({value})"
            case "function":
                return self._callback(value, wanted)
            case "optional":
                inner = self.into("*value" if take.startswith("*") else "value", wanted.args[0])
                made = f"made := {inner}; return &made" if make.startswith("*") else f"return {inner}"
                return f"func(value {take}) {make} {{ if value == nil {{ return nil }}; {made} }}({value})"
            case "record" | "tuple":
                row = carrier(wanted)
                cells = ", ".join(self.into(self._cell("row", row, at), kind) for at, kind in enumerate(wanted.args))
                return f"func(row {take}) {make} {{ return {make}{{{cells}}} }}({value})"
            case _:
                return self._each(value, wanted, self.into, back=False)

    def outof(self, value: str, wanted: Type) -> str:
        """Return the expression that tells a real value as its carrier."""
        if not wanted.mentions(*SPECIAL):
            return value
        take, make = self.type(wanted), self.type(carrier(wanted))
        match wanted.kind:
            case "bytes":
                return f'("bytes:" + specwrightHex.EncodeToString({value}))'
            case "date" | "datetime":
                return f'("{wanted.kind}:" + ({value}).Format("{LAYOUTS[wanted.kind]}"))'
            case "file":
                return f"specwrightText({value})"
            case "folder":
                return f"specwrightFound({value})"
            case "optional":
                inner = self.outof("*value" if take.startswith("*") else "value", wanted.args[0])
                made = f"made := {inner}; return &made" if make.startswith("*") else f"return {inner}"
                return f"func(value {take}) {make} {{ if value == nil {{ return nil }}; {made} }}({value})"
            case "record":
                cells = ", ".join(
                    self.outof(f"row.{pascal(name)}", kind)
                    for name, kind in zip(wanted.fields, wanted.args, strict=True)
                )
                return f"func(row {take}) {make} {{ return {make}{{{cells}}} }}({value})"
            case "tuple":
                cells = ", ".join(
                    self.outof(self._cell("row", wanted, at), kind) for at, kind in enumerate(wanted.args)
                )
                return f"func(row {take}) {make} {{ return {make}{{{cells}}} }}({value})"
            case _:
                return self._each(value, wanted, self.outof, back=True)

    def _each(self, value: str, wanted: Type, change: Callable[[str, Type], str], *, back: bool) -> str:
        """Return the expression that changes what is inside a list, a set or a map."""

        def function(kind: Type) -> str:
            real, carried = self.type(kind), self.type(carrier(kind))
            take, make = (real, carried) if back else (carried, real)
            return f"func(item {take}) {make} {{ return {change('item', kind)} }}"

        if wanted.kind == "list":
            return f"specwrightEach({value}, {function(wanted.args[0])})"
        item = "func(item struct{}) struct{} { return item }" if wanted.kind == "set" else function(wanted.args[1])
        return f"specwrightPairs({value}, {function(wanted.args[0])}, {item})"

    def _callback(self, value: str, wanted: Type) -> str:
        *takes, gives = map(self.type, wanted.args)
        params = ", ".join(f"c{at} {kind}" for at, kind in enumerate(takes))
        given = "".join(f", c{at}" for at in range(len(takes)))
        run = f"specwrightRun({value}{given})"
        made = f"specwrightReal({run})" if gives == "float64" else f"{run}.({gives})"
        return f"func({params}) {gives} {{ return {made} }}"
