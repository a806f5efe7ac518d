"""Asks the reference, as a simulated user, what the judge's next question is about, and judges again."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Final

from benchmarks.questions_observe import Asked
from specwright.core.evidence.outcome import Ending
from specwright.core.evidence.ruling import Verdict
from specwright.core.program.data import Data
from specwright.core.program.equality import Comparison, equal
from specwright.core.value import canonical
from specwright.core.work.question import ANSWERED, Expected, Indifferent, NotSure, UserAnswer, UserQuestion
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.judge.blame import Findings
from specwright.judge.controls import trivial_answers
from specwright.judge.evidence import Claim, Evidence
from specwright.judge.questions import next_question
from specwright.judge.ranking.columns import column
from specwright.judge.ranking.richness import bits
from specwright.judge.verdict import findings, judge

SURE: Final = "knows"


@dataclass(frozen=True)
class User:
    """How a simulated user answers: from the reference, but for a share of questions not, or wrongly."""

    name: str = SURE
    unsure: float = 0.0
    wrong: float = 0.0

    def answer(self, asked: Asked, at: int, question: UserQuestion, rng: random.Random) -> UserAnswer:
        """Return the answer about input `at`. What the reference fails on does not matter to this user."""
        truth = asked.reference[at]
        if rng.random() < self.unsure:
            return NotSure()
        if truth.ending is not Ending.RETURNED:
            return Indifferent()
        others = [
            choice.expected
            for choice in question.choices
            if isinstance(choice.expected, Returns) and not same(truth.value, choice.expected.value)
        ]
        if others and rng.random() < self.wrong:
            return Expected(expected=rng.choice(others))
        return Expected(expected=Returns(value=truth.value))


@dataclass(frozen=True)
class Step:
    """What the judge makes of one problem after so many questions."""

    verdict: Verdict
    found: Findings
    question: UserQuestion | None = None
    """The question that was asked last."""
    answer: UserAnswer | None = None


def interview(asked: Asked, questions: int, user: User, seed: int = 0) -> list[Step]:
    """Return the judge's verdict after each number of questions from none on."""
    rng = random.Random(f"{seed} {user.name} {asked.observed.problem.id}")
    evidence = asked.observed.evidence
    places = {canonical(dict(inputs)): at for at, inputs in enumerate(asked.inputs)}
    answered = _given(asked)
    had: list[dict[str, Data]] = []
    steps = [Step(judge(evidence), findings(evidence))]
    for _ in range(questions):
        verdict = steps[-1].verdict
        question = next_question("f", asked.tried(evidence), verdict, answered=answered, asked=had)
        if question is None:
            steps.append(Step(verdict, steps[-1].found))
            continue
        at = places[canonical(question.inputs)]
        answer = user.answer(asked, at, question, rng)
        had.append(question.inputs)
        if isinstance(answer, Expected) and isinstance(answer.expected, Returns):
            case = _case(question, answer.expected, len(had))
            answered.append(case)
            evidence = _with_answer(evidence, asked, at, case)
        elif isinstance(answer, Indifferent):
            evidence = _without(evidence, asked, at)
        steps.append(Step(judge(evidence), findings(evidence), question, answer))
    return steps


def same(one: Data, other: Data) -> bool:
    """Return whether a person takes the values for the same: they do not see the last digits of a float."""
    return equal(one, other, comparison=Comparison(tolerance=1e-9))


def _given(asked: Asked) -> list[TestCase]:
    """Return the examples in the problem's text, which are not asked about again."""
    columns = asked.observed.evidence.columns
    shown = {columns[claim.column].id for claim in asked.observed.evidence.claims if claim.tier is Tier.USER}
    return [
        TestCase(id=f"u{at}", name="", inputs=dict(inputs), expected=Returns(value=None), tier=Tier.USER, source="")
        for at, inputs in enumerate(asked.inputs)
        if canonical(list(inputs.values())) in shown
    ]


def _case(question: UserQuestion, expected: Returns, number: int) -> TestCase:
    inputs = question.inputs
    return TestCase(id=f"a{number}", name="", inputs=inputs, expected=expected, tier=Tier.USER, source=ANSWERED)


def _place(evidence: Evidence, asked: Asked, at: int) -> int | None:
    key = canonical(list(asked.inputs[at].values()))
    return next((place for place, found in enumerate(evidence.columns) if found.id == key), None)


def _with_answer(evidence: Evidence, asked: Asked, at: int, case: TestCase) -> Evidence:
    """Return the evidence with the user's answer as a claim of the user's tier."""
    assert isinstance(case.expected, Returns)
    columns, place, value = list(evidence.columns), _place(evidence, asked, at), case.expected.value
    arguments = list(asked.inputs[at].values())
    if place is None:
        key, returns = canonical(arguments), asked.observed.problem.signature.returns
        columns.append(column(key, key, list(asked.outcomes[at]), generated=True, returns=returns))
        place = len(columns) - 1
    held = tuple(done.ending is Ending.RETURNED and same(value, done.value) for done in asked.outcomes[at])
    claim = Claim(
        id=case.id,
        column=place,
        tier=Tier.USER,
        holds=held,
        expected=canonical(value),
        bits=bits(value),
        passed_by=trivial_answers({str(n): one for n, one in enumerate(arguments)}, value),
        answered=True,
    )
    return evidence.model_copy(update={"columns": tuple(columns), "claims": (*evidence.claims, claim)})


def _without(evidence: Evidence, asked: Asked, at: int) -> Evidence:
    """Return the evidence without an input that does not matter to the user, unless a test speaks of it."""
    place = _place(evidence, asked, at)
    if place is None or any(claim.column == place for claim in evidence.claims):
        return evidence
    columns = tuple(found for number, found in enumerate(evidence.columns) if number != place)
    claims = tuple(
        claim.model_copy(update={"column": claim.column - (claim.column > place)}) for claim in evidence.claims
    )
    return evidence.model_copy(update={"columns": columns, "claims": claims})
