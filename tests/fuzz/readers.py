"""Every place where something from outside is read: how an input is drawn for it, and how it is read."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import sqlite3
import tempfile
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import Any, Final

import pytest
from pydantic import BaseModel, TypeAdapter

from specwright.adapters.packages import tarballs, wheels
from specwright.adapters.packages.locking import read_trial
from specwright.adapters.store.sqlite import SqliteStore
from specwright.api import answer_in_json
from specwright.batch.results import Results
from specwright.batch.row import BatchRow
from specwright.batch.tasks import TaskFile
from specwright.cli.generate import read_task_file
from specwright.cli.screens.person import read_answer
from specwright.client.scoring import program_in
from specwright.config import load_settings
from specwright.core.errors import ReplyUnusable, StoreError, UserError
from specwright.core.evidence.case_set import read_case_set
from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.memory.entry import LearnedPattern, LearnedTest, MemoryEntry
from specwright.core.program.data import decode, encode, from_json, show, to_json, widest
from specwright.core.program.equality import equal
from specwright.core.program.package import Package
from specwright.core.program.signature import Method, Parameter, Signature, class_signature, program_signature
from specwright.core.program.steps import settled
from specwright.core.program.types import Type
from specwright.core.program.untrusted import checked, parse_untrusted
from specwright.core.run.events import EVENT
from specwright.core.value import digest
from specwright.core.work.example import lift_examples, parse_example
from specwright.core.work.libraries.lock import LockedPackage
from specwright.core.work.question import UserQuestion
from specwright.core.work.reading.kinds.samples import samples
from specwright.core.work.task import Category, Requirement, Specification
from specwright.core.work.testcase import Returns
from specwright.delivery.attestation import Envelope, is_about, read_envelopes, write_envelopes
from specwright.delivery.bundle import Manifest, read_line, read_manifest
from specwright.integrations import rewards
from specwright.integrations.pytest.nodes import parts_of
from specwright.judge.probes.habits import Habits
from specwright.judge.probes.inputs import smaller
from specwright.judge.ranking.richness import same_numbers
from specwright.languages.common.calls import read_outcomes
from specwright.languages.common.checks.inspecting import GRAMMAR, Inspecting
from specwright.languages.common.checks.tool import CheckTools, Tool
from specwright.languages.common.kinds.by_kind import ByKind
from specwright.languages.common.shapes import shaped
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.go.checks import GoInspection
from specwright.languages.java.checks import JavaInspection
from specwright.languages.javascript.checks import JavaScriptInspection
from specwright.languages.loading import packaging_class
from specwright.languages.python.checks import PythonInspection
from specwright.languages.python.packaging import PythonPackaging
from specwright.languages.python.selecting.chosen_tests import read_listing
from specwright.languages.python.toolchain import PythonToolchain
from specwright.languages.rust.checks import RustInspection
from specwright.memory.bundle import read_bundle, write_bundle
from specwright.memory.vet import objection
from specwright.pipeline.asking.ask import ask
from specwright.pipeline.finishing.optimise import OptimisationReply
from specwright.pipeline.judging.evidence import InputsReply
from specwright.pipeline.judging.repair import CodeRevisionReply, ScenarioRevisionReply
from specwright.pipeline.judging.revise import TestRevisionReply
from specwright.pipeline.recording.event_text import read_entry
from specwright.pipeline.writing import specify_class
from specwright.pipeline.writing import tests as writing_tests
from specwright.pipeline.writing.documentation import DocumentationReply
from specwright.pipeline.writing.plan import PlanReply
from specwright.pipeline.writing.scenarios import ScenariosReply
from specwright.pipeline.writing.specify import SpecificationReply
from specwright.pipeline.writing.specify_class import ClassReply
from specwright.pipeline.writing.specify_program import ProgramReply
from specwright.ports.language import NativeRun, Program, ToolRun
from specwright.ports.model import Question, Reply, Turn
from specwright.ports.sandbox import ExecEnding, ExecResult, Job
from specwright.ports.store import StoredEntry
from specwright.testing.recording import read_recording
from specwright.testing.scripted import ScriptedModel
from tests.fuzz.grammar import Drawn
from tests.libraries import write_tarball, write_wheel

Draw = Callable[[Drawn], bytes]
Read = Callable[[bytes], None]

_SIGNATURE: Final = Signature(
    name="f",
    params=(Parameter(name="a", type=Type.parse("list[int]")), Parameter(name="b", type=Type.parse("any"))),
    returns=Type.parse("dict[int, tuple[int, str]]"),
)
_SPECIFICATION: Final = Specification(
    summary="s", signature=_SIGNATURE, requirements=(Requirement(id="R1", text="t", category=Category.FUNCTIONAL),)
)


def storable(value: BaseModel) -> None:
    """Whatever was read can be written to the log, as the log writes it."""
    json.dumps(value.model_dump(mode="json"), allow_nan=False).encode("ascii")


# --- tagged values and the calls' reports --------------------------------------------------------------------------


def tagged_draw(drawn: Drawn) -> bytes:
    value = encode({"a": [1, 2.5, (1, "x"), {3}], 2: b"x", "big": 2**90})
    return drawn.bytes(drawn.damaged(drawn.written(drawn.changed(value))))


def tagged_read(content: bytes) -> None:
    try:
        data = checked(parse_untrusted(content))
    except ValueError:
        return
    outcome = Outcome(ending=Ending.RETURNED, value=data)
    storable(outcome)
    assert isinstance(outcome.behaviour + str(outcome) + show(data), str)
    for kind in (_SIGNATURE.returns, _SIGNATURE.params[0].type, Type.parse("any")):
        equal(data, data, kind)
        shaped((outcome,), kind)
    json.dumps(to_json(data), allow_nan=False)
    show(from_json(to_json(data)))
    same_numbers(data)
    widest(data)
    Habits.of([data])
    smaller({"a": data})
    with contextlib.suppress(UserError, TypeError):  # opaque values, and keys that Python cannot hash
        decode(data)


def calls_draw(drawn: Drawn) -> bytes:
    said = drawn.lines(
        [
            {"ending": "returned", "value": [1], "cpu": 0.1, "out": [0, 3]},
            {"ending": "raised", "error": "ValueError", "detail": "x", "cpu": 0.1},
        ]
    )
    body, printed = drawn.bytes(drawn.damaged(said)), b"printed"
    head = {"first": 0, "count": 2, "how": "exited", "code": 0, "cpu": 0.5, "memory": 9, "last": 0.1, "printed": 7}
    head |= {"value": len(body), "out": len(printed)}
    first = drawn.written(drawn.changed(head, drawn.random.choice((0, 0, 1, 2))))
    return drawn.bytes(drawn.damaged(first) if drawn.random.random() < 0.3 else first) + b"\n" + body + printed


def calls_read(content: bytes) -> None:
    result = ExecResult(ending=ExecEnding.EXITED, report=content, stderr=content[:300])
    outcomes = shaped(read_outcomes(result, 4), _SIGNATURE.returns)
    assert len(outcomes) == 4
    for outcome in outcomes:
        storable(outcome)
        assert outcome.cpu_seconds >= 0


_CLASS: Final = class_signature(
    Method(name="C", params=(Parameter(name="n", type=Type.parse("int")),)),
    (Method(name="get", params=(), returns=Type.parse("int")),),
)


@cache
def _kinds() -> ByKind:
    return ByKind(PythonToolchain())


def kind_read(signature: Signature, content: bytes) -> None:
    """What a program or a class reports, as the host reads it."""
    program = Program(code="class C:\n    pass\n", signature=signature)
    result = ExecResult(ending=ExecEnding.EXITED, report=content, stderr=content[:300])
    for outcome in _kinds().outcomes(result, program, 4):
        storable(outcome)
        equal(outcome.value, outcome.value, signature.returns)
        settled([None, {"$object": ["", {"$map": []}, "raises an error"]}], outcome.value, lambda error, kind: True)


def kind_draw(value: Any, drawn: Drawn) -> bytes:
    body = drawn.bytes(drawn.written(drawn.changed({"ending": "returned", "value": value, "cpu": 0.1}))) + b"\n"
    head = {"first": 0, "count": 1, "how": "exited", "code": 0, "cpu": 0.5, "printed": 0, "value": len(body), "out": 0}
    return drawn.bytes(drawn.written(head)) + b"\n" + body


_PRINTED: Final = {"$tuple": ["out\n", 0, {"$map": [["file", "text"], [{"$bytes": "ff"}, None]]}]}
_ENTRIES: Final = [None, 3, {"$object": ["KeyError", {"$map": []}, "raises KeyError"]}]


# --- the reports of native tests -----------------------------------------------------------------------------------

_PACKAGE: Final = Package(
    name="words",
    summary="s",
    sources=dict.fromkeys(("src/words/__init__.py", "src/index.js", "words.go", "src/lib.rs", "a/W.java"), "a\nb\nc\n"),
    tests={
        "tests/test_words.py": "def test_a(): pass\n",
        "words_test.go": "package words\n",
        "tests/w.rs": "#[test]\n",
    },
)
_NATIVE: Final[dict[str, Any]] = {
    "go": [
        {"Action": "run", "Package": "example.com/words", "Test": "TestA"},
        {"Action": "output", "Package": "example.com/words", "Test": "TestA/b", "Output": "x"},
        {"Action": "build-output", "Output": "./words.go:1:2: no"},
        {"Action": "fail", "Package": "example.com/words", "Test": "TestS", "Elapsed": 0.1},
        {"Action": "pass", "Package": "example.com/words", "Test": "TestA"},
    ],
    "java": [
        {"test": "words.WordsTest#a", "how": "passed", "detail": ""},
        {"test": "words.S#s", "how": "failed", "detail": "x"},
        {"coverage": [{"path": "a/W.java", "lines": {"1": 2}, "branches": 2, "taken": 1}]},
        {"error": "no", "code": "c", "path": "a/W.java", "line": 1, "column": 2},
    ],
    "javascript": [
        {"file": "test/w.test.js", "path": ["a", "b"], "how": "pass", "suite": False, "detail": ""},
        {"file": "test/w.test.js", "path": ["a", "b"], "how": "fail", "suite": False, "detail": "x"},
        {"coverage": [{"path": "src/index.js", "lines": [{"line": 1, "count": 2}], "branches": [{"count": 1}]}]},
    ],
    "rust": [
        {"type": "suite", "event": "started"},
        {"type": "test", "name": "a", "event": "ok"},
        {"type": "test", "name": "s", "event": "failed", "stdout": "x"},
        {"level": "error", "message": "m", "code": {"code": "E1"},
         "spans": [{"is_primary": True, "file_name": "src/lib.rs", "line_start": 1, "column_start": 2}]},
    ],
    "python": [["tests/test_words.py::test_a", "passed", ""], ["tests/test_words.py::s", "failed", "x"]],
}  # fmt: skip
_LCOV: Final = "SF:/box/project/src/lib.rs\nDA:1,2\nDA:2,0\nBRDA:1,0,0,1\nend_of_record\n"
_PROFILE: Final = "mode: count\nexample.com/words/words.go:1.2,3.4 1 5\n"
_NONCE: Final = "n" * 32
_TOOLS: Final = dict.fromkeys(("node", "llvm", "jacoco", "root", "llvm-profdata", "llvm-cov"), "1.2.3")


@cache
def packaging(language: str) -> Any:
    found = InstalledTools(language=language, version="1.80.0", programs=_TOOLS, kit="/kit")
    return PythonPackaging(packages=()) if language == "python" else packaging_class(language)(found)


def native_draw(language: str, drawn: Drawn) -> bytes:
    lines = drawn.damaged(drawn.lines(_NATIVE[language]))
    if language == "python":
        report: dict[str, Any] = {
            "nonce": _NONCE, "tools": {"python": "3.11", "coverage": "7"}, "errors": [], "how": "exited",
            "collected": ["tests/test_words.py::test_a"], "said": lines, "output": "x",
            "coverage": {"src/words/__init__.py": {"executed_lines": [1], "missing_lines": [2],
                         "summary": {"num_branches": 2, "covered_branches": 1}}},
        }  # fmt: skip
    else:
        fine = {"how": "exited", "code": 0}
        step = {**fine, "out": lines, "err": drawn.damaged("./words.go:1:2: no\n"), "said": lines}
        cover = {**fine, "out": drawn.damaged(_LCOV), "err": "", "said": ""}
        broken = {**fine, "code": drawn.random.choice((0, 0, 1)), "out": "", "err": lines, "said": ""}
        names = {"rust": "tests/w.rs"}
        steps = {names.get(language, "test"): step, "coverage": cover, "build tests/w.rs": broken}
        report = {"nonce": _NONCE, "steps": steps, "files": {"specwright-cover.out": drawn.damaged(_PROFILE)}}
    report = drawn.changed(report, drawn.random.choice((0, 0, 0, 1, 2)))
    text = drawn.written(report)
    return drawn.bytes(drawn.damaged(text) if drawn.random.random() < 0.2 else text)


def native_read(language: str, content: bytes) -> None:
    run = NativeRun(job=Job(argv=("x",)), nonce=_NONCE, sentinels=("tests/test_words.py::s",), expected=("words#a",))
    result = ExecResult(ending=ExecEnding.EXITED, report=content)
    storable(packaging(language).read_tests(run, result, _PACKAGE))


# --- what the checking tools write ---------------------------------------------------------------------------------

_ANALYSIS: Final[dict[str, Any]] = {
    "lines": 3, "duplicated": [["words.go", 1]], "twins": [["a", 1, "b", 2]], "functions": [["a", 1, "f", 3]],
    "items": [], "tests": [["t", 1, "test_a", True]], "calls": [["words.go", 1, "exec.Command"]],
    "spots": [["words.go", 0, 1, 2, "arithmetic", "x"]], "unread": {},
}  # fmt: skip
_SAID: Final[dict[str, dict[str, Any]]] = {
    "python": {
        "check": [{"code": "E501", "message": "f is complex (3 > 0)", "filename": "/x/project/src/words/__init__.py",
                   "location": {"row": 1, "column": 2}}],
        "format": [],
        "mypy": "src/words/__init__.py:1:2: error: no  [x]\n",
        "doctest": {"failed": [["w", 1, "x"]], "examples": 2},
    },
    "javascript": {
        "biome": {"diagnostics": [{"category": "lint/x", "severity": "error", "description": "d",
                  "location": {"path": {"file": "src/index.js"}, "span": [1, 2]}}]},
        "example 0": "x",
    },
    "java": {"clang-format": "a/W.java:1:2: error: x\n", "javac": "a/W.java:1: error: [x] no\n", "example": "x"},
    "go": {"gofmt": "words.go:1:2: no\n", "vet": {"words": {"printf": [{"posn": "words.go:1:2", "message": "m"}]}}},
    "rust": {
        "rustfmt": "/x/project/src/lib.rs\n",
        "clippy": {"level": "warning", "message": "m", "code": {"code": "clippy::x"},
                   "spans": [{"is_primary": True, "file_name": "src/lib.rs", "line_start": 1, "column_start": 2}]},
        "rustdoc": "test src/lib.rs - f (line 3) ... FAILED\ntest result: x\n",
        "rustc": "",
    },
}  # fmt: skip
_INSPECTIONS: Final[dict[str, type[Inspecting]]] = {
    "python": PythonInspection, "javascript": JavaScriptInspection, "java": JavaInspection, "go": GoInspection,
    "rust": RustInspection,
}  # fmt: skip


@cache
def inspection(language: str) -> Inspecting:
    kind = _INSPECTIONS[language]
    names = (*kind.quick, *kind.slow, GRAMMAR, "node", "rustdoc", "java", "doctest")
    return kind(CheckTools(here={name: Tool(name=name, version="1.2.3", argv=(name, name, name)) for name in names}))


def look_draw(language: str, drawn: Drawn) -> bytes:
    said = {}
    for name, text in {**_SAID[language], GRAMMAR: _ANALYSIS}.items():
        told = drawn.damaged(text) if isinstance(text, str) else drawn.written(drawn.changed(text))
        said[name] = [drawn.random.choice((0, 0, 0, 1, None)), drawn.damaged(told), drawn.damaged(told)]
    report = drawn.changed(said, drawn.random.choice((0, 0, 0, 1)))
    return drawn.bytes(drawn.written(report))


def look_read(language: str, content: bytes) -> None:
    looking = inspection(language)
    result = ExecResult(ending=ExecEnding.EXITED, report=content, files={"project/words.go": content})
    asked = json.dumps({"commands": {"doctest": ["w"]}}).encode()
    runs_examples = type(looking).read_examples is not Inspecting.read_examples
    for name in ("static", *looking.slow, *(["examples"] if runs_examples else [])):
        run = ToolRun(name=name, kinds=(), job=Job(argv=("x",), stdin=asked), spots=name == "static")
        for check in looking.read_run(run, result, _PACKAGE):
            storable(check)
        for spot in looking.read_spots(run, result, _PACKAGE):
            storable(spot)


# --- replies of models ---------------------------------------------------------------------------------------------

_REPLIES: Final = (
    SpecificationReply, writing_tests.TestsReply, InputsReply, CodeRevisionReply, TestRevisionReply, PlanReply,
    ScenariosReply, ScenarioRevisionReply, OptimisationReply, DocumentationReply, ProgramReply, ClassReply,
)  # fmt: skip


def reply_draw(drawn: Drawn) -> bytes:
    place = drawn.random.randrange(len(_REPLIES))
    schema = TypeAdapter(_REPLIES[place]).json_schema()
    text = drawn.written(drawn.changed(drawn.instance(schema)))
    frame = drawn.random.choice(("{}", "```json\n{}\n```", "Sure!\n{}\nDone.", "<think>x</think>{}", "```\n{}"))
    return bytes([place]) + drawn.bytes(drawn.damaged(frame.replace("{}", text)))


def reply_read(content: bytes) -> None:
    kind, text = _REPLIES[content[0] % len(_REPLIES)], content[1:].decode("utf-8", "replace")

    async def exchange(question: Question) -> Reply:
        return Reply(text=text, model="m")

    question = Question(stage="s", instructions="i", turns=(Turn(role="user", text="t"),))
    with contextlib.suppress(ReplyUnusable):
        reply = asyncio.run(ask(exchange, question, kind, attempts=2))
        if isinstance(reply, writing_tests.TestsReply):
            for found in reply.cases:
                fitting = {"input": {"a": found.expected, "b": found.input}, "requirement": "R1"}
                case = found.model_copy(update=fitting)
                if writing_tests.misfit(_SPECIFICATION, case) is None:
                    storable(writing_tests._case("t1", case, _SPECIFICATION, "p"))
        if isinstance(reply, ClassReply):
            with contextlib.suppress(UserError, ValueError):  # which the writer of the reply is told
                storable(specify_class._signature("C", reply))


# --- files that people write, and the examples in their words ------------------------------------------------------

_TASK: Final = {"specification": "words", "language": "python", "constraints": ["a"], "examples": ["f(1) == 2"]}
_SETTINGS: Final = {
    "code_generation": {"candidates": 3},
    "budget": {"usd": 1.5},
    "sandbox_config": {"memory_limit": "1g"},
}


def _toml(value: Mapping[str, Any], drawn: Drawn) -> str:
    rows = []
    for key, inner in value.items():
        if isinstance(inner, dict) and inner:
            rows.append(f"[{key}]\n" + "".join(f"{name} = {drawn.written(item)}\n" for name, item in inner.items()))
        else:
            rows.insert(0, f"{key} = {drawn.written(inner)}\n")
    return "".join(rows)


def file_draw(content: Mapping[str, Any], drawn: Drawn) -> bytes:
    changed = drawn.changed(dict(content))
    text = _toml(changed, drawn) if isinstance(changed, dict) else drawn.written(changed)
    return drawn.bytes(drawn.damaged(text))


def json_draw(content: Mapping[str, Any], drawn: Drawn) -> bytes:
    return drawn.bytes(drawn.damaged(drawn.written(drawn.changed(dict(content)))))


def task_read(kind: str, content: bytes) -> None:
    with contextlib.suppress(UserError):
        read_task_file(kind, content.decode("utf-8", "replace"), "task")


def settings_read(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(UserError):
        Path(folder, "specwright.toml").write_bytes(content)
        load_settings(environ={}, directory=Path(folder))


def example_draw(drawn: Drawn) -> bytes:
    value = repr(drawn.value())[:8000]
    form = drawn.random.choice(
        ("f({}) == {}", "a={} -> {}", ">>> f({})\n{}", "Input: a = {}\nOutput: {}", "f({}) raises")
    )
    return drawn.bytes(drawn.damaged(form.replace("{}", value)))


def example_read(content: bytes) -> None:
    text = content.decode("utf-8", "replace")
    for example in lift_examples(text):
        storable(example)
    with contextlib.suppress(UserError):
        storable(parse_example(text))


_QUESTION: Final = UserQuestion.model_validate(
    {
        "function": "f",
        "inputs": {"a": 1},
        "choices": [
            {"expected": {"kind": "returns", "value": value}, "candidates": ["c1"], "probability": 0.5}
            for value in (1, 2)
        ],
    }
)


def answer_draw(drawn: Drawn) -> bytes:
    line = drawn.random.choice(("1", "2", "\u00b2", "= 3", "y", "d", "error", "9" * 6000, repr(drawn.value())[:4000]))
    return drawn.bytes(drawn.damaged(line))


def answer_read(content: bytes) -> None:
    with contextlib.suppress(UserError):
        storable(read_answer(_QUESTION, content.decode("utf-8", "replace")))


_CASES: Final = {
    "fn_name": "f",
    "cases": [{"input": {"a": 1}, "expected": 2}],
    "inputs": [[1], "2\n3"],
    "outputs": [[1], "2"],
    "message": [{"role": "assistant", "content": "```f```"}],
}


def reward_read(content: bytes) -> None:
    text = content.decode("utf-8", "replace")
    with contextlib.suppress(UserError):
        read_case_set(text)
    with contextlib.suppress(ValueError):
        found = parse_untrusted(content)
        fields = found if isinstance(found, dict) else {}
        for name in ("cases", "inputs"):
            with contextlib.suppress(UserError):
                read_case_set({key: value for key, value in fields.items() if key not in ("message", name)})
        messages = fields.get("message")
        if isinstance(messages, list) and all(isinstance(each, dict) for each in messages):
            program_in(rewards._last_text(messages))
    program_in(text)


_BATCH: Final = {"id": "t", "problem": "Add.", "examples": ["f(1) == 2"], "language": "python", "category": "c"}
_ROW: Final = {"task": "t", "line": 1, "state": "REFUSED", "usd": 0.5, "bars": ["b"], "category": "c"}


def batch_read(suffix: str, content: bytes) -> None:
    """Every line is a task or refused by its number, and its row can be written and read again."""
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(UserError):
        path = Path(folder, f"tasks{suffix}")
        path.write_bytes(content)
        with Results(Path(folder)) as results:
            for found in TaskFile(path):
                row = BatchRow(task=found.name, line=found.line, state="REFUSED", error=getattr(found, "error", None))
                results.append(row)
                assert row in set(results)
            results.summarise()


def row_read(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "results.jsonl").write_bytes(content)
        with Results(Path(folder)) as results:
            results.done()
            for row in results:
                storable(row)


def turn_draw(drawn: Drawn) -> bytes:
    return drawn.bytes(drawn.written(drawn.value()))


def turn_read(content: bytes) -> None:
    """What an agent answers for the person is JSON, which the protocol has read."""
    try:
        value = json.loads(content)
    except (ValueError, RecursionError):
        return
    with contextlib.suppress(UserError):
        storable(answer_in_json(value))


_CONSOLE: Final = "Read numbers.\n\n$ ./sum 1 2\n3\n$ echo $?\n0\n$ ./sum x\n$ echo $?\n\u00b2\n"


def console_draw(drawn: Drawn) -> bytes:
    return drawn.bytes(drawn.damaged(_CONSOLE))


def console_read(content: bytes) -> None:
    text = content.decode("utf-8", "replace")
    with contextlib.suppress(UserError):
        for example in samples(text).read:
            storable(example)


# --- records -------------------------------------------------------------------------------------------------------

_EVENT: Final = {"kind": "warned", "text": "x"}
_LINE: Final = {"seq": 0, "at": "t", "run_id": "r", "prev_hash": "", "hash": "h", "event": _EVENT}
_MANIFEST: Final = {
    "format": 1, "run_id": "r", "specwright": "1", "entries": 1, "head": "h",
    "files": {"code.py": {"sha256": "0" * 64, "bytes": 3}},
}  # fmt: skip
_RULES: Final = {"rules": [{"stage": "write_code", "contains": "x", "reply": "y"}]}


@cache
def _event_schema() -> dict[str, Any]:
    return EVENT.json_schema()


def entry_draw(drawn: Drawn) -> bytes:
    """An event of any kind, with parts changed."""
    event = drawn.instance(_event_schema()) if drawn.random.random() < 0.8 else dict(_EVENT)
    return drawn.bytes(drawn.damaged(drawn.written(drawn.changed(event))))


def entry_read(content: bytes) -> None:
    line = StoredEntry(run_id="r", seq=0, at="t", prev_hash="", event=content.decode("utf-8", "replace"))
    with contextlib.suppress(StoreError):
        storable(read_entry(line))


def line_read(content: bytes) -> None:
    with contextlib.suppress(ValueError):
        read_line(content)


def manifest_read(content: bytes) -> None:
    with contextlib.suppress(UserError):
        storable(read_manifest(content))


def file_read(read: Callable[[Path], object], content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(UserError):
        path = Path(folder, "file.json")
        path.write_bytes(content)
        read(path)


@cache
def _store() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "runs.db")
        asyncio.run(SqliteStore(path).close())
        with contextlib.closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA journal_mode=DELETE")
            db.execute("INSERT INTO entries VALUES ('r', 0, 't', '', '{\"kind\":\"warned\",\"text\":\"x\"}')")
            db.commit()
        return path.read_bytes()


def store_draw(drawn: Drawn) -> bytes:
    content = bytearray(_store())
    for _ in range(drawn.random.randrange(1, 12)):
        content[drawn.random.randrange(len(content))] = drawn.random.randrange(256)
    return bytes(content[: drawn.random.choice((None, None, None, 5000, 99))])


def store_read(content: bytes) -> None:
    async def use(path: Path) -> None:
        store = SqliteStore(path)
        try:
            for line in await store.entries("r"):
                read_entry(line)
            await store.runs()
        finally:
            await store.close()

    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(StoreError):
        path = Path(folder, "runs.db")
        path.write_bytes(content)
        asyncio.run(use(path))


# --- packages, bundles of a memory, signatures, lists of tests ----------------------------------------------------

_TRIAL: Final = {"imported": ["a"], "failed": {"b": "no"}, "left": [], "memory": 1, "address": 2, "files": ["a.py"]}
_LISTED: Final = {
    "collected": ["t.py::test_a", "t.py::TestA::test_b[1-x]"],
    "marks": {"t.py::test_a": ["slow"]},
    "failed": {"t.py": "why"},
    "errors": [],
    "tools": {},
}
_TESTS: Final = Package(name="p", summary="s", sources={}, tests={"t.py": "def test_a():\n    pass\n"})


def trial_read(content: bytes) -> None:
    with contextlib.suppress(UserError):
        read_trial(_result(content))


def listing_read(content: bytes) -> None:
    listed = read_listing(_result(content), _TESTS, ["t.py"])
    storable(listed)
    for id_ in listed.ids:
        assert parts_of(id_)
    for name in {name for names in listed.marks.values() for name in names}:
        getattr(pytest.mark, name)


def _result(report: bytes) -> ExecResult:
    return ExecResult(ending=ExecEnding.EXITED, exit_code=0, report=report)


@cache
def _bundle() -> dict[str, Any]:
    tests = tuple(LearnedTest(inputs={"n": n}, expected=Returns(value=n * n)) for n in range(4))
    signature = Signature(name="f", params=(Parameter(name="n", type=Type("int")),), returns=Type("int"))
    lesson = LearnedPattern(
        problem="Square.", language="python", signature=signature, code="def f(n): ...", tests=tests
    )
    made: dict[str, Any] = json.loads(write_bundle([MemoryEntry(run_id="r", learned_at="t", lesson=lesson)], "1"))
    return made


def memory_draw(drawn: Drawn) -> bytes:
    """Whatever was changed has the digest that it claims: otherwise nothing of it would be read."""
    changed = drawn.changed(_bundle())
    with contextlib.suppress(ValueError, LookupError, TypeError, AttributeError):
        for given in changed["patterns"]:
            lesson = {**given["pattern"], "code": "\n".join(given["pattern"]["code"])}
            given["sha256"] = digest(LearnedPattern.model_validate(lesson).model_dump(mode="json"))
    return drawn.bytes(drawn.written(changed))


def memory_read(content: bytes) -> None:
    try:
        bundle = read_bundle(content)
    except ValueError:
        return
    for entry in bundle.entries:
        storable(entry)
        assert isinstance(entry.lesson, LearnedPattern)
        objection(entry.lesson)
        for test in entry.lesson.tests:
            if isinstance(test.expected, Returns):
                equal(test.expected.value, test.expected.value, entry.lesson.signature.returns)


def signature_draw(drawn: Drawn) -> bytes:
    stated = {"predicate": {"runDetails": {"metadata": {"specwright_signedOn": "2026-01-01T00:00:00Z"}}}}
    payload = drawn.bytes(drawn.written(drawn.changed(stated)))
    key = drawn.random.randbytes(drawn.random.choice((0, 1, 51)))
    made = write_envelopes([Envelope(payload, b"SSHSIG\0\0\0\1" + len(key).to_bytes(4) + key + b"x")]) if key else b"{}"
    return drawn.damaged(made.decode()).encode("utf-8", "surrogatepass") if drawn.random.random() < 0.5 else made


def signature_read(content: bytes) -> None:
    with contextlib.suppress(ValueError):
        for each in read_envelopes(content):
            assert each.key
            assert not is_about(each, b"", Manifest(run_id="r", specwright="1", entries=1, head="", files={}))
            assert each.signing.version is not None


@cache
def _archives() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        wheel = write_wheel(Path(folder), {"evil.py": "x = 1\n"})
        tarball = write_tarball(Path(folder), [("file", "package/index.js", "1")])
        return {"wheel": wheel.read_bytes(), "tarball": gzip.decompress(tarball.read_bytes())}


def archive_draw(name: str, drawn: Drawn) -> bytes:
    content = bytearray(_archives()[name])
    for _ in range(drawn.random.choice((1, 1, 2, 8))):
        content[drawn.random.randrange(len(content))] = drawn.random.randrange(256)
    cut = bytes(content[: drawn.random.randrange(len(content))] if drawn.random.random() < 0.1 else content)
    if name == "wheel":
        return cut
    packed = bytearray(gzip.compress(cut, 1, mtime=0))
    if drawn.random.random() < 0.3:
        packed[drawn.random.randrange(len(packed))] ^= 255
    return bytes(packed)


def archive_read(name: str, content: bytes) -> None:
    kind, unpack = ("sha256", wheels.unpack) if name == "wheel" else ("sha512", tarballs.unpack)
    with tempfile.TemporaryDirectory() as folder, contextlib.suppress(UserError):
        archive, target = Path(folder) / "archive", Path(folder) / "unpacked" / "deep"
        archive.write_bytes(content)
        version = "1.0" if name == "wheel" else "1.0.0"
        marked = f"{kind}:{'0' * (64 if kind == 'sha256' else 128)}"
        try:
            unpack(archive, LockedPackage(name="evil", version=version, archive="archive", hash=marked), target)
        finally:
            outside = [path for path in Path(folder).rglob("*") if not path.is_relative_to(target)]
            assert {path.name for path in outside} <= {"archive", "unpacked"}, outside


READERS: Final[dict[str, tuple[Draw, Read]]] = {
    "tagged values": (tagged_draw, tagged_read),
    "reports of calls": (calls_draw, calls_read),
    **{f"tests in {name}": (partial(native_draw, name), partial(native_read, name)) for name in _NATIVE},
    **{f"tools of {name}": (partial(look_draw, name), partial(look_read, name)) for name in _SAID},
    "reports of programs": (partial(kind_draw, _PRINTED), partial(kind_read, program_signature())),
    "reports of classes": (partial(kind_draw, _ENTRIES), partial(kind_read, _CLASS)),
    "replies": (reply_draw, reply_read),
    "answers": (answer_draw, answer_read),
    "cases of rewards": (partial(json_draw, _CASES), reward_read),
    "lines of a batch": (partial(json_draw, _BATCH), partial(batch_read, ".jsonl")),
    "tables of a batch": (partial(json_draw, _BATCH), partial(batch_read, ".csv")),
    "rows of a batch": (partial(json_draw, _ROW), row_read),
    "answers by turns": (turn_draw, turn_read),
    "console transcripts": (console_draw, console_read),
    "task files in TOML": (partial(file_draw, _TASK), partial(task_read, ".toml")),
    "task files in YAML": (partial(json_draw, _TASK), partial(task_read, ".yaml")),
    "settings": (partial(file_draw, _SETTINGS), settings_read),
    "examples": (example_draw, example_read),
    "entries": (entry_draw, entry_read),
    "lines of a bundle": (partial(json_draw, _LINE), line_read),
    "manifests": (partial(json_draw, _MANIFEST), manifest_read),
    "scripts": (partial(json_draw, _RULES), partial(file_read, ScriptedModel.load)),
    "recordings": (partial(json_draw, _RULES), partial(file_read, read_recording)),
    "stores": (store_draw, store_read),
    "reports of an import": (partial(json_draw, _TRIAL), trial_read),
    "lists of tests": (partial(json_draw, _LISTED), listing_read),
    "bundles of a memory": (memory_draw, memory_read),
    "signatures": (signature_draw, signature_read),
    "wheels": (partial(archive_draw, "wheel"), partial(archive_read, "wheel")),
    "tarballs": (partial(archive_draw, "tarball"), partial(archive_read, "tarball")),
}
