"""Solve, hand over, carry the folder to another machine, and verify it there with nothing but the folder."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from tests import stories
from tests.e2e.command import Home
from tests.e2e.test_faults import answer

from specwright.testing.fault_server import FaultServer, Seen
from specwright.testing.faults import ServerFault

KEY = "sk-planted-5f3a9c0d7e214b68"


@pytest.fixture(scope="module")
def carried(tmp_path_factory: pytest.TempPathFactory) -> tuple[Home, Path]:
    """Another home, empty, and a folder in it that was made elsewhere."""
    first = Home(tmp_path_factory.mktemp("first"))
    assert first.solve(stories.WRONG_TEST, "--out", "made", "--quiet").status == 0
    other = Home(tmp_path_factory.mktemp("other"))
    shutil.move(first.folder / "made", other.folder / "carried")
    shutil.rmtree(first.folder)
    return other, other.folder / "carried"


def test_a_folder_holds_on_another_machine_with_no_model_and_no_store(carried: tuple[Home, Path]) -> None:
    home, folder = carried
    done = home.run("verify", "carried", env={"SPECWRIGHT_LLM_CONFIG__MODEL": "openai:unreachable"})
    assert done.status == 0, done.out + done.err
    assert "HOLDS" in done.out
    assert " 0 differ, 0 not determinable here" in done.out
    assert not home.store.exists()
    assert {path.name for path in home.folder.iterdir()} == {"carried", "tmp"}
    assert list(home.temporary.iterdir()) == []
    assert folder.is_dir()


def test_a_changed_line_is_found_named_and_told_to_machines(carried: tuple[Home, Path]) -> None:
    home, folder = carried
    shutil.copytree(folder, home.folder / "changed")
    code = home.folder / "changed" / "solution.py"
    code.write_text(code.read_text().replace("seen[x] = i", "seen[x] = 0"))
    done = home.run("verify", "changed", "--json", "--junit", "j.xml", "--sarif", "s.json")
    assert done.status == 7, done.err
    found = [claim for claim in done.document["claims"] if claim["standing"] == "differs"]
    assert {claim["kind"] for claim in found} == {"files", "record", "tests"}
    assert {claim["path"] for claim in found} == {"solution.py"}
    assert done.document["standing"] == "differs"
    root = ET.parse(home.folder / "j.xml").getroot()
    assert int(root.get("failures") or 0) == len(found)
    [run] = json.loads((home.folder / "s.json").read_text())["runs"]
    assert [result["level"] for result in run["results"]] == ["error"] * len(found)
    quiet = home.run("verify", "changed", "--quiet")
    assert quiet.status == 7
    assert len(quiet.out.splitlines()) == len(found)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("verify", "nowhere"), "no folder"),
        (("verify", "empty"), "no evidence/manifest.json"),
        (("verify", "carried", "--junit", "no/such/place.xml"), "cannot write"),
    ],
)
def test_a_mistake_is_explained(carried: tuple[Home, Path], arguments: tuple[str, ...], words: str) -> None:
    home, _ = carried
    (home.folder / "empty").mkdir(exist_ok=True)
    done = home.run(*arguments)
    assert done.status == 2
    assert done.explained()
    assert words in done.err
    assert home.run(*arguments, "--json").document["error"]["code"] == "USER_ERROR"


def test_no_key_is_in_what_is_handed_over(home: Home) -> None:
    """The server quotes the key that it was sent, in its replies and in its errors."""

    def quoting(seen: Seen) -> str:
        assert KEY in seen.headers["authorization"]
        return answer(seen).replace("The indices", f"By {KEY}: the indices").replace("Find the two", f"{KEY} Find the")

    env = {
        "SPECWRIGHT_LLM_CONFIG__API_KEY": KEY,
        "SPECWRIGHT_LLM_CONFIG__RETRY_WAIT": "0.01",
        "OPENAI_API_KEY": KEY,
    }
    options = ("--out", "made", "--json")
    with FaultServer([ServerFault.SERVER_ERROR], answer=quoting, plant=KEY, models=["m"]) as server:
        given = ("--example", stories.EXAMPLES[0], "--candidates", "2")
        done = home.run("solve", stories.PROBLEM, *given, "--model", f"{server.url}#m", *options, env=env)
    assert done.status in (0, 10), done.err
    written = {path: path.read_bytes() for path in (home.folder / "made").rglob("*") if path.is_file()}
    assert [path for path, content in written.items() if KEY.encode() in content] == []
    assert any(b"[key hidden]" in content for content in written.values())
    assert home.run("verify", "made", env=env).status == 0


def test_a_result_that_a_fault_ended_is_handed_over_without_the_key(home: Home) -> None:
    with FaultServer(then=ServerFault.UNAUTHORIZED, plant=KEY, models=["m"]) as server:
        options = ("--model", f"{server.url}#m", "--out", "made", "--json")
        done = home.run("solve", stories.PROBLEM, *options, env={"SPECWRIGHT_LLM_CONFIG__API_KEY": KEY})
    assert done.status == 4
    assert not any(KEY.encode() in path.read_bytes() for path in (home.folder / "made").rglob("*") if path.is_file())
    assert home.run("verify", "made").status == 0
