"""No class says that a call failed when it did not, finds a trace of another sequence, or equals what is expected."""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

import pytest

from specwright.adapters.machine.toolchains import ready
from specwright.core.evidence.outcome import Execution
from specwright.core.program.candidate import Candidate
from specwright.core.program.signature import Method, class_signature
from specwright.core.program.types import ANY
from specwright.core.work.given import read_cases
from specwright.languages.common.kinds import classes
from specwright.languages.loading import toolchain_for
from specwright.pipeline.running.execute import execute
from specwright.ports.language import CallLimits
from specwright.ports.sandbox import Sandbox

SIGNATURE = class_signature(Method(name="Box"), (Method(name="take", returns=ANY, fails=True),))
FAILS = {"input": {"calls": [["Box"], ["take"]]}, "expected": [None, {"raises": "KeyError"}]}
GIVES = {"input": {"calls": [["Box"], ["take"]]}, "expected": [None, "fresh"]}


class Cheat(NamedTuple):
    name: str
    language: str
    code: str
    case: dict[str, Any]


CHEATS = (
    Cheat(
        "an object that is written as the error",
        "python",
        "class KeyError:\n    def __eq__(self, other): return True\n    def __repr__(self): return 'raises KeyError'\n"
        "class Box:\n    def take(self): return KeyError()\n",
        FAILS,
    ),
    Cheat(
        "an object that is written as the error, in JavaScript",
        "javascript",
        "class KeyError { toString() { return 'raises KeyError' } }\n"
        "class Box { take() { return new KeyError() } }\nmodule.exports = { Box }\n",
        FAILS,
    ),
    Cheat(
        "a text that equals everything",
        "python",
        "class Any(str):\n    __hash__ = str.__hash__\n    def __eq__(self, other): return True\n"
        "class Box:\n    def take(self): return Any('x')\n",
        GIVES,
    ),
    Cheat(
        "an entry that is written over",
        "python",
        "import sys\nclass Box:\n    def take(self):\n"
        "        class Told(list):\n            def __eq__(self, other): return True\n"
        "        sys._getframe(1).f_locals['told'].append(Told())\n        return 'x'\n",
        GIVES,
    ),
)


def made(runner: asyncio.Runner, sandbox: Sandbox, language: str, code: str, *cases: dict[str, Any]) -> Execution:
    """What a class comes to on cases, each in a process of its own."""
    toolchain = toolchain_for(language, sandbox, ready)
    candidate = Candidate(id="c1", code=code, language=language, origin="test")
    limits = CallLimits(seconds=5)
    tests = read_cases(list(cases), SIGNATURE)
    return runner.run(execute(sandbox, toolchain, candidate, SIGNATURE, tests, limits=limits, isolated=True))


@pytest.mark.parametrize("cheat", CHEATS, ids=lambda cheat: cheat.name)
def test_no_class_forges_an_entry(runner: asyncio.Runner, sandbox: Sandbox, cheat: Cheat) -> None:
    found = made(runner, sandbox, cheat.language, cheat.code, cheat.case)
    assert found.passed == 0, found


def test_an_object_would_pass_for_an_error_if_entries_were_not_told_apart(
    runner: asyncio.Runner, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(classes, "error_of", lambda entry: None)
    cheat = CHEATS[0]
    assert made(runner, sandbox, cheat.language, cheat.code, cheat.case).passed == 1


def test_no_sequence_finds_what_another_left(runner: asyncio.Runner, sandbox: Sandbox) -> None:
    code = (
        "import os\nclass Box:\n    seen = []\n    def take(self):\n"
        "        here = 'used' if Box.seen or os.path.exists('/tmp/box') else 'fresh'\n"
        "        Box.seen.append(1)\n        open('/tmp/box', 'w').close()\n        return here\n"
    )
    twice = {"input": {"calls": [["Box"], ["take"], ["take"]]}, "expected": [None, "fresh", "used"]}
    assert made(runner, sandbox, "python", code, GIVES, twice).all_passed
