"""Classes in Rust, which are structs with methods: their declaration, and the function that makes the steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from specwright.core.program.signature import Method, Signature
from specwright.core.program.types import Type
from specwright.languages.common.kinds.classes import STEPS, Columns
from specwright.languages.common.names import snake, unreserved

_STEPS: Final = """
#[allow(unused_variables, unused_mut, unused_parens, clippy::all)]
pub fn {steps}(made: {made}, steps: Vec<{step}>) -> Vec<{told}> {{
    let mut told: Vec<{told}> = Vec::new();
    let built = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {build}));
    let mut object = match built {{
        {arms}
        Err(_) => {{ told.push(("panic".to_string(), {none})); return told; }}
    }};
    told.push((String::new(), {none}));
    for step in steps {{
        let done = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| match step.0 {{
{cases}
            _ => unreachable!(),
        }}));
        told.push(done.unwrap_or_else(|_| ("panic".to_string(), {none})));
    }}
    told
}}
"""


class RustClasses:
    """How a class is written in Rust; see `ClassForm`."""

    typed = True

    def __init__(self, reserved: frozenset[str], type_of: Callable[[Type, bool], str]) -> None:
        self._reserved = reserved
        self._type = type_of

    def declaration(self, signature: Signature) -> str:
        first, *methods = signature.callables
        fails = any(each.fails for each in signature.callables)
        lines = (
            ["// Error is a type of yours that derives Debug, with a variant for each kind of error."] if fails else []
        )
        lines += [f"pub struct {signature.name} {{ ... }}", "", f"impl {signature.name} {{"]
        made = "Result<Self, Error>" if first.fails else "Self"
        lines.append(f"    pub fn new({self._params(first, signature.wide)}) -> {made}")
        for method in methods:
            params = ", ".join(filter(None, ("&mut self", self._params(method, signature.wide))))
            result = self._type(method.returns, signature.wide) if method.returns else ""
            if method.fails:
                result = f"Result<{result or '()'}, Error>"
            name = unreserved(snake(method.name), self._reserved)
            lines.append(f"    pub fn {name}({params}){f' -> {result}' if result else ''}")
        return "\n".join([*lines, "}"])

    def _params(self, method: Method, wide: bool) -> str:
        names = [unreserved(snake(param.name), self._reserved) for param in method.params]
        return ", ".join(f"{name}: {self._type(p.type, wide)}" for name, p in zip(names, method.params, strict=True))

    def with_steps(self, code: str, columns: Columns) -> str:
        wide = columns.signature.wide
        made, steps = columns.function.params
        none = ", ".join(["None"] * len(columns.gives))
        call = f"{columns.name}::new({_given(columns.constructor, 'made')})"
        arms = "Ok(object) => object,"
        if columns.constructor.fails:
            failed = f'Ok(Err(error)) => {{ told.push((format!("{{:?}}", error), {none})); return told; }}'
            arms = f"Ok(Ok(object)) => object, {failed}"
        text = _STEPS.format(
            steps=STEPS,
            made=self._type(made.type, wide),
            step=self._type(steps.type.args[0], wide),
            told=self._type(columns.function.returns.args[0], wide),
            build=call,
            arms=arms,
            none=none,
            cases="\n".join(self._case(columns, at) for at in range(len(columns.methods))),
        )
        return code + text

    def _case(self, columns: Columns, at: int) -> str:
        method = columns.methods[at]
        column = columns.take(method) + 1
        source = f"step.{column}.clone().unwrap()" if method.params else ""
        call = f"object.{unreserved(snake(method.name), self._reserved)}({_given(method, 'given')})"
        given = f"let given = {source}; " if source else ""
        kept = _told(columns, method, "value")
        if method.fails:
            none = ", ".join(["None"] * len(columns.gives))
            body = f'match {call} {{ Ok(value) => {kept}, Err(error) => (format!("{{:?}}", error), {none}) }}'
        else:
            body = f"let value = {call}; {kept}"
        return f"            {at} => {{ {given}{body} }}"


def _given(method: Method, source: str) -> str:
    return ", ".join(f"{source}.{at}" for at in range(len(method.params)))


def _told(columns: Columns, method: Method, value: str) -> str:
    place = columns.give(method)
    optional = method.returns is not None and method.returns.kind == "optional"
    kept = value if optional else f"Some({value})"
    cells = [kept if at == place else "None" for at in range(len(columns.gives))]
    return f"(String::new(), {', '.join(cells)})"
