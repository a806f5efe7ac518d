"""Classes in Python: their declaration, and the function that makes the steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from specwright.core.program.signature import Method, Parameter, Signature
from specwright.core.program.types import Type
from specwright.languages.common.kinds.classes import STEPS, Columns
from specwright.languages.common.names import snake

_STEPS: Final = """

def {steps}(calls):
    import copy

    made, told = None, []
    for name, *given in calls:
        try:
            if not told:
                made = {name}(*given)
                told.append(["", None])
                continue
            value = getattr(made, {names}.get(name, name), None)
            if value is None:
                value = getattr(made, name)
            value = value(*given)
            if not isinstance(value, (int, float, str, bytes, type(None))):
                try:
                    value = copy.deepcopy(value)
                except Exception:
                    pass
            told.append(["", value])
        except Exception as error:
            told.append([type(error).__name__, None])
            if made is None:
                break
    return told
"""


class PythonClasses:
    """How a class is written in Python; see `ClassForm`."""

    typed = False

    def __init__(self, parameter: Callable[[Parameter], str], type_of: Callable[[Type], str]) -> None:
        self._parameter = parameter
        self._type = type_of

    def declaration(self, signature: Signature) -> str:
        lines = [f"class {signature.name}:"]
        for place, method in enumerate(signature.callables):
            lines.append(self._method(method, "__init__" if place == 0 else method.name))
        return "\n".join(lines)

    def _method(self, method: Method, name: str) -> str:
        params = ", ".join(["self", *map(self._parameter, method.params)])
        return f"    def {name}({params}) -> {self._type(method.returns) if method.returns else 'None'}:"

    def with_steps(self, code: str, columns: Columns) -> str:
        # A method may also be written as Python writes names.
        names = {method.name: snake(method.name) for method in columns.methods if snake(method.name) != method.name}
        given = {name: name for name in names} if _declares(code, names) else names
        return code + _STEPS.format(steps=STEPS, name=columns.name, names=repr(given))


def _declares(code: str, names: dict[str, str]) -> bool:
    return all(f"def {name}(" in code for name in names)
