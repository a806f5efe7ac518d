"""A task with a third-party package runs, hands over what it used, and is verified with the very same package alone."""

from __future__ import annotations

import asyncio
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests import stories
from tests.forging import chained
from tests.handed_over import copy, different, mend_manifest, read_lines
from tests.libraries import write_wheel
from tests.stories.library_stories import KIT, RULES, TASK, write_wheels

from specwright import api
from specwright.api.packages import locked
from specwright.core.errors import UserError
from specwright.core.run.result import Result
from specwright.core.work.task import Task
from specwright.delivery.bundle import LOG, write_line
from specwright.delivery.claims import ClaimKind, Standing, Verification
from specwright.delivery.record import Record
from specwright.testing.scripted import Rule

Made = tuple[Result, Path, Path]


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Made]:
    """Return the result, the folder that was handed over, and the folder of wheels. The cache is of its own."""
    folder = tmp_path_factory.mktemp("libraries")
    wheels = write_wheels(folder)
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CACHE_HOME", str(folder / "cache"))
        settings = stories.settings(folder, packages={"source": wheels})
        result = asyncio.run(api.solve_task(TASK, settings, model=stories.model(RULES, delay_seconds=0.001)))
        asyncio.run(api.write_out(result.run_id, folder / "out", settings))
        yield result, folder / "out", wheels


def verify(folder: Path, source: Path | None = None) -> Verification:
    elsewhere = folder.parent / "elsewhere"
    elsewhere.mkdir(exist_ok=True)
    settings = stories.settings(elsewhere, packages={"source": source})
    return asyncio.run(api.verify_folder(folder, settings))


def test_the_code_uses_the_package_and_the_result_names_it(made: Made) -> None:
    result, out, _ = made
    assert result.verified, (result.explanation, result.bars, result.tests)
    [package] = result.packages
    assert (package.label, package.required) == ("wordkit 1.0", True)
    assert f"wordkit==1.0 \\\n    --hash={package.hash}\n" in (out / "requirements.lock").read_text()
    assert json.loads((out / "specwright.json").read_text())["packages"] == [package.model_dump()]
    environment = json.loads((out / "evidence" / "environment.json").read_text())
    assert environment["packages"]["packages"] == [package.model_dump()]


def test_the_folder_holds_with_the_package_at_hand(made: Made, tmp_path: Path) -> None:
    found = verify(copy(made[1], tmp_path))
    assert (found.standing, different(found)) == (Standing.HOLDS, [])


def test_without_the_very_same_package_nothing_executed_holds(
    made: Made, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "empty"))
    folder = copy(made[1], tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    write_wheel(other, {"wordkit/__init__.py": KIT["wordkit/__init__.py"] + "# changed\n"}, name="wordkit")
    for source in (None, other):
        found = verify(folder, source)
        assert found.standing is Standing.UNKNOWN
        for kind in (ClaimKind.REPLAY, ClaimKind.TESTS):
            assert found.by_kind[kind][Standing.HOLDS] == 0
            assert found.by_kind[kind][Standing.UNKNOWN] == 1
    assert verify(folder, made[2]).standing is Standing.HOLDS, "with the wheel in a folder it is checked again"


def test_what_was_unpacked_and_changed_since_is_not_believed(made: Made, tmp_path: Path) -> None:
    cache = Path(shutil.copytree(made[1].parent / "cache", tmp_path / "cache"))
    with pytest.MonkeyPatch.context() as patched:
        patched.setenv("XDG_CACHE_HOME", str(cache))
        [module] = cache.rglob("wordkit/__init__.py")
        module.write_text("def shout(text):\n    return 'owned'\n")
        assert verify(copy(made[1], tmp_path)).standing is Standing.HOLDS, "it was unpacked anew from its wheel"
        assert "owned" not in next(cache.rglob("wordkit/__init__.py")).read_text()


def test_another_lock_file_is_found(made: Made, tmp_path: Path) -> None:
    folder = copy(made[1], tmp_path)
    lock = folder / "requirements.lock"
    lock.write_text(lock.read_text().replace("==1.0", "==1.1"))
    mend_manifest(folder)
    found = verify(folder)
    assert found.standing is Standing.DIFFERS
    assert any("requirements.lock" in str(claim) for claim in different(found))


def test_words_that_ask_for_a_package_are_refused_with_the_flag(tmp_path: Path) -> None:
    asked = Task(problem="Return a pandas DataFrame with the doubled column a.")
    with pytest.raises(UserError, match="ask for pandas") as caught:
        asyncio.run(api.solve_task(asked, stories.settings(tmp_path), model=stories.model([])))
    assert "--require pandas" in str(caught.value.hint)


def test_a_library_that_the_words_ask_for_and_the_policy_approves_is_required(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    write_wheel(tmp_path, {"sympy.py": ""}, name="sympy")
    policy = tmp_path / "policy.toml"
    policy.write_text('[dependencies]\napprove = ["PyPI:sympy"]\n')
    asked = Task(problem="Use sympy to simplify a formula.")
    settings = stories.settings(tmp_path, packages={"source": tmp_path, "policy": str(policy)})
    found = asyncio.run(locked(asked, settings))
    assert (found.require, found.lock and found.lock.words) == (("sympy",), "sympy 1.0")
    with pytest.raises(UserError, match="ask for sympy"):
        asyncio.run(locked(asked, stories.settings(tmp_path, packages={"source": tmp_path})))


def test_a_library_that_only_the_model_asks_for_bars_the_word_and_names_the_flag(tmp_path: Path) -> None:
    wanted = {**stories.SPECIFICATION, "libraries": ["wordkit"]}
    rules = [Rule(stage="specify", reply=wanted), *stories.WRONG_TEST]
    result = asyncio.run(api.solve_task(stories.TASK, stories.settings(tmp_path), model=stories.model(rules)))
    assert not result.verified
    assert any("--require wordkit" in bar.remedy for bar in result.bars)


def test_a_record_whose_result_names_other_packages_is_found(made: Made, tmp_path: Path) -> None:
    folder = copy(made[1], tmp_path)
    entries = read_lines(folder)
    event = json.loads(entries[-1].event)
    assert event["kind"] == "run_ended"
    event["result"]["packages"][0]["hash"] = f"sha256:{'0' * 64}"
    record = chained([*(entry.event for entry in entries[:-1]), event], Record(tuple(entries), {}))
    (folder / LOG).write_bytes(b"".join(map(write_line, record.lines)))
    mend_manifest(folder)
    found = verify(folder)
    assert found.standing is Standing.DIFFERS
    assert any("not those that were locked" in claim.detail for claim in different(found))


def test_a_lock_whose_archive_is_another_package_does_not_hold(made: Made, tmp_path: Path) -> None:
    folder = copy(made[1], tmp_path)
    entries = read_lines(folder)
    renamed = [entry.event.replace("wordkit", "wordkiz") for entry in entries]
    record = chained(renamed, Record(tuple(entries), {}))
    (folder / LOG).write_bytes(b"".join(map(write_line, record.lines)))
    mend_manifest(folder)
    assert verify(folder, made[2]).standing is Standing.DIFFERS
