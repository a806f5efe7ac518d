"""What a forger might do to a folder, and that none of it holds: each sentence of the threat model, tried."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests import forging, stories
from tests.forging import Workshop, chained, events_of
from tests.forging.strangers import Event
from tests.handed_over import copy, different, examine, mend_manifest

from specwright import __version__, api
from specwright.adapters.machine import files as adapter
from specwright.adapters.machine.files import write_files
from specwright.core.errors import UserError
from specwright.core.work.task import MAX_PROBLEM
from specwright.delivery import examine as examining
from specwright.delivery import follow as following
from specwright.delivery.bundle import LOG, MANIFEST, as_json, mark, with_manifest, write_line
from specwright.delivery.claims import ClaimKind, Standing, Verification
from specwright.delivery.record import Record

OLDER = "0.0.1"
BUGGY = stories.BUGGY[0]


class Bench:
    """A workshop that lives as long as the module, in a loop of its own."""

    def __init__(self, runner: asyncio.Runner, workshop: Workshop) -> None:
        self.runner, self.workshop = runner, workshop
        self.honest = workshop.honest

    def judge(self, forged: Record | list[Event]) -> Verification:
        record = forged if isinstance(forged, Record) else chained(forged, self.honest)
        return self.runner.run(self.workshop.judge(record))

    def verify(self, files: dict[str, bytes]) -> Verification:
        return self.runner.run(self.workshop.verify(files))

    def files(self, forged: list[Event] | None = None) -> dict[str, bytes]:
        return self.workshop.folder(self.honest if forged is None else chained(forged, self.honest))

    @property
    def events(self) -> list[Event]:
        return events_of(self.honest)


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bench]:
    settings = stories.settings(tmp_path_factory.mktemp("forged"))
    with asyncio.Runner() as runner:
        opened = forging.workshop(settings, stories.TASK, stories.model(stories.WRONG_TEST, delay_seconds=0.001))
        yield Bench(runner, runner.run(opened.__aenter__()))
        runner.run(opened.__aexit__(None, None, None))


@pytest.fixture(scope="module")
def made(bench: Bench, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_files(tmp_path_factory.mktemp("made") / "out", bench.files())


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return copy(made, tmp_path)


def of_kind(events: list[Event], *kinds: str) -> list[Event]:
    return [event for event in events if event["kind"] in kinds]


def without(events: list[Event], *kinds: str) -> list[Event]:
    return [event for event in events if event["kind"] not in kinds]


def end(events: list[Event], **changes: Any) -> Event:
    ended: Event = json.loads(json.dumps(events[-1]))
    ended["result"].update(changes)
    return ended


def kinds(found: Verification) -> set[ClaimKind]:
    return {claim.kind for claim in different(found)}


def test_the_honest_folder_holds(bench: Bench) -> None:
    found = bench.judge(bench.honest)
    assert [claim for claim in found.claims if claim.standing is not Standing.HOLDS] == []
    assert found.verified


# --- A log that lacks what its result rests on ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "lost",
    [("executed",), ("probed",), ("answered",), ("executed", "probed"), ("answered", "executed", "probed")],
    ids=" and ".join,
)
def test_a_log_without_its_answers_or_executions_differs(bench: Bench, lost: tuple[str, ...]) -> None:
    found = bench.verify(bench.files(without(bench.events, *lost)))
    assert ClaimKind.REPLAY in kinds(found) or ClaimKind.LOG in kinds(found)


def test_a_log_of_nothing_but_its_beginning_and_its_end_differs(bench: Bench) -> None:
    events = bench.events
    assert bench.judge([events[0], events[-1]]).standing is Standing.DIFFERS


def test_wrong_code_without_any_test_and_a_fine_confidence_differs(bench: Bench) -> None:
    events = without(bench.events, "executed", "probed", "answered", "tests_written", "revised")
    for event in of_kind(events, "candidate_written"):
        event["candidate"]["code"] = BUGGY
    totals = {"total_tests": 0, "passed": 0, "failed": 0, "coverage": None}
    forged = [*events[:-1], end(events, code=BUGGY, tests=[], test_results=totals, confidence=0.999, revisions=[])]
    found = bench.judge(forged)
    assert found.standing is Standing.DIFFERS
    assert any("execution" in claim.detail for claim in different(found)), "the words say what is missing"


@pytest.mark.parametrize("kind", ["answered", "executed", "probed"])
def test_an_answer_or_an_execution_under_another_key_differs(bench: Bench, kind: str) -> None:
    events = bench.events
    of_kind(events, kind)[-1]["key"] = "0" * 64
    assert bench.judge(events).standing is Standing.DIFFERS


@pytest.mark.parametrize("kind", ["executed", "probed"])
def test_an_execution_that_no_step_uses_differs(bench: Bench, kind: str) -> None:
    events = bench.events
    place = next(n for n, event in enumerate(events) if event["kind"] == kind)
    found = bench.judge([*events[: place + 1], {**events[place], "key": "f" * 64}, *events[place + 1 :]])
    assert found.standing is Standing.DIFFERS
    assert any("without using the whole record" in claim.detail for claim in different(found))


def test_a_dropped_example_of_the_user_differs_whatever_version_is_named(bench: Bench) -> None:
    events = bench.events
    events[0]["version"] = OLDER
    given = next(event for event in of_kind(events, "tests_written") if event["cases"][0]["tier"] == "user")
    dropped = given["cases"].pop(0)
    for event in of_kind(events, "executed"):
        results = event["execution"]["results"]
        event["execution"]["results"] = [one for one in results if one["case_id"] != dropped["id"]]
    told = events[-1]["result"]
    told["tests"] = [test for test in told["tests"] if test["id"] != dropped["id"]]
    told["test_results"].update(total_tests=len(told["tests"]), passed=len(told["tests"]))
    found = bench.judge(events)
    assert any("user's example" in claim.detail for claim in different(found))


# --- Ends ----------------------------------------------------------------------------------------------------------


def test_a_second_end_after_the_real_one_is_not_believed(bench: Bench) -> None:
    events = bench.events
    found = bench.judge([*events, end(events, confidence=0.999)])
    assert any("follows the end of the run" in claim.detail for claim in different(found))


@pytest.mark.parametrize("state", ["TESTS_PASSING", "MODEL_UNAVAILABLE", "BUDGET_EXHAUSTED", "SANDBOX_UNAVAILABLE"])
def test_no_other_end_in_the_place_of_the_real_one_holds(bench: Bench, state: str) -> None:
    events = bench.events
    for forged in (
        [*events[:-1], end(events, execution_result=state)],
        [*events[:-1], end(events, execution_result=state), events[-1]],
        [*events[:-1], end(events, execution_result=state), resumed(events), events[-1]],
    ):
        assert bench.judge(forged).standing is Standing.DIFFERS


def resumed(events: list[Event]) -> Event:
    started = events[0]
    note = {name: started[name] for name in ("model", "sandbox", "limits", "tools")}
    return {"kind": "run_resumed", **note}


@pytest.mark.parametrize("step", [4, pytest.param(1, marks=pytest.mark.slow)], ids=["a quarter", "all"])
def test_a_run_cut_short_cannot_say_that_it_was_verified(bench: Bench, step: int) -> None:
    """An honest beginning, and then: the budget was used up, but what there was until then is verified."""
    events = bench.events
    for cut in range(1, len(events) - 1, step):
        forged = [*events[:cut], end(events, execution_result="BUDGET_EXHAUSTED")]
        found = bench.judge(forged)
        assert found.standing is not Standing.HOLDS, f"cut off after entry {cut}"


# --- Versions and tools --------------------------------------------------------------------------------------------


def named(bench: Bench, files: dict[str, bytes], version: str = OLDER) -> dict[str, bytes]:
    """The files with a manifest that says that another version made them."""
    files.pop(MANIFEST, None)
    return with_manifest(files, bench.honest, version)


def test_a_folder_that_another_version_made_alike_holds(bench: Bench) -> None:
    assert bench.verify(named(bench, bench.files())).standing is Standing.HOLDS


@pytest.mark.parametrize(
    ("path", "standing"),
    [
        ("specwright.json", Standing.DIFFERS),
        ("test_cases.json", Standing.DIFFERS),
        ("solution.py", Standing.DIFFERS),
        ("report.html", Standing.UNKNOWN),
    ],
)
def test_a_forged_file_holds_under_no_version(bench: Bench, path: str, standing: Standing) -> None:
    files = bench.files()
    files[path] = files[path].replace(b"seen", b"SEEN").replace(b"0.9", b"0.99").replace(b"two fives", b"one five")
    files[path] = files[path].replace(b"pair at the front", b"no pair at all").replace(b"VERIFIED", b"CERTIFIED")
    assert bench.verify(named(bench, files)).standing is standing
    assert bench.verify(named(bench, files, __version__)).standing is Standing.DIFFERS


def test_a_result_of_another_version_may_lack_fields_and_may_not_contradict_the_log(bench: Bench) -> None:
    files = bench.files()
    told = json.loads(files["specwright.json"])
    del told["optimizations_applied"], told["error_details"]
    found = bench.verify(named(bench, files | {"specwright.json": as_json(told)}))
    assert found.standing is Standing.HOLDS
    for change in ({"confidence": 1}, {"verified": 1}, {"more": "fields"}):
        found = bench.verify(named(bench, files | {"specwright.json": as_json(told | change)}))
        assert found.standing is Standing.DIFFERS, change


@pytest.mark.parametrize(
    ("path", "field"),
    [
        ("specwright.json", "verified"),
        ("specwright.json", "manual_review_recommended"),
        ("specwright.json", "revisions"),
        ("test_cases.json", "expected"),
        ("evidence/cases.json", "fate"),
        ("evidence/environment.json", "seed"),
    ],
)
def test_naming_another_version_does_not_excuse_a_file_that_says_less(bench: Bench, path: str, field: str) -> None:
    files = bench.files()
    data = json.loads(files[path])
    for part in data if isinstance(data, list) else [data]:
        del part[field]
    assert bench.verify(named(bench, files | {path: as_json(data)})).standing is Standing.UNKNOWN


def test_naming_another_version_does_not_excuse_a_missing_file(bench: Bench) -> None:
    files = bench.files()
    for path in ("test_solution.py", "report.html", "test_cases.json"):
        left = {name: content for name, content in files.items() if name != path}
        assert bench.verify(named(bench, left)).standing is not Standing.HOLDS, path


# --- Entries that are said to count no longer ----------------------------------------------------------------------


def audited(events: list[Event]) -> Event:
    """Tests that nobody ran, as the user's own."""
    tests: Event = json.loads(json.dumps(of_kind(events, "tests_written")[0]))
    for case in tests["cases"]:
        case.update(id=f"z{case['id']}", name="audited", tier="user")
    return tests


def superseded(first: int, last: int, version: str = __version__) -> Event:
    return {"kind": "superseded", "first": first, "last": last, "version": version}


@pytest.mark.parametrize("version", [OLDER, __version__])
def test_nothing_is_written_into_a_log_by_saying_that_it_does_not_count(bench: Bench, version: str) -> None:
    events = bench.events
    for n in (1, 5, len(events) - 1):
        lie, note = audited(events), superseded(n, n, version)
        for forged in (
            [*events[:n], lie, note, *events[n:]],
            [*events[:n], lie, resumed(events), superseded(n, n), *events[n:]],
            [*events[:n], lie, resumed(events), events[n], superseded(n, n, version), *events[n + 1 :]],
            [*events[:n], superseded(n, n + 7, version), *events[n:]],
            [*events[:n], resumed(events), superseded(n, n - 9, version), *events[n:]],
        ):
            assert bench.judge(forged).standing is Standing.DIFFERS


def test_what_another_version_left_behind_is_in_no_file_but_the_log(bench: Bench) -> None:
    """It cannot be checked here, and so nothing that is made from the log repeats it."""
    events = bench.events
    events[0]["version"] = OLDER
    answers = next(n for n, event in enumerate(events) if event["kind"] == "candidate_written")
    lie = {**of_kind(events, "answered")[0], "model": "nobody's"}
    forged = [*events[:answers], audited(events), lie, resumed(events)]
    forged += [superseded(answers, answers + 1), *events[answers:]]
    record = chained(forged, bench.honest)
    files = bench.workshop.folder(record)
    said = {path for path, content in files.items() if b"audited" in content or b"nobody's" in content}
    assert said == {LOG}
    assert bench.judge(record).standing is Standing.HOLDS
    forged[-1]["result"]["confidence"] = 0.999
    assert bench.judge(forged).standing is Standing.DIFFERS, "this version decided it"


def test_a_result_that_states_a_field_twice_differs_under_every_version(bench: Bench) -> None:
    """Python reads the last of two equal keys; other readers take the first."""
    files = bench.files()
    twice = files["specwright.json"].replace(b'"verified":', b'"verified": false,\n  "verified":', 1)
    for version in (OLDER, __version__):
        found = bench.verify(named(bench, files | {"specwright.json": twice}, version))
        assert found.standing is Standing.DIFFERS


def test_a_forged_verdict_holds_under_no_version(bench: Bench) -> None:
    events = bench.events
    events[0]["version"] = OLDER
    of_kind(events, "ruled")[-1]["verdict"]["confidence"] = 0.999
    events[-1]["result"]["confidence"] = 0.999
    found = bench.judge(events)
    assert found.standing is Standing.UNKNOWN
    assert any(OLDER in claim.detail for claim in found.claims if claim.standing is Standing.UNKNOWN)


def test_wrong_code_differs_under_every_version_because_its_tests_are_executed(bench: Bench) -> None:
    events = bench.events
    events[0]["version"] = OLDER
    right = events[-1]["result"]["code"]
    forged = json.loads(json.dumps(events).replace(json.dumps(right)[1:-1], json.dumps(BUGGY)[1:-1]))
    assert ClaimKind.TESTS in kinds(bench.judge(forged))


def test_a_tool_that_is_not_here_excuses_no_forged_outcome(bench: Bench) -> None:
    events = bench.events
    events[0]["tools"] = {**events[0]["tools"], "python": "3.9.1"}
    of_kind(events, "executed")[-1]["execution"]["results"][0]["outcome"]["value"] = [7, 7]
    assert bench.judge(events).standing is not Standing.HOLDS


# --- Files ---------------------------------------------------------------------------------------------------------

EXTRA = {
    "a module that Python loads by itself": "sitecustomize.py",
    "a test configuration": "conftest.py",
    "another case of a name": "Solution.py",
    "an invisible character in a name": "solution\u200b.py",
    "a composed letter in a name": "re\u0301port.html",
    "a text that no answer names": f"evidence/blobs/{'0' * 64}",
    "a file in the evidence": "evidence/log.jsonl.bak",
    "a cache that is listed": "__pycache__/solution.cpython-311.pyc",
}


@pytest.mark.parametrize("what", EXTRA)
@pytest.mark.parametrize("version", [OLDER, __version__])
def test_a_file_that_does_not_follow_from_the_log_differs_though_the_manifest_lists_it(
    bench: Bench, what: str, version: str
) -> None:
    found = bench.verify(named(bench, bench.files() | {EXTRA[what]: b"import os\n"}, version))
    assert EXTRA[what] in {claim.path for claim in different(found)}


def test_a_text_with_a_true_name_that_no_answer_names_differs(bench: Bench) -> None:
    text = b"what the model never said"
    found = bench.verify(named(bench, bench.files() | {f"evidence/blobs/{mark(text).sha256}": text}))
    assert found.standing is Standing.DIFFERS


def test_a_hard_link_that_the_manifest_lists_differs(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text("import os\n")
    os.link(tmp_path / "outside.py", folder / "helper.py")
    mend_manifest(folder)
    assert {claim.path for claim in different(examine(folder))} == {"helper.py"}


def test_a_name_that_is_no_text_is_named_and_shown(folder: Path) -> None:
    (folder / os.fsdecode(b"\xff\xfe.py")).write_text("import os\n")
    [claim] = different(examine(folder))
    assert claim.kind is ClaimKind.FILES
    json.dumps(claim.model_dump(mode="json"))


# --- Ways of writing -----------------------------------------------------------------------------------------------

REWRITTEN: dict[str, Callable[[bytes], bytes]] = {
    "a key that stands twice": lambda text: text.replace(b'"run_id":', b'"run_id": "x",\n  "run_id":', 1),
    "a format that is no whole number": lambda text: text.replace(b'"format": 1,', b'"format": 1.0,', 1),
    "spaces": lambda text: text.replace(b": ", b":  ", 1),
    "NaN": lambda text: text.replace(b'"format": 1,', b'"format": NaN,', 1),
    "a number of 5,000 digits": lambda text: text.replace(b'"entries": ', b'"entries": ' + b"9" * 5000, 1),
    "a path of a million parts": lambda text: text.replace(b'"solution.py"', b'"' + b"a/" * 1_000_000 + b'"', 1),
    "a byte order mark": lambda text: b"\xef\xbb\xbf" + text,
}


@pytest.mark.parametrize("what", REWRITTEN)
def test_a_manifest_that_is_not_written_as_ours_is_refused(folder: Path, what: str) -> None:
    changed = REWRITTEN[what]((folder / MANIFEST).read_bytes())
    assert changed != (folder / MANIFEST).read_bytes()
    (folder / MANIFEST).write_bytes(changed)
    with pytest.raises(UserError) as caught:
        examine(folder)
    assert caught.value.hint


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (r'"elapsed":[^,}]+', '"elapsed":NaN'),
        (r'"elapsed":[^,}]+', '"elapsed":1e999'),
        ('"passed":true', '"passed":1'),
        ('"passed":true', '"passed":"true"'),
        ('"passed":true', '"passed":false,"passed":true'),
        ('"round":1', '"round":1.0'),
        ('"round":1', '"round":"1"'),
        ('"round":1', f'"round":{"1" * 5000}'),
        ('"round":1', '"round":true'),
    ],
)
def test_an_event_that_is_not_written_as_ours_differs(bench: Bench, old: str, new: str) -> None:
    texts = [line.event for line in bench.honest.lines]
    place = next(n for n, text in enumerate(texts) if re.search(old, text) and '"executed"' in text)
    texts[place] = re.sub(old, new, texts[place], count=1)
    assert texts[place] != bench.honest.lines[place].event
    found = bench.judge(chained(texts, bench.honest))
    assert ClaimKind.LOG in kinds(found)


def test_a_question_under_the_name_of_another_stage_differs(bench: Bench) -> None:
    events = bench.events
    of_kind(events, "answered")[0]["stage"] = "write_code"
    assert ClaimKind.LOG in kinds(bench.judge(events))


@pytest.mark.parametrize("limit", ["candidates", "call_seconds", "native_seconds", "memory_bytes"])
def test_a_record_that_allows_itself_too_much_is_not_executed(bench: Bench, limit: str) -> None:
    events = bench.events
    events[0]["limits"][limit] = type(events[0]["limits"][limit])(10**12)
    known = bench.workshop.executed
    found = bench.judge(events)
    assert found.standing is Standing.UNKNOWN
    assert any(limit in claim.detail for claim in found.claims)
    assert bench.workshop.executed == known


# --- Too much ------------------------------------------------------------------------------------------------------


def test_a_log_of_a_hundred_thousand_lines_is_refused_unread(
    bench: Bench, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / LOG).write_bytes((folder / LOG).read_bytes() + write_line(bench.honest.lines[1]) * 100_000)
    mend_manifest(folder)

    def read(line: bytes) -> None:
        raise AssertionError("a line was read")

    monkeypatch.setattr(examining, "read_line", read)
    found = examine(folder)
    assert any("more than a run leaves behind" in claim.detail for claim in different(found))


@pytest.mark.parametrize("field", ["problem", "examples"])
def test_a_task_that_is_longer_than_any_is_refused_unread(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, field: str
) -> None:
    def read(task: object) -> None:
        pytest.fail("the words were read")

    monkeypatch.setattr(following, "read_examples", read)
    events = bench.events
    words = "f(1) == 1\n" * (MAX_PROBLEM // 10 + 1)
    events[0]["task"][field] = words if field == "problem" else [words]
    found = bench.verify(bench.files(events))
    assert found.standing is Standing.DIFFERS
    assert any("longer than any" in claim.detail for claim in different(found))


def test_a_broken_chain_is_named_in_a_few_places_only(bench: Bench) -> None:
    lines = [line.model_copy(update={"prev_hash": "0" * 64}) for line in bench.honest.lines]
    files = bench.files() | {LOG: b"".join(map(write_line, lines))}
    found = bench.verify(named(bench, files))
    assert 0 < len([claim for claim in different(found) if claim.kind is ClaimKind.LOG]) <= 21


def test_a_folder_with_too_many_names_is_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(adapter, "MAX_OTHERS", 20)
    for number in range(21):
        (folder / f"{number}").mkdir()
    with pytest.raises(UserError, match="more than 20 names that were not handed over") as caught:
        examine(folder)
    assert caught.value.hint


def test_a_folder_of_others_is_refused_without_looking_through_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "something").touch()

    def look(path: object) -> None:
        raise AssertionError(f"{path} was looked through")

    monkeypatch.setattr(os, "scandir", look)
    with pytest.raises(UserError, match=r"no evidence/manifest\.json"):
        asyncio.run(api.verify_folder(tmp_path, stories.settings(tmp_path)))
