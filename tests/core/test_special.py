"""Signatures, values and callbacks of functions that are not plain."""

from __future__ import annotations

import pytest

from specwright.core.errors import UserError
from specwright.core.evidence.outcome import Ending, Outcome, passes
from specwright.core.program.data import Data, decode, encode, from_json, show
from specwright.core.program.equality import equal
from specwright.core.program.infer import fits
from specwright.core.program.signature import Default, Parameter, ParamRole, Signature
from specwright.core.program.special.callback import Callback
from specwright.core.program.types import Type
from specwright.core.work.example import parse_example
from specwright.core.work.testcase import Raises, Returns, TestCase, Tier
from specwright.languages.common.kinds.carriers import flat, lift
from specwright.languages.python.drivers.adapter import run

POINT = "Point(x: int, y: optional[float])"


def signature(returns: str, /, *, prints: bool = False, **params: str) -> Signature:
    """`nums="list[int] @changed"` is a parameter with its role."""
    made = []
    for name, text in params.items():
        kind, _, role = text.partition(" @")
        made.append(Parameter(name=name, type=Type.parse(kind), role=ParamRole(role or "given")))
    return Signature(name="f", params=tuple(made), returns=Type.parse(returns), prints=prints)


@pytest.mark.parametrize(
    "text", [POINT, f"list[{POINT}]", "function[int, str, bool]", "iterator[date]", "map[str, decimal]", "none"]
)
def test_a_type_is_read_as_it_is_written(text: str) -> None:
    assert str(Type.parse(text)) == text


@pytest.mark.parametrize(
    "text", ["Point()", "Point(x int)", "Point(x: int", "Point(x: int, x: int)", "function", "record"]
)
def test_a_type_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(UserError):
        Type.parse(text)


@pytest.mark.parametrize(
    ("kind", "given", "shown"),
    [
        ("bytes", "é", r"b'\xc3\xa9'"),
        ("bytes", [0, 255], r"b'\x00\xff'"),
        ("decimal", "1.50", "Decimal('1.50')"),
        ("date", "2024-02-29", "date(2024, 2, 29)"),
        ("datetime", "2024-02-29 12:30", "datetime(2024, 2, 29, 12, 30)"),
        ("function[int, int, int]", "lambda a,b: a+b", "lambda a, b: a + b"),
        (POINT, [1, 2.5], "{'x': 1, 'y': 2.5}"),
        (f"list[{POINT}]", [{"x": 1, "y": None}], "[{'x': 1, 'y': None}]"),
    ],
)
def test_a_value_is_read_shown_carried_and_told_again(kind: str, given: Data, shown: str) -> None:
    wanted = Type.parse(kind)
    data = from_json(given, wanted)
    assert show(data) == shown
    assert fits(data, wanted)
    if "bytes" in kind or kind in ("decimal", "date", "datetime"):
        assert encode(decode(data)) == data
        assert lift(f"{kind}:{flat(data, wanted)}", wanted) == data
        assert lift(flat(data, wanted), wanted) != data, "a text is no value of the kind"
    elif "function" not in kind:
        assert lift(flat(data, wanted), wanted) == data


@pytest.mark.parametrize(
    ("kind", "given"),
    [
        ("date", "29.2.2024"),
        ("datetime", "2024-01-01T00:00:00Z"),
        ("decimal", "a"),
        ("bytes", [256]),
        ("function[int, int]", "f"),
    ],
)
def test_a_value_that_is_none_of_its_kind_is_refused_with_the_form(kind: str, given: Data) -> None:
    with pytest.raises(UserError) as caught:
        from_json(given, Type.parse(kind))
    assert caught.value.hint


def test_decimals_are_equal_by_value_and_nothing_else_is_equal_to_one() -> None:
    price = {"$decimal": "1.50"}
    assert equal(price, {"$decimal": "1.5"}, Type.parse("decimal"))
    assert not equal(price, 1.5, Type.parse("decimal"))
    assert not equal(price, "1.50", Type.parse("decimal"))


@pytest.mark.parametrize(
    ("text", "given", "result"),
    [
        ("lambda x: -7 // 2 + x % 3", [-1], -2),
        ("lambda a, b: a if a > b else b", [2, 5], 5),
        ("lambda s: s[-1].upper() + str(len(s))", ["abc"], "C3"),
        ("lambda x: 0 < x < 5 or x == 9", [9], True),
        ("lambda x: x != 0 and 10 / x > 4", [0], False),
        ("lambda: 'a:b'", [], "a:b"),
        ("lambda w: 'b' in w and not w == 'b'", ["ab"], True),
    ],
)
def test_a_callback_computes_what_its_expression_says(text: str, given: list[Data], result: Data) -> None:
    assert run(list(Callback.read(text).program()), given) == result


@pytest.mark.parametrize(
    "text",
    [
        "x",
        "lambda x: open(x)",
        "lambda *a: 1",
        "lambda x: y",
        "lambda x: [x]",
        "lambda x: x.__class__",
        "lambda x=1: x",
    ],
)
def test_a_callback_that_does_more_is_refused(text: str) -> None:
    with pytest.raises(UserError):
        Callback.read(text)


def test_an_outcome_has_the_parts_that_a_call_comes_to() -> None:
    both = signature("int", nums="list[int] @changed", prints=True)
    assert str(both.outcome) == "Outcome(returns: int, nums: list[int], prints: str)"
    assert str(signature("none", nums="list[int] @changed").outcome) == "list[int]"
    assert str(signature("iterator[str]", take="int @read").outcome) == "list[str]"
    assert not signature("list[int]", nums="list[int]").is_special


def test_parts_that_an_example_leaves_open_may_be_anything_and_the_others_may_not() -> None:
    both = signature("int", nums="list[int] @changed")
    example = parse_example('f([3, 3]) == {"returns": 1}')
    case = TestCase(id="u1", name="u1", inputs=example.bind(both), expected=example.expectation(both), tier=Tier.USER)

    def judged(returns: int, nums: list[int]) -> bool:
        value = {"$map": [["returns", returns], ["nums", nums]]}
        return passes(case, Outcome(ending=Ending.RETURNED, value=value), both.outcome)

    assert judged(1, [3])
    assert not judged(2, [3])
    alone = parse_example("f([3, 3]) == 1")
    assert alone.expectation(both) == case.expected, "a value alone is the result"
    with pytest.raises(UserError, match="returns, nums"):
        both.expected(1, {})


@pytest.mark.parametrize(
    ("returns", "params"),
    [
        ("none", {"n": "int @changed"}),
        ("list[int]", {"n": "int @read"}),
        ("function[int, int]", {"n": "int"}),
        ("int", {"calls": "list[tuple[int]] @called"}),
        ("int", {"returns": "list[int] @changed"}),
    ],
)
def test_a_signature_that_no_function_can_have_is_refused(returns: str, params: dict[str, str]) -> None:
    with pytest.raises(ValueError, match=r"change|iterator|calls|named"):
        signature(returns, prints=False, **params)


def test_a_stated_message_must_be_in_the_text_of_the_error() -> None:
    case = TestCase(id="t", name="t", inputs={}, expected=Raises(error="ValueError", message="no one"), tier=Tier.GUESS)
    outcome = Outcome(ending=Ending.RAISED, error="ValueError", detail="ValueError: there is no one\n")
    assert passes(case, outcome)
    assert not passes(case, outcome.model_copy(update={"detail": "ValueError: empty\n"}))
    assert Raises.of(case.contract()["expected"]) == case.expected


@pytest.mark.parametrize(
    ("text", "kind", "value"),
    [
        ("f(Decimal('1.10')) == Decimal('2.20')", "decimal", {"$decimal": "2.20"}),
        ("f(date(2024, 2, 28)) == datetime.date(2024, 2, 29)", "date", {"$date": "2024-02-29"}),
        ("f(b'ab') == b'ba'", "bytes", {"$bytes": "6261"}),
        ("f(Point(1, y=2.0)) == Point(x=2, y=4.0)", POINT, {"$map": [["x", 2], ["y", 4.0]]}),
    ],
)
def test_an_example_may_hold_values_that_json_lacks(text: str, kind: str, value: Data) -> None:
    example = parse_example(text)
    made = signature(kind, value=kind)
    assert example.expectation(made) == Returns(value=value)
    assert fits(example.bind(made)["value"], Type.parse(kind))


@pytest.mark.parametrize(
    ("text", "inputs"),
    [
        ("list(f(3)) == [3, 4]", {"n": 3}),
        (">>> list(itertools.islice(f(3), 2))\n[3, 4]", {"n": 3, "take": 2}),
        ("assert list(islice(f(n=3), 0, 2)) == [3, 4]", {"n": 3, "take": 2}),
        ("f(3, take=2) -> [3, 4]", {"n": 3, "take": 2}),
    ],
)
def test_items_that_an_example_reads_of_a_generator_are_its_result(text: str, inputs: dict[str, int]) -> None:
    take = Parameter(name="take", type=Type.parse("int"), role=ParamRole.READ)
    own = (Parameter(name="n", type=Type.parse("int")), *([take] if "take" in inputs else []))
    made = Signature(name="f", params=own, returns=Type.parse("iterator[int]"))
    example = parse_example(text)
    assert example.bind(made) == inputs
    assert example.expectation(made) == Returns(value=[3, 4])


def test_an_example_may_hold_a_callback() -> None:
    example = parse_example("f(lambda x: x + 1, 3) == 4")
    assert example.bind(signature("int", g="function[int, int]", n="int")) == {
        "g": {"$function": "lambda x: x + 1"},
        "n": 3,
    }


def test_a_default_that_json_lacks_is_carried_like_any_value() -> None:
    rate = Parameter(name="rate", type=Type.parse("decimal"), default=Default(value={"$decimal": "0.2"}))
    assert "rate: decimal = Decimal('0.2')" in str(Signature(name="f", params=(rate,), returns=Type.parse("int")))
