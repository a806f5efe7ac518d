"""Patterns of the memory as programs for a problem.

A pattern that a run taught is tried like a classic: its names, types and result are adapted, it must pass every
example, and the words of the problem must be its own. There is one difference: nobody wrote other wordings
for it. So the two problems must have the same telling words in the same order.
"""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import NamedTuple

from specwright.core.memory.entry import EntryStanding, LearnedPattern, MemoryEntry
from specwright.core.program.candidate import Candidate
from specwright.core.program.signature import Signature
from specwright.core.run.function_state import FunctionState
from specwright.core.work.testcase import TestCase
from specwright.offline.candidates import example_pairs, new_candidate, user_cases
from specwright.offline.patterns.account import Uncovered
from specwright.offline.patterns.adapt import adapt
from specwright.offline.patterns.pattern import Pattern, PatternTest
from specwright.offline.patterns.readings import Reading
from specwright.offline.porting import ported
from specwright.offline.rivals import passing
from specwright.offline.same_words import gist, same_words, unpromised
from specwright.pipeline.context import RunContext
from specwright.pipeline.remembering.recall import recalled
from specwright.pipeline.remembering.uses import ORIGIN
from specwright.ports.language import Toolchain


class Remembered(NamedTuple):
    """A pattern of the memory as a program for the asked signature."""

    entry: MemoryEntry
    code: str
    note: str
    left: tuple[Uncovered, ...]
    """What of the words the pattern does not cover."""

    @property
    def origin(self) -> str:
        return f"{ORIGIN}{self.entry.id}"

    @property
    def why_used(self) -> str:
        return f"memory used: {self.entry.id}, the program of run {self.entry.run_id} ({self.note})"

    @property
    def why_held(self) -> str:
        """Why a program that passes every example is kept back."""
        words = ", ".join(word for clause in self.left for word in clause.words)
        return (
            f"a program of run {self.entry.run_id} (memory {self.entry.id}) passes every example, but the two problems "
            f"differ in {words!r}"
        )

    @property
    def as_reading(self) -> Reading:
        """The program as another reading of the problem."""
        return Reading(code=self.code, about=f"whether the program of run {self.entry.run_id} is meant")

    @property
    def is_proven(self) -> bool:
        """Whether its own run is in this store, and all words of the problem are its own."""
        return self.entry.standing is EntryStanding.EARNED and not self.left


def remembered(
    entries: Sequence[MemoryEntry],
    problem: str,
    signature: Signature,
    cases: Sequence[TestCase],
    toolchain: Toolchain,
) -> tuple[Remembered, ...]:
    """Return the programs that the entries give for the signature, those that cover the words first."""
    found = [
        Remembered(entry, code, note, left)
        for entry in entries
        if isinstance(entry.lesson, LearnedPattern) and entry.lesson.language == toolchain.language
        for left in [left_by(entry.lesson, problem, signature)]
        for code, note in _programs(entry.lesson, problem, signature, cases, toolchain)
    ]
    return tuple(sorted(found, key=lambda each: (bool(each.left), each.entry.standing is not EntryStanding.EARNED)))


async def fitting_memory(
    context: RunContext, function_state: FunctionState
) -> tuple[tuple[Remembered, Candidate], ...]:
    """Return the programs of the memory that pass every example, each with its candidate; none without an example.

    Those whose words are the problem's come first. If there are none, the first with other words is the only one.

    Raise SandboxUnavailable.
    """
    if not user_cases(function_state):
        return ()
    specification = function_state.specification
    entries = (await recalled(context)).patterns
    found = remembered(entries, context.task.problem, specification.signature, function_state.cases, context.toolchain)
    made: dict[str, tuple[Remembered, Candidate]] = {}
    for each in found:
        if each.left and made:
            break  # one with the problem's own words fits, so others are not asked for
        candidate = new_candidate(function_state, len(made), each.code, each.origin, context.task.language)
        if candidate.digest not in made and await passing(context, function_state, [candidate]):
            made[candidate.digest] = each, candidate
    return tuple(made.values())


def left_by(lesson: LearnedPattern, problem: str, signature: Signature) -> tuple[Uncovered, ...]:
    """Return the clause that the pattern leaves open: none if both problems have the same telling words in order.

    A promise about the inputs that only the pattern's problem makes is left open too.
    """
    if same_words(problem, signature, lesson.problem, lesson.signature):
        return ()
    asked, known = gist(problem, signature), gist(lesson.problem, lesson.signature)
    missing = unpromised(problem, signature, lesson.problem, lesson.signature)
    other = [*missing] or [word for word in dict.fromkeys((*asked, *known)) if (word in asked) is not (word in known)]
    return (Uncovered(clause=" ".join(problem.split())[:80], words=tuple(other) or asked),)


def _programs(
    lesson: LearnedPattern, problem: str, signature: Signature, cases: Sequence[TestCase], toolchain: Toolchain
) -> list[tuple[str, str]]:
    """Return the programs for the signature, each with how it was adapted."""
    own = [param.name for param in lesson.signature.params]
    if toolchain.language != "python":
        code = ported(_as_pattern(lesson, own), signature, toolchain)
        return [] if code is None else [(code, "renamed")]
    named = _named_by_code(lesson)
    if named is None:
        return []
    pattern = _as_pattern(lesson, named)
    try:
        ways = adapt(pattern, signature, example_pairs(cases), problem)
    except (SyntaxError, ValueError, TypeError, LookupError, RecursionError):
        return []  # code that cannot be adapted is no reason to end a run
    # Parameters of one type have several orders; the same names in the same order leave one.
    same = [param.name for param in signature.params] == [param.name for param in lesson.signature.params]
    return [(way.code, way.note) for way in ways if not same or way.note == "renamed"] or [
        (way.code, way.note) for way in ways
    ]


def _named_by_code(lesson: LearnedPattern) -> list[str] | None:
    """Return how Python code names its parameters, which need not be as the specification names them.

    Return None for code that cannot be adapted: without such a function, or with other kinds of parameters.
    """
    try:
        tree = ast.parse(lesson.code)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    found = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == lesson.signature.name]
    if len(found) != 1:
        return None
    args = found[0].args
    if args.posonlyargs or args.kwonlyargs or args.vararg or args.kwarg:
        return None
    return [arg.arg for arg in args.args] if len(args.args) == len(lesson.signature.params) else None


def _as_pattern(lesson: LearnedPattern, named: Sequence[str]) -> Pattern:
    """Return the lesson as a pattern whose parameters have these names."""
    names = [param.name for param in lesson.signature.params]
    params = [
        param.model_copy(update={"name": name}) for param, name in zip(lesson.signature.params, named, strict=True)
    ]
    return Pattern(
        name=lesson.signature.name,
        topic="memory",
        description="",
        wordings=(),
        signature=lesson.signature.model_copy(update={"params": tuple(params)}),
        tests=tuple(
            PatternTest(args=tuple(test.inputs[name] for name in names), expected=test.expected)
            for test in lesson.tests
        ),
        time="",
        space="",
        comparison=lesson.comparison,
        code={lesson.language: lesson.code},
    )
