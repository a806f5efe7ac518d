"""What runs teach the memory, and how it travels."""

from __future__ import annotations

import subprocess
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from specwright import AsyncClient, Client, UserError, verify
from specwright.adapters.models.choosing.absent import AbsentModel
from specwright.app import Resources
from specwright.client.memory import ImportedMemory
from specwright.config import load_settings
from specwright.core.memory.entry import EntryStanding, LearnedPattern, LearnedTest, MemoryEffect, MemoryEntry
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.testcase import Returns
from specwright.memory.bundle import read_bundle, write_bundle
from tests.stories.memory_stories import AGAIN, EXAMPLES, POWERS


def client(folder: Path, **memory: Any) -> Client:
    folder.mkdir(exist_ok=True)
    flags = {"store": {"path": folder / "runs.db"}, "memory": {"use": "on", "project": "/project", **memory}}
    return Client(load_settings(flags, environ={}, directory=folder), model=AbsentModel())


async def _imported(asynchronous: AsyncClient, path: Path) -> ImportedMemory:
    return await asynchronous.memory.import_bundle(path, unsigned=True)


@pytest.fixture(scope="module")
def taught(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a memory that one run taught, and its bundle, signed by alice."""
    folder = tmp_path_factory.mktemp("taught")
    subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", folder / "key"], check=True)
    kind, key = (folder / "key.pub").read_text().split()[:2]
    (folder / "signers").write_text(f"alice {kind} {key}\n")
    with client(folder) as mine:
        assert mine.solve(POWERS, examples=EXAMPLES, entry_point="powers_of").verified
        assert not mine.solve(f"{POWERS} Skip primes.", examples=EXAMPLES).verified
        exported = mine.call(lambda c: c.memory.export(folder / "bundle.json", key=folder / "key"))
    assert exported.entries == 1
    return folder


def test_a_verified_run_teaches_its_function_and_another_nothing(taught: Path) -> None:
    with client(taught) as mine:
        [stored] = mine.call(lambda c: c.memory.list())
        assert mine.call(lambda c: c.memory.show(stored.entry.id[:6])) == stored
        assert mine.call(lambda c: c.memory.search("the power of each number")) == (stored,)
    lesson = stored.entry.lesson
    assert isinstance(lesson, LearnedPattern)
    assert (lesson.problem, lesson.signature.name, len(lesson.tests)) == (POWERS, "powers_of", 4)
    assert (stored.entry.standing, stored.refused) == (EntryStanding.EARNED, "")


def test_a_memory_that_is_off_learns_nothing_and_says_so(tmp_path: Path) -> None:
    with client(tmp_path, use="off") as mine:
        assert mine.solve(POWERS, examples=EXAMPLES).verified
        with pytest.raises(UserError, match="off"):
            mine.call(lambda c: c.memory.list())
    assert not list(tmp_path.glob("*memory*"))


def test_a_signed_bundle_is_imported_after_its_tests_ran(taught: Path, tmp_path: Path) -> None:
    bundle, signers = taught / "bundle.json", taught / "signers"
    with client(tmp_path) as mine:
        with pytest.raises(UserError, match="trust"):
            mine.call(lambda c: c.memory.import_bundle(bundle))
        done = mine.call(lambda c: c.memory.import_bundle(bundle, signers=signers))
        [stored] = mine.call(lambda c: c.memory.list())
    assert done.learned == (stored.entry.id,)
    assert stored.entry.standing is EntryStanding.IMPORTED
    assert stored.entry.source.startswith("signed by alice")


def test_a_changed_or_wrong_bundle_is_refused(taught: Path, tmp_path: Path) -> None:
    content = (taught / "bundle.json").read_bytes()
    [entry] = read_bundle(content).entries
    assert isinstance(entry.lesson, LearnedPattern)
    wrong = entry.lesson.model_copy(update={"code": entry.lesson.code.replace("** 4", "* 4")})
    (tmp_path / "wrong.json").write_bytes(write_bundle([entry.model_copy(update={"lesson": wrong})], "1"))
    (tmp_path / "changed.json").write_bytes(content.replace(b"fourth powers", b"fifth powers"))
    (tmp_path / "changed.json.sig").write_bytes((taught / "bundle.json.sig").read_bytes())
    with client(tmp_path) as mine:
        with pytest.raises(UserError, match="no signer whom you trust"):
            mine.call(lambda c: c.memory.import_bundle(tmp_path / "changed.json", signers=taught / "signers"))
        for name, why in (("changed", "sha256"), ("wrong", "tests fail here")):
            done = mine.call(partial(_imported, path=tmp_path / f"{name}.json"))
            assert not done.learned
            assert why in done.refused[0].reason


def test_the_same_problem_in_other_words_is_solved_from_the_memory(taught: Path, tmp_path: Path) -> None:
    """Replay and verify need no memory, since the record has what it gave."""
    with client(taught) as mine:
        result = mine.solve(AGAIN.problem, examples=AGAIN.examples, out=tmp_path / "out")
        [stored] = mine.call(lambda c: c.memory.list())
        assert mine.replay(result.run_id).same
    assert (result.verified, result.written_by) == (True, f"memory:{stored.entry.id}"), result.warnings
    assert [(use.id, use.effect) for use in result.memory] == [(stored.entry.id, MemoryEffect.HELPED)]
    assert stored.counters.helped == 1
    checked = verify(tmp_path / "out", store=tmp_path / "elsewhere.db")
    assert checked.standing.value == "holds", checked.claims


OTHERS = {
    "another clause": f"{POWERS} Leave out the zeros.",
    "another word": "Return the sixth powers of the numbers in a list.",
    "a negation": "Return the fourth powers of the numbers that are not in a list.",
}


@pytest.mark.parametrize("name", OTHERS)
def test_other_words_bar_the_word(taught: Path, name: str) -> None:
    examples = ("f([1]) == [1]", "f([0, 1]) == [0, 1]", "f([]) == []", "f([1, 1, 0]) == [1, 1, 0]")
    with client(taught) as mine:
        assert not mine.solve(OTHERS[name], examples=examples).verified


def test_planted_entries_are_refused_with_their_reason(taught: Path, tmp_path: Path) -> None:
    """Wrong code that passes the examples and has the very words of the problem."""
    problem = "Return the alternating total of a list, which begins with a minus sign."
    sums = ("f([1, 2]) == 1", "f([5]) == -5", "f([10, 3, 4]) == -11", "f([]) == 0")
    code = "def f(items):\n    return {2: 1, 1: -5, 3: -11, 0: 0}.get(len(items), 42)\n"
    [entry] = read_bundle((taught / "bundle.json").read_bytes()).entries
    lesson = entry.lesson
    assert isinstance(lesson, LearnedPattern)
    cases = [({"items": [1, 2]}, 1), ({"items": [5]}, -5), ({"items": []}, 0), ({"items": [10, 3, 4]}, -11)]
    tests = tuple(LearnedTest(inputs=inputs, expected=Returns(value=value)) for inputs, value in cases)
    params = (Parameter(name="items", type=Type("list", Type("int"))),)
    signature = Signature(name="f", params=params, returns=Type("int"))
    wrong = LearnedPattern(problem=problem, language="python", signature=signature, code=code, tests=tests)
    with client(tmp_path) as mine:
        real = mine.solve(POWERS, examples=EXAMPLES)
        lies = {
            "not in the run store": entry.model_copy(update={"lesson": wrong, "run_id": "made-up"}),
            "another program": entry.model_copy(update={"lesson": wrong.model_copy(
                update={"problem": f"{problem} "}), "run_id": real.run_id}),
        }  # fmt: skip
        mine.call(partial(_learned, entries=list(lies.values())))
        stored = mine.call(lambda c: c.memory.search(problem))
        why = [each.refused for each in stored if each.entry.lesson.words.startswith(problem)]
        assert sorted(words.split("that it names ")[1] for words in why) == [
            "is not in the run store",
            "made another program",
        ]
        assert not mine.solve(problem, examples=sums).verified

        (tmp_path / "lies.json").write_bytes(write_bundle([lies["not in the run store"]], "1"))
        mine.call(lambda c: c.memory.forget(everything=True))
    with client(tmp_path, project="/another") as mine:
        assert mine.call(partial(_imported, path=tmp_path / "lies.json")).learned
        result = mine.solve(problem, examples=sums)
    assert (result.written_by or "").startswith("memory:")
    assert not result.verified


async def _learned(asynchronous: AsyncClient, entries: list[MemoryEntry]) -> None:
    memory = Resources(asynchronous.settings).memory()
    assert memory is not None
    await memory.learn(entries)
    await memory.close()
