"""A function's typed signature, in no language."""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from operator import not_
from typing import Any, Final, Self

from pydantic import Field, field_validator, model_validator

from specwright.core.errors import UserError
from specwright.core.program.data import Data, from_json, shape, show
from specwright.core.program.kind import TaskKind, is_function
from specwright.core.program.process.requests import REQUESTS, check_requests, read_replies
from specwright.core.program.process.runs import check_run, result_of
from specwright.core.program.steps import UNSTATED, read_calls, read_results
from specwright.core.program.types import SPECIAL, Type
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


class ParamRole(StrEnum):
    """What a parameter is to the function."""

    GIVEN = "given"
    CHANGED = "changed"
    """The function changes the argument in place; what it is afterwards is part of the outcome."""
    KEYWORD = "keyword"
    """It is given by its name, in a language that has such parameters; elsewhere in its place."""
    READ = "read"
    """Not the function's own: how many items are read of the iterator that it returns."""
    CALLED = "called"
    """Not the function's own: the lists of arguments with which the function that it returns is called in turn."""


class Parameter(Value):
    name: str
    type: Type
    role: ParamRole = Field(ParamRole.GIVEN, exclude_if=lambda role: role is ParamRole.GIVEN)
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
        role = f" ({_ROLE_WORDS[self.role]})" if self.role in _ROLE_WORDS else ""
        return f"{self.name}: {self.type}{default}{role}"


_ROLE_WORDS: Final = {
    ParamRole.CHANGED: "changed in place",
    ParamRole.KEYWORD: "by name",
    ParamRole.READ: "how many items are read of the result",
    ParamRole.CALLED: "what the returned function is called with",
}


class StatedError(Value):
    """An error that is part of the signature."""

    kind: str
    """Its name as the specification states it, such as `ValueError`; empty if any will do."""
    when: str
    message: str = Field("", exclude_if=not_)
    """What its text must contain, if that is stated."""

    def __str__(self) -> str:
        text = f", and its message contains {self.message!r}" if self.message else ""
        return f"{self.kind or 'an error'} if {self.when.rstrip('.').removeprefix('if ')}{text}"


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
    errors: tuple[StatedError, ...] = Field((), exclude_if=not_)
    """The errors that the task states."""
    prints: bool = Field(False, exclude_if=not_)
    """Whether what it prints is part of the outcome."""
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
        if why := objection_to(self):
            raise ValueError(why)
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
        if self.kind is TaskKind.SERVICE:
            return {REQUESTS: check_requests(given.get(REQUESTS))}
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
        if self.kind is TaskKind.SERVICE:
            return list[Data](read_replies(value, inputs[REQUESTS]))
        if self.kind is TaskKind.CLASS:
            return read_results(value, inputs[CALLS], {each.name: each.returns for each in self.methods})
        return expected_outcome(value, self)

    @property
    def is_special(self) -> bool:
        """Whether calls of it are more than values in and a value out, so that each language adapts them."""
        if self.kind is not TaskKind.FUNCTION:
            return False
        types = (self.returns, *(param.type for param in self.params))
        return (
            self.prints
            or any(each.message for each in self.errors)
            or any(param.role is not ParamRole.GIVEN for param in self.params)
            or any(each.mentions(*SPECIAL) for each in types)
        )

    @property
    def own_params(self) -> tuple[Parameter, ...]:
        """The parameters of the function itself."""
        return tuple(param for param in self.params if param.role not in (ParamRole.READ, ParamRole.CALLED))

    @property
    def outcome(self) -> Type:
        """The type of what a call comes to: its result and whatever else is compared."""
        return outcome_type(self) if self.kind is TaskKind.FUNCTION else self.returns

    @property
    def callables(self) -> tuple[Method, ...]:
        """Of a class: its constructor, and then its methods."""
        return (self.constructor or Method(name=self.name), *self.methods)

    def __str__(self) -> str:
        if self.kind is TaskKind.PROGRAM:
            return f"program({', '.join(map(str, self.params))}) -> (output: str, status: int, files: map[str, str])"
        if self.kind is TaskKind.SERVICE:
            return "service(requests: list[str]) -> replies: list[str]"
        if self.kind is TaskKind.CLASS:
            return f"class {'; '.join(map(str, self.callables))}"
        kind = "async " if self.asynchronous else ""
        prints = ", prints" if self.prints else ""
        errors = "".join(f"; {each}" for each in self.errors)
        return f"{kind}{self.name}({', '.join(map(str, self.params))}) -> {self.returns}{prints}{errors}"


RETURNED: Final = "returns"
PRINTED: Final = "prints"
"""The parts of an outcome that has several; the others are the parameters that are changed."""


def outcome_parts(signature: Signature) -> dict[str, Type]:
    """Return what a call comes to, by name: the result, the arguments that it changes, and what it prints."""
    returns = signature.returns
    own = Type("list", returns.args[-1]) if returns.kind in ("iterator", "function") else returns
    parts = {RETURNED: own} if own.kind != "none" else {}
    parts |= {param.name: param.type for param in signature.params if param.role is ParamRole.CHANGED}
    return parts | ({PRINTED: Type("str")} if signature.prints else {})


def outcome_type(signature: Signature) -> Type:
    """Return the type of the outcome: that of its only part, or a record of all."""
    parts = outcome_parts(signature)
    if len(parts) < 2:
        return next(iter(parts.values()), signature.returns)
    return Type("record", *parts.values(), name="Outcome", fields=tuple(parts))


def expected_outcome(value: Any, signature: Signature) -> Data:
    """Return the outcome that a person or a model wrote. Parts of several that are left out may be anything."""
    wanted = signature.outcome
    data = shape(value, wanted) if isinstance(value, dict) and "$map" in value else from_json(value, wanted)
    if wanted.kind != "record" or wanted.name != "Outcome":
        return printed_text(data) if signature.prints and isinstance(data, str) else data
    known = dict(data["$map"]) if isinstance(data, dict) and "$map" in data else {}
    if not known:
        parts = ", ".join(wanted.fields)
        raise UserError(f"a call comes to several things, {parts}", hint="write an object with them: {...}")
    if isinstance(known.get(PRINTED), str) and signature.prints:
        known[PRINTED] = printed_text(known[PRINTED])
    return {"$map": [[name, known.get(name, UNSTATED)] for name in wanted.fields]}


def printed_text(text: str) -> str:
    """Return printed text as it is compared: without white space at the ends of lines."""
    return "\n".join(line.rstrip() for line in text.rstrip().split("\n"))


def objection_to(signature: Signature) -> str | None:
    """Return why no function can have this signature; None if one can."""
    for param in signature.params:
        if param.role is ParamRole.CHANGED and param.type.kind not in ("list", "map", "set", "file", "folder"):
            return (
                f"{param.name} is a {param.type}, which no function can change in place: lists, maps, sets, files can"
            )
        if param.role is ParamRole.CHANGED and param.name in (RETURNED, PRINTED):
            return f"no parameter that is changed can be named {param.name}"
    roles = [param.role for param in signature.params]
    if (ParamRole.READ in roles) > (signature.returns.kind == "iterator"):
        return "items are read of an iterator alone"
    if (ParamRole.CALLED in roles) != (signature.returns.kind == "function"):
        return (
            "a function that is returned is tested by calls: a parameter of the role called, "
            "a list of tuples of its arguments"
        )
    return None


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


def service_signature() -> Signature:
    """Return the signature of every service: requests in, a reply to each out."""
    texts = Type("list", Type("str"))
    return Signature(name="main", kind=TaskKind.SERVICE, params=(Parameter(name=REQUESTS, type=texts),), returns=texts)


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
