"""Plans of calls as statements of Go, and values as literals of their types."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from specwright.core.errors import UserError
from specwright.core.existing.calls import CallPlan, CallStep, PartForm, TestablePart
from specwright.core.program.data import untag
from specwright.core.program.digits import literal
from specwright.core.program.package import Package
from specwright.languages.go.native_tests import go_text
from specwright.languages.go.testing.parts import package_code, param_types
from specwright.languages.go.toolchain import RESERVED
from specwright.languages.go.type_syntax import SCALARS, GoType, parse_type

_WHOLE: Final = frozenset(f"{sign}int{bits}" for sign in ("", "u") for bits in ("", 8, 16, 32, 64)) | {
    "byte",
    "rune",
    "uintptr",
}


class GoCalls(NamedTuple):
    """The statements of a plan."""

    before: tuple[str, ...]
    call: str
    results: tuple[str, ...]
    """The types of the last call's results."""
    receiver: str


def go_calls(plan: CallPlan, package: Package, parts: Mapping[str, TestablePart]) -> GoCalls:
    """Return the statements. Raise UserError for values without a literal."""
    names: dict[int, str] = {}
    before: list[str] = []
    *first, last = plan.steps
    for place, step in enumerate(first):
        part = parts[step.part]
        written = _call(step, part, package, names)
        results = part_results(part)
        if any(later.receiver == place or any(g.made == place for g in later.given) for later in plan.steps):
            names[place] = _fresh(part.makes.rsplit("::", 1)[-1].lstrip("*"), names)
            blanks = ", ".join([names[place] if at == _made_at(part) else "_" for at in range(len(results))])
            before.append(f"{blanks} := {written}")
        else:
            before.append(written)
    part = parts[last.part]
    receiver = names.get(last.receiver, "") if last.receiver is not None else ""
    return GoCalls(tuple(before), _call(last, part, package, names), tuple(part_results(part)), receiver)


def part_results(part: TestablePart) -> list[str]:
    return [each for each in part.declared.returns.split(", ") if each]


def _made_at(part: TestablePart) -> int:
    made = part.makes.rsplit("::", 1)[-1]
    return next((at for at, kind in enumerate(part_results(part)) if kind == made), 0)


def _fresh(name: str, names: Mapping[int, str]) -> str:
    name = f"{name[:1].lower()}{name[1:]}"
    name = f"{name}Value" if name in RESERVED or name in ("t", "got", "want", "err") else name
    options = (f"{name}1" if len(name) < 2 else name, *(f"{name}{number}" for number in range(2, 99)))
    return next(each for each in options if each not in names.values())


def _call(step: CallStep, part: TestablePart, package: Package, names: Mapping[int, str]) -> str:
    if part.form is PartForm.NEW:
        return f"&{part.name}{{}}"
    code = package_code(package, part.path)
    types = param_types(package, part)
    given = []
    for place, each in enumerate(step.given):
        kind = types[min(place, len(types) - 1)].removeprefix("...")
        given.append(names[each.made] if each.made is not None else go_literal(each.value, parse_type(kind), code))
    head = f"{names[step.receiver]}." if part.form is PartForm.METHOD and step.receiver is not None else ""
    return f"{head}{part.name}({', '.join(given)})"


def go_literal(data: Any, kind: GoType, code: str, depth: int = 0) -> str:
    """Return data as a value of that type. Raise UserError for data without a literal."""
    items = untag(data)[1] if isinstance(data, dict) and not data.keys() & {"$int", "$float"} else data
    match kind.kind:
        case "slice" | "array" if isinstance(items, list):
            return f"{kind.text}{{{', '.join(go_literal(item, kind.inner[0], code, depth + 1) for item in items)}}}"
        case "map" if isinstance(items, list):
            key, value = kind.inner
            if isinstance(data, dict) and "$set" in data:
                return f"{kind.text}{{{', '.join(f'{go_literal(item, key, code)}: {{}}' for item in items)}}}"
            pairs = (f"{go_literal(k, key, code)}: {go_literal(v, value, code)}" for k, v in items)
            return f"{kind.text}{{{', '.join(pairs)}}}"
        case "slice" | "map" | "pointer" if data is None:
            return "nil"
        case "pointer" if kind.inner[0].kind == "name" and isinstance(items, list):
            return f"&{go_literal(data, kind.inner[0], code, depth)}"
        case "name" if kind.text not in SCALARS and isinstance(items, list):
            return _named(items, kind, code, depth)
    if kind.kind == "name":
        return _scalar(data, kind.text)
    raise UserError(f"a value of type {kind.text} cannot be written in a test")


def _named(items: list[Any], kind: GoType, code: str, depth: int) -> str:
    fields = struct_fields(code, kind.text)
    if fields is None or len(fields) != len(items) or depth > 4:
        raise UserError(f"a value of type {kind.text} cannot be written in a test")
    inner = (
        f"{name}: {go_literal(item, parse_type(each), code, depth + 1)}"
        for item, (name, each) in zip(items, fields, strict=True)
    )
    return f"{kind.text}{{{', '.join(inner)}}}"


def struct_fields(code: str, name: str) -> list[tuple[str, str]] | None:
    """Return the names and types of a struct's fields; None if there is no struct of that name."""
    found = re.search(rf"^type[ \t]+{re.escape(name)}[ \t]+struct[ \t]*\{{(.*?)^\}}", code, re.MULTILINE | re.DOTALL)
    if found is None:
        return None
    fields = []
    for line in re.split(r"[;\n]", re.sub(r"//[^\n]*|/\*.*?\*/|`[^`]*`", "", found[1], flags=re.DOTALL)):
        names, _, kind = line.strip().rpartition(" ")
        fields += [(each.strip(), kind) for each in names.split(",") if each.strip()] if kind else []
    return fields


def _scalar(data: Any, kind: str) -> str:
    if isinstance(data, bool):
        return "true" if data else "false"
    if data is None:
        return "nil"
    if isinstance(data, str):
        return f"'{data}'" if kind == "rune" and len(data) == 1 and data.isalnum() else go_text(data)
    if isinstance(data, dict):
        tag, body = untag(data)
        if tag != "$int":
            raise UserError("a value that is not finite cannot be written in a test")
        return literal(body)
    return repr(data)


def told_go(told: Mapping[str, Any] | None, kind: GoType) -> str | None:
    """Return what a probe told of a value as a literal of its type; None if it has none."""
    if not isinstance(told, dict):
        return None
    body, form = told.get("v"), told.get("t")
    if form == "nil" and kind.kind in ("slice", "map", "pointer"):
        return "nil"
    if form == "bool" and isinstance(body, bool):
        return "true" if body else "false"
    if form == "int" and re.fullmatch(r"-?\d+", str(body)):
        return str(body)
    if form == "float" and re.fullmatch(r"-?\d+(?:\.\d+)?(?:e[+-]?\d+)?", str(body)):
        return str(body)
    if form == "str" and isinstance(body, str):
        return go_text(body)
    if form == "list" and kind.kind in ("slice", "array") and isinstance(body, list):
        items = [told_go(item, kind.inner[0]) for item in body]
        return None if None in items else f"{kind.text}{{{', '.join(map(str, items))}}}"
    if form == "map" and kind.kind == "map" and isinstance(body, list):
        pairs = [(told_go(k, kind.inner[0]), told_go(v, kind.inner[1])) for k, v in body]
        return (
            None
            if any(None in pair for pair in pairs)
            else f"{kind.text}{{{', '.join(f'{k}: {v}' for k, v in pairs)}}}"
        )
    return None


def is_scalar(kind: GoType) -> bool:
    return kind.text in _WHOLE | {"string", "bool", "float32", "float64"}
