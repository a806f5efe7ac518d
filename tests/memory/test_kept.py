"""The file of the memory: found by words, appended, capped, forgotten, and nothing used that was changed."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import pytest

from specwright.adapters.memory.sqlite import SqliteMemory
from specwright.core.errors import StoreError
from specwright.core.memory.entry import (
    EntryStanding,
    LearnedPattern,
    LearnedTest,
    MemoryEffect,
    MemoryEntry,
    MemoryKind,
)
from specwright.core.memory.recollection import Cue
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.value import digest
from specwright.core.work.testcase import Returns
from specwright.memory.bundle import read_bundle, write_bundle
from specwright.memory.vet import objection

T = TypeVar("T")


def run(work: Coroutine[Any, Any, T]) -> T:
    return asyncio.run(work)


def pattern(
    problem: str, *, code: str = "def f(n):\n    return n * n\n", answers: tuple[int, ...] = (1, 4, 9)
) -> MemoryEntry:
    signature = Signature(name="f", params=(Parameter(name="n", type=Type("int")),), returns=Type("int"))
    tests = tuple(
        LearnedTest(inputs={"n": place}, expected=Returns(value=value)) for place, value in enumerate(answers, 1)
    )
    lesson = LearnedPattern(problem=problem, language="python", signature=signature, code=code, tests=tests)
    return MemoryEntry(run_id="r1", learned_at="2026-01-01T00:00:00+00:00", lesson=lesson)


async def proven(_: MemoryEntry) -> str:
    return ""


async def unproven(_: MemoryEntry) -> str:
    return "its run is not here"


def opened(path: Path, project: str = "/a", **options: Any) -> SqliteMemory:
    return SqliteMemory(path, project, options.pop("prove", proven), **options)


async def recalled(memory: SqliteMemory, problem: str) -> list[str]:
    found = await memory.recall(Cue(problem=problem, language="python"))
    return [entry.lesson.problem for entry in found.patterns if isinstance(entry.lesson, LearnedPattern)]


def test_an_entry_is_found_by_words_of_the_same_meaning(tmp_path: Path) -> None:
    async def scenario() -> list[int]:
        memory = opened(tmp_path / "m.db")
        others = [pattern(f"Return the number of a list with {place}.") for place in range(30)]
        wanted = pattern("Delete the biggest entry.")
        await memory.learn([wanted, *others])
        found = []
        for words in ("Remove the maximum number of a list.", "Drop the largest.", "Add the lists."):
            recalled = await memory.recall(Cue(problem=words, language="python"))
            found.append([entry.id for entry in recalled.patterns].count(wanted.id))
        await memory.close()
        return found

    assert run(scenario()) == [1, 1, 0]


def test_entries_are_found_by_words_in_their_project_alone(tmp_path: Path) -> None:
    async def story() -> None:
        mine, other = opened(tmp_path / "m.db"), opened(tmp_path / "m.db", "/b")
        using = opened(tmp_path / "m.db", "/b", shared=True)
        assert await mine.is_empty()
        assert not (tmp_path / "m.db").exists()
        await mine.learn([pattern("Square the number"), pattern("Count the vowels of a text")])
        await mine.learn([pattern("Square the number shared by all")], shared=True)
        assert await recalled(mine, "squares of numbers") == ["Square the number"]
        assert await recalled(other, "squares of numbers") == []
        assert await recalled(using, "squares of numbers") == ["Square the number shared by all"]
        assert await recalled(mine, 'vowels" OR "number') != []
        assert await recalled(mine, "of the to") == []
        for memory in (mine, other, using):
            await memory.close()

    run(story())


def test_what_was_changed_or_cannot_be_proven_or_harmed_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        memory, path = opened(tmp_path / "m.db"), tmp_path / "m.db"
        first, second = pattern("Square the number"), pattern("Square the other number")
        await memory.learn([first, second])
        await memory.note("r2", [(second.id, MemoryEffect.HARMED), (second.id, MemoryEffect.HELPED)])
        refused = (await memory.recall(Cue(problem="square number", language="python"))).refused
        assert [(each.id, "outcomes" in each.reason) for each in refused] == [(second.id, True)]
        with sqlite3.connect(path) as db:
            body = json.loads(db.execute("SELECT body FROM memory WHERE id = ?", (first.id,)).fetchone()[0])
            body["lesson"]["code"] = "def f(n):\n    return 0\n"
            db.execute("UPDATE memory SET body = ? WHERE id = ?", (json.dumps(body), first.id))
        refused = (await memory.recall(Cue(problem="square number", language="python"))).refused
        assert {each.reason.split(" since")[0] for each in refused if each.id == first.id} == {"it was changed"}
        await memory.close()
        strict = opened(path, prove=unproven)
        fresh, theirs = pattern("Square it"), pattern("Square what was imported")
        await strict.learn([fresh, theirs.model_copy(update={"standing": EntryStanding.IMPORTED})])
        assert await recalled(strict, "square it imported") == ["Square what was imported"]
        await strict.close()

    run(story())


def test_a_forgotten_entry_leaves_no_text_and_is_not_learned_again(tmp_path: Path) -> None:
    async def story() -> None:
        memory = opened(tmp_path / "m.db")
        secret = pattern("Square the zanzibar number")
        await memory.learn([secret, pattern("Count the words")])
        assert await memory.forget([secret.id]) == 1
        assert await memory.learn([secret]) == ()
        assert await recalled(memory, "zanzibar") == []
        stats = await memory.stats()
        assert (stats.entries[MemoryKind.PATTERN], stats.forgotten) == (1, 1)
        await memory.close()

    run(story())
    assert not [path for path in tmp_path.iterdir() if b"zanzibar" in path.read_bytes().lower()]


def test_beyond_the_cap_the_entries_that_helped_least_are_forgotten(tmp_path: Path) -> None:
    async def story() -> None:
        memory = opened(tmp_path / "m.db", most=2)
        first, second, third = (pattern(f"Square {word}") for word in ("one", "two", "three"))
        await memory.learn([first, second])
        await memory.note("r2", [(first.id, MemoryEffect.HELPED)])
        await memory.learn([third])
        assert [stored.entry.id for stored in await memory.listed()] == [third.id, first.id]
        await memory.close()

    run(story())


def test_another_programs_database_is_left_alone(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "m.db") as db:
        db.execute("CREATE TABLE theirs (x)")
    before = (tmp_path / "m.db").read_bytes()
    with pytest.raises(StoreError):
        run(opened(tmp_path / "m.db").learn([pattern("Square")]))
    assert (tmp_path / "m.db").read_bytes() == before


def test_a_bundle_gives_back_what_was_written_and_refuses_what_was_changed() -> None:
    entries = (pattern("Square the number"), pattern("Square it"))
    content = write_bundle(entries, "1")
    assert read_bundle(content).entries == entries
    changed = read_bundle(content.replace(b"n * n", b"n + n", 1))
    assert [entry.id for entry in changed.entries] == [entries[1].id]
    assert "sha256" in changed.refused[0].reason
    for bad in (b"", b"[]", b'{"specwright_memory": 2, "patterns": []}', b"\xff"):
        with pytest.raises(ValueError):  # noqa: PT011 - its words are the reader's own
            read_bundle(bad)
    assert "not written" in read_bundle(b'{"specwright_memory": 1, "patterns": [3, {"sha256": 4}]}').refused[0].reason


@pytest.mark.parametrize("value", [{"$int": "zz"}, {"$map": 1}, {"$tuple": None}, {"$float": []}])
def test_an_entry_whose_values_cannot_be_read_is_refused_alone(value: Any) -> None:
    """Reading such a value raised where it was compared."""
    made = json.loads(write_bundle([pattern("Square it"), pattern("Square two")], "x"))
    for place in ("inputs", "expected"):
        forged = json.loads(json.dumps(made))
        lesson = forged["patterns"][0]["pattern"]
        test = lesson["tests"][0]
        test[place] = {"n": value} if place == "inputs" else {**test["expected"], "value": value}
        joined = {**lesson, "code": "\n".join(lesson["code"])}
        forged["patterns"][0]["sha256"] = digest(LearnedPattern.model_validate(joined).model_dump(mode="json"))
        bundle = read_bundle(json.dumps(forged).encode())
        assert [each.reason for each in bundle.refused] == ["it is not written as a pattern"]
        assert len(bundle.entries) == 1


def test_text_that_no_memory_can_store_is_refused_with_its_entry() -> None:
    made = json.loads(write_bundle([pattern("Square it")], "x"))
    lesson = made["patterns"][0]["pattern"]
    lesson["problem"] = "\ud800"
    joined = {**lesson, "code": "\n".join(lesson["code"])}
    made["patterns"][0]["sha256"] = digest(LearnedPattern.model_validate(joined).model_dump(mode="json"))
    assert read_bundle(json.dumps(made).encode()).refused[0].reason == "it is not written as a pattern"


@pytest.mark.parametrize(("answers", "why"), [((5, 5, 5), "constant"), ((1, 2, 3), "copy of n"), ((1, 4), "fewer")])
def test_tests_that_assert_nothing_teach_nothing(answers: tuple[int, ...], why: str) -> None:
    lesson = pattern("Square", answers=answers).lesson
    assert isinstance(lesson, LearnedPattern)
    assert why in objection(lesson)
