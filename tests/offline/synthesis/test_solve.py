from __future__ import annotations

from typing import Any

import pytest

from specwright.core.program.data import encode
from specwright.core.program.infer import type_of
from specwright.core.program.signature import Parameter, Signature
from specwright.offline.doubt import said_by_words
from specwright.offline.synthesis.solve import SearchLimits, Synthesis, synthesise

Pairs = list[tuple[tuple[Any, ...], Any]]


def search(problem: str, pairs: Pairs, names: str = "xs n k", limits: SearchLimits | None = None) -> Synthesis:
    listed = names.split()[: len(pairs[0][0])]
    columns = list(zip(*(args for args, _ in pairs), strict=True))
    params = tuple(Parameter(name=name, type=type_of(column)) for name, column in zip(listed, columns, strict=True))
    signature = Signature(name="f", params=params, returns=type_of(value for _, value in pairs))
    examples = [
        ({name: encode(arg) for name, arg in zip(listed, args, strict=True)}, encode(value)) for args, value in pairs
    ]
    return synthesise(signature, examples, problem, limits or SearchLimits(steps=120_000))


def load(code: str) -> Any:
    space: dict[str, Any] = {}
    exec(compile(code, "found", "exec"), space)
    return space["f"]


@pytest.mark.parametrize(
    ("problem", "pairs", "unseen"),
    [
        ("sum of a list", [(([1, 2, 3],), 6), (([4],), 4), (([5, -2],), 3)], (([7, 7],), 14)),
        (
            "sum of the squares of the even numbers",
            [(([1, 2, 3, 4],), 20), (([2],), 4), (([5, 6, 1],), 36)],
            (([8, 3],), 64),
        ),
        (
            "remove the vowels of a text",
            [(("hello",), "hll"), (("AbE",), "b"), (("xyz",), "xyz")],
            (("Queue",), "Q"),
        ),
        (
            "Even or Odd",
            [((2,), "Even"), ((3,), "Odd"), ((10,), "Even"), ((7,), "Odd")],
            ((0,), "Even"),
        ),
        ("the sum of the digits", [((123,), 6), ((99,), 18), ((10,), 1)], ((5050,), 10)),
        (
            "multiply the elements of two lists one by one",
            [(([1, 2], [3, 4]), [3, 8]), (([2], [5]), [10]), (([0, 1, 2], [1, 1, 1]), [0, 1, 2])],
            (([9], [9]), [81]),
        ),
        ("area of a triangle", [((4, 3), 6.0), ((10, 2), 10.0), ((5, 5), 12.5)], ((1, 1), 0.5)),
        (
            "sort the words by length",
            [
                ((["ccc", "a", "bb"],), ["a", "bb", "ccc"]),
                ((["xx", "y"],), ["y", "xx"]),
                ((["bb", "aa", "c"],), ["c", "bb", "aa"]),
            ],
            ((["zz", "yy", "x"],), ["x", "zz", "yy"]),
        ),
    ],
)
def test_what_the_examples_mean_is_found(problem: str, pairs: Pairs, unseen: tuple[tuple[Any, ...], Any]) -> None:
    best = search(problem, pairs).found[0]
    args, value = unseen
    assert load(best.code)(*args) == value, best.expression


def test_every_find_gives_what_every_example_says() -> None:
    pairs: Pairs = [(([3, 1, 2], 1), 1), (([5, 4], 2), 2), (([9, 8, 7], 3), 3)]
    found = search("something of a list and a number", pairs).found
    assert found
    for one in found:
        for args, value in pairs:
            assert load(one.code)(*args) == value, one.expression


def test_the_same_question_gets_the_same_answer() -> None:
    pairs: Pairs = [(([1, 5, 3],), 4), (([2, 2],), 0), (([10, 1],), 9)]
    assert search("largest minus smallest", pairs) == search("largest minus smallest", pairs)


def test_words_that_describe_the_whole_expression_need_one_example() -> None:
    for problem, given, value, expression in (
        ("sum of a list", [1, 2], 3, "sum(xs)"),
        ("every other element of a list", [1, 2, 3, 4], [1, 3], "xs[::2]"),
    ):
        found = search(problem, [((given,), value)])
        assert found.found[0].expression == expression
        assert said_by_words(found)
    for problem in ("price after the discount", "the second number of a list", "largest number of a list"):
        assert not said_by_words(search(problem, [(([1, 2],), 3)])), problem


def test_examples_that_leave_a_choice_are_all_offered_and_none_is_far_likelier() -> None:
    pairs: Pairs = [(([1, 2, 3],), 3), (([1, 5],), 5), (([2, 7],), 7)]
    result = search("a number of the list", pairs)
    expressions = [one.expression for one in result.found]
    assert {"max(xs)", "xs[-1]"} <= set(expressions)
    assert result.found[0].share < 0.9


def test_the_problems_words_tell_rivals_apart() -> None:
    pairs: Pairs = [(([1, 2, 3],), 3), (([1, 5],), 5), (([2, 7],), 7)]
    assert search("the largest number of the list", pairs).found[0].expression == "max(xs)"
    assert search("the last element of the list", pairs).found[0].expression == "xs[-1]"


def test_answers_of_yes_and_no_are_known_to_fit_by_chance() -> None:
    yes_and_no = search("check the number", [((4,), True), ((7,), False), ((9,), False)], "n")
    lists = search("double each element", [(([1, 2],), [2, 4]), (([5],), [10]), (([0, 3],), [0, 6])])
    assert yes_and_no.chance_fits > 0.25 > lists.chance_fits


def test_examples_that_contradict_each_other_have_no_solution() -> None:
    pairs: Pairs = [((1,), 5), ((1,), 6), ((2,), 7)]
    assert search("a number", pairs, "n", SearchLimits(steps=20_000)).found == ()


def test_the_limit_of_steps_ends_a_search_and_is_told() -> None:
    hopeless: Pairs = [(("abc",), "zq7"), (("de",), "9w"), (("f",), "p0p")]
    result = search("nonsense", hopeless, "text", SearchLimits(steps=5_000))
    assert result.found == ()
    assert not result.complete
    assert result.steps <= 5_100


def test_the_limit_of_nodes_bounds_the_memory() -> None:
    hopeless: Pairs = [(([1, 2], 7), 991), (([3], 1), 17), (([8, 9], 2), 523)]
    assert not search("nonsense", hopeless, "xs n", SearchLimits(nodes=500)).complete


def test_a_variable_of_a_comprehension_never_hides_a_parameter() -> None:
    pairs: Pairs = [(([1, 5, 3], 2), [5, 3]), (([4, 4], 4), []), (([10, -1, 7], 6), [10, 7])]
    best = search("the elements of the list greater than x", pairs, "items x").found[0]
    assert load(best.code)([1, 9], 3) == [9]


def test_tuples_and_sets_are_returned_as_such() -> None:
    as_tuple: Pairs = [(((3, 1),), (1, 3)), (((5, 4, 6),), (4, 5, 6)), (((2,),), (2,))]
    result = search("sort the tuple", as_tuple, "items")
    assert load(result.found[0].code)((9, 8)) == (8, 9)
    joined: Pairs = [(((3, 1), (2,)), (3, 1, 2)), (((5,), (4, 6)), (5, 4, 6)), (((2,), (1,)), (2, 1))]
    assert load(search("concatenate two tuples", joined, "a b").found[0].code)((9, 8), (7,)) == (9, 8, 7)
    as_set: Pairs = [(([1, 2, 3], [3, 2, 9]), {2, 3}), (([4, 0], [4, 0, 5]), {4, 0}), (([5, 6], [7]), set())]
    found = search("the elements that are in both lists", as_set, "a b").found
    assert found
    assert load(found[0].code)([1, 2, 3], [3, 1]) == {1, 3}


def test_an_expression_that_ignores_a_parameter_is_said_to() -> None:
    pairs: Pairs = [(([1, 2, 3], 8), 3), (([1, 5], 9), 5), (([2, 7], 4), 7)]
    unused = {one.expression: one.unused for one in search("the largest number", pairs, "xs limit").found}
    assert unused["max(xs)"] == ("limit",)
    lengths: Pairs = [(([1, 2, 3], 3), 3), (([1, 5], 2), 5), (([2, 7], 2), 7)]
    assert search("the largest number", lengths, "xs n").found[0].unused == ()


def test_lists_that_are_empty_in_every_example_are_no_obstacle() -> None:
    pairs: Pairs = [(({}, 1), 1), (({}, 2), 2), (({}, 5), 5)]
    assert search("the number", pairs, "mapping n").found[0].unused == ("mapping",)
    empty: Pairs = [(([], 1), 1), (([], 2), 2), (([], 5), 5)]
    assert search("the number", empty, "items n").found[0].unused == ("items",)
    mixed: Pairs = [(([(1, "a")], 1), 1), (([], 2), 2), (([], 5), 5)]
    assert search("the number", mixed, "items n").found


@pytest.mark.parametrize(
    ("problem", "pairs", "unseen"),
    [
        (
            "the last item of each record",
            [
                (([(1, "a", 2.5), (2, "b", 3.5)],), [2.5, 3.5]),
                (([(3, "c", 1.5)],), [1.5]),
                (([(0, "x", 0.5), (9, "y", 4.5), (7, "z", 8.5)],), [0.5, 4.5, 8.5]),
            ],
            (([(4, "k", 6.5)],), [6.5]),
        ),
        (
            "add the neighbouring pairs",
            [(([1, 5, 7],), [6, 12]), (([2, 6],), [8]), (([3, 4, 5, 6],), [7, 9, 11])],
            (([10, 20, 30],), [30, 50]),
        ),
        (
            "subtract two tuples element by element",
            [(((5, 6), (1, 2)), (4, 4)), (((9, 1), (3, 4)), (6, -3)), (((2, 2), (7, 1)), (-5, 1))],
            (((8, 8), (3, 9)), (5, -1)),
        ),
        (
            "the sum of all divisors",
            [((6,), 12), ((7,), 8), ((10,), 18)],
            ((8,), 15),
        ),
    ],
)
def test_records_pairs_and_tuples_are_within_reach(
    problem: str, pairs: Pairs, unseen: tuple[tuple[Any, ...], Any]
) -> None:
    best = search(problem, pairs, limits=SearchLimits()).found[0]
    args, value = unseen
    assert load(best.code)(*args) == value


def test_tuples_inside_a_list_are_tuples_again_in_the_result() -> None:
    pairs: Pairs = [
        (([("1", "2")],), [(1, 2)]),
        (([("3", "4"), ("5", "6")],), [(3, 4), (5, 6)]),
        (([("7", "8")],), [(7, 8)]),
    ]
    best = search("convert each text to an integer", pairs).found[0]
    assert load(best.code)([("9", "10")]) == [(9, 10)]


def test_a_choice_between_two_words_says_no_more_than_yes_or_no() -> None:
    words: Pairs = [(("abba",), "Valid"), (("abcd",), "Invalid"), (("axa",), "Valid")]
    found = search("Check the text.", words, "text")
    assert found.chance_fits > 0.1


def test_what_fails_near_the_examples_is_marked() -> None:
    pairs: Pairs = [(([5, 8, 6], 2), 6), (([4, 9], 1), 9), (([7, 3, 2], 0), 7)]
    assert search("the item at position n", pairs).found[0].fails
    assert not search("the sum", [(([1, 2],), 3), (([4],), 4), (([5, -2],), 3)]).found[0].fails


def test_words_that_no_block_knows_are_told() -> None:
    pairs: Pairs = [((10,), 6), ((2,), 1), ((3,), 2)]
    assert search("the frobnicated quux of a number", pairs, "n").strange == ("frobnicated", "quux")
