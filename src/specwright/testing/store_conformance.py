"""What every Store adapter must hold to, for adapters of ours and of anybody else.

    class TestMyStore(StoreConformance):
        def open(self, place: Path) -> Store:
            return MyStore(place / "runs")

Run it with pytest, which gives each method an empty folder as `tmp_path`. Opening the same place twice, even at once,
must give two stores of the same content.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from abc import ABC, abstractmethod
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

from specwright.core.errors import StoreError
from specwright.core.run.listing import RunFilter
from specwright.ports.store import Store, StoredEntry

T = TypeVar("T")


class StoreConformance(ABC):
    """One rule per method. A subclass opens its store in `open`."""

    @abstractmethod
    def open(self, place: Path) -> Store:
        """Return a new store that keeps its data in this folder."""

    def test_entries_come_back_in_order_as_they_were_appended(self, tmp_path: Path) -> None:
        lines = chain("a", "one", "two", "three")

        async def rule(store: Store) -> None:
            for line in lines:
                await store.append(line)
            assert await store.entries("a") == lines
            assert await store.entries("no such run") == ()

        self._hold(tmp_path, rule)
        self._hold(tmp_path, lambda store: _has(store, lines))

    def test_entries_after_a_number_come_in_order_and_no_more_than_are_asked_for(self, tmp_path: Path) -> None:
        lines = chain("a", "one", "two", "three", "four")

        async def rule(one: Store, other: Store) -> None:
            for line in lines:
                await one.append(line)
            for store in (one, other):
                assert await store.entries_after("a", -1) == lines
                assert await store.entries_after("a", 1) == lines[2:]
                assert await store.entries_after("a", 0, 2) == lines[1:3]
                assert await store.entries_after("a", 3) == ()
                assert await store.entries_after("no such run", -1) == ()

        self._hold_both(tmp_path, rule)

    def test_what_one_has_appended_another_sees_at_once(self, tmp_path: Path) -> None:
        async def rule(one: Store, other: Store) -> None:
            for line in chain("a", "one", "two"):
                await one.append(line)
                assert (await other.entries("a"))[-1] == line

        self._hold_both(tmp_path, rule)

    def test_a_number_that_is_taken_is_refused_and_changes_nothing(self, tmp_path: Path) -> None:
        lines = chain("a", "one", "two")

        async def rule(one: Store, other: Store) -> None:
            for line in lines:
                await one.append(line)
            forged = lines[1].model_copy(update={"event": "forged"})
            for store in (one, other):
                assert "there already" in (await _refused(store.append(forged))).message
            await _has(other, lines)

        self._hold_both(tmp_path, rule)

    def test_a_chain_that_does_not_hold_is_noticed(self, tmp_path: Path) -> None:
        good = chain("a", "one", "two", "three")
        broken = {
            "gap": (good[0], good[2]),
            "headless": good[1:],
            "forged": (good[0], good[1].model_copy(update={"event": "another"}), good[2]),
        }

        async def rule(store: Store) -> None:
            for name, lines in broken.items():
                for line in lines:
                    await store.append(line.model_copy(update={"run_id": name}))
                error = await _refused(store.entries(name))
                assert name in error.message
                assert error.hint

        self._hold(tmp_path, rule)

    def test_blobs_are_kept_by_their_digest(self, tmp_path: Path) -> None:
        contents = (b"", b"text", bytes(range(256)) * 4096)

        async def rule(store: Store) -> None:
            for content in (*contents, *contents):
                assert await store.put_blob(content) == hashlib.sha256(content).hexdigest()
            for content in contents:
                assert await store.blob(hashlib.sha256(content).hexdigest()) == content
            assert "missing" in (await _refused(store.blob("0" * 64))).message

        self._hold(tmp_path, rule)

    def test_events_kept_beside_a_log_come_back_in_order(self, tmp_path: Path) -> None:
        async def rule(one: Store, other: Store) -> None:
            for run_id, event in (("a", "1"), ("b", "2"), ("a", "3"), ("a", "3")):
                await one.keep(run_id, event)
            assert await other.kept("a") == ("1", "3", "3")
            assert await other.kept("b") == ("2",)
            assert await other.kept("c") == ()
            assert await other.entries("a") == ()

        self._hold_both(tmp_path, rule)

    def test_runs_are_listed_with_their_ends_the_newest_first(self, tmp_path: Path) -> None:
        runs = {name: chain(name, "one", "two", at=f"2026-01-0{day}") for name, day in (("a", 2), ("b", 3), ("c", 1))}

        async def rule(store: Store) -> None:
            assert await store.runs() == ()
            for lines in runs.values():
                for line in lines:
                    await store.append(line)
            found = await store.runs()
            assert [head.first.run_id for head in found] == ["b", "a", "c"]
            assert [(head.first, head.last) for head in found] == [(runs[n][0], runs[n][-1]) for n in "bac"]
            assert len(await store.runs(limit=2)) == 2
            assert [await store.head(name) for name in "bac"] == list(found)
            assert await store.head("no such run") is None

        self._hold(tmp_path, rule)

    def test_runs_are_listed_page_by_page_and_a_filter_leaves_out_none_that_match(self, tmp_path: Path) -> None:
        names = [f"r{number}" for number in range(7)]

        async def rule(one: Store, other: Store) -> None:
            for number, name in enumerate(names):
                first = started("Sort the Words." if number % 2 else "Add numbers.", "go" if number < 3 else "python")
                for line in chain(name, first, ended(verified=number == 4), at=f"2026-01-0{number // 2 + 1}"):
                    await one.append(line)
            pages: list[str] = []
            before = None
            while page := await other.runs(3, before=before):
                pages += [head.first.run_id for head in page]
                before = page[-1]
            assert pages == names[::-1]
            for wanted, matching in (
                (RunFilter(search="sort the w"), names[1::2]),
                (RunFilter(search="TESTS_PASS"), names),
                (RunFilter(search="R5"), ["r5"]),
                (RunFilter(language="go"), names[:3]),
                (RunFilter(verified=True), ["r4"]),
                (RunFilter(verified=False, language="go", search="\ud800"), []),
            ):
                found = {head.first.run_id for head in await other.runs(50, wanted=wanted)}
                assert found >= set(matching), wanted

        self._hold_both(tmp_path, rule)

    def test_a_run_that_was_removed_is_gone_and_no_other_with_it(self, tmp_path: Path) -> None:
        shared, own = b"a text that both name", b"a text that one names"
        named = {name: hashlib.sha256(name).hexdigest() for name in (shared, own)}

        async def rule(one: Store, other: Store) -> None:
            for content in named:
                await one.put_blob(content)
            lines = chain("kept", started("Add."), f'{{"question":"{named[shared]}"}}')
            for line in (*lines, *chain("gone", started("Add."), f'{{"a":"{named[own]}","b":"{named[shared]}"}}')):
                await one.append(line)
            await one.keep("gone", "{}")
            await one.remove(["gone", "never there"])
            assert await other.entries("gone") == ()
            assert await other.kept("gone") == ()
            assert await other.find("gone") == ()
            assert await other.entries("kept") == lines
            assert [head.first.run_id for head in await other.runs()] == ["kept"]
            await one.sweep()
            assert await other.blob(named[shared]) == shared
            assert await other.blob(named[own]) == own, "it may be about to be named"

        self._hold_both(tmp_path, rule)

    def test_one_run_has_one_writer_until_that_one_closes(self, tmp_path: Path) -> None:
        async def rule(one: Store, other: Store) -> None:
            await one.claim("a")
            assert "already" in (await _refused(one.claim("a"))).message
            await other.claim("b")
            error = await _refused(other.claim("a"))
            assert "another process" in error.message
            assert error.hint
            await one.close()
            await other.claim("a")

        self._hold_both(tmp_path, rule)

    def test_a_run_that_was_released_can_be_claimed_by_another(self, tmp_path: Path) -> None:
        async def rule(one: Store, other: Store) -> None:
            await one.claim("a")
            await one.claim("b")
            await one.release("a")
            await one.release("a")
            await one.release("never claimed")
            await other.claim("a")
            assert "another process" in (await _refused(other.claim("b"))).message
            assert "another process" in (await _refused(one.claim("a"))).message

        self._hold_both(tmp_path, rule)

    def test_a_run_is_found_by_its_id_its_beginning_or_its_end(self, tmp_path: Path) -> None:
        names = ("2026-a1", "2026-a12", "2027-b1")

        async def rule(store: Store) -> None:
            assert await store.count() == 0
            for name in names:
                for line in chain(name, "one", "two"):
                    await store.append(line)
            assert await store.count() == len(names)
            assert await store.find("2026-a1") == ("2026-a1",)
            assert sorted(await store.find("2026")) == ["2026-a1", "2026-a12"]
            assert await store.find("b1") == ("2027-b1",)
            for name in ("", "%", "_", "2026-a123", "\ud800", "'", "6-a"):
                assert set(await store.find(name)) == (set(names) if not name else set())

        self._hold(tmp_path, rule)

    def test_entries_of_many_runs_appended_at_the_same_time_are_all_kept(self, tmp_path: Path) -> None:
        logs = [chain(f"r{number}", "one", "two", "three") for number in range(20)]

        async def rule(store: Store) -> None:
            async def append(lines: tuple[StoredEntry, ...]) -> None:
                for line in lines:
                    await store.append(line)
                    assert (await store.entries(line.run_id))[-1] == line

            await asyncio.gather(*map(append, logs))

        async def read(store: Store) -> None:
            for lines in logs:
                assert await store.entries(lines[0].run_id) == lines

        self._hold(tmp_path, rule)
        self._hold(tmp_path, read)

    def test_closing_twice_is_harmless(self, tmp_path: Path) -> None:
        async def rule(store: Store) -> None:
            await store.claim("a")
            await store.close()

        self._hold(tmp_path, rule)

    def _hold(self, place: Path, rule: Callable[[Store], Awaitable[None]]) -> None:
        async def go() -> None:
            store = self.open(place)
            try:
                await rule(store)
            finally:
                await store.close()

        asyncio.run(go())

    def _hold_both(self, place: Path, rule: Callable[[Store, Store], Awaitable[None]]) -> None:
        async def with_both(one: Store) -> None:
            other = self.open(place)
            try:
                await rule(one, other)
            finally:
                await other.close()

        self._hold(place, with_both)


def chain(run_id: str, *events: str, at: str = "2026-01-01") -> tuple[StoredEntry, ...]:
    """Entries of these events, chained as a log chains them."""
    lines: list[StoredEntry] = []
    for seq, event in enumerate(events):
        head = lines[-1].hash if lines else ""
        lines.append(StoredEntry(run_id=run_id, seq=seq, at=at, prev_hash=head, event=event))
    return tuple(lines)


def started(problem: str, language: str = "python") -> str:
    """The beginning of a run, as far as a listing looks."""
    task = {"problem": problem, "language": language}
    return json.dumps({"kind": "run_started", "task": task}, separators=(",", ":"))


def ended(*, verified: bool) -> str:
    """The end of a run, as far as a listing looks."""
    result = {"execution_result": "TESTS_PASSING", "verified": verified}
    return json.dumps({"kind": "run_ended", "result": result}, separators=(",", ":"))


async def _has(store: Store, lines: tuple[StoredEntry, ...]) -> None:
    assert await store.entries("a") == lines


async def _refused(work: Awaitable[object]) -> StoreError:
    try:
        await work
    except StoreError as error:
        return error
    raise AssertionError("the store raised no StoreError")
