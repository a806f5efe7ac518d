"""Runs recorded programs in the sandbox, on the inputs of the tests and on inputs of our own."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from benchmarks.judge_cache import OutcomeCache, Rows
from benchmarks.judge_pools import Problem
from specwright.core.errors import UserError
from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.data import Data, encode
from specwright.core.program.equality import equal
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import ANY
from specwright.core.value import canonical
from specwright.core.work.example import lift_examples
from specwright.core.work.testcase import Returns, Tier
from specwright.judge.controls import ALWAYS, trivial_answers
from specwright.judge.evidence import Behaviour, Claim, Column, Contender, Evidence
from specwright.judge.probes.inputs import distinguishing
from specwright.judge.ranking.columns import column
from specwright.judge.ranking.richness import bits
from specwright.pipeline.running.observe import observe_many
from specwright.ports.language import CallLimits, Program, Toolchain
from specwright.ports.sandbox import Sandbox

PROBES: Final = 48
SEED: Final = 20240229
LIMITS: Final = CallLimits(seconds=1.0, memory_bytes=256 * 1024 * 1024)
_PATIENCE: Final = 2

# The recorded asserts that are no plain `f(...) == literal` are run as they stand, beside the function itself.
_ENTRY: Final = "specwright_observed"
_DISPATCH: Final = f"""

def {_ENTRY}(check, arguments):
    if check is None:
        return {{name}}(*arguments)
    exec(check, globals())
    return True
"""
_SIGNATURE: Final = Signature(
    name=_ENTRY, params=(Parameter(name="check", type=ANY), Parameter(name="arguments", type=ANY)), returns=ANY
)


@dataclass
class Plan:
    """What is to be run for one problem, and what each test says about it."""

    calls: dict[str, list[Data]] = field(default_factory=dict)
    """Argument lists by their canonical text; the first `asked` were written by somebody."""
    asked: int = 0
    checks: list[str] = field(default_factory=list)
    values: dict[int, tuple[str, Data]] = field(default_factory=dict)
    """For tests of the plain form: which call, and the value expected."""
    opaque: dict[int, int] = field(default_factory=dict)
    """For all others: which check."""
    examples: list[tuple[str, Data]] = field(default_factory=list)

    def add(self, arguments: list[Data]) -> str:
        key = canonical(arguments)
        self.calls.setdefault(key, arguments)
        return key


@dataclass(frozen=True)
class Observed:
    """The evidence on one problem; `claims[i]` is the place of test i among the claims, None where it is no test."""

    problem: Problem
    evidence: Evidence
    claims: tuple[int | None, ...]
    executions: int = 0
    cpu_seconds: float = 0.0


def plan(problem: Problem, *, simulate_user: bool = False) -> Plan:
    """Return what to run. With `simulate_user` a task without examples gets the first hidden assertion as one."""
    made = Plan()
    name = problem.signature.name
    for at, test in enumerate(problem.tests):
        read = plain(test.text, name)
        if read is not None:
            made.values[at] = (made.add(read[0]), read[1])
        else:
            made.opaque[at] = len(made.checks)
            made.checks.append(test.text)
            for arguments in _calls_in(test.text, name):
                made.add(arguments)
    for arguments, value in examples_of(problem):
        made.examples.append((made.add(arguments), value))
    truth = plain(problem.hidden[0], name) if problem.hidden else None
    if simulate_user and not made.examples and truth is not None:
        made.examples.append((made.add(truth[0]), truth[1]))
    made.asked = len(made.calls)
    for arguments in _probes(problem, list(made.calls.values())):
        made.add(arguments)
    return made


def examples_of(problem: Problem) -> list[tuple[list[Data], Data]]:
    """Return the examples of the prompt that fit the signature, read and bound as a run does it."""
    found = []
    for example in lift_examples(problem.prompt, problem.signature.name):
        try:
            inputs = example.bind(problem.signature)
        except UserError:
            continue
        if isinstance(example.expected, Returns) and len(inputs) == len(problem.signature.params):
            found.append(([inputs[param.name] for param in problem.signature.params], example.expected.value))
    return found


def _probes(problem: Problem, known: list[list[Data]]) -> list[list[Data]]:
    names = [param.name for param in problem.signature.params]
    fitting = [dict(zip(names, call, strict=True)) for call in known if len(call) == len(names)]
    return [[call[name] for name in names] for call in distinguishing(problem.signature, fitting, SEED, PROBES)]


def plain(text: str, name: str) -> tuple[list[Data], Data] | None:
    """The arguments and the expected value of `assert f(...) == literal`, either way round."""
    try:
        [statement] = ast.parse(text).body
    except (SyntaxError, ValueError):
        return None
    test = statement.test if isinstance(statement, ast.Assert) else None
    if not isinstance(test, ast.Compare) or len(test.ops) != 1 or not isinstance(test.ops[0], ast.Eq):
        return None
    for call, value in ((test.left, test.comparators[0]), (test.comparators[0], test.left)):
        arguments = _arguments(call, name)
        if arguments is not None:
            try:
                return arguments, encode(ast.literal_eval(value))
            except (ValueError, TypeError, UserError, SyntaxError, RecursionError):
                return None
    return None


def _arguments(node: ast.AST, name: str) -> list[Data] | None:
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name):
        return None
    if node.keywords:
        return None
    try:
        return [encode(ast.literal_eval(argument)) for argument in node.args]
    except (ValueError, TypeError, UserError, SyntaxError, RecursionError):
        return None


def _calls_in(text: str, name: str) -> list[list[Data]]:
    try:
        nodes = list(ast.walk(ast.parse(text)))
    except (SyntaxError, ValueError):
        return []
    return [arguments for node in nodes if (arguments := _arguments(node, name)) is not None]


async def observe_problem(
    sandbox: Sandbox,
    toolchain: Toolchain,
    problem: Problem,
    cache: OutcomeCache | None = None,
    *,
    simulate_user: bool = False,
) -> Observed:
    """Run every program of the problem on every input. With `cache`, outcomes that were recorded are not run again."""
    made = plan(problem, simulate_user=simulate_user)
    calls = [as_input(arguments) for arguments in made.calls.values()]
    inputs: list[dict[str, Data]] = [*calls, *({"check": text, "arguments": None} for text in made.checks)]
    codes = [entry.code for entry in problem.entries]
    outcomes = await outcomes_of(sandbox, toolchain, codes, inputs, name=problem.signature.name, cache=cache)
    evidence, claims = evidence_of(problem, made, outcomes)
    return Observed(
        problem,
        evidence,
        claims,
        executions=len(inputs) * len(outcomes),
        cpu_seconds=sum(outcome.cpu_seconds for row in outcomes for outcome in row),
    )


def as_input(arguments: list[Data]) -> dict[str, Data]:
    """Return one call as the input of a program that is run."""
    return {"check": None, "arguments": {"$tuple": arguments}}


async def outcomes_of(
    sandbox: Sandbox,
    toolchain: Toolchain,
    codes: Sequence[str],
    inputs: Sequence[dict[str, Data]],
    *,
    name: str,
    cache: OutcomeCache | None = None,
) -> Rows:
    """Return what each of the programs does on each input, from the cache if it was recorded."""
    dispatch = _DISPATCH.format(name=name)
    programs = [Program(code=code + dispatch, signature=_SIGNATURE) for code in codes]
    outcomes = cache.read(programs, inputs) if cache else None
    if outcomes is None:
        outcomes = await observe_many(sandbox, toolchain, programs, inputs, limits=LIMITS, patience=_PATIENCE)
        if cache:
            cache.write(programs, inputs, outcomes)
    return outcomes


def contenders(problem: Problem) -> tuple[Contender, ...]:
    return tuple(
        Contender(id=f"p{at:03}", copies=entry.copies, authors=entry.authors)
        for at, entry in enumerate(problem.entries)
    )


def evidence_of(
    problem: Problem, made: Plan, outcomes: Sequence[tuple[Outcome, ...]]
) -> tuple[Evidence, tuple[int | None, ...]]:
    columns: list[Column] = []
    for at, key in enumerate(made.calls):
        cells = [row[at] for row in outcomes]
        columns.append(column(key, key, cells, generated=at >= made.asked, returns=problem.signature.returns))
    claims: list[Claim] = []
    where: list[int | None] = []
    for at, test in enumerate(problem.tests):
        where.append(len(claims))
        if at in made.values:
            key, wanted = made.values[at]
            claims.append(_value_claim(f"t{at}", made, key, wanted, outcomes, copies=test.copies))
            continue
        cells = [row[len(made.calls) + made.opaque[at]] for row in outcomes]
        if all(_cannot_be_read(outcome) for outcome in cells):
            where[-1] = None
            continue
        columns.append(check_column(f"check {at}", [_held(outcome) for outcome in cells]))
        claims.append(check_claim(f"t{at}", len(columns) - 1, [_held(outcome) for outcome in cells], test.copies))
    for number, (key, wanted) in enumerate(made.examples):
        claims.append(_value_claim(f"u{number}", made, key, wanted, outcomes, tier=Tier.USER))
    controls = tuple(sorted({*ALWAYS, *(name for claim in claims for name in claim.passed_by)}))
    evidence = Evidence(contenders=contenders(problem), columns=tuple(columns), claims=tuple(claims), controls=controls)
    return evidence, tuple(where)


def _value_claim(
    name: str,
    made: Plan,
    key: str,
    wanted: Data,
    outcomes: Sequence[tuple[Outcome, ...]],
    *,
    tier: Tier = Tier.GUESS,
    copies: int = 1,
) -> Claim:
    place = list(made.calls).index(key)
    arguments = {str(at): value for at, value in enumerate(made.calls[key])}
    cells = [row[place] for row in outcomes]
    holds = tuple(cell.ending is Ending.RETURNED and equal(wanted, cell.value) for cell in cells)
    return Claim(
        id=name,
        column=place,
        tier=tier,
        holds=holds,
        copies=copies,
        expected=canonical(wanted),
        bits=bits(wanted),
        passed_by=trivial_answers(arguments, wanted),
    )


def check_column(name: str, held: list[bool]) -> Column:
    kinds = (Behaviour(key="fails"), Behaviour(key="holds"))
    return Column(id=name, behaviours=kinds, cells=tuple(map(int, held)), opaque=True)


def check_claim(name: str, place: int, held: list[bool], copies: int) -> Claim:
    return Claim(id=name, column=place, holds=tuple(held), copies=copies, expected="holds")


def _held(outcome: Outcome) -> bool:
    return outcome.ending is Ending.RETURNED


def _cannot_be_read(outcome: Outcome) -> bool:
    """The assert never came to compare anything: it is incomplete, or names what nobody defines."""
    unreadable = outcome.ending is Ending.RAISED and outcome.error in ("NameError", "SyntaxError", "IndentationError")
    return unreadable or outcome.ending is Ending.NOT_LOADED


def stored(problem: Problem) -> Observed:
    """The evidence that the recorded letters make: pass, fail, or no answer; what came out is not known."""
    columns: list[Column] = []
    claims: list[Claim] = []
    where: list[int | None] = []
    for at, test in enumerate(problem.tests):
        letters = [entry.letters[at] for entry in problem.entries]
        if all(letter.upper() in "NS" for letter in letters):
            where.append(None)
            continue
        where.append(len(claims))
        kinds = (Behaviour(key="fails"), Behaviour(key="holds"), Behaviour(key="no answer", empty=True))
        cells = tuple({"A": 0, "P": 1}.get(letter, 2) for letter in letters)
        columns.append(Column(id=f"check {at}", behaviours=kinds, cells=cells))
        claim = check_claim(f"t{at}", len(columns) - 1, [letter == "P" for letter in letters], test.copies)
        read = plain(test.text, problem.signature.name)
        claims.append(claim.model_copy(update={"bits": bits(read[1])}) if read else claim)
    evidence = Evidence(contenders=contenders(problem), columns=tuple(columns), claims=tuple(claims))
    return Observed(problem, evidence, tuple(where))
