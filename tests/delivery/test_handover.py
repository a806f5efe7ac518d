"""What a run leaves in a folder: made from its record alone, the same every time, and without secrets."""

from __future__ import annotations

import asyncio
import hashlib
import json
from pathlib import Path

import pytest
from pydantic import SecretStr
from tests import packages, stories
from tests.handed_over import make, read_lines

import specwright
from specwright import api
from specwright.app import project_of
from specwright.core.errors import UserError
from specwright.core.run.result import Result
from specwright.delivery.bundle import MANIFEST, as_json, read_line, read_manifest, write_line
from specwright.delivery.handover import check_no_secret, hand_over
from specwright.languages.registry import LANGUAGES

KEY = "sk-planted-0123456789abcdef"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Result, Path]:
    return make(tmp_path_factory.mktemp("made"), stories.WRONG_TEST)


def contents(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_the_folder_holds_code_tests_result_report_and_evidence(made: tuple[Result, Path]) -> None:
    result, folder = made
    files = contents(folder)
    assert specwright.Result.model_validate_json(files["specwright.json"]) == result
    assert result.code is not None
    assert files["solution.py"].decode() == result.code.rstrip("\n") + "\n"
    assert b"from solution import run_code" in files["test_solution.py"]
    assert len(json.loads(files["test_cases.json"])) == len(result.tests)
    assert {name.split("/")[1] for name in files if name.startswith("evidence/")} == {
        "manifest.json",
        "log.jsonl",
        "cases.json",
        "environment.json",
        "blobs",
    }
    manifest = read_manifest(files.pop(MANIFEST))
    assert set(manifest.files) == set(files)
    for name, mark in manifest.files.items():
        assert (mark.sha256, mark.bytes) == (hashlib.sha256(files[name]).hexdigest(), len(files[name]))


def test_the_log_is_whole_and_can_be_checked_by_hand(made: tuple[Result, Path]) -> None:
    """The recipe of docs/evidence.md, with nothing of ours."""
    _, folder = made
    head = ""
    for number, line in enumerate((folder / "evidence/log.jsonl").read_text().splitlines()):
        entry = json.loads(line)
        event = json.dumps(entry["event"], separators=(",", ":"))
        hashed = json.dumps([entry["run_id"], number, entry["at"], head, event], separators=(",", ":"))
        head = hashlib.sha256(hashed.encode()).hexdigest()
        assert entry["hash"] == head
    assert json.loads((folder / MANIFEST).read_text())["head"] == head


def test_every_case_is_there_with_its_tier_digest_source_and_fate(made: tuple[Result, Path]) -> None:
    result, folder = made
    cases = json.loads((folder / "evidence/cases.json").read_text())
    assert {case["digest"] for case in cases if case["fate"] == "stands"} == {test.digest for test in result.tests}
    [wrong] = [case for case in cases if case["fate"] == "revised"]
    assert wrong["id"] == stories.WRONG_ID
    assert all(case["tier"] and case["source"] and case["since"] for case in cases)


def test_the_environment_tells_seed_limits_tools_and_prompts(made: tuple[Result, Path]) -> None:
    _, folder = made
    told = json.loads((folder / "evidence/environment.json").read_text())
    assert told["seed"] == 0
    assert set(told["tools"]) == {"python", "sandbox", "system"}
    assert {prompt["stage"] for prompt in told["prompts"]} == {"specify", "write_tests", "write_code", "revise_tests"}
    assert told["specwright"] == specwright.__version__


def test_made_again_from_the_store_it_is_the_same_byte_for_byte(made: tuple[Result, Path], tmp_path: Path) -> None:
    result, folder = made
    asyncio.run(api.write_out(result.run_id, tmp_path / "again", stories.settings(folder.parent)))
    assert contents(tmp_path / "again") == contents(folder)


def test_an_earlier_result_makes_way_and_what_is_the_users_stays(made: tuple[Result, Path], tmp_path: Path) -> None:
    result, folder = made
    settings = stories.settings(folder.parent)
    asyncio.run(api.write_out(result.run_id, tmp_path, settings))
    manifest = json.loads((tmp_path / MANIFEST).read_text())
    for name, content in (("old.py", b"# ours\n"), ("edited.py", b"# ours\n")):
        (tmp_path / name).write_bytes(content)
        manifest["files"][name] = {"sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}
    (tmp_path / "edited.py").write_text("# the user's now\n")
    (tmp_path / "notes.txt").write_text("the user's own")
    (tmp_path / MANIFEST).write_bytes(as_json(manifest))
    asyncio.run(api.write_out(result.run_id, tmp_path, settings))
    assert not (tmp_path / "old.py").exists()
    assert (tmp_path / "edited.py").exists()
    assert (tmp_path / "notes.txt").exists()


def test_lines_are_read_as_they_were_written_and_no_other_way(made: tuple[Result, Path]) -> None:
    for entry in read_lines(made[1]):
        assert read_line(write_line(entry)) == (entry, entry.hash)
    line = write_line(read_lines(made[1])[0])
    for changed in (line.replace(b'"seq":0', b'"seq": 0'), line[:-2] + b',"more":1}\n', line.rstrip(b"\n")):
        with pytest.raises(ValueError, match="it"):
            read_line(changed)


def test_a_package_is_handed_over_as_its_whole_project() -> None:
    files = hand_over(packages.record(), project_of)
    assert files["src/words/__init__.py"].decode() == packages.CODE
    assert {"pyproject.toml", "README.md", "LICENSE", "tests/test_words.py", "report.html"} <= set(files)
    told = json.loads(files["specwright.json"])
    assert told["quality_score"] == packages.QUALITY.score
    assert json.loads(files["test_cases.json"])[0]["function"] == "count_words"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_project_is_laid_out_without_the_languages_tools(language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert project_of(packages.PACKAGE, language, "1.0")


@pytest.mark.parametrize("secret", [KEY, 'quo"ted<secret>&more'])
def test_a_secret_in_any_file_stops_the_whole_hand_over(secret: str) -> None:
    told = packages.result(explanation=f"the server said {secret}")
    files = hand_over(packages.record(told), project_of)
    with pytest.raises(UserError, match="OPENAI_API_KEY") as caught:
        check_no_secret(files, {"OPENAI_API_KEY": secret})
    assert secret not in str(caught.value)
    check_no_secret(files, {"OPENAI_API_KEY": "another-secret-of-mine"})


def test_a_problem_that_holds_a_key_is_refused_before_anything_is_sent(tmp_path: Path) -> None:
    settings = stories.settings(tmp_path).model_copy(update={"keys": {"OPENAI_API_KEY": SecretStr(KEY)}})
    model = stories.model(stories.FIRST_TRY, ledger=tmp_path / "asked.jsonl")
    task = stories.TASK.model_copy(update={"problem": f"{stories.PROBLEM} Use {KEY}."})
    with pytest.raises(UserError, match="OPENAI_API_KEY") as caught:
        asyncio.run(api.solve_task(task, settings, model=model))
    assert KEY not in f"{caught.value} {caught.value.hint}"
    assert stories.asked(tmp_path / "asked.jsonl") == []
