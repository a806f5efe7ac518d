"""Each plugin is found by its entry point, and holds to what specwright's conformance suites ask of its kind."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from specwright_example.canned import Canned
from specwright_example.mirrored import Mirrored

from specwright import Client, Job, Limits, Question
from specwright.core.work.blueprint import Blueprint
from specwright.pipeline.writing.strategies.registry import choose
from specwright.ports.model import Turn
from specwright.ports.store import Store
from specwright.sandbox import open_sandbox, toolchain_for
from specwright.testing.conformance import ModelCase, ModelConformance
from specwright.testing.language_conformance import disagreements
from specwright.testing.session_conformance import SHORT, SessionConformance, SessionRule
from specwright.testing.store_conformance import StoreConformance

CASES = Path(__file__).parent / "cases.lisp"


class TestCanned(ModelConformance):
    @pytest.fixture(autouse=True)
    def _folder(self, tmp_path: Path) -> None:
        self.file = tmp_path / "replies.json"

    @contextmanager
    def opened(self) -> Iterator[ModelCase]:
        replies = {"specify": "one", "write_code": "two"}
        self.file.write_text(json.dumps(replies))
        turns = (Turn(role="user", text="?"),)
        asked = {stage: Question(stage=stage, instructions="", turns=turns) for stage in replies}
        unknown = Question(stage="revise", instructions="", turns=turns)
        answers = tuple((asked[stage], text) for stage, text in replies.items())
        yield ModelCase(model=lambda: Canned(str(self.file)), answers=answers, unanswerable=unknown)


class TestMirrored(StoreConformance):
    def open(self, place: Path) -> Store:
        return Mirrored(place)


class TestAudited(SessionConformance):
    @pytest.fixture(scope="class", autouse=True)
    @classmethod
    def _opened(cls) -> Iterator[None]:
        with asyncio.Runner() as cls.runner:
            cls.box = cls.runner.run(open_sandbox("audited"))
            yield
            cls.runner.run(cls.box.close())

    def held(self, rule: SessionRule, *, alone: bool = False) -> None:
        box = self.runner.run(open_sandbox("audited")) if alone else self.box
        toolchain = toolchain_for(box)

        def job(code: str, *, report: bool = False, limits: Limits = SHORT, stdin: bytes = b"") -> Job:
            return Job(
                argv=(toolchain.interpreter, "-S", "main.py"), files={"main.py": code.encode()},
                mounts=toolchain.mounts, limits=limits, report=report, stdin=stdin,
            )  # fmt: skip

        self.runner.run(rule(box, job))
        if alone:
            self.runner.run(box.close())


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("audited")
    os.environ["AUDIT_LOG"] = str(folder / "log")
    with Client(model="none", sandbox="audited", store=f"mirrored:{folder}") as opened:
        yield opened
    assert (folder / "log").read_text().count("\n") >= 2


def test_the_language_agrees_with_all_others(client: Client) -> None:
    async def go() -> object:
        resources = client._client._open()
        sandbox, toolchain = await resources.sandbox(), await resources.toolchain("lisp")
        return await disagreements(sandbox, toolchain, CASES.read_text())

    assert client._thread.call(go()) == {}


def test_a_program_in_lisp_runs_on_cases(client: Client) -> None:
    code = "(defun total (numbers) (sum numbers))"
    cases = [{"input": {"numbers": [1, 2]}, "expected": 3}, {"input": {"numbers": []}, "expected": 1}]
    assert [report.passed for report in client.run_cases(code, cases, entry_point="total", language="lisp")] == [
        True,
        False,
    ]
    [broken] = client.score(["(defun total (numbers) (sum numbers)"], cases, entry_point="total", language="lisp")
    assert broken.errors[0] == "SyntaxError"
    assert client.exec('(print "hello")', language="lisp").result.stdout == b"hello\n"


def test_a_strategy_is_taken_if_it_is_asked_for() -> None:
    plan = Blueprint.model_construct()
    assert choose(plan, "announced")[0].summary == "test-driven, announced in the record"


def test_all_of_them_are_shown(client: Client) -> None:
    shown = {found.what for found in client.doctor() if found.kind == "plugins" and found.found}
    assert shown == {
        "languages: lisp", "models: canned", "sandboxes: audited", "stores: mirrored", "strategies: announced",
    }  # fmt: skip
    assert "canned:..." in {found.what for found in client.models()}
