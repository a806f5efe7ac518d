"""Classes in JavaScript and TypeScript: their declaration, and the function that makes the steps."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Final

from specwright.core.program.signature import Method, Parameter, Signature
from specwright.core.program.types import Type
from specwright.languages.common.kinds.classes import STEPS, Columns
from specwright.languages.common.names import camel, unreserved

_STEPS: Final = """
async function {steps}(calls{any}) {{
  const names{any} = {names};
  const told{any} = [];
  let made{any};
  for (const [name, ...given] of calls) {{
    try {{
      if (made === undefined) {{
        made = new {name}(...given);
        told.push(['', null]);
        continue;
      }}
      let value = await made[typeof made[name] === 'function' ? name : names[name] ?? name](...given);
      if (value !== null && typeof value === 'object') {{
        try {{ value = structuredClone(value); }} catch {{ /* it is told as it is */ }}
      }}
      told.push(['', value ?? null]);
    }} catch (error{any}) {{
      const named = error?.name === 'Error' ? error.constructor?.name : error?.name;
      told.push([String(named ?? typeof error), null]);
      if (made === undefined) break;
    }}
  }}
  return told;
}}
"""


class JavaScriptClasses:
    """How a class is written in JavaScript; see `ClassForm`."""

    typed = False

    def __init__(
        self, reserved: frozenset[str], type_of: Callable[[Type, bool], str], default_of: Callable[[Parameter], str]
    ) -> None:
        self._reserved = reserved
        self._type = type_of
        self._default = default_of

    def declaration(self, signature: Signature) -> str:
        lines = [f"export class {signature.name} {{"]
        for place, method in enumerate(signature.callables):
            lines += self._method(method, "constructor" if place == 0 else camel(method.name), signature.wide)
        return "\n".join([*lines, "}"])

    def _name(self, param: Parameter) -> str:
        return unreserved(camel(param.name), self._reserved)

    def _method(self, method: Method, name: str, wide: bool) -> list[str]:
        notes = [f"   * @param {{{self._type(param.type, wide)}}} {self._name(param)}" for param in method.params]
        if method.returns:
            notes.append(f"   * @returns {{{self._type(method.returns, wide)}}}")
        params = ", ".join(f"{self._name(param)}{self._default(param)}" for param in method.params)
        return [*(["  /**", *notes, "   */"] if notes else []), f"  {name}({params})"]

    def with_steps(self, code: str, columns: Columns) -> str:
        names = {method.name: camel(method.name) for method in columns.methods}
        return code + self._steps(columns, json.dumps(names))

    def _steps(self, columns: Columns, names: str, any_type: str = "") -> str:
        return _STEPS.format(steps=STEPS, name=columns.name, names=names, any=any_type)


class TypeScriptClasses(JavaScriptClasses):
    """How a class is written in TypeScript; see `ClassForm`."""

    def _method(self, method: Method, name: str, wide: bool) -> list[str]:
        def kind(wanted: Type) -> str:
            return self._type(wanted, wide).replace("*", "unknown")

        params = ", ".join(f"{self._name(param)}: {kind(param.type)}{self._default(param)}" for param in method.params)
        returns = f": {kind(method.returns) if method.returns else 'void'}" if name != "constructor" else ""
        return [f"  {name}({params}){returns}"]

    def _steps(self, columns: Columns, names: str, any_type: str = ": any") -> str:
        return super()._steps(columns, names, any_type)
