"""New test files for existing code: what can be called, what the documentation states, and the project's own style."""

from __future__ import annotations

import ast

import pytest

from specwright.core.existing.calls import (
    CallPlan,
    CallStep,
    GivenArgument,
    OriginOfTest,
    PlannedTest,
    PlanOutcome,
    StatedPlan,
)
from specwright.core.program.package import Package
from specwright.languages.python.probing import PythonProbing

CODE = '''
from dataclasses import dataclass


@dataclass
class Point:
    x: int
    y: int = 0

    def moved(self, other: "Point") -> "Point":
        return Point(self.x + other.x, self.y + other.y)

    def __eq__(self, other):
        return True

    @property
    def size(self):
        return abs(self.x) + abs(self.y)

    def _hidden(self):
        return 0


class Oops(Exception):
    pass


def half(n: int, *, up=False):
    """Return the half.

    >>> half(4)
    2
    >>> p = [half(6)]
    >>> p.append(half(2))
    >>> p
    [3, 1]
    >>> half("a")
    Traceback (most recent call last):
    TypeError: no
    """
    return -(-n // 2) if up else n // 2


def told(text):
    """Return it backwards: told("ab") == "ba"."""
    return text[::-1]


def _private():
    return 1
'''
PROBING = PythonProbing()


def package(**tests: str) -> Package:
    return Package(
        name="shop",
        summary="shop",
        sources={"src/shop/parts.py": CODE},
        tests={f"tests/{k}.py": v for k, v in tests.items()},
    )


def written(own: Package, *tests: PlannedTest) -> str:
    parts = {part.id: part for part in PROBING.parts(own, "src/shop/parts.py")}
    file = PROBING.written(own, "src/shop/parts.py", parts, tests)
    ast.parse(file.text)
    return f"{file.path}\n{file.text}"


def planned(name: str, value: object, *given: object, **told: object) -> PlannedTest:
    step = CallStep(part=f"src/shop/parts.py::{name}", given=tuple(GivenArgument(value=each) for each in given))
    plan = CallPlan(path="src/shop/parts.py", part=name, steps=(step,))
    outcome = {"ending": "returned", "value": ["data", value], "text": repr(value), **told}
    return PlannedTest(plan=plan, origin=OriginOfTest.CHARACTERISATION, told=outcome)


def test_public_functions_classes_and_methods_can_be_called() -> None:
    parts = {part.title: part for part in PROBING.parts(package(), "src/shop/parts.py")}
    assert set(parts) == {"Point", "Point.moved", "Point.__eq__", "Point.size", "half", "told"}
    assert [param.name for param in parts["Point"].declared.params] == ["x", "y"]
    assert parts["Point.moved"].objects == {0: "src/shop/parts.py::Point"}
    assert parts["Point.moved"].makes == "src/shop/parts.py::Point"
    assert parts["Point.size"].is_property
    assert parts["half"].declared.calls[0] == (4,)


def test_results_are_read_from_sessions_and_from_words() -> None:
    own = package()
    stated = PROBING.stated(own, "src/shop/parts.py", PROBING.parts(own, "src/shop/parts.py"))
    assert [(each.plan.lines[-1:], each.wanted, each.is_error) for each in stated] == [
        (("half(4)",), "2", False),
        (("p",), "[3, 1]", False),
        (('half("a")',), "TypeError", True),
        ((), "'ba'", False),
    ]
    assert stated[1].plan.lines[:-1] == ("p = [half(6)]", "p.append(half(2))")


@pytest.mark.parametrize(
    ("wanted", "value", "text", "agrees"),
    [
        ("2", ["data", 2], "2", True),
        ("{'b': 1, 'a': u'x'}", ["data", {"$map": [["a", "x"], ["b", 1]]}], "{'a': 'x', 'b': 1}", True),
        ("0.33", ["data", 0.3333333], "0.3333333", True),
        ("1...", ["data", 123], "123", True),
        ("2", ["data", 3], "3", False),
        ("Point(1)", ["object", "Point", "shop", []], "Point(2)", False),
        ("<Point at 0x7f>", ["object", "Point", "shop", []], "<Point at 0x8e>", None),
        ("whatever", ["opaque", "function"], "<function f>", None),
    ],
)
def test_a_stated_result_agrees_as_people_write_results(
    wanted: str, value: list[object], text: str, agrees: bool | None
) -> None:
    stated = StatedPlan(plan=CallPlan(path="a.py", part="f"), source="", wanted=wanted)
    outcome = PlanOutcome(ending="returned", told={"value": value, "text": text})
    assert PROBING.agrees(stated, outcome) is agrees


def test_a_test_states_results_errors_changed_arguments_and_printed_text() -> None:
    raised = planned("half", None, "a").model_copy(
        update={"told": {"ending": "raised", "error": {"name": "Oops", "module": "shop.parts"}}}
    )
    text = written(
        package(),
        planned("half", 2, 4),
        planned("half", True, 1),
        planned("half", 0.1234567890123, 2),
        raised,
        planned("told", None, [3, 1], changed={"given": ["data", [1, 3]]}, printed="x\n"),
    )
    assert text.startswith("tests/test_parts.py\n")
    assert "from shop.parts import Oops, half, told" in text
    assert "def test_half():\n    # characterisation: what the code does today\n    assert half(4) == 2\n" in text
    assert "assert half(1) is True" in text
    assert "assert half(2) == pytest.approx(0.1234567890123, rel=1e-09, abs=1e-09)" in text
    assert 'with pytest.raises(Oops):\n        half("a")' in text
    assert "    given = [3, 1]\n    told(given)\n    assert given == [1, 3]\n" in text
    assert 'assert capsys.readouterr().out == "x\\n"' in text


def test_new_tests_follow_the_style_of_the_project_and_lie_beside_its_own() -> None:
    unittests = "import unittest\n\n\nclass TestA(unittest.TestCase):\n    def test_a(self):\n        pass\n"
    text = written(package(test_parts=unittests), planned("half", 2, 4))
    assert text.startswith("tests/test_parts_more.py\n")
    assert "class TestShopParts(unittest.TestCase):" in text
    assert "        self.assertEqual(half(4), 2)\n" in text
    classes = "class TestA:\n    def test_a(self):\n        pass\n"
    assert "class TestShopParts:\n    def test_half(self):\n" in written(package(test_a=classes), planned("half", 2, 4))


def test_what_the_documentation_states_is_cited_and_a_comparison_stands_in_brackets() -> None:
    plan = CallPlan(path="src/shop/parts.py", part="Point", lines=("one = Point(1)", "one == Point(1)"))
    told = {"ending": "returned", "value": ["data", True], "text": "True"}
    test = PlannedTest(
        plan=plan, origin=OriginOfTest.DOCUMENTATION, told=told, source="docstring of Point, line 3", stated="True"
    )
    text = written(package(), test)
    assert "# from the docstring of Point, line 3\n    one = Point(1)\n    assert (one == Point(1)) is True" in text
