from __future__ import annotations

from tests.judge.test_verdict import Test, evidence

from specwright.core.evidence.ruling import Decision, Verdict
from specwright.core.work.testcase import Tier
from specwright.judge.priors import ACCEPT_ABOVE, JUDGE_VERSION
from specwright.judge.rules import PACKAGES, WITH_EXAMPLES, WITHOUT_EXAMPLES
from specwright.judge.verdict import findings, judge

TESTS: dict[str, Test] = {f"t{at}": (at, at) for at in range(4)}
EXAMPLE: dict[str, Test] = {"u": (4, 4, Tier.USER)}


def alike(count: int, *last: object) -> dict[str, list[object]]:
    return {name: [*range(5), *last] for name in "abcdefgh"[:count]}


def test_the_verdict_names_the_rule_and_the_population_that_its_promise_is_about() -> None:
    with_example = judge(evidence(alike(6, 7), {**TESTS, **EXAMPLE}, probes=1)).acceptance
    without = judge(evidence(alike(6, 7), TESTS, probes=1)).acceptance
    assert with_example is not None
    assert without is not None
    assert (with_example.rule, with_example.population) == ("examples", "tasks with user examples")
    assert (without.rule, without.population) == ("agreement", "tasks without user examples")
    assert "about 2 of 100 accepted results" in without.promise
    assert "2 to 3 of 100 with programs of one model" in with_example.promise


def test_an_accepted_result_says_what_was_measured_and_of_which_tasks() -> None:
    accepted = judge(evidence(alike(6, 7), TESTS, probes=1))
    refused = judge(evidence(alike(2, 7), TESTS, probes=1))
    assert accepted.reasons[-1].startswith("tasks without user examples: about 2 of 100")
    assert not any("of 100" in reason for reason in refused.reasons)


def test_a_verdict_says_which_version_of_the_judge_decided_and_old_ones_still_read() -> None:
    verdict = judge(evidence(alike(1), TESTS))
    old = verdict.model_dump(mode="json", exclude={"judge", "acceptance"})
    assert verdict.judge == JUDGE_VERSION
    assert (Verdict.model_validate(old).judge, Verdict.model_validate(old).acceptance) == (1, None)


def test_without_examples_four_programs_that_agree_everywhere_and_pass_everything_are_accepted() -> None:
    assert judge(evidence(alike(4, 7), TESTS, probes=1)).decision is Decision.ACCEPT


def test_without_examples_three_programs_are_not_enough() -> None:
    assert judge(evidence(alike(3, 7), TESTS, probes=1)).decision is Decision.GO_ON


def test_without_examples_a_program_that_parts_on_half_of_the_generated_inputs_bars_acceptance() -> None:
    outputs: dict[str, list[object]] = {**alike(4, 7, 7), "z": [*range(5), 7, 8]}
    assert judge(evidence(outputs, TESTS, probes=2)).decision is Decision.ACCEPT
    outputs["z"] = [*range(5), 8, 8]
    assert judge(evidence(outputs, TESTS, probes=2)).decision is Decision.GO_ON


def test_without_examples_a_program_that_returns_nothing_counts_against_the_others() -> None:
    few: dict[str, list[object]] = {**alike(5, 7), "z": [None] * 6}
    many: dict[str, list[object]] = {**{f"m{at}": [*range(5), 7] for at in range(12)}, "z": [None] * 6}
    assert judge(evidence(few, TESTS, probes=1)).decision is Decision.GO_ON
    assert judge(evidence(many, TESTS, probes=1)).decision is Decision.ACCEPT


def test_without_examples_a_failed_test_bars_acceptance() -> None:
    assert judge(evidence(alike(7, 7), {**TESTS, "bad": (4, 99)}, probes=1)).decision is Decision.GO_ON


def test_without_examples_fewer_than_three_tests_bar_acceptance() -> None:
    tests: dict[str, Test] = {"t0": (0, 0), "t1": (1, 1)}
    assert judge(evidence(alike(8, 7), tests, probes=1)).decision is Decision.GO_ON


def test_with_examples_the_confidence_decides_and_a_wrong_test_is_no_bar() -> None:
    outputs = alike(8, 7, 8, 9, 10, 11, 12, 13, 14)
    tests: dict[str, Test] = {**TESTS, **EXAMPLE, "u2": (3, 3, Tier.USER), "bad": (2, 99)}
    verdict = judge(evidence(outputs, tests, probes=8))
    assert (verdict.decision, verdict.confidence > ACCEPT_ABOVE) == (Decision.ACCEPT, True)


def test_a_caller_may_ask_for_more_confidence_but_not_for_less() -> None:
    found = evidence(alike(6, 7), TESTS, probes=1)
    assert judge(found, accept_above=0.99).decision is Decision.GO_ON
    assert judge(evidence(alike(1), {**TESTS, **EXAMPLE}), accept_above=0.1).decision is Decision.GO_ON


def test_a_part_of_a_package_is_held_against_the_rule_for_packages() -> None:
    found = findings(evidence(alike(6, 7), TESTS, probes=1))
    assert found.acceptance(0, rule=PACKAGES).population == "packages"
    assert "has not been measured" in PACKAGES.promise
    assert {WITH_EXAMPLES.name, WITHOUT_EXAMPLES.name, PACKAGES.name} == {"examples", "agreement", "every part"}


def test_programs_that_an_answer_refutes_no_longer_count_as_dissent() -> None:
    behaviours = {**alike(2, 7), **{name: [*range(4), 9, at] for at, name in enumerate("cdef")}}
    said = evidence(behaviours, {**TESTS, **EXAMPLE}, probes=1)
    answered = said.model_copy(
        update={
            "claims": tuple(claim.model_copy(update={"answered": claim.tier is Tier.USER}) for claim in said.claims)
        }
    )
    assert judge(answered).chosen == judge(said).chosen == "a"
    assert judge(answered).confidence > judge(said).confidence
    assert judge(said).decision is not Decision.ACCEPT
