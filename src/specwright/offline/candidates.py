"""Candidates that no large model wrote, and the examples that they must pass."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from specwright.core.program.candidate import Candidate
from specwright.core.program.equality import EXACT
from specwright.core.run.function_state import FunctionState
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.offline.patterns.docstrings import documented
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.code import next_number
from specwright.ports.language import Program


def user_cases(function_state: FunctionState) -> tuple[TestCase, ...]:
    """Return the cases of the user's examples."""
    return tuple(case for case in function_state.cases if case.tier is Tier.USER)


def example_pairs(cases: Sequence[TestCase]) -> list[tuple[dict[str, object], object]]:
    """Return inputs and value of each of the user's examples that states a value."""
    return [
        (dict(case.inputs), case.expected.value)
        for case in cases
        if case.tier is Tier.USER and isinstance(case.expected, Returns)
    ]


def documented_candidate(function_state: FunctionState, place: int, code: str, origin: str) -> Candidate:
    """Return a candidate that no model wrote. Its docstring states the problem and the user's examples."""
    specification = function_state.specification
    examples = example_pairs(function_state.cases) if specification.comparison == EXACT else []
    code = documented(code, specification.signature.name, specification.summary, examples)
    return new_candidate(function_state, place, code, origin)


def new_candidate(
    function_state: FunctionState, place: int, code: str, origin: str, language: str = "python"
) -> Candidate:
    """Return the code as the candidate that comes `place` places after those of the state."""
    number = next_number(function_state.candidates) + place
    return Candidate(id=f"c{number}", code=code, language=language, origin=origin, round=function_state.round)


def is_usable(context: RunContext, function_state: FunctionState, candidate: Candidate) -> bool:
    """Return whether the toolchain can read the code, and the code does more than repeat an example."""
    wanted = Program(code=candidate.code, signature=function_state.specification.signature)
    return context.toolchain.objection(wanted) is None and not _returns_a_constant(candidate.code)


def _returns_a_constant(code: str) -> bool:
    """Return whether every function does no more than return one fixed value."""
    functions = [node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.FunctionDef)]
    bodies = [
        [part for part in function.body if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))]
        for function in functions
    ]
    return bool(bodies) and all(
        len(body) == 1
        and isinstance(body[0], ast.Return)
        and not any(isinstance(node, ast.Name) for node in ast.walk(body[0]))
        for body in bodies
    )
