"""Special functions in Rust: their types, what their declaration adds, and their adapter."""

from __future__ import annotations

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
from specwright.languages.common.names import snake
from specwright.languages.drivers import driver_file

_TYPES: Final = {"none": "()", "bytes": "Vec<u8>"}
_LACKING: Final = {"decimal": "decimals", "date": "dates", "datetime": "times of a day"}
_FILES: Final = "std::collections::BTreeMap"

RustTypeOf = Callable[[Type], str]


def special_type(wanted: Type, type_of: RustTypeOf) -> str | None:
    """Return a type that JSON lacks as Rust writes it as a result; None for any other. Raise UserError."""
    match wanted.kind:
        case "decimal" | "date" | "datetime":
            raise UserError(
                f"Rust's standard library has no type for {_LACKING[wanted.kind]}",
                hint="take and return texts, or whole numbers of the smallest unit",
            )
        case "iterator":
            return f"impl Iterator<Item = {type_of(wanted.args[0])}>"
        case "function":
            return f"Box<dyn FnMut({', '.join(map(type_of, wanted.args[:-1]))}) -> {type_of(wanted.args[-1])}>"
        case "record":
            return wanted.name
        case "file" | "folder":
            return "std::path::PathBuf"
        case _:
            return _TYPES.get(wanted.kind)


def parameter_type(param: Parameter, type_of: RustTypeOf) -> str:
    """Return a parameter's type: callbacks and paths are borrowed, and what is changed is borrowed for that."""
    match param.type.kind:
        case "function":
            takes = ["&str" if kind.kind == "str" else type_of(kind) for kind in param.type.args[:-1]]
            return f"&dyn Fn({', '.join(takes)}) -> {type_of(param.type.args[-1])}"
        case "file" | "folder":
            return "&std::path::Path"
        case _:
            return f"{'&mut ' if param.role is ParamRole.CHANGED else ''}{type_of(param.type)}"


def preamble(signature: Signature, type_of: RustTypeOf) -> str:
    """Return the records that a declaration needs."""
    types = [each for param in signature.own_params for each in param.type.parts()] + list(signature.returns.parts())
    lines = []
    for record in dict.fromkeys(each for each in types if each.kind == "record"):
        fields = zip(map(snake, record.fields), map(type_of, record.args), strict=True)
        inside = ", ".join(f"pub {name}: {kind}" for name, kind in fields)
        lines.append(f"#[derive(Debug, Clone, PartialEq)]\npub struct {record.name} {{ {inside} }}\n")
    return "".join(lines)


class RustSpecial:
    """How a special function is called in Rust; see `SpecialForm`."""

    def __init__(
        self,
        type_of: Callable[[Type, bool], str],
        defined: Callable[[str, Signature], str],
    ) -> None:
        self._type_of = type_of
        self._defined = defined

    def with_adapter(self, code: str, signature: Signature) -> str:
        def type_of(kind: Type) -> str:
            return self._type_of(kind, signature.wide)

        written = RustAdapter(signature, type_of, self._defined(code, signature))
        return f"{code}\n{written.text()}\n{driver_file('adapter.rs', 'rust').decode()}"


class RustAdapter:
    def __init__(self, signature: Signature, type_of: RustTypeOf, name: str) -> None:
        self.signature = signature
        self.type = type_of
        self.name = name

    def text(self) -> str:
        plain = adapted(self.signature)
        params = ", ".join(f"a{at}: {self.type(param.type)}" for at, param in enumerate(plain.params))
        told = self.type(plain.returns)
        head = "#[allow(unused_mut, unused_variables, unused_parens, clippy::all)]\n"
        lines = [f"{head}pub fn {ENTRY}({params}) -> Result<{told}, SpecwrightError> {{"]
        given = []
        for at, param in enumerate(self.signature.params):
            lines.append(f"    let mut b{at} = {self.into(f'a{at}', param.type)};")
            if at in own_places(self.signature):
                given.append(self._given(f"b{at}", param))
        lines += self._called(", ".join(given))
        parts = [f"p{at}" for at in range(len(told_parts(self.signature)))]
        value = parts[0] if len(parts) == 1 else f"({', '.join(parts)})" if parts else "None"
        return "\n".join([*lines, f"    Ok({value})", "}", _ERROR])

    def _given(self, name: str, param: Parameter) -> str:
        if param.type.kind in ("file", "folder", "function"):
            return f"&{name}"
        return f"&mut {name}" if param.role is ParamRole.CHANGED else name

    def _called(self, given: str) -> list[str]:
        """Return the lines that call the function and make the parts of the outcome."""
        signature, returns = self.signature, self.signature.returns
        call = f"{self.name}({given})"
        lines = [f"    let mut result = {call};"]
        if signature.fails:
            stated = any(each.message for each in signature.errors)
            told = 'format!("{}", error)' if stated else "String::new()"
            lines = [
                f"    let mut result = match {call} {{ Ok(value) => value,",
                f'        Err(error) => return Err(SpecwrightError(format!("{{:?}}", error), {told})) }};',
            ]
        parts = list(told_parts(signature).values())
        if returns.kind != "none":
            lines.append(f"    let p0 = {self._result(returns, parts[0])};")
        for place, at in changed_places(signature):
            kind = signature.params[at].type
            lines.append(f"    let p{place} = {self.outof(f'b{at}', kind)};")
        return lines

    def _result(self, returns: Type, told: Type) -> str:
        if returns.kind == "iterator":
            at = place_of(self.signature, ParamRole.READ)
            items = f"result.take(b{at}.max(0) as usize).collect::<Vec<_>>()" if at is not None else (
                f"{{ let items: Vec<_> = result.take({MOST_ITEMS + 1}).collect(); "
                f'assert!(items.len() <= {MOST_ITEMS}, "the iterator goes on after {MOST_ITEMS} items"); items }}'
            )  # fmt: skip
            return self.outof(items, told)
        if returns.kind == "function":
            at = place_of(self.signature, ParamRole.CALLED) or 0
            row = self.signature.params[at].type.args[0]
            given = ", ".join(f"each.{place}" for place in range(len(row.args)))
            made = self.outof(f"result({given})", returns.args[-1])
            return f"b{at}.into_iter().map(|each| {made}).collect::<Vec<_>>()"
        return self.outof("result", returns)

    def into(self, value: str, wanted: Type) -> str:
        """Return the expression that makes the real value of its carrier."""
        if not wanted.mentions(*SPECIAL):
            return value
        match wanted.kind:
            case "bytes":
                return f"specwright_bytes({value})"
            case "iterator":
                return f"{self.into(value, Type('list', wanted.args[0]))}.into_iter()"
            case "file":
                return f'specwright_place({_FILES}::from([("file.txt".to_string(), {value})])).join("file.txt")'
            case "folder":
                return f"specwright_place({value})"
            case "function":
                return self._callback(value, wanted)
            case "record":
                fields = enumerate(zip(wanted.fields, wanted.args, strict=True))
                cells = ", ".join(f"{snake(name)}: {self.into(f'row.{at}', kind)}" for at, (name, kind) in fields)
                return f"{{ let row = {value}; {wanted.name} {{ {cells} }} }}"
            case _:
                return self._inside(value, wanted, self.into, self.type(wanted))

    def outof(self, value: str, wanted: Type) -> str:
        """Return the expression that tells a real value as its carrier."""
        if not wanted.mentions(*SPECIAL):
            return value
        match wanted.kind:
            case "bytes":
                return f"specwright_hex(&{value})"
            case "file":
                return f"std::fs::read_to_string(&{value}).unwrap_or_default()"
            case "folder":
                return f"specwright_found(&{value})"
            case "record":
                fields = zip(wanted.fields, wanted.args, strict=True)
                cells = "".join(f"{self.outof(f'row.{snake(name)}', kind)}, " for name, kind in fields)
                return f"{{ let row = {value}; ({cells}) }}"
            case _:
                return self._inside(value, wanted, self.outof, self.type(carrier(wanted)))

    def _inside(self, value: str, wanted: Type, change: Callable[[str, Type], str], made: str) -> str:
        match wanted.kind:
            case "optional":
                return f"({value}).map(|item| {change('item', wanted.args[0])})"
            case "tuple":
                cells = "".join(f"{change(f'row.{at}', kind)}, " for at, kind in enumerate(wanted.args))
                return f"{{ let row = {value}; ({cells}) }}"
            case "map":
                pair = f"({change('key', wanted.args[0])}, {change('item', wanted.args[1])})"
                return f"({value}).into_iter().map(|(key, item)| {pair}).collect::<{made}>()"
            case _:
                return f"({value}).into_iter().map(|item| {change('item', wanted.args[0])}).collect::<{made}>()"

    def _callback(self, value: str, wanted: Type) -> str:
        takes = ["&str" if kind.kind == "str" else self.type(kind) for kind in wanted.args[:-1]]
        params = ", ".join(f"c{at}: {kind}" for at, kind in enumerate(takes))
        given = ", ".join(f"SpecwrightValue::from(c{at})" for at in range(len(takes)))
        gives = self.type(wanted.args[-1])
        return f"move |{params}| -> {gives} {{ {gives}::from(specwright_run(&{value}, vec![{given}])) }}"


_ERROR: Final = """
pub struct SpecwrightError(String, String);

impl std::fmt::Debug for SpecwrightError {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { write!(out, "{} {}", self.0, self.1) }
}
"""
