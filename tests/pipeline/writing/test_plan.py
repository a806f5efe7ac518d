from __future__ import annotations

import pytest

from specwright.api import make_package_task
from specwright.core.program.package import Item, ItemKind
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.blueprint import Blueprint, Checked, package_name
from specwright.core.work.example import parse_example
from specwright.core.work.precondition import legal
from specwright.core.work.task import Requirement
from specwright.pipeline.writing.plan import constraints_of, package_examples
from specwright.pipeline.writing.specify_replies import PreconditionReply, preconditions_of
from specwright.pipeline.writing.strategies.incremental import pieces
from specwright.pipeline.writing.strategies.registry import choose


def blueprint(items: int, requirements: int) -> Blueprint:
    signature = Signature(name="f", params=(), returns=Type.parse("int"))
    return Blueprint(
        name="p",
        summary="s",
        surface=tuple(
            Item(kind=ItemKind.FUNCTION, name=f"f{at}", summary="s", signature=signature) for at in range(items)
        ),
        requirements=tuple(Requirement(id=f"R{at}", text="t") for at in range(requirements)),
    )


@pytest.mark.parametrize(
    ("text", "checked"),
    [
        ("standard library only", Checked.STANDARD_LIBRARY),
        ("no third-party dependencies", Checked.STANDARD_LIBRARY),
        ("cyclomatic complexity below 8", Checked.COMPLEXITY),
        ("handles 10^6 items in 1 s", Checked.PERFORMANCE),
        ("O(n log n) time", Checked.PERFORMANCE),
        ("at least 90 % coverage", Checked.COVERAGE),
        ("type hints everywhere", Checked.TYPES),
        ("every function has a docstring", Checked.DOCUMENTATION),
        ("follows PEP 8", Checked.STYLE),
        ("no eval", Checked.SECURITY),
        ("friendly error messages", None),
    ],
)
def test_a_constraint_says_what_decides_it(text: str, checked: Checked | None) -> None:
    [constraint] = constraints_of((text,))
    assert constraint.checked is checked
    assert constraint.held is None


def test_constraints_are_numbered_and_each_stands_once() -> None:
    found = constraints_of((" a thing ", "", "another", "a thing"))
    assert [(one.id, one.text) for one in found] == [("C1", "a thing"), ("C2", "another")]


@pytest.mark.parametrize(
    ("words", "name"),
    [("Text Kit", "text_kit"), ("textKit", "text_kit"), ("2fast", "package_2fast"), ("über-wörter!", "ber_w_rter")],
)
def test_any_words_give_a_name(words: str, name: str) -> None:
    assert package_name(words) == name


def test_calls_of_several_functions_are_examples_of_each() -> None:
    task = make_package_task("f(1) == 2 and g('a') -> 'b'; again: g('a') == 'b'.", examples=["h(2) == 3"])
    assert [found.called for found in package_examples(task)] == ["h", "f", "g"]


def test_a_small_plan_is_built_at_once_and_a_large_one_in_pieces() -> None:
    assert choose(blueprint(2, 5), None)[0].name == "test-driven"
    strategy, why = choose(blueprint(20, 40), None)
    assert strategy.name == "incremental"
    assert "about 460 lines" in why
    assert choose(blueprint(1, 30), None)[0].name == "test-driven"
    assert choose(blueprint(9, 9), "test-driven") == (choose(blueprint(1, 1), None)[0], "the user asked for it")


def test_many_requirements_of_little_code_are_built_at_once() -> None:
    assert choose(blueprint(4, 19), None, max_tokens=8000)[0].name == "test-driven"


def test_what_fits_into_a_reply_of_one_model_is_too_much_for_another() -> None:
    assert choose(blueprint(10, 20), None, max_tokens=8000)[0].name == "test-driven"
    assert choose(blueprint(10, 20), None, max_tokens=2000)[0].name == "incremental"


def test_pieces_keep_the_order_of_the_plan_and_leave_nothing_out() -> None:
    plan = blueprint(20, 4)
    parts = pieces(plan)
    assert [item.name for part in parts for item in part] == [item.name for item in plan.surface]
    assert len(parts) == 3
    assert [len(part) for part in pieces(blueprint(3, 2))] == [1, 1, 1]


def test_a_function_of_a_package_has_preconditions_that_probes_keep_to() -> None:
    signature = Signature(name="f", params=(Parameter(name="n", type=Type.parse("int")),), returns=Type.parse("int"))
    stated = [PreconditionReply(text="n is positive", holds="n > 0"), PreconditionReply(text="n is meant well")]
    found = preconditions_of(stated, signature, ())
    item = Item(kind=ItemKind.FUNCTION, name="f", summary="s", signature=signature, preconditions=found)
    plan = blueprint(1, 1).model_copy(update={"surface": (item,)})
    conditions = plan.function("f").preconditions
    assert legal(conditions, {"n": 1})
    assert not legal(conditions, {"n": 0})
    refuted = preconditions_of(stated, signature, (parse_example("f(-1) == 2"),))
    assert legal(refuted, {"n": 0}), "an example of the user shows that the condition is wrong"


def test_a_precondition_that_cannot_be_read_stays_in_words() -> None:
    signature = Signature(name="f", params=(), returns=Type.parse("int"))
    [found] = preconditions_of([PreconditionReply(text="odd", holds="open('x')")], signature, ())
    assert (found.text, found.holds) == ("odd", "")
