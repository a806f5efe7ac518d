"""A function's typed signature, in no language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from operator import not_
from typing import Any, Final, Self

from pydantic import Field, field_validator, model_validator

from specwright.core.program.data import Data, from_json, show
from specwright.core.program.kind import TaskKind, is_function
from specwright.core.program.runs import check_run, result_of
from specwright.core.program.steps import read_calls, read_results
from specwright.core.program.types import Type
from specwright.core.value import Value

CALLS: Final = "calls"
"""The name of a class's only input: the calls on one object."""
IDENTIFIER: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,79}")


def is_identifier(name: str) -> bool:
    """Return whether `name` can name a function or parameter in every supported language (ASCII, no keyword check)."""
    return IDENTIFIER.fullmatch(name) is not None


class Default(Value):
    """The value that a parameter takes if a call leaves it out."""

    value: Data


class Parameter(Value):
    name: str
    type: Type
    default: Default | None = Field(None, exclude_if=not_)
    """None if every call must give it."""

    @field_validator("name")
    @classmethod
    def _names_something(cls, name: str) -> str:
        if not is_identifier(name):
            raise ValueError(f"{name!r} is not an identifier")
        return name

    def __str__(self) -> str:
        default = f" = {show(self.default.value)}" if self.default else ""
        return f"{self.name}: {self.type}{default}"


class StatedLimits(Value):
    """What one call may use, as the task states it."""

    seconds: float | None = None
    memory_bytes: int | None = None


class Method(Value):
    """A method of a class, or its constructor."""

    name: str
    params: tuple[Parameter, ...] = ()
    returns: Type | None = None
    """None if it returns nothing."""
    fails: bool = Field(False, exclude_if=not_)
    """Whether some calls of it are errors."""

    def __str__(self) -> str:
        result = f" -> {self.returns}" if self.returns else ""
        return f"{self.name}({', '.join(map(str, self.params))}){result}"


class Signature(Value):
    name: str
    params: tuple[Parameter, ...]
    returns: Type
    kind: TaskKind = Field(TaskKind.FUNCTION, exclude_if=is_function)
    """What a call of it is."""
    wide: bool = False
    """Whether integers may be larger than the language's usual ones hold: they are then declared as its large ones."""

    asynchronous: bool = Field(False, exclude_if=not_)
    """Whether callers await it. Languages without such functions declare an ordinary one."""
    fails: bool = Field(False, exclude_if=not_)
    """Whether some inputs are errors. Languages in which errors are results declare one."""
    constructor: Method | None = Field(None, exclude_if=not_)
    """Of a class."""
    methods: tuple[Method, ...] = Field((), exclude_if=not_)
    """Of a class."""
    limits: StatedLimits | None = Field(None, exclude_if=not_)
    """The limits that the task states; they are measured and enforced."""
    written: str = Field("", exclude_if=not_)
    """The declaration in the language itself, if the types cannot express it: that of a function of data frames."""

    @model_validator(mode="after")
    def _parameters_differ(self) -> Self:
        if not is_identifier(self.name):
            raise ValueError(f"{self.name!r} is not an identifier")
        names = [param.name for param in self.params]
        if len(set(names)) != len(names):
            raise ValueError(f"parameter names repeat: {', '.join(names)}")
        given = [param.default is None for param in self.params]
        if given != sorted(given, reverse=True):
            raise ValueError("a parameter without a default follows one that has a default")
        called = [each.name for each in self.callables]
        if len(set(called)) != len(called) or not all(map(is_identifier, called)):
            raise ValueError(f"the methods need names of their own: {', '.join(called)}")
        return self

    def bound(self, inputs: Mapping[str, Data], *, omits: bool = False) -> dict[str, Data]:
        """Return the arguments in order, defaults filled in. With `omits`, the last ones that are left out stay so."""
        last = max((place for place, param in enumerate(self.params) if param.name in inputs), default=-1)
        params = self.params[: last + 1] if omits else self.params
        return {
            param.name: param.default.value if param.default and param.name not in inputs else inputs[param.name]
            for param in params
        }

    def takes(self, names: frozenset[str]) -> bool:
        """Return whether a call may name exactly these parameters."""
        needed = {param.name for param in self.params if param.default is None}
        return needed <= names <= {param.name for param in self.params}

    def inputs(self, given: Mapping[str, Any]) -> dict[str, Data]:
        """Return the inputs of a case, read from plain JSON as the declared types. Raise UserError."""
        inputs = {p.name: from_json(given[p.name], p.type) for p in self.params if p.name in given}
        if self.kind is TaskKind.PROGRAM:
            check_run(inputs)
        if self.kind is TaskKind.CLASS:
            takes = {
                each.name: [(param.type, param.default is not None) for param in each.params] for each in self.callables
            }
            return {CALLS: read_calls(given.get(CALLS), takes, self.name)}
        return inputs

    def expected(self, value: Any, inputs: Mapping[str, Data]) -> Data:
        """Return what a case with these inputs expects, from plain JSON or tagged data. Raise UserError."""
        if self.kind is TaskKind.PROGRAM:
            return result_of(value)
        if self.kind is TaskKind.CLASS:
            return read_results(value, inputs[CALLS], {each.name: each.returns for each in self.methods})
        return from_json(value, self.returns)

    @property
    def callables(self) -> tuple[Method, ...]:
        """Of a class: its constructor, and then its methods."""
        return (self.constructor or Method(name=self.name), *self.methods)

    def __str__(self) -> str:
        if self.kind is TaskKind.PROGRAM:
            return f"program({', '.join(map(str, self.params))}) -> (output: str, status: int, files: map[str, str])"
        if self.kind is TaskKind.CLASS:
            return f"class {'; '.join(map(str, self.callables))}"
        kind = "async " if self.asynchronous else ""
        return f"{kind}{self.name}({', '.join(map(str, self.params))}) -> {self.returns}"


def program_signature() -> Signature:
    """Return the signature of every program: its input and its results."""
    texts = Type("map", Type("str"), Type("optional", Type("str")))
    return Signature(
        name="main",
        kind=TaskKind.PROGRAM,
        params=(
            Parameter(name="stdin", type=Type("str"), default=Default(value="")),
            Parameter(name="args", type=Type("list", Type("str")), default=Default(value=[])),
            Parameter(name="files", type=Type("map", Type("str"), Type("str")), default=Default(value={"$map": []})),
        ),
        returns=Type("tuple", Type("str"), Type("int"), texts),
    )


def class_signature(constructor: Method, methods: tuple[Method, ...]) -> Signature:
    """Return the signature of a class, whose name is that of its constructor."""
    anything = Type("any")
    return Signature(
        name=constructor.name,
        kind=TaskKind.CLASS,
        params=(Parameter(name=CALLS, type=Type("list", anything)),),
        returns=Type("list", anything),
        constructor=constructor,
        methods=methods,
    )
