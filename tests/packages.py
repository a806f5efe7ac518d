"""The record of a run that made a package, told by hand: everything that such a run can tell."""

from __future__ import annotations

from typing import Any

from specwright.core.evidence.finding import Check, CheckKind, Finding, Severity
from specwright.core.evidence.native import Coverage, FileCoverage, NativeEnding, NativeReport, NativeTest
from specwright.core.evidence.outcome import CaseResult, Ending, Execution, Outcome
from specwright.core.evidence.quality import WEIGHTS, Gate, Input, Quality, ScorePart
from specwright.core.evidence.ruling import Blame, Decision, Ruling, Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.program.package import Item, ItemKind, Package
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.run.events import (
    CandidateWritten,
    Effect,
    Executed,
    Graded,
    Inspected,
    Measured,
    Note,
    Packaged,
    Planned,
    Quarantined,
    Revised,
    Ruled,
    RunEnded,
    RunLimits,
    RunStarted,
    ScenariosWritten,
    StageEntered,
    Tested,
    TestsWritten,
    Told,
)
from specwright.core.run.result import (
    Phase,
    RequirementRow,
    Result,
    RevisedTest,
    Revision,
    ScenarioReport,
    Spending,
    State,
    TestTotals,
    report,
)
from specwright.core.work.blueprint import Blueprint, Checked, Constraint
from specwright.core.work.performance import Bound, BoundResult, BoundVerdict, CostSample, Growth, Optimization
from specwright.core.work.scenario import FlakyTest, RevisedScenario, Scenario
from specwright.core.work.task import Category, Requirement, Story, Task
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.delivery.record import Record
from specwright.pipeline.recording.event_text import write_event
from specwright.ports.store import StoredEntry

CODE = '''"""Words and their counts."""


def count_words(text: str) -> int:
    """Return how many words the text has.

    >>> count_words("one two")
    2
    """
    if not text:
        return 0
    return len(text.split())
'''
TEST = """from words import count_words


def test_two():
    assert count_words("a b") == 2
"""
BEFORE = CODE.replace("len(text.split())", "len(text.split(' '))")
SIGNATURE = Signature(name="count_words", params=(Parameter(name="text", type=Type("str")),), returns=Type("int"))
REQUIREMENTS = (
    Requirement(id="R1", text="Count the words of a text."),
    Requirement(id="R2", text="An empty text has none.", category=Category.EDGE_CASE),
    Requirement(id="R3", text="Handle a million characters in a second.", category=Category.PERFORMANCE),
    Requirement(id="R4", text="Never raise.", category=Category.ERROR_HANDLING),
)
PACKAGE = Package(
    name="words",
    summary="Counts words.",
    surface=(Item(kind=ItemKind.FUNCTION, name="count_words", summary="Counts.", signature=SIGNATURE),),
    sources={"src/words/__init__.py": CODE},
    tests={"tests/test_words.py": TEST},
    documents={"README.md": "# words\n\nCounts words.\n"},
)


def _case(number: int, text: str, count: int, requirement: str, **more: Any) -> TestCase:
    given: dict[str, Any] = {"tier": Tier.GUESS, "source": "written from the specification", **more}
    return TestCase(
        id=f"t{number}",
        name=f"case {number}",
        inputs={"text": text},
        expected=Returns(value=count),
        requirement=requirement,
        function="count_words",
        **given,
    )


CASES = (
    _case(1, "a b", 2, "R1", tier=Tier.USER, source="count_words('a b') == 2"),
    _case(2, "", 0, "R2"),
    _case(3, "a  b", 3, "R1", held_out=True),
)
MENDED = CASES[2].model_copy(update={"expected": Returns(value=2)})
RULING = Ruling(candidate_id="c1", case_id="t3", blame=Blame.TEST, probability=0.97, evidence="two words are two")
BUG = Ruling(candidate_id="c1", case_id="t3", blame=Blame.CODE, probability=0.93, evidence="it counts gaps")
SCENARIO = Scenario(
    id="s1", name="whole_story", kind="integration", requirements=("R1",), text="def test_it():\n    pass\n"
)
NATIVE = NativeReport(
    tests=(
        NativeTest(id="tests/test_words.py::test_two", ending=NativeEnding.PASSED),
        NativeTest(id="tests/test_whole_story.py::test_it", ending=NativeEnding.PASSED),
    ),
    coverage=Coverage(
        tool="coverage 7.11.0",
        files=(
            FileCoverage(
                path="src/words/__init__.py", lines={1: 1, 4: 1, 10: 2, 11: 0, 12: 2}, branches=2, branches_taken=1
            ),
        ),
    ),
    tools={"pytest": "9.0.1"},
)
LINT = Finding(
    tool="ruff 0.14.4",
    code="D100",
    severity=Severity.WARNING,
    message="Missing docstring",
    path="src/words/__init__.py",
    line=1,
)
CHECKS = (
    Check(kind=CheckKind.LINT, tool="ruff 0.14.4", findings=(LINT,)),
    Check(kind=CheckKind.COMPLEXITY, tool="lizard 1.17", measured={"count_words": 2.0}),
)
QUALITY = Quality(
    score=0.875,
    inputs=tuple(
        Input(
            part=part,
            name=f"input of {part.value}",
            measured="80 % of lines",
            tool="coverage 7.11.0",
            value=None if part is ScorePart.PERFORMANCE else 1.0,
            share=weight,
        )
        for part, weight in WEIGHTS.items()
    ),
    gates=(
        Gate(name="test coverage", bar="above 80 %", measured="80 %", passed=False),
        Gate(name="complexity", bar="below 10", measured="2", passed=True),
    ),
)
BOUND = BoundResult(
    bound=Bound(requirement="R3", function="count_words", growth=Growth.LINEAR, items=1_000_000, seconds=1.0),
    verdict=BoundVerdict.HOLDS,
    evidence="grows as O(n); 0.04 s at 1,000,000",
    samples=(CostSample(size=1000, cpu_seconds=0.00004), CostSample(size=1_000_000, cpu_seconds=0.04)),
)


def result(**changes: Any) -> Result:
    outcomes = {"t1": 2, "t2": 0, "t3": 2}
    cases = (*CASES[:2], MENDED)
    made = Result(
        run_id="20260101-000000-abcdef",
        execution_result=State.TESTS_PASSING_AFTER_REFINEMENT,
        verified=True,
        confidence=0.98,
        explanation="c2 is right",
        language="python",
        entry_point="count_words",
        signature=SIGNATURE,
        code=CODE,
        tests=tuple(
            report(
                case,
                CaseResult(
                    case_id=case.id, passed=True, outcome=Outcome(ending=Ending.RETURNED, value=outcomes[case.id])
                ),
            )
            for case in cases
        ),
        test_results=TestTotals(total_tests=4, passed=4, failed=0, coverage=80.0),
        revisions=(
            Revision(
                round=1,
                reasoning="two words are two",
                revised_test_cases=(RevisedTest(id="t3", before=CASES[2], after=MENDED, ruling=RULING),),
                revised_scenarios=(RevisedScenario(id="s1", before=SCENARIO, after=None, reason="it asserts nothing"),),
                rulings=(RULING,),
            ),
            Revision(
                round=1, reasoning="it split at every gap", revised_function="c2", revised_from="c1", rulings=(BUG,)
            ),
        ),
        iterations_required=2,
        written_by="a model",
        model="a model",
        sandbox="bubblewrap: walls",
        spending=Spending(requests=4, input_tokens=100, output_tokens=50, usd=0.01, model_seconds=3.0, own_seconds=1.0),
        package=PACKAGE,
        documentation=PACKAGE.documents["README.md"],
        quality_score=QUALITY.score,
        quality=QUALITY,
        requirements=REQUIREMENTS,
        constraints=(Constraint(id="C1", text="no dependencies", checked=Checked.STANDARD_LIBRARY, held=True),),
        matrix=(
            RequirementRow(requirement="R1", tests=("t1", "t3", "s1"), passed=True),
            RequirementRow(requirement="R2", tests=("t2",), passed=True),
            RequirementRow(requirement="R3", tests=("R3",), passed=True),
            RequirementRow(requirement="R4"),
        ),
        unclear=("whether a hyphen parts words",),
        scenarios=(
            ScenarioReport(
                id="s1",
                name=SCENARIO.name,
                kind="integration",
                item=None,
                digest=SCENARIO.digest,
                held_out=False,
                requirements=("R1",),
                passed=True,
            ),
        ),
        native=NATIVE,
        performance=(BOUND,),
        optimizations_applied=(
            Optimization(
                description="split once",
                function="count_words",
                before_seconds=0.4,
                after_seconds=0.04,
                size=1_000_000,
                speedup=10.0,
            ),
        ),
        flaky_tests=(FlakyTest(id="t9", candidate_id="c1", answers=("1", "2")),),
        strategy="test-driven",
        why_strategy="one function",
        phases=(
            Phase(name="specification analysis", seconds=1.0, model_seconds=0.75),
            Phase(name="refinement", seconds=3.0, model_seconds=2.25),
        ),
    )
    return made.model_copy(update=changes)


def events(told: Result) -> list[Told | Effect | Note]:
    code = Candidate(id="c2", code=CODE, language="python", origin="a model", parent="c1")
    outcome = Outcome(ending=Ending.RETURNED, value=2)
    return [
        RunStarted(
            task=Task(problem="Count the words of a text.", story=Story.PACKAGE),
            limits=RunLimits(seed=7),
            model="a model",
            sandbox="bubblewrap",
            version="0.1.0",
            tools={"python": "3.11.2"},
        ),
        StageEntered(stage="specify"),
        Planned(
            blueprint=Blueprint(name="words", summary="Counts.", surface=PACKAGE.surface, requirements=REQUIREMENTS),
            strategy="test-driven",
            why_strategy="one function",
        ),
        TestsWritten(cases=CASES),
        ScenariosWritten(scenarios=(SCENARIO,)),
        CandidateWritten(candidate=Candidate(id="c1", code=BEFORE, language="python", origin="a model")),
        Executed(
            key="e",
            round=1,
            execution=Execution(
                candidate_id="c1",
                results=tuple(CaseResult(case_id=case.id, passed=True, outcome=outcome) for case in CASES),
                isolated=True,
                function="count_words",
            ),
            elapsed=1.0,
        ),
        *(Revised(revision=revision) for revision in told.revisions[:1]),
        CandidateWritten(candidate=code),
        *(Revised(revision=revision) for revision in told.revisions[1:]),
        Quarantined(tests=told.flaky_tests),
        Ruled(
            round=2,
            verdict=Verdict(
                chosen="c2",
                confidence=0.98,
                decision=Decision.ACCEPT,
                candidates={"c1": 0.01, "c2": 0.98},
                tests={},
                rulings=(),
                reasons=("c2 is right with 98 %",),
            ),
        ),
        Packaged(package=PACKAGE, candidate_id="c2"),
        Tested(key="n", round=2, candidate_id="c2", report=NATIVE, elapsed=2.0),
        Measured(key="m", candidate_id="c2", results=(BOUND,), elapsed=3.0),
        Inspected(key="i", checks=CHECKS, elapsed=4.0),
        Graded(quality=QUALITY),
        RunEnded(result=told),
    ]


def record(told: Result | None = None) -> Record:
    """A whole record of a package."""
    told = told or result()
    lines: list[StoredEntry] = []
    for seq, event in enumerate(events(told)):
        head = lines[-1].hash if lines else ""
        at = f"2026-01-01T00:00:{seq:02}.000+00:00"
        lines.append(StoredEntry(run_id=told.run_id, seq=seq, at=at, prev_hash=head, event=write_event(event)))
    return Record(tuple(lines), {})
