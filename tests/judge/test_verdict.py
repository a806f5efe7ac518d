from __future__ import annotations

import pytest

from specwright.core.evidence.ruling import Blame, Decision, Verdict
from specwright.core.work.testcase import Tier
from specwright.judge.blame import rule
from specwright.judge.evidence import Behaviour, Claim, Column, Contender, Evidence
from specwright.judge.priors import ACCEPT_ABOVE
from specwright.judge.verdict import findings, judge

Test = tuple[int, object] | tuple[int, object, Tier]


def evidence(outputs: dict[str, list[object]], tests: dict[str, Test], probes: int = 0) -> Evidence:
    """`outputs`: what each candidate returned on each input; `tests`: the input, the value wanted, the tier.

    The last `probes` inputs were generated.
    """
    names = list(outputs)
    width = len(outputs[names[0]])
    columns = []
    for at in range(width):
        seen = list(dict.fromkeys(str(outputs[name][at]) for name in names))
        behaviours = tuple(Behaviour(key=value, bits=4.0, shown=value, empty=value == "None") for value in seen)
        cells = tuple(seen.index(str(outputs[name][at])) for name in names)
        generated = at >= width - probes
        columns.append(Column(id=f"c{at}", call=f"x={at}", behaviours=behaviours, cells=cells, generated=generated))
    claims = []
    for test, (at, wanted, *tier) in tests.items():
        holds = tuple(str(outputs[name][at]) == str(wanted) for name in names)
        claims.append(
            Claim(
                id=test,
                column=at,
                holds=holds,
                expected=str(wanted),
                bits=4.0,
                tier=tier[0] if tier else Tier.GUESS,
            )
        )
    contenders = tuple(Contender(id=name) for name in names)
    return Evidence(contenders=contenders, columns=tuple(columns), claims=tuple(claims))


def ruling_on(verdict: Verdict, test: str) -> tuple[str, Blame]:
    [found] = [ruling for ruling in verdict.rulings if ruling.case_id == test]
    return found.candidate_id, found.blame


def test_a_test_that_contradicts_what_all_candidates_do_is_ruled_wrong() -> None:
    outputs: dict[str, list[object]] = {name: [11, 12, 13, 14, 15] for name in "abcde"}
    verdict = judge(evidence(outputs, {"t0": (0, 11), "t1": (1, 12), "t2": (2, 13), "t3": (3, 14), "bad": (4, 99)}))
    assert ruling_on(verdict, "bad") == ("a", Blame.TEST)
    assert verdict.tests["bad"] < 0.1
    assert verdict.tests["t0"] > 0.9


def test_code_that_alone_fails_what_the_others_pass_is_ruled_wrong() -> None:
    outputs: dict[str, list[object]] = {"a": [11, 12, 13], "b": [11, 12, 13], "c": [11, 12, 13], "odd": [11, 12, 99]}
    case = evidence(outputs, {"t0": (0, 11), "t1": (1, 12), "t2": (2, 13)})
    verdict = judge(case)
    assert verdict.chosen == "a"
    assert verdict.candidates["odd"] < 0.15
    found = findings(case)
    assert rule(found, 3, 2).blame is Blame.CODE
    assert "3 pass the test" in rule(found, 3, 2).evidence


def test_there_is_nothing_to_rule_on_a_pair_that_passed() -> None:
    found = findings(evidence({"a": [1]}, {"t": (0, 1)}))
    with pytest.raises(ValueError, match="did not fail"):
        rule(found, 0, 0)


def test_one_candidate_and_five_tests_are_enough_to_go_on_but_not_to_accept() -> None:
    tests: dict[str, Test] = {f"t{at}": (at, at) for at in range(5)}
    verdict = judge(evidence({"only": [0, 1, 2, 3, 4]}, tests))
    assert verdict.decision is Decision.GO_ON
    assert 0.8 < verdict.confidence < ACCEPT_ABOVE
    assert verdict.rulings == ()


def test_agreement_of_independent_candidates_with_their_tests_is_accepted() -> None:
    tests: dict[str, Test] = {f"t{at}": (at, at) for at in range(5)}
    verdict = judge(evidence({name: [0, 1, 2, 3, 4, 77] for name in "abcdef"}, tests, probes=1))
    assert verdict.decision is Decision.ACCEPT
    assert "enough for tasks without user examples, which need 80%" in verdict.reasons[0]


def test_agreement_that_was_never_probed_counts_for_less() -> None:
    tests: dict[str, Test] = {f"t{at}": (at, at) for at in range(4)}
    probed = judge(evidence({name: list(range(12)) for name in "abcd"}, tests, probes=8))
    unprobed = judge(evidence({name: list(range(4)) for name in "abcd"}, tests))
    assert unprobed.confidence < probed.confidence
    alone = judge(evidence({"a": list(range(4))}, tests))
    assert alone.confidence < unprobed.confidence


def test_disagreement_on_generated_inputs_lowers_the_confidence() -> None:
    tests: dict[str, Test] = {f"t{at}": (at, at) for at in range(3)}
    agreed = judge(evidence({name: [0, 1, 2, 7] for name in "abcdef"}, tests, probes=1))
    split = judge(evidence({name: [0, 1, 2, name] for name in "abcdef"}, tests, probes=1))
    assert split.confidence < agreed.confidence
    assert split.decision is Decision.GO_ON


def test_a_users_examples_that_contradict_each_other_are_the_specifications_fault() -> None:
    tests: dict[str, Test] = {"u1": (0, 5, Tier.USER), "u2": (0, 6, Tier.USER), "t": (1, 7)}
    verdict = judge(evidence({"a": [5, 7], "b": [5, 7], "c": [6, 7]}, tests))
    assert verdict.decision is Decision.ABSTAIN
    assert ruling_on(verdict, "u2") == ("a", Blame.SPEC)
    assert "contradict each other" in verdict.reasons[0]


def test_a_users_example_outweighs_a_majority() -> None:
    outputs: dict[str, list[object]] = {"a": [1, 5], "b": [1, 5], "c": [1, 5], "right": [2, 5]}
    verdict = judge(evidence(outputs, {"u": (0, 2, Tier.USER), "t": (1, 5)}))
    assert verdict.chosen == "right"


def test_a_users_example_outweighs_any_majority_and_every_other_test() -> None:
    outputs: dict[str, list[object]] = {f"k{at:02}": list(range(20)) for at in range(60)}
    few: dict[str, list[object]] = {name: [*range(5), *range(5, 20, 2), *range(6, 20, 2)] for name in ("p", "q")}
    outputs |= {name: [*did[:9], 99, *did[10:]] for name, did in few.items()}
    tests: dict[str, Test] = {f"t{at}": (at, at) for at in range(9)}
    verdict = judge(evidence(outputs, {**tests, "u": (9, 99, Tier.USER)}, probes=10))
    assert verdict.chosen == "p"
    assert max(chance for name, chance in verdict.candidates.items() if name.startswith("k")) < 0.1
    assert verdict.decision is Decision.GO_ON


def test_a_program_that_fails_a_users_example_is_no_rival_of_one_that_passes() -> None:
    outputs: dict[str, list[object]] = {f"k{at}": [1, 5, 6, 7] for at in range(6)}
    alone = judge(evidence({"p": [2, 5, 6, 7], "q": [2, 5, 6, 7]}, {"u": (0, 2, Tier.USER), "t": (1, 5)}))
    beside = judge(evidence({**outputs, "p": [2, 5, 6, 7], "q": [2, 5, 6, 7]}, {"u": (0, 2, Tier.USER), "t": (1, 5)}))
    assert beside.chosen == "p"
    assert beside.confidence < alone.confidence


def test_if_no_program_passes_every_users_example_the_rest_of_the_evidence_decides() -> None:
    outputs: dict[str, list[object]] = {"a": [1, 2, 5], "b": [1, 2, 5], "c": [1, 2, 5], "d": [0, 9, 8]}
    tests: dict[str, Test] = {"u0": (0, 1, Tier.USER), "u1": (1, 9, Tier.USER), "t": (2, 5)}
    assert judge(evidence(outputs, tests)).chosen == "a"


def test_when_every_candidate_fails_a_users_example_the_code_is_to_blame() -> None:
    outputs: dict[str, list[object]] = {name: [1, 5] for name in "abc"}
    verdict = judge(evidence(outputs, {"u": (0, 2, Tier.USER), "t": (1, 5)}))
    assert verdict.decision is Decision.GO_ON
    assert ruling_on(verdict, "u")[1] is Blame.CODE
    assert "fails your own examples" in " ".join(verdict.reasons)


def test_programs_that_return_nothing_do_not_win_by_their_number() -> None:
    outputs: dict[str, list[object]] = {f"lazy{at}": [None] * 4 for at in range(8)}
    outputs |= {"worker": [3, 1, 4, 1], "almost": [3, 1, 4, 2]}
    verdict = judge(evidence(outputs, {"t0": (0, 3), "t1": (1, 1), "t2": (2, 4)}))
    assert verdict.chosen in {"worker", "almost"}


def test_nothing_is_not_believed_even_where_no_test_is_passed() -> None:
    outputs: dict[str, list[object]] = {f"lazy{at}": [None] * 4 for at in range(8)}
    verdict = judge(evidence({**outputs, "worker": [3, 1, 4, 1]}, {"t0": (0, 8), "t1": (1, 9)}))
    assert verdict.chosen == "worker"


def test_however_sure_the_judge_is_it_accepts_nothing_that_fails_a_users_example() -> None:
    outputs: dict[str, list[object]] = {f"k{at:02}": list(range(20)) for at in range(60)}
    tests: dict[str, Test] = {f"t{at}": (at, at) for at in range(9)}
    verdict = judge(evidence(outputs, {**tests, "u": (9, 99, Tier.USER)}, probes=10))
    assert verdict.confidence > 0.8
    assert verdict.decision is Decision.GO_ON
    assert ruling_on(verdict, "u")[1] is Blame.SPEC


def test_a_trusted_tier_weighs_more_than_a_guess() -> None:
    outputs: dict[str, list[object]] = {"a": [1, 5], "b": [2, 5]}
    by_guess = judge(evidence(outputs, {"t": (0, 1), "o": (0, 2)}))
    by_oracle = judge(evidence(outputs, {"t": (0, 1), "o": (0, 2, Tier.ORACLE)}))
    by_spec = judge(evidence(outputs, {"t": (0, 1), "o": (0, 2, Tier.SPEC)}))
    assert by_guess.candidates["a"] == pytest.approx(by_guess.candidates["b"])
    assert by_oracle.chosen == by_spec.chosen == "b"


def test_two_wrong_answers_that_agree_are_not_two_that_differ() -> None:
    tests: dict[str, Test] = {"t0": (0, 1), "t1": (1, 2)}
    together = judge(evidence({"a": [1, 2], "b": [8, 9], "c": [8, 9]}, tests))
    apart = judge(evidence({"a": [1, 2], "b": [8, 9], "c": [6, 7]}, tests))
    assert together.candidates["b"] > apart.candidates["b"]


def test_the_evidence_is_told_in_words() -> None:
    outputs: dict[str, list[object]] = {name: [11, 12] for name in "abc"}
    verdict = judge(evidence(outputs, {"t": (0, 11), "bad": (1, 99), "good": (1, 12)}))
    [ruling] = verdict.rulings
    assert ruling.evidence.startswith("on x=1 it gave 12 instead of 99; 3 of 3 programs do the same")
    assert "no program passes the test" in ruling.evidence
    assert "1 of 1 other tests of this input expect something else" in ruling.evidence


def test_failing_what_nobody_satisfies_counts_less_than_failing_what_others_satisfy() -> None:
    tests: dict[str, Test] = {"t0": (0, 1), "t1": (1, 2), "t2": (2, 99)}
    alike: dict[str, list[object]] = {name: [1, 2, 3] for name in "abcde"}
    slip = judge(evidence({**alike, "x": [1, 2, 4]}, tests))
    reading = judge(evidence({**alike, "x": [1, 2, 99]}, tests))
    assert (slip.chosen, reading.chosen) == ("a", "a")
    assert slip.confidence > reading.confidence


def test_failing_what_the_specification_says_counts_in_full_though_nobody_satisfies_it() -> None:
    outputs: dict[str, list[object]] = {name: [1, 2, 3] for name in "abcde"}
    guessed = judge(evidence(outputs, {"t0": (0, 1), "t1": (1, 2), "t2": (2, 99)}))
    stated = judge(evidence(outputs, {"t0": (0, 1), "t1": (1, 2), "t2": (2, 99, Tier.SPEC)}))
    assert stated.confidence < guessed.confidence - 0.02


def test_a_single_candidate_has_nobody_to_excuse_its_failures() -> None:
    outputs: dict[str, list[object]] = {"a": [1, 2, 3]}
    tests: dict[str, Test] = {"t0": (0, 1), "t1": (1, 2), "t2": (2, 99)}
    guessed = judge(evidence(outputs, tests))
    stated = judge(evidence(outputs, {**tests, "t2": (2, 99, Tier.SPEC)}))
    assert guessed.confidence == pytest.approx(stated.confidence)


def test_programs_that_part_where_nobody_said_what_is_wanted_may_both_be_right() -> None:
    outputs: dict[str, list[object]] = {name: [1, 2, 3, 7] for name in "abcd"}
    verdict = judge(evidence({**outputs, "apart": [1, 2, 3, 8]}, {"t0": (0, 1), "t1": (1, 2), "t2": (2, 3)}, probes=1))
    assert 0.5 < verdict.candidates["apart"] < verdict.confidence


def test_a_test_that_the_leader_fails_too_is_not_held_against_a_program_that_differs_elsewhere() -> None:
    outputs: dict[str, list[object]] = {name: [1, 2, 3, 7, 0] for name in "abcd"}
    tests: dict[str, Test] = {"t0": (0, 1), "t1": (1, 2), "t2": (2, 3), "bad": (3, 99)}
    found = findings(evidence({**outputs, "apart": [1, 2, 3, 7, 5]}, tests))
    assert rule(found, 4, 3).blame is not Blame.CODE
    assert found.candidates[4] > 5 * found.tests[3]


def test_a_program_that_fails_what_the_leader_satisfies_is_hardly_right_as_well() -> None:
    outputs: dict[str, list[object]] = {name: [1, 2, 3] for name in "abcd"}
    verdict = judge(evidence({**outputs, "odd": [1, 2, 9]}, {"t0": (0, 1), "t1": (1, 2), "t2": (2, 3)}))
    assert verdict.candidates["odd"] < 0.15
