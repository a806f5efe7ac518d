from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.judge.strategies import evidences

from specwright.core.evidence.ruling import Blame, Decision, Verdict
from specwright.core.work.testcase import Tier
from specwright.judge.blame import contradictions
from specwright.judge.evidence import Behaviour, Claim, Column, Contender, Evidence
from specwright.judge.priors import Priors
from specwright.judge.verdict import judge

CLOSE = 1e-9


def reordered(evidence: Evidence, seed: int) -> Evidence:
    rng = random.Random(seed)
    rows = rng.sample(range(len(evidence.contenders)), len(evidence.contenders))
    places = rng.sample(range(len(evidence.columns)), len(evidence.columns))
    claims = [
        claim.model_copy(
            update={"holds": tuple(claim.holds[row] for row in rows), "column": places.index(claim.column)}
        )
        for claim in evidence.claims
    ]
    rng.shuffle(claims)
    return Evidence(
        contenders=tuple(evidence.contenders[row] for row in rows),
        columns=tuple(
            evidence.columns[at].model_copy(update={"cells": tuple(evidence.columns[at].cells[row] for row in rows)})
            for at in places
        ),
        claims=tuple(claims),
    )


def with_one_more_like(evidence: Evidence, name: str) -> Evidence:
    row = [contender.id for contender in evidence.contenders].index(name)
    return Evidence(
        contenders=(*evidence.contenders, Contender(id="z")),
        columns=tuple(c.model_copy(update={"cells": (*c.cells, c.cells[row])}) for c in evidence.columns),
        claims=tuple(c.model_copy(update={"holds": (*c.holds, c.holds[row])}) for c in evidence.claims),
    )


@settings(max_examples=300)
@given(evidences() | evidences(least=2, most=3, contradictory=True), st.integers(0, 1000))
def test_the_order_in_which_evidence_was_gathered_does_not_matter(evidence: Evidence, seed: int) -> None:
    one, other = judge(evidence), judge(reordered(evidence, seed))
    assert one.chosen == other.chosen
    assert one.confidence == pytest.approx(other.confidence, abs=CLOSE)
    assert one.decision is other.decision
    assert one.none_right == pytest.approx(other.none_right, abs=CLOSE)
    for name, chance in one.candidates.items():
        assert other.candidates[name] == pytest.approx(chance, abs=CLOSE)
    for name, chance in one.tests.items():
        assert other.tests[name] == pytest.approx(chance, abs=CLOSE)
    blamed = [{(ruling.candidate_id, ruling.case_id, ruling.blame) for ruling in v.rulings} for v in (one, other)]
    assert blamed[0] == blamed[1]


def test_the_order_of_candidates_does_not_matter_if_users_examples_contradict_each_other() -> None:
    # Without the two examples the input is a generated one, so the two programs are of one class.
    seen = Column(id="c", behaviours=(Behaviour(key="a"), Behaviour(key="b")), cells=(0, 1), generated=True)
    wants = {"u0": (True, False), "u1": (False, True)}
    evidence = Evidence(
        contenders=(Contender(id="k"), Contender(id="l")),
        columns=(seen,),
        claims=tuple(
            Claim(id=name, column=0, tier=Tier.USER, holds=holds, expected=name) for name, holds in wants.items()
        ),
    )
    tests = judge(evidence).tests
    assert tests["u0"] == pytest.approx(tests["u1"])
    for seed in range(10):
        assert judge(reordered(evidence, seed)).tests == pytest.approx(tests, abs=CLOSE)


@given(evidences())
def test_one_more_independent_candidate_that_agrees_never_lowers_the_verdict(evidence: Evidence) -> None:
    before = judge(evidence)
    assert before.chosen is not None
    after = judge(with_one_more_like(evidence, before.chosen))
    assert after.confidence >= before.confidence - CLOSE
    assert not (before.decision is Decision.ACCEPT and after.decision is not Decision.ACCEPT)
    assert after.candidates[before.chosen] >= before.candidates[before.chosen] - CLOSE


@given(evidences())
def test_a_copy_counts_as_much_as_a_candidate_of_its_own(evidence: Evidence) -> None:
    chosen = judge(evidence).chosen
    assert chosen is not None
    more = tuple(c.model_copy(update={"copies": c.copies + 1}) if c.id == chosen else c for c in evidence.contenders)
    copied = judge(evidence.model_copy(update={"contenders": more}))
    assert copied.confidence == pytest.approx(judge(with_one_more_like(evidence, chosen)).confidence, abs=CLOSE)


@given(evidences())
def test_every_probability_is_one_and_the_classes_with_none_make_a_whole(evidence: Evidence) -> None:
    verdict = judge(evidence)
    every = [verdict.confidence, verdict.none_right, *verdict.candidates.values(), *verdict.tests.values()]
    every += [ruling.probability for ruling in verdict.rulings]
    assert all(0.0 <= chance <= 1.0 for chance in every)
    assert sum(cluster.probability for cluster in verdict.clusters) + verdict.none_right == pytest.approx(1.0)
    assert verdict.candidates[str(verdict.chosen)] == verdict.confidence == max(verdict.candidates.values())


@given(evidences())
def test_a_user_example_is_never_ruled_wrong(evidence: Evidence) -> None:
    users = {claim.id for claim in evidence.claims if claim.tier is Tier.USER}
    for ruling in judge(evidence).rulings:
        assert ruling.case_id not in users or ruling.blame in (Blame.CODE, Blame.SPEC)


@given(evidences())
def test_a_candidate_that_fails_a_user_example_is_never_accepted(evidence: Evidence) -> None:
    verdict = judge(evidence)
    row = [contender.id for contender in evidence.contenders].index(str(verdict.chosen))
    failed = any(claim.tier is Tier.USER and not claim.holds[row] for claim in evidence.claims)
    assert not (failed and verdict.decision is Decision.ACCEPT)


@given(evidences(least=2))
def test_who_passes_all_of_the_users_examples_is_ranked_before_who_does_not(evidence: Evidence) -> None:
    disputed = contradictions(evidence)
    users = [c for at, c in enumerate(evidence.claims) if c.tier is Tier.USER and at not in disputed]
    passing = {who.id for row, who in enumerate(evidence.contenders) if all(claim.holds[row] for claim in users)}
    verdict = judge(evidence)
    if passing:
        assert verdict.chosen in passing
        least = min(verdict.candidates[name] for name in passing)
        assert all(chance <= least for name, chance in verdict.candidates.items() if name not in passing)


def test_equal_candidates_share_the_probability_and_the_first_name_is_chosen() -> None:
    both = (Behaviour(key="a", bits=4.0), Behaviour(key="b", bits=4.0))
    evidence = Evidence(
        contenders=(Contender(id="second"), Contender(id="first")),
        columns=(Column(id="c", behaviours=both, cells=(0, 1)),),
    )
    verdict = judge(evidence)
    assert verdict.chosen == "first"
    assert verdict.decision is Decision.GO_ON
    assert verdict.candidates["first"] <= 0.5


def test_no_candidate_means_no_choice() -> None:
    verdict = judge(Evidence(contenders=()))
    assert (verdict.chosen, verdict.decision, verdict.none_right) == (None, Decision.ABSTAIN, 1.0)


def test_candidates_of_which_nothing_was_run_are_not_judged() -> None:
    verdict = judge(Evidence(contenders=(Contender(id="a"), Contender(id="b"))))
    assert verdict.decision is Decision.ABSTAIN
    assert "nothing was run" in " ".join(verdict.reasons)


def test_a_column_that_nobody_was_tried_on_changes_nothing() -> None:
    seen = Column(id="c", behaviours=(Behaviour(key="a", bits=4.0),), cells=(0, 0))
    blank = Column(id="d", behaviours=(), cells=(None, None))
    contenders = (Contender(id="a"), Contender(id="b"))
    with_blank = judge(Evidence(contenders=contenders, columns=(seen, blank)))
    assert with_blank.confidence == judge(Evidence(contenders=contenders, columns=(seen,))).confidence


def test_a_hundred_candidates_and_five_hundred_tests_are_judged_in_seconds() -> None:
    rng = random.Random(3)
    rows, count = 100, 500
    behaviours = tuple(Behaviour(key=f"b{at}", bits=4.0) for at in range(5))
    columns = tuple(
        Column(
            id=f"c{at}",
            behaviours=behaviours,
            cells=tuple(rng.choice((0, 0, 0, rng.randrange(5))) for _ in range(rows)),
        )
        for at in range(count)
    )
    claims = tuple(
        Claim(
            id=f"t{at}",
            column=at,
            holds=tuple(cell == at % 3 for cell in columns[at].cells),
            expected=str(at % 3),
            bits=4.0,
        )
        for at in range(count)
    )
    contenders = tuple(Contender(id=f"k{at}") for at in range(rows))
    assert judge(Evidence(contenders=contenders, columns=columns, claims=claims)).chosen is not None


class TestMalformedEvidence:
    def test_cells_that_do_not_match_the_contenders_are_refused(self) -> None:
        with pytest.raises(ValueError, match="2 cells for 1 contenders"):
            Evidence(
                contenders=(Contender(id="a"),),
                columns=(Column(id="c", behaviours=(Behaviour(key="x"),), cells=(0, 0)),),
            )

    def test_a_cell_that_names_no_behaviour_is_refused(self) -> None:
        with pytest.raises(ValueError, match="not listed"):
            Column(id="c", behaviours=(Behaviour(key="x"),), cells=(1,))

    def test_a_claim_about_a_column_that_is_not_there_is_refused(self) -> None:
        with pytest.raises(ValueError, match="about column 3"):
            Evidence(contenders=(Contender(id="a"),), claims=(Claim(id="t", column=3, holds=(True,)),))

    def test_two_of_one_name_are_refused(self) -> None:
        with pytest.raises(ValueError, match="two contenders are called a"):
            Evidence(contenders=(Contender(id="a"), Contender(id="a")))

    @pytest.mark.parametrize("copies", [0, -1, 10**9])
    def test_impossible_counts_are_refused(self, copies: int) -> None:
        with pytest.raises(ValueError, match="copies"):
            Contender(id="a", copies=copies)

    @pytest.mark.parametrize("bits", [-1.0, float("nan"), float("inf"), 1e9])
    def test_impossible_surprise_is_refused(self, bits: float) -> None:
        with pytest.raises(ValueError, match="bits"):
            Behaviour(key="a", bits=bits)

    @pytest.mark.parametrize("threshold", [0.0, 1.0, -3.0, 7.0, float("nan")])
    def test_a_threshold_that_is_no_probability_is_refused(self, threshold: float) -> None:
        with pytest.raises(ValueError, match="accept_above"):
            judge(Evidence(contenders=()), accept_above=threshold)

    def test_priors_that_let_agreement_count_against_itself_are_refused(self) -> None:
        with pytest.raises(ValueError, match="diversity"):
            Priors(diversity=0.5)

    @settings(max_examples=300)
    @given(
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
            lambda inner: (
                st.lists(inner, max_size=4)
                | st.dictionaries(
                    st.sampled_from(
                        (
                            "contenders",
                            "columns",
                            "claims",
                            "id",
                            "copies",
                            "cells",
                            "behaviours",
                            "key",
                            "holds",
                            "column",
                        )
                    ),
                    inner,
                    max_size=6,
                )
            ),
            max_leaves=25,
        )
    )
    def test_whatever_comes_is_judged_or_refused_with_a_value_error(self, raw: object) -> None:
        try:
            evidence = Evidence.model_validate(raw)
        except ValueError:
            return
        assert isinstance(judge(evidence), Verdict)

    @settings(max_examples=200)
    @given(evidences(), st.data())
    def test_evidence_with_one_part_broken_is_judged_or_refused_with_a_value_error(
        self, evidence: Evidence, data: st.DataObject
    ) -> None:
        raw = evidence.model_dump(mode="json")
        part = data.draw(st.sampled_from(("contenders", "columns", "claims")))
        if not raw[part]:
            return
        item = data.draw(st.sampled_from(raw[part]))
        item[data.draw(st.sampled_from(sorted(item)))] = data.draw(
            st.none() | st.integers() | st.text(max_size=3) | st.lists(st.integers(-2, 9) | st.none() | st.booleans())
        )
        try:
            broken = Evidence.model_validate(raw)
        except ValueError:
            return
        verdict = judge(broken)
        assert 0.0 <= verdict.confidence <= 1.0
