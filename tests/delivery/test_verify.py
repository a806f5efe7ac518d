"""A folder that was handed over is checked with nothing but itself, and whatever was done to it is found and named."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path

import pytest
from tests import stories
from tests.forging import chained
from tests.handed_over import copy, different, examine, make, mend_manifest, read_lines, rewrite, verify

from specwright import __version__, api
from specwright.adapters.machine.files import write_files
from specwright.app import project_of
from specwright.core.errors import UserError
from specwright.core.run.result import Result, State
from specwright.delivery.bundle import LOG, MANIFEST, write_line
from specwright.delivery.claims import ClaimKind, Standing
from specwright.delivery.handover import hand_over
from specwright.delivery.record import Record
from specwright.testing.scripted import Rule

Made = tuple[Result, Path]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Made:
    return make(tmp_path_factory.mktemp("made"), stories.WRONG_TEST)


@pytest.fixture
def folder(made: Made, tmp_path: Path) -> Path:
    return copy(made[1], tmp_path)


def test_a_folder_as_it_was_handed_over_holds_in_every_claim(made: Made, folder: Path) -> None:
    result, _ = made
    found = verify(folder, digest=hashlib.sha256((folder / MANIFEST).read_bytes()).hexdigest())
    assert [claim for claim in found.claims if claim.standing is not Standing.HOLDS] == []
    assert found.standing is Standing.HOLDS
    assert (found.run_id, found.recorded_state, found.verified) == (result.run_id, result.execution_result, True)
    assert set(found.by_kind) == {
        ClaimKind.FILES,
        ClaimKind.LOG,
        ClaimKind.RECORD,
        ClaimKind.REPLAY,
        ClaimKind.TESTS,
    }
    assert found.by_kind[ClaimKind.TESTS][Standing.HOLDS] == len(result.tests)
    assert found.different_tools == ()
    assert {tool.tool for tool in found.tools} >= {"specwright", "python", "sandbox", "system"}


def test_without_a_sandbox_nothing_executed_is_said_to_hold(folder: Path) -> None:
    found = examine(folder)
    assert found.standing is Standing.UNKNOWN
    assert different(found) == []
    assert {claim.kind for claim in found.claims if claim.standing is Standing.UNKNOWN} == {
        ClaimKind.REPLAY,
        ClaimKind.TESTS,
    }
    assert all("bubblewrap" in c.detail for c in found.claims if c.standing is Standing.UNKNOWN)


def edit(name: str, old: str, new: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        text = (folder / name).read_text()
        assert old in text
        (folder / name).write_text(text.replace(old, new, 1))

    return change


def remove(name: str) -> Callable[[Path], None]:
    return lambda folder: (folder / name).unlink()


def add(name: str) -> Callable[[Path], None]:
    def change(folder: Path) -> None:
        (folder / name).write_text("import os\n")

    return change


def first_blob(folder: Path) -> Path:
    return min((folder / "evidence" / "blobs").iterdir())


def change_blob(folder: Path) -> None:
    first_blob(folder).write_text("what the model never said")


def drop_entry(folder: Path) -> None:
    lines = (folder / LOG).read_bytes().splitlines(keepends=True)
    (folder / LOG).write_bytes(b"".join(lines[:4] + lines[5:]))


def link_out(folder: Path) -> None:
    (folder / "solution.py").unlink()
    (folder / "solution.py").symlink_to("/etc/passwd")


TAMPERED = {
    "the code": (edit("solution.py", "seen[x] = i", "seen[x] = 0"), "solution.py", {ClaimKind.FILES, ClaimKind.TESTS}),
    "a test": (edit("test_cases.json", '"expected": [', '"expected": [5,'), "test_cases.json", {ClaimKind.FILES}),
    "a number": (
        edit("specwright.json", '"confidence": 0.9', '"confidence": 0.99'),
        "specwright.json",
        {ClaimKind.FILES},
    ),
    "the report": (edit("report.html", "VERIFIED", "CERTIFIED"), "report.html", {ClaimKind.FILES}),
    "a log entry": (edit(LOG, '"two fives"', '"one five"'), LOG, {ClaimKind.FILES, ClaimKind.LOG}),
    "a log entry is gone": (drop_entry, LOG, {ClaimKind.FILES, ClaimKind.LOG}),
    "a blob": (change_blob, "evidence/blobs/", {ClaimKind.FILES, ClaimKind.LOG}),
    "a file is gone": (remove("test_cases.json"), "test_cases.json", {ClaimKind.FILES, ClaimKind.RECORD}),
    "a file is new": (add("conftest.py"), "conftest.py", {ClaimKind.FILES}),
    "a link": (link_out, "solution.py", {ClaimKind.FILES, ClaimKind.RECORD}),
    "the environment": (
        edit("evidence/environment.json", '"seed": 0', '"seed": 1'),
        "evidence/environment.json",
        {ClaimKind.FILES},
    ),
}


@pytest.mark.parametrize("what", TAMPERED)
def test_what_was_tampered_with_is_found_and_named(folder: Path, what: str) -> None:
    change, name, kinds = TAMPERED[what]
    change(folder)
    found = verify(folder) if ClaimKind.TESTS in kinds else examine(folder)
    assert found.standing is Standing.DIFFERS
    claims = different(found)
    assert any((claim.path or "").startswith(name) for claim in claims), claims
    assert {claim.kind for claim in claims} >= kinds


@pytest.mark.parametrize("what", [name for name in TAMPERED if name not in ("a blob", "a link")])
def test_mending_the_manifest_hides_nothing(folder: Path, what: str) -> None:
    change, name, _ = TAMPERED[what]
    change(folder)
    mend_manifest(folder)
    found = examine(folder)
    assert found.standing is Standing.DIFFERS
    assert any((claim.path or "").startswith(name) for claim in different(found)), different(found)


def test_the_digest_of_the_manifest_tells_the_folder_from_any_other(folder: Path) -> None:
    kept = hashlib.sha256((folder / MANIFEST).read_bytes()).hexdigest()
    text = (folder / MANIFEST).read_text()
    (folder / MANIFEST).write_text(text.replace(f'"specwright": "{__version__}"', '"specwright": "0.0.1"'))
    assert different(examine(folder)) == []
    found = examine(folder, digest=kept)
    assert [claim.subject for claim in different(found)] == [MANIFEST]


def test_a_forged_outcome_is_found_by_executing_it(folder: Path) -> None:
    """Everything in the folder is consistent; only the sandbox knows better."""

    def lie(event: dict[str, object]) -> None:
        execution = event["execution"]
        assert isinstance(execution, dict)
        execution["results"][0]["outcome"]["value"] = [7, 7]

    rewrite(folder, lie, "executed")
    found = verify(folder)
    assert ClaimKind.REPLAY in {claim.kind for claim in different(found)}
    assert any("[7, 7]" in claim.detail for claim in different(found))


def test_a_forged_verdict_is_found_by_telling_the_run_again(tmp_path: Path) -> None:
    result, made = make(tmp_path, stories.BUG, code_generation={"max_iterations": 1, "candidates": 1})
    assert not result.verified
    assert verify(made).standing is Standing.HOLDS, "a failure that is reported as one holds"

    def embellish(event: dict[str, object]) -> None:
        told = event["result"]
        assert isinstance(told, dict)
        told["verified"], told["execution_result"], told["confidence"] = True, "TESTS_PASSING", 0.999

    rewrite(made, embellish, "run_ended")
    found = verify(made)
    assert {claim.kind for claim in different(found)} == {ClaimKind.RECORD, ClaimKind.REPLAY}


def test_forged_code_is_found_by_running_the_tests_on_it(folder: Path) -> None:
    """The log is made to say that the buggy program was written and handed over."""

    def swap(event: dict[str, object]) -> None:
        told = event["result"]
        assert isinstance(told, dict)
        told["code"] = stories.BUGGY[0]

    rewrite(folder, swap, "run_ended")
    kinds = {claim.kind for claim in different(verify(folder))}
    assert kinds == {ClaimKind.RECORD, ClaimKind.REPLAY, ClaimKind.TESTS}


def test_a_record_that_contradicts_itself_is_a_difference_and_no_crash(folder: Path) -> None:
    def confuse(event: dict[str, object]) -> None:
        execution = event["execution"]
        assert isinstance(execution, dict)
        execution["candidate_id"], execution["results"] = "c99", execution["results"][:1]

    rewrite(folder, confuse, "executed")
    assert verify(folder).standing is Standing.DIFFERS


def test_a_result_from_which_no_files_can_be_made_is_a_difference_and_no_crash(folder: Path) -> None:
    lines = read_lines(folder)
    event = json.loads(lines[-1].event)
    event["result"]["language"] = "klingon"
    lines[-1] = lines[-1].model_copy(update={"event": json.dumps(event, separators=(",", ":"))})
    (folder / LOG).write_bytes(b"".join(map(write_line, lines)))
    found = examine(folder)
    assert any(c.kind is ClaimKind.RECORD and "klingon" in c.detail for c in different(found))


def test_another_version_of_a_tool_is_told_and_is_no_fault_of_the_code(folder: Path) -> None:
    def elsewhere(event: dict[str, object]) -> None:
        event["tools"] = {"python": "3.9.1", "sandbox": "gvisor: walls", "cobol": "85"}

    rewrite(folder, elsewhere, "run_started")
    found = verify(folder)
    assert found.standing is Standing.HOLDS
    told = {tool.tool: (tool.recorded, tool.here) for tool in found.different_tools}
    assert told["python"][0] == "3.9.1"
    assert told["cobol"] == ("85", None)


def test_what_comes_out_otherwise_under_another_version_of_the_language_is_not_determinable(tmp_path: Path) -> None:
    """The record is consistent: with another Python the buggy program may well have returned something else."""
    _, made = make(tmp_path, stories.BUG, code_generation={"max_iterations": 1, "candidates": 1})
    lines = read_lines(made)
    texts = [line.event.replace("[0,0]", "[9,9]").replace("[0, 0]", "[9, 9]") for line in lines]
    texts[0] = json.dumps(json.loads(texts[0]) | {"tools": {"python": "3.9.1"}}, separators=(",", ":"))
    blobs = {path.name: path.read_bytes() for path in (made / "evidence" / "blobs").iterdir()}
    forged = chained(texts, Record(tuple(lines), blobs))
    write_files(made, hand_over(forged, project_of))
    found = verify(made)
    assert different(found) == []
    assert found.standing is Standing.UNKNOWN
    assert any("3.9.1" in claim.detail for claim in found.claims if claim.standing is Standing.UNKNOWN)


def test_what_another_version_of_ours_decides_otherwise_is_not_determinable(folder: Path) -> None:
    def older(event: dict[str, object]) -> None:
        event["version"] = "0.0.1"

    def otherwise(event: dict[str, object]) -> None:
        event["text"] = "something that this version would not say"
        event["kind"] = "warned"
        del event["stage"], event["round"]

    rewrite(folder, older, "run_started")
    rewrite(folder, otherwise, "stage_entered")
    found = verify(folder)
    [replayed] = [claim for claim in found.claims if claim.kind is ClaimKind.REPLAY]
    assert replayed.standing is Standing.UNKNOWN
    assert "0.0.1" in replayed.detail
    assert found.standing is Standing.UNKNOWN


def test_a_run_that_gave_up_is_handed_over_as_that_and_again_when_it_has_gone_on(tmp_path: Path) -> None:
    stopped, made = make(tmp_path, [Rule(stage="revise_code", fails="down"), *stories.BUG])
    assert stopped.execution_result is State.MODEL_UNAVAILABLE
    found = verify(made)
    assert (found.standing, found.recorded_state) == (Standing.HOLDS, State.MODEL_UNAVAILABLE)
    settings = stories.settings(tmp_path)
    done = asyncio.run(api.resume_run(stopped.run_id, settings, model=stories.model(stories.BUG)))
    asyncio.run(api.write_out(done.run_id, made, settings))
    found = verify(made)
    assert (found.standing, found.recorded_state) == (Standing.HOLDS, done.execution_result)
    assert different(found) == []


def test_caches_and_version_control_are_passed_over_and_said_to_be(folder: Path) -> None:
    for name in (".git", "__pycache__"):
        (folder / name).mkdir()
        (folder / name / "something").write_text("x")
    found = examine(folder)
    assert different(found) == []
    assert found.passed_over == (".git", "__pycache__")


def test_a_pipe_in_the_folder_is_named_and_never_opened(folder: Path) -> None:
    os.mkfifo(folder / "pipe")
    [claim] = different(examine(folder))
    assert claim.path == "pipe"


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "no evidence/manifest.json"),
        (b"not json", "cannot be read"),
        (b'{"format": 99}', "format 99"),
        (b"[" * 100_000, "cannot be read"),
        (b'{"format": 1, "run_id": "x"}', "cannot be read"),
    ],
)
def test_a_folder_without_evidence_is_a_mistake_and_says_what_to_do(
    tmp_path: Path, content: bytes | None, words: str
) -> None:
    if content is not None:
        (tmp_path / "evidence").mkdir()
        (tmp_path / MANIFEST).write_bytes(content)
    with pytest.raises(UserError, match=words) as caught:
        verify(tmp_path)
    assert caught.value.hint


@pytest.mark.parametrize("log", [b"", b"[]\n", b'{"seq": 0}\n', b"[" * 100_000, b"\xff\xfe\n"])
def test_a_log_that_is_none_is_a_difference_and_leaves_the_rest_unknown(folder: Path, log: bytes) -> None:
    (folder / LOG).write_bytes(log)
    found = examine(folder)
    assert found.standing is Standing.DIFFERS
    assert any(claim.kind is ClaimKind.LOG for claim in different(found))
    assert found.by_kind[ClaimKind.REPLAY] == {Standing.UNKNOWN: 1}


def test_an_event_of_no_known_kind_is_a_difference(folder: Path) -> None:
    lines = read_lines(folder)
    lines[-1] = lines[-1].model_copy(update={"event": json.dumps({"kind": "invented"}, separators=(",", ":"))})
    (folder / LOG).write_bytes(b"".join(map(write_line, lines)))
    assert ClaimKind.LOG in {claim.kind for claim in different(examine(folder))}
