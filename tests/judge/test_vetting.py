from __future__ import annotations

from specwright.core.program.types import Type
from specwright.judge.checkers.mutations import mutations
from specwright.judge.checkers.vetting import Trial, lenient_or_wrong, lone_reading, unseen_lenience

GIVEN = Trial(call="n=2 -> [0, 1]", said=True, trusted=True)


def wrong(said: bool | None, kind: str = "dropped item", only: bool = False) -> Trial:
    return Trial(call=f"n=2 -> {kind}", said=said, mutated=kind, only=only)


def test_a_checker_that_accepts_what_is_right_and_rejects_what_is_mutated_is_used() -> None:
    assert lenient_or_wrong([GIVEN, wrong(False), wrong(False, "empty"), wrong(True, "swapped items")]) is None


def test_a_checker_that_accepts_most_mutated_answers_is_too_lenient() -> None:
    assert "too lenient" in str(lenient_or_wrong([GIVEN, wrong(True), wrong(True, "empty"), wrong(False)]))


def test_a_checker_that_misses_one_kind_of_mistake_where_only_one_answer_is_right_is_too_lenient() -> None:
    strict = [wrong(False, kind, only=True) for kind in ("empty", "dropped item", "repeated item") for _ in range(3)]
    swaps = [wrong(True, "swapped items", only=True) for _ in range(3)]
    assert "swapped items" in str(lenient_or_wrong([GIVEN, *strict, *swaps]))
    assert lenient_or_wrong([GIVEN, *strict, *(swap.model_copy(update={"only": False}) for swap in swaps)]) is None


def test_a_checker_that_looks_at_lengths_alone_is_too_lenient() -> None:
    by_length = [wrong(False, kind) for kind in ("empty", "dropped item", "repeated item") for _ in range(4)]
    values = [wrong(True, "changed number") for _ in range(4)]
    assert "changed number" in str(lenient_or_wrong([GIVEN, *by_length, *values]))
    assert lenient_or_wrong([GIVEN, *by_length, *values, wrong(False, "changed number")]) is None


def test_a_checker_that_accepts_every_rearrangement_is_vouched_for_only_by_inputs_with_one_answer() -> None:
    strict = [wrong(False, kind) for kind in ("empty", "changed number") for _ in range(4)]
    swaps = [wrong(True, "swapped items") for _ in range(4)]
    assert unseen_lenience([GIVEN, *strict, *swaps]) == ("swapped items",)
    assert unseen_lenience([GIVEN, *strict, *swaps, wrong(False, "swapped items")]) == ()
    assert unseen_lenience([GIVEN, *strict, *swaps, wrong(False, "empty", only=True)]) == ()


def test_a_checker_that_rejects_an_example_or_raises_on_it_is_refused() -> None:
    for said in (False, None):
        trial = GIVEN.model_copy(update={"said": said})
        assert "an example that is right: n=2 -> [0, 1]" in str(lenient_or_wrong([trial, wrong(False)]))


def test_a_checker_that_raises_on_a_mutated_answer_is_refused() -> None:
    assert "neither True nor False" in str(lenient_or_wrong([GIVEN, wrong(None)]))


def test_a_checker_that_rejects_most_answers_of_the_test_writer_is_refused() -> None:
    guess = Trial(call="n=1 -> [0]", said=False)
    assert "2 of 3" in str(lenient_or_wrong([guess, guess, guess.model_copy(update={"said": True}), wrong(False)]))


def test_a_checker_that_was_tried_on_nothing_is_refused() -> None:
    assert lenient_or_wrong([]) is not None


def test_a_checker_that_rejects_all_candidates_on_most_inputs_is_a_lone_reading() -> None:
    assert "2 of 3 inputs" in str(lone_reading([[False, False], [False, None], [True, False]]))
    assert lone_reading([[False, True], [False, False], [True, False], []]) is None


def test_mutations_change_the_answer_in_every_way_that_its_kind_allows() -> None:
    made = mutations([2, 0, 1], [[0]], Type.parse("list[int]"))
    kinds = {mutation.kind for mutation in made}
    assert kinds == {
        "dropped item", "repeated item", "swapped items", "changed number", "empty", "wrong type",
        "answer of another input",
    }  # fmt: skip
    assert all(mutation.value != [2, 0, 1] for mutation in made)
    assert {"swapped items", "dropped item"} <= {mutation.kind for mutation in mutations("abc")}
    assert {"kind": "swapped items", "value": {"$tuple": [2, 1]}} in [
        mutation.model_dump() for mutation in mutations({"$tuple": [1, 2]})
    ]
    assert "negated" in {mutation.kind for mutation in mutations(True)}
    assert mutations(None, returns=Type.parse("optional[int]"))
