"""Classes in Go, which are structs with methods: their declaration, and the function that makes the steps."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from specwright.core.program.signature import Method, Signature
from specwright.core.program.types import Type
from specwright.languages.common.kinds.classes import Columns
from specwright.languages.common.names import camel, pascal, unreserved

_CLAUSE: Final = re.compile(r"^([ \t]*package[ \t]+)\w+", re.MULTILINE)
_FORMAT: Final = '; import specwrightFormat "fmt"'
_STEPS: Final = """
type specwrightStep struct {{ Which int{takes} }}
type specwrightTold struct {{ Error string{gives} }}

func specwrightKept[T any](value T) *T {{ return &value }}

func SpecwrightSteps(made {made}, steps []specwrightStep) (told []specwrightTold) {{
	_ = specwrightFormat.Sprint
	object := (*{name})(nil)
	{{
		one := specwrightTold{{}}
		func() {{
			defer func() {{ if cause := recover(); cause != nil {{ one.Error = "panic" }} }}()
			{build}
		}}()
		told = append(told, one)
		if one.Error != "" {{ return told }}
	}}
	for _, step := range steps {{
		one := specwrightTold{{}}
		func() {{
			defer func() {{ if cause := recover(); cause != nil {{ one = specwrightTold{{Error: "panic"}} }} }}()
			switch step.Which {{
{cases}
			}}
		}}()
		told = append(told, one)
	}}
	return told
}}
"""


class GoClasses:
    """How a class is written in Go; see `ClassForm`."""

    typed = True

    def __init__(self, reserved: frozenset[str], type_of: Callable[[Type, bool], str]) -> None:
        self._reserved = reserved
        self._type = type_of

    def declaration(self, signature: Signature) -> str:
        first, *methods = signature.callables
        result = f"(*{signature.name}, error)" if first.fails else f"*{signature.name}"
        lines = [
            f"type {signature.name} struct {{ ... }}",
            f"func New{signature.name}({self._params(first, signature.wide)}) {result}",
        ]
        for method in methods:
            results = self._results(method, signature.wide)
            shown = f"({', '.join(results)})" if len(results) > 1 else "".join(results)
            receiver = f"({signature.name[:1].lower()} *{signature.name})"
            params = self._params(method, signature.wide)
            lines.append(f"func {receiver} {pascal(method.name)}({params}) {shown}".rstrip())
        return "\n".join(lines)

    def _params(self, method: Method, wide: bool) -> str:
        names = [unreserved(camel(param.name), self._reserved) for param in method.params]
        return ", ".join(f"{name} {self._type(p.type, wide)}" for name, p in zip(names, method.params, strict=True))

    def _results(self, method: Method, wide: bool) -> list[str]:
        returns = method.returns
        several = returns is not None and returns.kind == "tuple" and bool(returns.args)
        kinds = returns.args if several and returns else (returns,) if returns else ()
        return [*(self._type(kind, wide) for kind in kinds), *(["error"] if method.fails else [])]

    def with_steps(self, code: str, columns: Columns) -> str:
        wide = columns.signature.wide
        made, *_ = columns.function.params
        told = columns.function.returns.args[0].args[1:]
        takes = "".join(f"; T{at} *{self._type(kind, wide)}" for at, kind in enumerate(columns.takes))
        gives = "".join(f"; G{at} {self._type(kind, wide)}" for at, kind in enumerate(told))
        text = _STEPS.format(
            takes=takes,
            gives=gives,
            made=self._type(made.type, wide),
            name=columns.name,
            build=self._build(columns, wide),
            cases="\n".join(self._case(columns, at, wide) for at in range(len(columns.methods))),
        )
        return _with_format(code) + text

    def _given(self, method: Method, source: str, wide: bool) -> str:
        kinds = [self._type(param.type, wide) for param in method.params]
        same = len(set(kinds)) == 1
        return ", ".join(f"{source}[{at}]" if same else f"{source}.V{at}" for at in range(len(kinds)))

    def _build(self, columns: Columns, wide: bool) -> str:
        call = f"New{columns.name}({self._given(columns.constructor, 'made', wide)})"
        if not columns.constructor.fails:
            return f"object = {call}"
        failed = 'if err != nil { one.Error = specwrightFormat.Sprintf("%T", err) }'
        return f"built, err := {call}; {failed}; object = built"

    def _case(self, columns: Columns, at: int, wide: bool) -> str:
        method = columns.methods[at]
        call = f"object.{pascal(method.name)}({self._given(method, f'step.T{columns.take(method)}', wide)})"
        count = len(self._results(method, wide)) - method.fails
        names = [f"value{place}" for place in range(count)] + (["err"] if method.fails else [])
        body = f"{', '.join(names)} := {call}; " if names else call
        if method.fails:
            body += 'if err != nil { one.Error = specwrightFormat.Sprintf("%T", err); return }; '
        place = columns.give(method)
        if place is not None and method.returns is not None:
            body += self._keep(method.returns, place, names[:count], wide)
        return f"\t\t\tcase {at}: {body}"

    def _keep(self, returns: Type, place: int, names: list[str], wide: bool) -> str:
        own = self._type(returns, wide)
        value = f"{own}{{{', '.join(names)}}}" if len(names) > 1 else names[0]
        if returns.kind == "list":
            value = f"append({own}{{}}, {value}...)"  # what the object keeps may change later
        column = self._type(returns if returns.kind == "optional" else Type("optional", returns), wide)
        return f"one.G{place} = {value if column == own else f'specwrightKept({value})'}"


def _with_format(code: str) -> str:
    """Return the code with one more import, in the line of the package clause."""
    code = code.removeprefix("\ufeff")
    if _CLAUSE.search(code):
        return _CLAUSE.sub(rf"\1solution{_FORMAT}", code, count=1)
    return f"package solution{_FORMAT}\n//line solution.go:1\n{code}\n"
