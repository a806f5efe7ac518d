"""The cases of one problem in the forms in which data sets hold them, and the signature that they imply.

[{"input": {"x": 1}, "expected": 2}, ...]                             our own
{"entry_point": "f", "cases": [...]}                                  the same, with the function's name
[{"stdin": "1 2\\n", "expected": "3\\n"}, ...]                          programs
{"inputs": ["1 2\\n"], "outputs": ["3\\n"]}                             programs, as in APPS and verl's data
{"fn_name": "f", "inputs": [[1, 2]], "outputs": [[3]]}                functions, as there
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.evidence.outcome import Outcome, passes
from specwright.core.program.equality import Comparison
from specwright.core.program.signature import Signature, program_signature
from specwright.core.program.texts import TextComparison
from specwright.core.program.types import ANY
from specwright.core.program.untrusted import parse_untrusted
from specwright.core.value import Value
from specwright.core.work.given import infer_signature, read_cases
from specwright.core.work.testcase import TestCase

DEFAULT_ENTRY_POINT: Final = "run_code"
TOLERANCE: Final = 1e-9
"""Of fractions, if nothing else is stated."""
_FORM: Final = (
    'write a list of cases, {"entry_point": ..., "cases": [...]} or {"fn_name": ..., "inputs": ..., "outputs": ...}'
)
_FIELDS: Final = frozenset({"entry_point", "cases", "fn_name", "inputs", "outputs"})


class CaseSet(Value):
    """What programs are held to: a signature, cases with their answers, and how answers are compared."""

    signature: Signature
    cases: tuple[TestCase, ...]
    also: tuple[TestCase | None, ...] = ()
    """For each case a second right answer, if the data leaves open which is meant; empty if there are none."""
    comparison: Comparison = Comparison(tolerance=TOLERANCE)

    def with_parameters(self, names: Sequence[str]) -> CaseSet:
        """Return it with the parameters in the order in which a program declares them, if they are the same."""
        params = {param.name: param for param in self.signature.params}
        if tuple(names) == tuple(params) or set(names) != set(params) or len(names) != len(params):
            return self
        ordered = tuple(params[name] for name in names)
        return self.model_copy(update={"signature": self.signature.model_copy(update={"params": ordered})})

    @property
    def named(self) -> bool:
        """Whether the order of the parameters is open, because the cases name their inputs."""
        return len(self.signature.params) > 1 and self.signature.params[0].name != "p1"

    def passed(self, told: Sequence[TestCase], outcomes: Sequence[Outcome]) -> tuple[bool, ...]:
        """Return for each case whether the outcome is right. `told` are the cases in the language's own words."""
        returns, comparison = self.signature.returns, self.comparison
        first = [passes(case, outcome, returns, comparison) for case, outcome in zip(told, outcomes, strict=True)]
        second = self.also or (None,) * len(first)
        return tuple(
            right or (case is not None and passes(case, outcome, returns, comparison))
            for right, case, outcome in zip(first, second, outcomes, strict=True)
        )


def read_case_set(given: Any, *, entry_point: str = DEFAULT_ENTRY_POINT) -> CaseSet:
    """Return the cases of one problem, in any of the forms above or as the JSON text of one. Raise UserError."""
    if isinstance(given, str | bytes):
        given = _decoded(given)
    if isinstance(given, CaseSet):
        return given
    if isinstance(given, Sequence):
        return _own(given, entry_point)
    if not isinstance(given, Mapping):
        raise UserError(f"the cases are {type(given).__name__}, neither a list nor an object", hint=_FORM)
    if unknown := given.keys() - _FIELDS:
        raise UserError(f"cases have no {', '.join(map(repr, sorted(map(str, unknown))))}", hint=_FORM)
    name = given.get("fn_name") or given.get("entry_point") or entry_point
    if "cases" in given:
        cases = given["cases"]
        return _own(_decoded(cases) if isinstance(cases, str | bytes) else cases, str(name))
    if not (isinstance(given.get("inputs"), Sequence) and isinstance(given.get("outputs"), Sequence)):
        raise UserError("the cases have neither `cases` nor lists `inputs` and `outputs`", hint=_FORM)
    inputs, outputs = list(given["inputs"]), list(given["outputs"])
    if len(inputs) != len(outputs):
        raise UserError(
            f"there are {len(inputs)} `inputs` and {len(outputs)} `outputs`", hint="each input has one output"
        )
    return _functions(str(name), inputs, outputs) if given.get("fn_name") else _programs(inputs, outputs)


def _own(cases: Any, entry_point: str) -> CaseSet:
    if not isinstance(cases, Sequence) or not cases:
        raise UserError("there is no case", hint=_FORM)
    if all(isinstance(case, Mapping) and "stdin" in case for case in cases):
        return _of_programs([{"input": {"stdin": case["stdin"]}, **_answer(case)} for case in cases])
    signature = infer_signature(cases, entry_point)
    loose = Comparison(tolerance=TOLERANCE if signature.returns.mentions("float") else None)
    return CaseSet(signature=signature, cases=read_cases(cases, signature), comparison=loose)


def _answer(case: Mapping[str, Any]) -> dict[str, Any]:
    return {key: case[key] for key in ("expected", "id", "name") if key in case}


def _programs(inputs: list[Any], outputs: list[Any]) -> CaseSet:
    texts = zip(map(_text, inputs), map(_text, outputs), strict=True)
    return _of_programs([{"input": {"stdin": given}, "expected": printed} for given, printed in texts])


def _of_programs(cases: list[Any]) -> CaseSet:
    signature = program_signature()
    if not cases:
        raise UserError("there is no case", hint=_FORM)
    lines = Comparison(text=TextComparison.LINES)
    return CaseSet(signature=signature, cases=read_cases(cases, signature), comparison=lines)


def _functions(name: str, inputs: list[Any], outputs: list[Any]) -> CaseSet:
    """Return cases whose answers may stand in a list of their own: both readings are right, as in APPS."""
    arguments = [_arguments(given) for given in inputs]
    written = all(isinstance(given, str) for given in inputs)  # arguments and answers are then JSON texts
    answers = [_json(answer) if written else answer for answer in outputs]
    given = [{"args": args, "expected": answer} for args, answer in zip(arguments, answers, strict=True)]
    signature = infer_signature(given, name).model_copy(update={"returns": ANY})
    wrapped = [
        {**case, "expected": case["expected"][0]} if isinstance(case["expected"], list) and case["expected"] else None
        for case in given
    ]
    also = tuple(None if case is None else read_cases([case], signature)[0] for case in wrapped)
    return CaseSet(signature=signature, cases=read_cases(given, signature), also=also if any(also) else ())


def _arguments(given: Any) -> list[Any]:
    """Return the arguments of a call: a list, or a text with one argument in JSON on each line."""
    if isinstance(given, str):
        return [_json(line) for line in given.splitlines() if line.strip()]
    return list(given) if isinstance(given, Sequence) else [given]


def _json(value: Any) -> Any:
    """Return the value of a JSON text; a text that is none, and any other value, as it is."""
    if not isinstance(value, str):
        return value
    try:
        return parse_untrusted(value.encode("utf-8", "surrogatepass"))
    except ValueError:
        return value


def _text(value: Any) -> Any:
    """Return the text that is meant: some data sets have one line to an item."""
    return "\n".join(map(str, value)) if isinstance(value, list) else value


def _decoded(cases: str | bytes) -> Any:
    text = cases.encode("utf-8", "surrogatepass") if isinstance(cases, str) else cases
    try:
        return parse_untrusted(text)
    except ValueError as error:
        raise UserError(f"the cases are no JSON: {error}") from None
