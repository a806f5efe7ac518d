"""Plans of calls as statements of JavaScript, and what they showed as assertions."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, NamedTuple

from specwright.core.errors import UserError
from specwright.core.existing.calls import CallPlan, CallStep, GivenArgument, PartForm, TestablePart
from specwright.core.program.data import untag
from specwright.core.program.digits import literal
from specwright.languages.common.packaging.layout import BracketGroup, LayoutPiece, group, wrapped
from specwright.languages.javascript.native_tests import text_literal
from specwright.languages.javascript.toolchain import RESERVED

_PLAIN_KEY: Final = re.compile(r"[A-Za-z_$][\w$]*")
_TAKEN: Final = frozenset({"assert", "test", "describe", "it", "result"})


class ScriptCalls(NamedTuple):
    """The statements of a plan."""

    names: tuple[tuple[str, str], ...]
    """The file and the name of what they call."""
    before: tuple[LayoutPiece, ...]
    last: LayoutPiece
    given: dict[int, str]
    receiver: str


def script_calls(
    plan: CallPlan, parts: Mapping[str, TestablePart], bound: Callable[[int], bool] = lambda _: True
) -> ScriptCalls:
    """Return the statements. Arguments of the last call that can be changed get a name if `bound` says so."""
    return _ScriptPlan(plan, parts, bound).calls()


class _ScriptPlan:
    def __init__(self, plan: CallPlan, parts: Mapping[str, TestablePart], bound: Callable[[int], bool]) -> None:
        self.plan, self.parts, self.bound = plan, parts, bound
        self.called: dict[tuple[str, str], None] = {}
        self.names: dict[int, str] = {}
        self.given: dict[int, str] = {}
        self.before: list[LayoutPiece] = []

    def calls(self) -> ScriptCalls:
        *before, last = self.plan.steps
        for place, step in enumerate(before):
            part = self.parts[step.part]
            written = self.call(step, part)
            if any(self.uses(later, place) for later in self.plan.steps[place + 1 :]):
                self.names[place] = self.fresh(part.makes.rsplit("::", 1)[-1] or part.name)
                written = wrapped(f"const {self.names[place]} = ", written)
            self.before.append(wrapped("", written, ";"))
        written = self.call(last, self.parts[last.part], is_last=True)
        receiver = self.names.get(last.receiver, "") if last.receiver is not None else ""
        return ScriptCalls(tuple(self.called), tuple(self.before), written, self.given, receiver)

    def uses(self, step: CallStep, place: int) -> bool:
        return step.receiver == place or any(each.made == place for each in step.given)

    def fresh(self, name: str) -> str:
        name = name[:1].lower() + name[1:]
        taken = {*self.names.values(), *self.given.values(), *(part.name for part in self.parts.values())}
        options = (name, *(f"{name}{number}" for number in range(2, 99)))
        return next(each for each in options if each not in taken | _TAKEN and each not in RESERVED)

    def call(self, step: CallStep, part: TestablePart, *, is_last: bool = False) -> LayoutPiece:
        arguments = [self.argument(each, place, is_last=is_last) for place, each in enumerate(step.given)]
        if part.form is PartForm.METHOD and step.receiver is not None:
            receiver = self.names[step.receiver]
            return f"{receiver}.{part.name}" if part.is_property else group(f"{receiver}.{part.name}(", arguments, ")")
        named = part.owner or part.name
        self.called[part.path, named] = None
        head = {PartForm.NEW: f"new {named}(", PartForm.STATIC: f"{named}.{part.name}("}.get(part.form, f"{named}(")
        return group(head, arguments, ")")

    def argument(self, given: GivenArgument, place: int, *, is_last: bool) -> LayoutPiece:
        if given.made is not None:
            return self.names[given.made]
        written = data_literal(given.value)
        if is_last and isinstance(written, BracketGroup) and self.bound(place):
            name = self.given[place] = self.fresh("given")
            self.before.append(wrapped(f"const {name} = ", written, ";"))
            return name
        return written


def data_literal(data: Any) -> LayoutPiece:  # noqa: C901 - one case a kind
    """Return an argument as JavaScript writes it. Raise UserError for data without a literal."""
    if isinstance(data, list):
        return group("[", [data_literal(item) for item in data], "]")
    if isinstance(data, str):
        return text_literal(data)
    if data is None or isinstance(data, bool):
        return {None: "null", True: "true", False: "false"}[data]
    if isinstance(data, int | float):
        return str(int(data)) if isinstance(data, float) and data.is_integer() and abs(data) < 1e15 else repr(data)
    tag, body = untag(data)
    match tag:
        case "$int":
            return literal(body)
        case "$float":
            return {"nan": "NaN", "inf": "Infinity", "-inf": "-Infinity"}.get(body, str(body))
        case "$tuple":
            return group("[", [data_literal(item) for item in body], "]")
        case "$set":
            return group("new Set([", [data_literal(item) for item in body], "])")
        case "$map" if all(isinstance(key, str) for key, _ in body):
            return _object([(key, data_literal(value)) for key, value in body])
        case "$map":
            pairs = [group("[", [data_literal(key), data_literal(value)], "]") for key, value in body]
            return group("new Map([", pairs, "])")
        case _:
            raise UserError(f"a value tagged {tag} cannot be written in a test")


def _object(pairs: list[tuple[str, LayoutPiece]]) -> LayoutPiece:
    entries = [wrapped(f"{_key(key)}: ", value) for key, value in pairs]
    return group("{ ", entries, " }") if entries else "{}"


def _key(key: str) -> str:
    return key if _PLAIN_KEY.fullmatch(key) and key != "__proto__" else text_literal(key)


def told_literal(told: Mapping[str, Any]) -> LayoutPiece:  # noqa: C901 - one case a kind
    """Return what a probe told of a value as JavaScript writes it. Raise UserError for another form."""
    body = told.get("v")
    match told.get("t"):
        case "null" | "undefined" as word:
            return str(word)
        case "bool" if isinstance(body, bool):
            return "true" if body else "false"
        case "str" if isinstance(body, str):
            return text_literal(body)
        case "num" if isinstance(body, int | float):
            return data_literal(body)
        case "special" if body in ("NaN", "Infinity", "-Infinity", "-0"):
            return str(body)
        case "bigint" if isinstance(body, str) and re.fullmatch(r"-?\d+", body):
            return f"{body}n"
        case "date" if isinstance(body, str):
            return f"new Date({text_literal(body) if body else 'NaN'})"
        case "array" | "set" | "map" as kind if isinstance(body, list):
            items = [told_literal(item) for item in body]
            if kind == "map":
                pairs = [group("[", items[at : at + 2], "]") for at in range(0, len(items), 2)]
                return group("new Map([", pairs, "])")
            return group("[" if kind == "array" else "new Set([", items, "]" if kind == "array" else "])")
        case "object" | "instance" if isinstance(body, list):
            return _object([(str(key), told_literal(value)) for key, value in body])
        case _:
            raise UserError("a value of this kind cannot be written in a test")


def assertions(told: Mapping[str, Any], call: LayoutPiece) -> Iterator[LayoutPiece]:
    """Yield the statements that make the call and state its result."""
    value = told.get("value") or {}
    kind = value.get("t")
    if kind in ("array", "object", "map", "set", "date"):
        yield wrapped("", group("assert.deepEqual(", [call, told_literal(value)], ")"), ";")
    elif kind == "instance" and value["v"]:
        yield wrapped("", group("assert.deepEqual(", [wrapped("{ ...", call, " }"), told_literal(value)], ")"), ";")
    elif kind in ("opaque", "instance", "bare", "regexp", None):
        yield wrapped("", call, ";")
    else:
        yield wrapped("", group("assert.equal(", [call, told_literal(value)], ")"), ";")
