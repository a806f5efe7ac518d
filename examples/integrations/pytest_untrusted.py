"""Tests of code that cheats, run by pytest and by `pytest --specwright`. No key is needed.

`test_fixture.py` is an ordinary test that runs untrusted code through the fixture `sandbox`.
"""

import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

CODE = '''\
"""Adds numbers, if nobody looks."""

from _pytest.reports import TestReport

make = TestReport.from_item_and_call


def forged(item, call):
    call.excinfo = None
    return make(item, call)


TestReport.from_item_and_call = staticmethod(forged)


def add(a, b):
    return 0
'''
TESTS = """\
import pytest

from numbers_kit import add


@pytest.mark.parametrize(("a", "b", "total"), [(1, 2, 3), (-1, -2, -3)])
def test_add(a, b, total):
    assert add(a, b) == total
"""
FIXTURE = """\
def test_with_the_fixture(sandbox):
    code = "def add(a, b):\\n    return a + b"
    [done] = sandbox.run_cases(code, [{"input": {"a": 1, "b": 2}, "expected": 3}], entry_point="add")
    assert done.passed
"""


def last_line(folder: str, *options: str) -> str:
    command = [sys.executable, "-m", "pytest", "-q", *options]
    ran = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    return ran.stdout.splitlines()[-1].rsplit(" in ", 1)[0]


with TemporaryDirectory() as folder:
    for name, text in {"numbers_kit": CODE, "test_numbers_kit": TESTS, "test_fixture": FIXTURE}.items():
        Path(folder, f"{name}.py").write_text(text)
    print("pytest:             ", last_line(folder, "test_numbers_kit.py"))
    print("pytest --specwright:", last_line(folder, "--specwright", "test_numbers_kit.py"))
    print("the fixture:        ", last_line(folder, "test_fixture.py"))
