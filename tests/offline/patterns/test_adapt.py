from __future__ import annotations

from typing import Any

import pytest

from specwright.core.program.data import decode, encode
from specwright.core.program.equality import equal
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.testcase import Returns, Tier
from specwright.offline.patterns.adapt import Adapted, adapt
from specwright.offline.patterns.assign import assignments
from specwright.offline.patterns.catalogue import catalogue, named
from specwright.offline.patterns.rename import fits, rename


def signature(name: str, params: dict[str, str], returns: str) -> Signature:
    listed = tuple(Parameter(name=key, type=Type.parse(kind)) for key, kind in params.items())
    return Signature(name=name, params=listed, returns=Type.parse(returns))


def load(adapted: Adapted, name: str) -> Any:
    space: dict[str, Any] = {}
    exec(compile(adapted.code, "adapted", "exec"), space)
    return space[name]


def test_a_pattern_takes_the_asked_names_and_types() -> None:
    [best, *_] = adapt(named("two_sum"), signature("pair", {"arr": "list[float]", "total": "float"}, "list[int]"))
    assert "def pair(arr: list[float], total: float) -> list[int]:" in best.code
    assert "`total`" in best.code
    assert "nums" not in best.code
    assert load(best, "pair")([2, 7, 11], 18) == [1, 2]


def test_arguments_are_matched_by_type_whatever_their_order() -> None:
    [best, *_] = adapt(named("two_sum"), signature("f", {"goal": "int", "xs": "list[int]"}, "list[int]"))
    assert load(best, "f")(9, [2, 7]) == [0, 1]
    assert best.cases[0].inputs == {"goal": 9, "xs": [2, 7, 11, 15]}


def test_where_types_leave_it_open_both_orders_come_back_and_names_decide_which_is_first() -> None:
    wanted = signature("lev", {"second": "str", "first": "str"}, "bool")
    both = adapt(named("is_subsequence"), wanted)
    assert len(both) == 2
    parts = named("is_rotation").signature.params
    assert assignments(parts, wanted.params)[0].places == (1, 0)


def test_a_name_that_the_code_uses_otherwise_is_not_captured() -> None:
    [best, *_] = adapt(named("two_sum"), signature("enumerate", {"seen": "list[int]", "index": "int"}, "list[int]"))
    assert load(best, "enumerate")([3, 2, 4], 6) == [1, 2]


@pytest.mark.parametrize("name", ["gcd", "abs", "a", "result"])
def test_a_function_may_be_called_what_the_pattern_uses_itself(name: str) -> None:
    [best, *_] = adapt(named("least_common_multiple"), signature(name, {"x": "int", "y": "int"}, "int"))
    assert load(best, name)(4, 6) == 12


def test_two_names_can_be_swapped() -> None:
    code = named("longest_common_substring").code["python"]
    names = {"first": "second", "second": "first"}
    assert fits(code, names)
    space: dict[str, Any] = {}
    exec(rename(code, names), space)
    assert space["longest_common_substring"]("abc", "xbc") == "bc"


def test_results_take_the_asked_shape() -> None:
    [as_tuple, *_] = adapt(named("two_sum"), signature("f", {"a": "list[int]", "t": "int"}, "tuple[int, int]"))
    assert load(as_tuple, "f")([2, 7], 9) == (0, 1)
    assert as_tuple.cases[0].expected == Returns(value={"$tuple": [0, 1]})
    [inner, *_] = adapt(named("run_lengths"), signature("f", {"s": "str"}, "list[list[any]]"))
    assert load(inner, "f")("aab") == [["a", 2], ["b", 1]]


def test_tuples_fill_the_part_of_lists() -> None:
    wanted = signature("f", {"xs": "tuple[int, int, int]", "k": "int"}, "list[int]")
    [best, *_] = adapt(named("rotate_left"), wanted)
    assert load(best, "f")((1, 2, 3), 1) == [2, 3, 1]


def test_a_length_passed_along_is_seen_from_the_examples_and_only_from_them() -> None:
    wanted = signature("f", {"arr": "list[int]", "n": "int"}, "int")
    examples = [({"arr": [3, 0, 1], "n": 3}, 2), ({"arr": [0, 1], "n": 2}, 2)]
    [best, *_] = adapt(named("missing_number"), wanted, examples)
    assert load(best, "f")([0, 2], 2) == 1
    assert adapt(named("missing_number"), wanted) == ()
    assert adapt(named("missing_number"), wanted, [({"arr": [3, 0, 1], "n": 9}, 2)]) == ()


def test_a_yes_or_no_answer_takes_the_words_of_the_examples() -> None:
    wanted = signature("f", {"n": "int"}, "str")
    both = adapt(named("is_prime"), wanted, [({"n": 2}, "Yes"), ({"n": 4}, "No")])
    assert {load(one, "f")(7) for one in both} == {"Yes", "No"}
    assert all(one.cases == () for one in both)


def test_a_negated_question_offers_the_negated_answer_as_well() -> None:
    wanted = signature("f", {"n": "int"}, "bool")
    plain, negated = adapt(named("is_prime"), wanted, problem="identify numbers that are not prime")
    assert load(plain, "f")(7) is True
    assert load(negated, "f")(7) is False


@pytest.mark.parametrize(
    ("params", "returns"),
    [({"s": "str"}, "list[int]"), ({"xs": "list[int]"}, "list[int]"), ({"a": "int", "b": "int"}, "list[int]")],
)
def test_what_does_not_fit_is_not_adapted(params: dict[str, str], returns: str) -> None:
    assert adapt(named("two_sum"), signature("f", params, returns)) == ()


def test_every_pattern_survives_new_names_and_its_tests_come_along() -> None:
    for pattern in catalogue():
        params = {f"arg_{index}": str(param.type) for index, param in enumerate(pattern.signature.params)}
        wanted = signature("asked", params, str(pattern.signature.returns))
        [best, *_] = adapt(pattern, wanted)
        function = load(best, "asked")
        assert len(best.cases) == len(pattern.tests)
        for case in best.cases:
            assert case.tier is Tier.GUESS
            assert list(case.inputs) == list(params)
            if isinstance(case.expected, Returns):
                actual = encode(function(*(decode(value) for value in case.inputs.values())))
                assert equal(case.expected.value, actual, wanted.returns, pattern.comparison), best.code
