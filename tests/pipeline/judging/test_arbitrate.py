from __future__ import annotations

import pytest

from specwright.core.evidence.outcome import Ending, Execution, Outcome, judged
from specwright.core.evidence.probe import Probe
from specwright.core.evidence.ruling import Blame, Decision, Ruling, Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.program.data import encode
from specwright.core.program.equality import Comparison
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.run.function_state import FunctionState
from specwright.core.work.property import Property, PropertyResult
from specwright.core.work.task import Requirement, Specification
from specwright.core.work.testcase import Raises, Returns, TestCase, Tier
from specwright.pipeline.judging.arbitrate import Stop, gather, judge_function, stop

INT = Type("int")
F = Signature(name="f", params=(Parameter(name="x", type=INT),), returns=INT)
SPECIFICATION = Specification(summary="f", signature=F, requirements=(Requirement(id="R1", text="does f"),))


def case(name: str, x: int, expected: object, tier: Tier = Tier.GUESS) -> TestCase:
    wanted = expected if isinstance(expected, Raises) else Returns(value=encode(expected))
    return TestCase(id=name, name=name, inputs={"x": x}, expected=wanted, tier=tier)


def returned(value: object) -> Outcome:
    return Outcome(ending=Ending.RETURNED, value=encode(value))


RAISED = Outcome(ending=Ending.RAISED, error="ValueError")


def function_state(
    cases: list[TestCase], rows: dict[str, list[Outcome]], probes: tuple[Probe, ...] = ()
) -> FunctionState:
    candidates = tuple(Candidate(id=name, code=f"# {name}", language="python", origin="test") for name in rows)
    executions = tuple(
        Execution(
            candidate_id=candidate.id,
            results=judged(candidate, tuple(cases), tuple(rows[candidate.id]), INT, SPECIFICATION.comparison),
            isolated=True,
        )
        for candidate in candidates
    )
    return FunctionState(
        specification=SPECIFICATION, cases=tuple(cases), candidates=candidates, executions=executions, probes=probes
    )


def test_tests_of_the_same_input_share_a_column_and_their_claims_compete() -> None:
    cases = [case("one", 1, 10), case("other", 1, 11), case("two", 2, Raises(error="ValueError"))]
    found = gather(
        function_state(cases, {"a": [returned(10), returned(10), RAISED], "b": [returned(11), returned(11), RAISED]})
    )
    assert [claim.column for claim in found.claims] == [0, 0, 1]
    assert [claim.holds for claim in found.claims] == [(True, False), (False, True), (True, True)]
    assert found.columns[1].behaviours[0].empty
    assert found.columns[0].call == "x=1"


def test_probes_become_columns_without_claims_and_untried_candidates_gaps() -> None:
    probe = Probe(inputs={"x": 9}, outcomes={"a": returned(1)})
    known = Probe(inputs={"x": 1}, outcomes={"a": returned(10), "b": returned(10)})
    table = function_state([case("t", 1, 10)], {"a": [returned(10)], "b": [returned(10)]})
    found = gather(table, (probe, known, probe))
    assert len(found.columns) == 2
    assert found.columns[1].cells == (0, None)
    assert found.columns[1].generated


def test_a_call_that_a_busy_machine_gave_no_time_is_a_gap() -> None:
    slow = Outcome(ending=Ending.TIMEOUT, error="timeout", starved=True)
    probes = [Probe(inputs={"x": 5}, outcomes={"a": returned(5), "b": slow})]
    table = function_state([case("t", 1, 10)], {"a": [returned(10)], "b": [returned(10)]})
    assert gather(table, probes).columns[1].cells == (0, None)
    assert probes[0].parting == (("a",),)


def test_a_property_enters_as_a_claim_of_the_oracle_tier() -> None:
    wanted = Property(kind="idempotent", param="x")
    results = (
        PropertyResult(stated=wanted, inputs={"x": 1}, held={"a": True, "b": False}),
        PropertyResult(stated=wanted, inputs={"x": 77}, held={"a": True}),
    )
    table = function_state([case("t", 1, 10)], {"a": [returned(10)], "b": [returned(10)]})
    found = gather(table, properties=results)
    assert [(claim.tier, claim.column, claim.holds) for claim in found.claims[1:]] == [
        (Tier.ORACLE, 0, (True, False)),
        (Tier.ORACLE, 1, (True, None)),
    ]
    assert found.columns[1].opaque
    assert judge_function(table, properties=results).chosen == "a"


def test_copies_say_how_often_something_was_produced() -> None:
    table = function_state([case("t", 1, 10)], {"a": [returned(10)], "b": [returned(11)]})
    found = gather(table, copies={"b": 5, "t": 3})
    assert [contender.copies for contender in found.contenders] == [1, 5]
    assert found.claims[0].copies == 3


def test_a_candidate_that_was_not_executed_is_left_out() -> None:
    table = function_state([case("t", 1, 10)], {"a": [returned(10)], "b": [returned(10)]})
    assert [c.id for c in gather(table.model_copy(update={"executions": table.executions[:1]})).contenders] == ["a"]
    assert judge_function(table.model_copy(update={"executions": ()})).decision is Decision.ABSTAIN


def test_a_wrong_test_among_right_ones_is_found_and_bars_acceptance_while_it_stands() -> None:
    cases = [case(f"t{x}", x, x * 10) for x in range(1, 6)] + [case("bad", 6, 61)]
    row = [returned(x * 10) for x in range(1, 7)]
    probes = tuple(Probe(inputs={"x": x}, outcomes={name: returned(x * 10) for name in "abcdef"}) for x in range(7, 20))
    verdict = judge_function(function_state(cases, dict.fromkeys("abcdef", row), probes))
    assert verdict.decision is Decision.GO_ON
    assert [(ruling.case_id, ruling.blame) for ruling in verdict.rulings] == [("bad", Blame.TEST)]
    rid = judge_function(function_state(cases[:-1], dict.fromkeys("abcdef", row[:-1]), probes))
    assert rid.decision is Decision.ACCEPT


def test_a_server_that_names_other_models_makes_no_further_witnesses() -> None:
    """The name in a reply is proven by nobody; what a caller vouches for, or was written without a model, counts."""
    cases = [case(f"t{x}", x, x * 10) for x in range(1, 4)]
    row = [returned(x * 10) for x in range(1, 4)]
    probes = tuple(Probe(inputs={"x": x}, outcomes={name: returned(x * 10) for name in "abcd"}) for x in range(7, 20))
    found = function_state(cases, dict.fromkeys("abcd", row), probes)

    def named(*origins: str, known: bool = False) -> float:
        candidates = tuple(
            c.model_copy(update={"origin": origin}) for c, origin in zip(found.candidates, origins, strict=True)
        )
        return judge_function(found.model_copy(update={"candidates": candidates}), authors_known=known).confidence

    one = named(*["openai:m"] * 4)
    assert named("openai:m", "openai:m2", "anthropic:c", "x") == one
    assert named("openai:m", "openai:m2", "anthropic:c", "x", known=True) > one
    assert named("pattern:ten", "synthesis:words", "pattern:times", "pattern:more") > one


def test_a_candidate_that_passes_its_own_tests_is_not_beaten_by_copies_that_fail_them() -> None:
    cases = [case(f"t{x}", x, x * 10).model_copy(update={"source": "pattern:times ten"}) for x in range(1, 4)]
    cases.append(case("t4", 0, Raises(error="ValueError")).model_copy(update={"source": "pattern:times ten"}))
    wrong = [returned(x) for x in (1, 2, 3, 0)]
    rows = {
        "own": [*(returned(x * 10) for x in (1, 2, 3)), RAISED],
        "c2": wrong,
        "c3": wrong,
        "c4": [returned(None)] * 4,
    }
    probes = tuple(
        Probe(inputs={"x": -x}, outcomes={"own": RAISED, "c2": returned(-x), "c3": returned(-x), "c4": returned(None)})
        for x in range(1, 20)
    )
    found = function_state(cases, rows, probes)
    origins = {"own": "pattern:times ten"}
    code = {"own": "ten", "c4": "nothing"}
    candidates = tuple(
        c.model_copy(update={"origin": origins.get(c.id, "small"), "code": code.get(c.id, "same")})
        for c in found.candidates
    )
    verdict = judge_function(found.model_copy(update={"candidates": candidates}))
    assert verdict.chosen == "own"
    told = judge_function(found.model_copy(update={"candidates": candidates[1:], "executions": found.executions[1:]}))
    assert "no program passes the test" in told.rulings[0].evidence


def test_a_test_that_a_candidate_brought_along_is_said_to_be_satisfied_by_it() -> None:
    cases = [case("t", 1, 10).model_copy(update={"source": "pattern"}), case("o", 2, 3), case("u", 2, 3, Tier.USER)]
    found = function_state(cases, {"own": [returned(10), *[returned(0)] * 2], "c2": [returned(1), *[returned(3)] * 2]})
    first, second = found.candidates
    candidates = (first.model_copy(update={"origin": "pattern"}), second)
    verdict = judge_function(found.model_copy(update={"candidates": candidates}))
    [ruling] = [ruling for ruling in verdict.rulings if ruling.case_id == "t"]
    assert "own passes it only because the test was made from its code" in ruling.evidence
    assert "no program passes" not in ruling.evidence


def test_a_candidate_that_does_not_load_is_no_witness_against_those_that_do() -> None:
    broken = Outcome(ending=Ending.NOT_LOADED, error="SyntaxError")
    found = function_state([case("t", 1, 10)], {"a": [returned(10)], "b": [broken]})
    assert [contender.id for contender in gather(found).contenders] == ["a"]
    assert [c.id for c in gather(function_state([case("t", 1, 10)], {"b": [broken]})).contenders] == ["b"]


def test_probes_are_compared_as_the_specification_says() -> None:
    free = SPECIFICATION.model_copy(update={"comparison": Comparison(any_order=True)})
    probe = Probe(inputs={"x": 5}, outcomes={"a": returned([1, 2]), "b": returned([2, 1])})
    found = function_state([case("t", 1, 10)], {"a": [returned(10)], "b": [returned(10)]}, (probe,))
    assert gather(found, found.probes).columns[1].cells == (0, 1)
    assert gather(found.model_copy(update={"specification": free}), found.probes).columns[1].cells == (0, 0)


def test_errors_are_told_apart_only_by_the_kinds_that_tests_name() -> None:
    outcomes = [Outcome(ending=Ending.RAISED, error=kind) for kind in ("ValueError", "UnicodeError", "KeyError")]
    rows = {name: [outcome] for name, outcome in zip("abc", outcomes, strict=True)}
    probe = Probe(inputs={"x": 5}, outcomes=dict(zip("abc", outcomes, strict=True)))
    named = function_state([case("t", 1, Raises(error="ValueError"))], rows, (probe,))
    unnamed = function_state([case("t", 1, Raises())], rows, (probe,))
    assert gather(named, named.probes).columns[1].cells == (0, 0, 1)
    assert gather(unnamed, unnamed.probes).columns[1].cells == (0, 0, 0)


def verdict(confidence: float, blame: Blame | None = Blame.CODE, decision: Decision = Decision.GO_ON) -> Verdict:
    ruling = Ruling(candidate_id="a", case_id="t", blame=blame or Blame.CODE, probability=0.9, evidence="")
    return Verdict(
        chosen="a",
        confidence=confidence,
        decision=decision,
        candidates={"a": confidence},
        tests={},
        rulings=(ruling,) if blame else (),
    )


@pytest.mark.parametrize(
    ("verdicts", "states", "expected"),
    [
        ([], [], None),
        ([verdict(0.5)], ["s1"], None),
        ([verdict(0.97, None, Decision.ACCEPT)], ["s1"], Stop.ACCEPTED),
        ([verdict(0.5, Blame.SPEC)], ["s1"], None),
        ([verdict(0.5, Blame.SPEC), verdict(0.5, Blame.SPEC)], ["s1", "s2"], Stop.CONTRADICTION),
        ([verdict(0.5), verdict(0.6), verdict(0.7)], ["s1", "s2", "s1"], Stop.CIRCLE),
        ([verdict(0.5), verdict(0.6), verdict(0.7)], ["s1", "s2", "s3"], None),
        ([verdict(0.5), verdict(0.5), verdict(0.51)], ["s1", "s2", "s3"], Stop.NOT_WORTH_IT),
    ],
)
def test_the_loop_ends_when_another_round_is_not_worth_it(
    verdicts: list[Verdict], states: list[str], expected: Stop | None
) -> None:
    assert stop(verdicts, states) is expected
