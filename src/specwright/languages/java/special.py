"""Special functions in Java: their types, what their declaration adds, and their adapter."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from specwright.core.errors import UserError
from specwright.core.program.signature import ParamRole, Signature
from specwright.core.program.types import Type
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
from specwright.languages.common.names import camel
from specwright.languages.drivers import driver_file
from specwright.languages.java.type_syntax import find_method, find_record

if TYPE_CHECKING:
    from specwright.languages.java.toolchain import Names

_PACKAGE: Final = re.compile(r"^\s*package\s+[\w.]+\s*;", re.MULTILINE)
_IMPORTS: Final = (
    "import java.util.*; import java.util.function.*; import java.math.*; import java.time.*; import java.nio.file.*; "
)
_TYPES: Final = {
    "none": "void", "bytes": "byte[]", "decimal": "BigDecimal", "date": "LocalDate", "datetime": "LocalDateTime",
    "file": "Path", "folder": "Path",
}  # fmt: skip
_FUNCTIONS: Final = ("Supplier", "Function", "BiFunction")
_CALLS: Final = ("get", "apply", "apply")


def special_type(wanted: Type, boxed: Callable[[Type], str]) -> str | None:
    """Return a type that JSON lacks as Java writes it; None for any other. Raise UserError."""
    match wanted.kind:
        case "iterator":
            return f"Iterator<{boxed(wanted.args[0])}>"
        case "function":
            if len(wanted.args) > len(_FUNCTIONS):
                raise UserError(
                    "Java has no type for functions of more than two parameters", hint="take a list of them"
                )
            return f"{_FUNCTIONS[len(wanted.args) - 1]}<{', '.join(map(boxed, wanted.args))}>"
        case "record":
            return wanted.name
        case _:
            return _TYPES.get(wanted.kind)


def records_of(signature: Signature) -> list[Type]:
    """Return the records that the function's own types mention, each once, the innermost first."""
    types = [each for param in signature.own_params for each in param.type.parts()] + list(signature.returns.parts())
    return list(dict.fromkeys(each for each in types if each.kind == "record"))


def record_lines(signature: Signature, type_of: Callable[[Type], str]) -> list[str]:
    """Return the records that a declaration needs."""
    lines = []
    for record in records_of(signature):
        fields = zip(map(type_of, record.args), map(camel, record.fields), strict=True)
        lines.append(f"    public record {record.name}({', '.join(f'{kind} {name}' for kind, name in fields)}) {{}}\n")
    return lines


class JavaSpecial:
    """How a special function is called in Java; see `SpecialForm`."""

    def with_adapter(self, code: str, signature: Signature) -> str:
        found = _PACKAGE.search(code)
        head = f"{code[: found.end()]} {_IMPORTS}{code[found.end() :]}" if found else _IMPORTS + code
        return f"{head}\n{JavaAdapter(code, signature).text()}"


class JavaAdapter:
    """Names of records are those that the code declares; the carriers of tuples are records of the adapter's own."""

    def __init__(self, code: str, signature: Signature) -> None:
        from specwright.languages.java.toolchain import Names, entry_names, source_name, type_of  # noqa: PLC0415 - a circle

        self.signature = signature
        names = entry_names(signature)
        method = find_method([code], names)
        owner = method[1].owner if method and method[1].owner else source_name(code).removesuffix(".java")
        self.call = f"{owner}.{method[0] if method else names[0]}"
        self.own: Names = Names(signature.wide)
        for kind in (*(param.type for param in signature.own_params), signature.returns):
            type_of(kind, self.own)
        for kind, name in list(self.own.items()):
            self.own[kind] = _named(code, name, owner)
        self.renamed = {record.name: _named(code, record.name, owner) for record in records_of(signature)}
        self.carriers: Names = Names(signature.wide)

    def real(self, wanted: Type) -> str:
        """Return the real type as a type argument."""
        from specwright.languages.java.toolchain import boxed  # noqa: PLC0415 - a circle

        text = boxed(wanted, self.own)
        for name, full in self.renamed.items():
            text = re.sub(rf"(?<![\w.]){name}\b", full, text)
        return text

    def carried(self, wanted: Type) -> str:
        from specwright.languages.java.toolchain import boxed  # noqa: PLC0415 - a circle

        return boxed(carrier(wanted), self.carriers)

    def text(self) -> str:
        plain = adapted(self.signature)
        params = [f"{self.carried(param.type)} a{at}" for at, param in enumerate(plain.params)]
        told = self.carried(plain.returns)
        lines = [f"    public static {told} {camel(ENTRY)}({', '.join(params)}) throws Throwable {{"]
        given = []
        for at, param in enumerate(self.signature.params):
            lines.append(f"        {self.real(param.type)} b{at} = {self.into(f'a{at}', param.type)};")
            if at in own_places(self.signature):
                given.append(f"b{at}")
        lines += self._called(f"{self.call}({', '.join(given)})")
        parts = [f"p{at}" for at in range(len(told_parts(self.signature)))]
        value = parts[0] if len(parts) == 1 else f"new {told}({', '.join(parts)})" if parts else "null"
        lines += [f"        return {value};", "    }"]
        records = [self._record(kind) for kind in list(self.carriers)]
        body = "\n".join([*records, *lines, driver_file("adapter.txt", "java").decode()])
        return f"class SpecwrightAdapter {{\n{body}}}\n"

    def _record(self, kind: Type) -> str:
        fields = ", ".join(f"{self.carried(arg)} a{at}" for at, arg in enumerate(kind.args))
        return f"    record {self.carriers[kind]}({fields}) {{}}"

    def _called(self, call: str) -> list[str]:
        """Return the lines that call the function and make the parts of the outcome."""
        signature, returns = self.signature, self.signature.returns
        parts = list(told_parts(signature).values())
        lines = []
        if returns.kind == "none":
            lines.append(f"        {call};")
        else:
            value = f"{call}.orElse(null)" if returns.kind == "optional" else call
            lines.append(f"        {self.real(returns)} result = {value};")
            lines.append(f"        {self.carried(parts[0])} p0 = {self._result(returns, parts[0])};")
        for place, at in changed_places(signature):
            kind = signature.params[at].type
            lines.append(f"        {self.carried(kind)} p{place} = {self.outof(f'b{at}', kind)};")
        return lines

    def _result(self, returns: Type, told: Type) -> str:
        if returns.kind == "iterator":
            at = place_of(self.signature, ParamRole.READ)
            items = f"read(result, b{at}, true)" if at is not None else f"read(result, {MOST_ITEMS}, false)"
            return self.outof(items, told)
        if returns.kind == "function":
            at = place_of(self.signature, ParamRole.CALLED) or 0
            row = self.signature.params[at].type.args[0]
            given = ", ".join(f"each.a{place}()" for place in range(len(row.args)))
            made = self.outof(f"result.{_CALLS[len(returns.args) - 1]}({given})", returns.args[-1])
            return f"each(a{at}, each -> {made})"
        return self.outof("result", returns)

    def into(self, value: str, wanted: Type, depth: int = 0) -> str:
        """Return the expression that makes the real value of its carrier."""
        item, at = f"i{depth}", depth + 1
        match wanted.kind:
            case "bytes":
                return f"java.util.HexFormat.of().parseHex({value})"
            case "decimal":
                return f"new java.math.BigDecimal({value})"
            case "date":
                return f"java.time.LocalDate.parse({value})"
            case "datetime":
                return f"java.time.LocalDateTime.parse({value})"
            case "iterator":
                return f"each({value}, {item} -> {self.into(item, wanted.args[0], at)}).iterator()"
            case "file":
                return f'place(Map.of("file.txt", {value})).resolve("file.txt")'
            case "folder":
                return f"place({value})"
            case "function":
                return self._callback(value, wanted)
            case "record" | "tuple":
                cells = ", ".join(self.into(f"{item}.a{place}()", kind, at) for place, kind in enumerate(wanted.args))
                return f"maybe({value}, {item} -> new {self.real(wanted)}({cells}))"
            case _:
                return self._inside(value, wanted, self.into, depth)

    def outof(self, value: str, wanted: Type, depth: int = 0) -> str:
        """Return the expression that tells a real value as its carrier."""
        item, at = f"i{depth}", depth + 1
        match wanted.kind:
            case "bytes":
                return f'("bytes:" + java.util.HexFormat.of().formatHex({value}))'
            case "decimal" | "date" | "datetime":
                return f'("{wanted.kind}:" + {value})'
            case "file":
                return f"text({value})"
            case "folder":
                return f"found({value})"
            case "record":
                fields = zip(map(camel, wanted.fields), wanted.args, strict=True)
                cells = ", ".join(self.outof(f"{item}.{name}()", kind, at) for name, kind in fields)
                return f"maybe({value}, {item} -> new {self.carried(wanted)}({cells}))"
            case "tuple":
                components = zip(_COMPONENTS, wanted.args, strict=False)
                cells = ", ".join(self.outof(f"{item}.{name}()", kind, at) for name, kind in components)
                return f"maybe({value}, {item} -> new {self.carried(wanted)}({cells}))"
            case _:
                return self._inside(value, wanted, self.outof, depth)

    def _inside(self, value: str, wanted: Type, change: Callable[[str, Type, int], str], depth: int) -> str:
        item, at = f"i{depth}", depth + 1
        match wanted.kind:
            case "optional":
                return f"maybe({value}, {item} -> {change(item, wanted.args[0], at)})"
            case "list":
                return f"each({value}, {item} -> {change(item, wanted.args[0], at)})"
            case "set":
                return f"new LinkedHashSet<>(each({value}, {item} -> {change(item, wanted.args[0], at)}))"
            case "map":
                key, inner = (f"{item} -> {change(item, kind, at)}" for kind in wanted.args)
                return f"pairs({value}, {key}, {inner})"
            case _:
                return value

    def _callback(self, value: str, wanted: Type) -> str:
        *takes, gives = map(self.real, wanted.args)
        names = [f"c{at}" for at in range(len(takes))]
        run = f"run({', '.join([value, *names])})"
        made = f"real({run})" if gives == "Double" else f"({gives}) {run}"
        return f"({', '.join(names)}) -> {made}"


_COMPONENTS: Final = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")


def _named(code: str, name: str, owner: str) -> str:
    """Return how a record that the code declares is named from outside its class."""
    found = find_record([code], name)
    return found[0] if found else f"{owner}.{name}"
