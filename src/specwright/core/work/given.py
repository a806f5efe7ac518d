"""Cases as people and programs give them, in JSON, and the signature that they imply."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.program.data import Data
from specwright.core.program.kind import TaskKind
from specwright.core.program.signature import Parameter, Signature, is_identifier
from specwright.core.program.types import ANY, Type
from specwright.core.work.testcase import Expectation, Raises, Returns, TestCase, Tier

GivenCase = Mapping[str, Any] | TestCase
"""`{"input": {"nums": [3, 3]}, "expected": [0, 1]}`, `{"args": [3, 4], "expected": 7}` or
`{"input": 3, "raises": "ValueError"}`. An `input` that is no object is the only argument."""

_FORM: Final = 'write {"input": {"x": 1}, "expected": 2}, or `raises` in place of `expected`'


def infer_signature(cases: Sequence[GivenCase], name: str = "run_code", names: Sequence[str] = ()) -> Signature:
    """Return the narrowest signature that fits every case.

    `names` are the parameters of the code, if they are known; without them they are those of the first case. Raise
    UserError if the cases have different parameters, or if a name cannot be one.
    """
    if not cases:
        raise UserError("there is no case to infer a signature from", hint="give at least one, or give a signature")
    bound = [_arguments(case, names) for case in cases]
    first = list(bound[0])
    for place, arguments in enumerate(bound, 1):
        if set(arguments) != set(first):
            raise UserError(
                f"case {place} has the inputs {sorted(arguments)}, and case 1 has {sorted(first)}",
                hint="give every case the same inputs",
            )
    ordered = list(names) if set(names) == set(first) else first
    for word in (name, *ordered):
        if not is_identifier(word):
            raise UserError(
                f"{word!r} cannot name a function or a parameter",
                hint="use letters, digits and underscores, beginning with a letter: two_sum",
            )
    params = tuple(
        Parameter(name=param, type=_known(_together([arguments[param] for arguments in bound]))) for param in ordered
    )
    answers = [case["expected"] for case in cases if isinstance(case, Mapping) and _returns(case)]
    return Signature(name=name, params=params, returns=_known(_together(answers)))


def read_cases(cases: Sequence[GivenCase], signature: Signature, tier: Tier = Tier.USER) -> tuple[TestCase, ...]:
    """Return the cases read as the signature's types, of that tier unless they name one. Raise UserError naming the
    case."""
    return tuple(
        case if isinstance(case, TestCase) else _case(number, case, signature, tier)
        for number, case in enumerate(cases, 1)
    )


def _case(number: int, given: Mapping[str, Any], signature: Signature, tier: Tier) -> TestCase:
    names = [param.name for param in signature.params]
    arguments = _arguments(given, names)
    if signature.kind is TaskKind.FUNCTION and not signature.takes(frozenset(arguments)):
        raise UserError(
            f"case {number} has the inputs {sorted(arguments)}, but the parameters are {names}",
            hint="name the inputs as the function does, or pass them in order as `args`",
        )
    try:
        inputs = signature.inputs(arguments)
        return TestCase(
            id=str(given.get("id", f"u{number}")),
            name=str(given.get("name", f"case {number}")),
            inputs=inputs,
            expected=_expectation(given, signature, inputs),
            tier=Tier(given.get("tier", tier)),
            requirement=given.get("requirement"),
            source="given by the caller",
        )
    except UserError as error:
        raise UserError(f"case {number}: {error.message}", hint=error.hint) from None
    except ValueError as error:
        raise UserError(f"case {number}: {error}", hint=_FORM) from None


def _expectation(given: Mapping[str, Any], signature: Signature, inputs: Mapping[str, Data]) -> Expectation:
    if "raises" in given:
        stated = {"raises": given["raises"], "message": given.get("message")}
        return Raises.of(stated) or Raises()
    if "expected" not in given:
        raise UserError("it has neither `expected` nor `raises`", hint=_FORM)
    expected = given["expected"]
    if (error := Raises.of(expected)) is not None:
        return error  # as a result writes it
    return Returns(value=signature.expected(expected, inputs))


def _returns(given: Mapping[str, Any]) -> bool:
    """Return whether the case expects a value, and not an error, which `{"raises": ...}` as its value stands for."""
    expected = given.get("expected")
    is_error = isinstance(expected, Mapping) and set(expected) == {"raises"}
    return "expected" in given and "raises" not in given and not is_error


def _arguments(given: GivenCase, names: Sequence[str]) -> dict[str, Any]:
    if isinstance(given, TestCase):
        return dict(given.inputs)
    if not isinstance(given, Mapping):
        raise UserError(f"a case is {type(given).__name__}, not an object", hint=_FORM)
    if "args" in given:
        if not isinstance(given["args"], list | tuple):
            raise UserError("the `args` of a case are not a list", hint=_FORM)
        values = list(given["args"])
        known = list(names) if len(names) == len(values) else [f"p{place}" for place in range(1, len(values) + 1)]
        return dict(zip(known, values, strict=True))
    if "input" not in given:
        raise UserError("a case has neither `input` nor `args`", hint=_FORM)
    value = given["input"]
    if isinstance(value, Mapping) and all(isinstance(name, str) and is_identifier(name) for name in value):
        single = len(names) == 1 and set(value) != set(names)
        return {names[0]: dict(value)} if single else dict(value)
    return {names[0] if len(names) == 1 else "p1": value}


def _known(found: Type | None) -> Type:
    """Fill in types that no value shows."""
    if found is None:
        return ANY
    return found


def _together(values: Sequence[Any]) -> Type | None:
    """Return the narrowest type of all values; None if they show none."""
    found: Type | None = None
    for value in values:
        found = _union(found, _type(value))
    return found


def _type(value: Any) -> Type | None:
    for kind, name in ((bool, "bool"), (int, "int"), (float, "float"), (str, "str")):
        if isinstance(value, kind):
            return Type.parse(name)
    if value is None:
        return Type("optional", ANY)
    if isinstance(value, list | tuple):
        return Type("list", _known(_together(value)))
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return Type("map", Type("str"), _known(_together(list(value.values()))))
    return ANY


def _union(one: Type | None, other: Type | None) -> Type | None:
    if one is None or other is None or one == other:
        return one or other
    for left, right in ((one, other), (other, one)):
        if left.kind == "optional":
            inner = _union(_inside(left), right.args[0] if right.kind == "optional" else right)
            return Type("optional", _known(inner)) if _known(inner).kind != "any" else ANY
    if {one.kind, other.kind} == {"int", "float"}:
        return Type("float")
    if one.kind == other.kind and one.args:
        merged = [_union(_told(a), _told(b)) for a, b in zip(one.args, other.args, strict=True)]
        return Type(one.kind, *map(_known, merged))
    return ANY


def _inside(optional: Type) -> Type | None:
    return _told(optional.args[0])


def _told(found: Type) -> Type | None:
    """Return None for an unknown type, as that of an empty list's items."""
    return None if found == ANY else found
