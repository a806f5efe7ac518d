"""Compare a pattern's port to another language with the Python that it was ported from.

The pattern's own tests are the port's tests. Further inputs are made by changing those of the tests; on each that the
Python answers, the port must give the same answer. Cases are language-neutral, so nothing is translated.
Numbers that the language's integers cannot hold are left out: there the port must fail by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from specwright.core.evidence.outcome import Ending, Outcome, passes
from specwright.core.program.data import Data, show
from specwright.core.program.infer import fits
from specwright.core.value import Value
from specwright.core.work.testcase import Raises, Returns, TestCase, Tier
from specwright.judge.probes.inputs import from_known
from specwright.offline.patterns.pattern import Pattern
from specwright.offline.porting import is_holdable
from specwright.pipeline.running.observe import observe
from specwright.ports.language import Program, Toolchain
from specwright.ports.sandbox import Sandbox

MADE: Final = 24
"""Inputs that are made besides those of the pattern's tests."""


class PortReport(Value):
    """What a port was found to do; it holds when there is no objection to it and no failure."""

    pattern: str
    language: str
    compared: int
    """How many inputs it was tried on."""
    objection: str | None
    """Why the text cannot be the program, seen without running it."""
    failures: tuple[str, ...]
    """Each input on which it differs, with what it gave and what was expected."""

    @property
    def holds(self) -> bool:
        return self.objection is None and not self.failures


async def check_port(
    sandbox: Sandbox, python: Toolchain, toolchain: Toolchain, pattern: Pattern, code: str
) -> PortReport:
    """Compare `code`, in the toolchain's language, with the pattern. Raises SandboxUnavailable."""
    port = Program(code=code, signature=pattern.signature)
    objection = toolchain.objection(port)
    if objection is not None:
        return PortReport(
            pattern=pattern.name, language=toolchain.language, compared=0, objection=objection, failures=()
        )
    cases = [
        case
        for case in (*pattern.cases(), *await _from_python(sandbox, python, pattern))
        if is_holdable(case, toolchain.facts)
    ]
    outcomes = await observe(sandbox, toolchain, port, [case.inputs for case in cases])
    failures = tuple(
        f"{pattern.name}({_shown(case.inputs)}) gave {_told(outcome)}, not {_wanted(case)}"
        for case, outcome in zip(cases, outcomes, strict=True)
        if not _holds(case, outcome, pattern, toolchain)
    )
    return PortReport(
        pattern=pattern.name, language=toolchain.language, compared=len(cases), objection=None, failures=failures
    )


async def _from_python(sandbox: Sandbox, python: Toolchain, pattern: Pattern) -> tuple[TestCase, ...]:
    """Further cases, whose expected values are what the Python gives; where it gives nothing there is no case.

    Inputs of other types than the signature's are left out: a language with types takes none.
    """
    types = {param.name: param.type for param in pattern.signature.params}
    made = from_known([case.inputs for case in pattern.cases()], 0, MADE)
    inputs = [given for given in made if all(fits(value, types[name]) for name, value in given.items())]
    original = Program(code=pattern.code["python"], signature=pattern.signature)
    outcomes = await observe(sandbox, python, original, inputs)
    return tuple(
        TestCase(
            id=f"made-{number}",
            name=f"made {number}",
            inputs=given,
            expected=Returns(value=outcome.value),
            tier=Tier.ORACLE,
            source=pattern.origin,
        )
        for number, (given, outcome) in enumerate(zip(inputs, outcomes, strict=True), 1)
        if outcome.ending is Ending.RETURNED
    )


def _holds(case: TestCase, outcome: Outcome, pattern: Pattern, toolchain: Toolchain) -> bool:
    if isinstance(case.expected, Raises) and case.expected.error is not None:
        return outcome.ending is Ending.RAISED and toolchain.is_kind(outcome.error or "", case.expected.error)
    return passes(case, outcome, pattern.signature.returns, pattern.comparison)


def _shown(inputs: Mapping[str, Data]) -> str:
    return ", ".join(show(value, 200) for value in inputs.values())


def _told(outcome: Outcome) -> str:
    return show(outcome.value, 200) if outcome.ending is Ending.RETURNED else f"{outcome.ending.value} {outcome.error}"


def _wanted(case: TestCase) -> str:
    return show(case.expected.value, 200) if isinstance(case.expected, Returns) else f"an error {case.expected.error}"
