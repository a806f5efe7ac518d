"""Which tests a file of Python tests must report."""

from __future__ import annotations

from specwright.languages.python.selecting.listed_tests import shown_tests

TEXT = """import unittest


class Mixin:
    def test_one(self): ...

    def test_two(self): ...


class Middle(Mixin):
    test_two = None


class CaseTest(unittest.TestCase, Mixin):
    def test_own(self): ...


class OtherTest(unittest.TestCase, Middle): ...
"""


def test_tests_that_a_class_inherits_from_the_same_file_are_expected() -> None:
    assert shown_tests("t.py", TEXT) == [
        "t.py::CaseTest::test_own",
        "t.py::CaseTest::test_one",
        "t.py::CaseTest::test_two",
        "t.py::OtherTest::test_one",
    ]


def test_classes_that_inherit_from_each_other_end() -> None:
    text = "class TestA(TestB):\n    def test_a(self): ...\n\n\nclass TestB(TestA):\n    def test_b(self): ...\n"
    assert shown_tests("t.py", text) == [
        "t.py::TestA::test_a",
        "t.py::TestA::test_b",
        "t.py::TestB::test_b",
        "t.py::TestB::test_a",
    ]
