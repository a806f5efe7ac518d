"""Classes of any language: a sequence of calls on one object is one call of a function that is written for the class.

The function stands behind the candidate's code, in its language, and is called like any other. So nothing else of a
language need know of classes. A language gives a `ClassForm`. In a typed language the steps are typed columns: the
number of the call, and for each different list of parameters an optional tuple; one of them is set.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Protocol

from specwright.core.errors import UserError
from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data
from specwright.core.program.signature import CALLS, Method, Parameter, Signature
from specwright.core.program.steps import error_of, raised
from specwright.core.program.types import Type
from specwright.languages.common.kinds.calls_behind import CallsBehind
from specwright.ports.language import KindOfTask, Program

STEPS: Final = "specwright_steps"
_MOST_COLUMNS: Final = 7
_TEXT: Final = Type("str")
_NONE: Final = Type("bool")
"""Stands for parameters that there are none of."""


class ClassForm(Protocol):
    """How a class is written in a language."""

    typed: bool
    """Whether the steps are typed columns; otherwise they are as in a case."""

    def declaration(self, signature: Signature) -> str:
        """Return the class as its writer is shown it."""

    def with_steps(self, code: str, columns: Columns) -> str:
        """Return the code with the function that makes the steps."""


class LanguageOfClasses(KindOfTask, Protocol):
    """The part of a language's toolchain that classes need."""

    @property
    def classes(self) -> ClassForm: ...


class Columns:
    """The steps of a class as typed columns. Methods that take, or return, the same share a column."""

    def __init__(self, signature: Signature) -> None:
        self.signature: Final = signature
        self.name: Final = signature.name
        self.constructor: Final = signature.callables[0]
        self.methods: Final = signature.methods
        self.takes: Final = list(dict.fromkeys(map(taken, self.methods)))
        self.gives: Final = list(dict.fromkeys(each.returns for each in self.methods if each.returns))
        if max(len(self.takes), len(self.gives)) > _MOST_COLUMNS:
            raise UserError(
                f"the methods of {self.name} have more than {_MOST_COLUMNS} different lists of parameters or results",
                hint="choose a language without declared types, such as Python, or divide the class",
            )

    def take(self, method: Method) -> int:
        """Return the place of the method's parameters among the columns."""
        return self.takes.index(taken(method))

    def give(self, method: Method) -> int | None:
        """Return the place of the method's result among the columns; None if it returns nothing."""
        return None if method.returns is None else self.gives.index(method.returns)

    @property
    def function(self) -> Signature:
        """The signature of the function that makes the steps."""
        step = Type("tuple", Type("int"), *(Type("optional", kind) for kind in self.takes))
        told = Type(
            "tuple", _TEXT, *(kind if kind.kind == "optional" else Type("optional", kind) for kind in self.gives)
        )
        made = Parameter(name="made", type=taken(self.constructor))
        steps = Parameter(name="steps", type=Type("list", step))
        return Signature(name=STEPS, params=(made, steps), returns=Type("list", told), wide=self.signature.wide)

    def flat(self, calls: Data) -> dict[str, Data]:
        """Return a sequence of calls as the function takes it."""
        (_, *given), *others = calls
        return {"made": _arguments(self.constructor, given), "steps": [self._step(call) for call in others]}

    def _step(self, call: Data) -> Data:
        name, *given = call
        number = next(place for place, each in enumerate(self.methods) if each.name == name)
        method = self.methods[number]
        columns: list[Data] = [None] * len(self.takes)
        columns[self.take(method)] = _arguments(method, given)
        return {"$tuple": [number, *columns]}


def taken(method: Method) -> Type:
    """Return the type of the method's arguments together."""
    return Type("tuple", *(param.type for param in method.params)) if method.params else _NONE


def _arguments(method: Method, given: Sequence[Data]) -> Data:
    defaults = [param.default.value for param in method.params[len(given) :] if param.default]
    return {"$tuple": [*given, *defaults]} if method.params else True


class Classes(CallsBehind[LanguageOfClasses]):
    """The part of the Toolchain port that depends on the kind of task, for classes."""

    def declaration(self, signature: Signature) -> str:
        return self._language.classes.declaration(signature)

    def objection(self, program: Program) -> str | None:
        name = program.signature.name
        if re.search(rf"\b{name}\b", program.code) is None:
            return f"there is no class named {name}"
        return self._language.objection(self.called(program))

    def called(self, program: Program) -> Program:
        columns = Columns(program.signature)
        form = self._language.classes
        function = columns.function if form.typed else _DYNAMIC
        return Program(code=form.with_steps(program.code, columns), signature=function)

    def given(self, signature: Signature, inputs: Mapping[str, Any]) -> dict[str, Data]:
        calls = inputs[CALLS]
        return Columns(signature).flat(calls) if self._language.classes.typed else {CALLS: calls}

    def told(self, outcome: Outcome, signature: Signature) -> Outcome:
        return _with_entries(outcome)


_DYNAMIC: Final = Signature(
    name=STEPS,
    params=(Parameter(name=CALLS, type=Type("list", Type("any"))),),
    returns=Type("list", Type("any")),
)


def _with_entries(outcome: Outcome) -> Outcome:
    """Return the outcome with an entry for each call: the error, or the value of the only column that is set."""
    if outcome.ending is not Ending.RETURNED or not isinstance(outcome.value, list):
        return outcome
    return outcome.model_copy(update={"value": [_entry(told) for told in outcome.value]})


def _entry(told: Data) -> Data:
    items = told.get("$tuple") if isinstance(told, dict) else told
    if not isinstance(items, list) or not items or not isinstance(items[0], str):
        return told
    if items[0]:
        return raised(_error_name(items[0]))
    value = next((item for item in items[1:] if item is not None), None)
    return value if error_of(value) is None else {"$cut": "an object that is written as an error is"}


def _error_name(text: str) -> str:
    """Return the kind of an error as a language prints it: `*solution.EmptyError`, `Empty { at: 3 }`, `KeyError`."""
    name = re.match(r"[*&]*(?:[\w]+[.:]+)*(\w+)", text)
    if name is None or name[1] in ("errorString", "wrapError"):
        return "error"
    return name[1]
