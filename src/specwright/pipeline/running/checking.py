"""Run a checker on answers, in the sandbox like any program, and read its decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from specwright.core.errors import UserError
from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.evidence.probe import Probe
from specwright.core.program.data import Data, decode, untag
from specwright.core.program.signature import Signature
from specwright.core.program.types import Type
from specwright.core.run.function_state import FunctionState
from specwright.core.value import canonical
from specwright.core.work.checker import Checker, checker_signature, output_name
from specwright.pipeline.context import RunContext
from specwright.pipeline.running.execute import AnswerCheck
from specwright.pipeline.running.observe import observe
from specwright.ports.language import CallLimits, Program, Toolchain
from specwright.ports.sandbox import Sandbox


def check_of(context: RunContext, function_state: FunctionState) -> AnswerCheck | None:
    """Return what decides about answers of this function; None if only equality does."""
    if function_state.checker is None:
        return None
    limits = CallLimits(
        seconds=context.limits.call_seconds, memory_bytes=context.limits.memory_bytes, seed=context.limits.seed
    )
    return make_check(
        context.sandbox, context.python, function_state.checker, function_state.specification.signature, limits
    )


def make_check(
    sandbox: Sandbox, python: Toolchain, checker: Checker, checked: Signature, limits: CallLimits
) -> AnswerCheck:
    """Return the checker as a function of calls and their outcomes. It raises SandboxUnavailable, and nothing else."""

    async def check(answers: Sequence[tuple[Mapping[str, Data], Outcome]]) -> tuple[bool | None, ...]:
        calls = {
            place: with_output(checked, inputs, outcome.value)
            for place, (inputs, outcome) in enumerate(answers)
            if outcome.ending is Ending.RETURNED and _is_plain(outcome.value)
        }
        program = Program(code=checker.code, signature=checker_signature(checked))
        said = await run_checker(sandbox, python, program, list(calls.values()), limits)
        by_place = dict(zip(calls, map(verdict_of, said), strict=True))
        return tuple(by_place.get(place) for place in range(len(answers)))

    return check


def with_output(checked: Signature, inputs: Mapping[str, Data], output: Data) -> dict[str, Data]:
    """Return the inputs of the checker for one answer, which is read as the declared type."""
    return {**checked.bound(inputs), output_name(checked): _as_declared(output, checked.outcome)}


def _as_declared(data: Data, wanted: Type) -> Data:
    """Return the data with lists and tuples as the type declares them, at every depth."""
    if wanted.kind == "optional":
        return data if data is None else _as_declared(data, wanted.args[0])
    tag, items = ("", data) if isinstance(data, list) else untag(data) if isinstance(data, dict) else ("", None)
    if not isinstance(items, list) or tag not in ("", "$tuple"):
        return data
    types = wanted.args if wanted.kind == "tuple" else wanted.args * len(items) if wanted.kind == "list" else ()
    if len(types) == len(items):
        items = [_as_declared(item, kind) for item, kind in zip(items, types, strict=True)]
    is_tuple = wanted.kind == "tuple" or (tag and wanted.kind != "list")
    return {"$tuple": items} if is_tuple else items


def _is_plain(data: Data) -> bool:
    """Whether a Python program can be given the value: it has no opaque object and nothing was cut."""
    try:
        decode(data)
    except (UserError, TypeError, ValueError):
        return False
    return True


async def run_checker(
    sandbox: Sandbox, python: Toolchain, program: Program, calls: Sequence[Mapping[str, Data]], limits: CallLimits
) -> list[Outcome]:
    """Return what the checker does on each call. Equal calls are made once. Raise SandboxUnavailable."""
    unique = {canonical(dict(call)): call for call in calls}
    if not unique:
        return []
    outcomes = await observe(sandbox, python, program, list(unique.values()), limits=limits)
    found = dict(zip(unique, outcomes, strict=True))
    return [found[canonical(dict(call))] for call in calls]


def verdict_of(outcome: Outcome) -> bool | None:
    """Return the decision of a checker's call; None if it raised, did not end, or returned neither True nor False."""
    said = outcome.value if outcome.ending is Ending.RETURNED else None
    return said if isinstance(said, bool) else None


async def checked_probes(check: AnswerCheck | None, probes: Sequence[Probe]) -> list[Probe]:
    """Return the probes with the checker's decision on every answer. Raise SandboxUnavailable."""
    if check is None:
        return list(probes)
    answers = [(place, who, outcome) for place, probe in enumerate(probes) for who, outcome in probe.outcomes.items()]
    said = await check([(probes[place].inputs, outcome) for place, _, outcome in answers])
    accepted: list[dict[str, bool]] = [{} for _ in probes]
    for (place, who, _), right in zip(answers, said, strict=True):
        if right is not None:
            accepted[place][who] = right
    return [probe.model_copy(update={"accepted": found}) for probe, found in zip(probes, accepted, strict=True)]
