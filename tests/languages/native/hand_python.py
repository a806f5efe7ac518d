"""Three Python packages, and what pytest and coverage.py say of them."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

from specwright.core.program.package import Package
from tests.languages.native.hand import ByHand, plainly

SOURCE = '''\
"""Small numbers."""

from words.extra import LIMIT


def sign(value):
    """-1, 0 or 1."""
    if value > LIMIT:
        raise ValueError("too large")
    if value > 0:
        return 1
    return 0 if value == 0 else -1


def unused():
    while True:
        return 1
'''
EXTRA = "LIMIT = 1000\n\n\ndef never():\n    return LIMIT\n"
TESTS = """\
import pytest

import words


@pytest.mark.parametrize(("value", "expected"), [(5, 1), (0, 0)])
def test_sign(value, expected):
    assert words.sign(value) == expected


class TestErrors:
    def test_too_large(self):
        with pytest.raises(ValueError, match="large"):
            words.sign(1001)
"""
MIXED = """\
import pytest

from words import sign


def test_right():
    assert sign(3) == 1


def test_wrong():
    assert sign(-3) == 1


@pytest.mark.skip(reason="later")
def test_later():
    assert sign(0) == 0


@pytest.fixture
def broken():
    raise RuntimeError("no fixture")


def test_with_a_broken_fixture(broken):
    assert sign(0) == 0
"""


def package(source: str, tests: str) -> Package:
    return Package(
        name="words",
        summary="Small numbers.",
        sources={"src/words/__init__.py": source, "src/words/extra.py": EXTRA},
        tests={"tests/test_words.py": tests},
    )


PASSING = package(SOURCE, TESTS)
MIXED_ENDINGS = package(SOURCE, MIXED)
BROKEN = package(SOURCE.replace("return 1\n    return 0", "return 1)\n    return 0"), TESTS)


def by_hand(folder: Path) -> ByHand:
    plainly(folder, sys.executable, "-m", "coverage", "run", "-m", "pytest", "-q", "--junitxml=report.xml")
    plainly(folder, sys.executable, "-m", "coverage", "json", "-o", "coverage.json")
    hand = ByHand()
    for case in ET.parse(folder / "report.xml").iter("testcase"):
        module, *inner = case.attrib["classname"].split(".")[1:]
        id_ = "::".join([f"tests/{module}.py", *inner, case.attrib["name"]])
        child = next((child.tag for child in case if child.tag in ("failure", "error", "skipped")), "")
        hand.tests[id_] = {"failure": "failed", "error": "failed", "skipped": "skipped"}.get(child, "passed")
    for path, told in json.loads((folder / "coverage.json").read_text())["files"].items():
        hand.lines[path] = dict.fromkeys(told["executed_lines"], True) | dict.fromkeys(told["missing_lines"], False)
        hand.branches[path] = (told["summary"]["num_branches"], told["summary"]["covered_branches"])
    return hand


def errors_by_hand(folder: Path) -> set[tuple[str, int, int]]:
    said = plainly(folder, sys.executable, "-m", "py_compile", "src/words/__init__.py").stderr
    found = re.search(r'File "([^"]+)", line (\d+)\n(    )(.*)\n(    )( *)\^', said)
    assert found, said
    # The line is shown without its indent.
    line = Path(folder / found[1]).read_text().splitlines()[int(found[2]) - 1]
    column = len(line) - len(line.lstrip()) + len(found[6]) + 1
    return {(found[1], int(found[2]), column)}
