"""The client without `await`: an event loop in a thread of its own, so that it works inside another loop too."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import threading
import weakref
from collections.abc import Callable, Coroutine, Iterable, Iterator, Sequence
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeVar, Unpack

from specwright.api import Exported, Pruned, RunSummary
from specwright.api.options import ChangeOptions, ClientOptions, GenerateOptions, RunOptions, SolveOptions
from specwright.client.asynchronous import AsyncClient
from specwright.client.scoring import Score, Submission
from specwright.client.settling import Settlement
from specwright.client.steps import GivenPrograms
from specwright.config import Settings
from specwright.core.evidence.ruling import Verdict
from specwright.core.program.candidate import Candidate
from specwright.core.run.events import Entry, Progress
from specwright.core.run.result import Result, TestReport
from specwright.core.work.given import GivenCase
from specwright.core.work.task import Task
from specwright.core.work.testcase import TestCase
from specwright.pipeline.recording.event_log import Listener
from specwright.pipeline.recording.replay import ReplayReport
from specwright.ports.store import StoredEntry

if TYPE_CHECKING:
    from specwright.api import Committed, SignedFolder, WrittenChange
    from specwright.batch.summary import Summary
    from specwright.client.check import ProjectReport
    from specwright.client.doctor import Capability
    from specwright.client.execution import ExecReport
    from specwright.core.evidence.audit import AuditReport
    from specwright.core.evidence.review import Review
    from specwright.core.existing.comparison import SameReport
    from specwright.delivery.claims import Verification

T = TypeVar("T")


class LoopThread:
    """An event loop in a daemon thread. Any thread may call it; it ends at `close`."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="specwright-client", daemon=True)
        self._thread.start()

    def call(self, work: Coroutine[Any, Any, T]) -> T:
        """Run the work and return its result. Whatever interrupts the caller cancels the work."""
        if not self._thread.is_alive():
            work.close()
            raise RuntimeError("the client is closed")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:
            if not future.done():
                future.cancel()
                self._settle()
            raise

    async def wait(self, work: Coroutine[Any, Any, T]) -> T:
        """Await the work from another event loop. Cancelling this cancels the work."""
        if not self._thread.is_alive():
            work.close()
            raise RuntimeError("the client is closed")
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))

    def _settle(self) -> None:
        """Wait until cancelled work has cleaned up."""

        async def wait() -> None:
            others = asyncio.all_tasks() - {asyncio.current_task()}
            await asyncio.wait(others, timeout=10) if others else None

        asyncio.run_coroutine_threadsafe(wait(), self._loop).result()

    def close(self) -> None:
        if not self._thread.is_alive():
            return
        with contextlib.suppress(RuntimeError):  # no thread can be started when the interpreter ends
            asyncio.run_coroutine_threadsafe(self._loop.shutdown_default_executor(), self._loop).result()
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Client:
    """`AsyncClient` without `await`, for scripts, notebooks and threads.

        with Client(model="openai:gpt-5") as client:
            result = client.solve("Return the sum of a list of integers.")

    It is closed at the end of the block, or at the latest when the interpreter ends.
    """

    def __init__(self, settings: Settings | None = None, **options: Unpack[ClientOptions]) -> None:
        self._thread = LoopThread()
        try:
            self._client = self._thread.call(_made(settings, options))
        except BaseException:
            self._thread.close()
            raise
        self._close = weakref.finalize(self, _close, self._thread, self._client)
        # The finalizer's own exit hook may run after ours; whichever comes first closes.
        atexit.register(self._close)

    @property
    def settings(self) -> Settings:
        return self._client.settings

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close sandbox, model and store. Calling it twice is harmless."""
        self._close()
        atexit.unregister(self._close)

    def call(self, work: Callable[[AsyncClient], Coroutine[Any, Any, T]]) -> T:
        """Run work of an `AsyncClient` in this client's thread: `client.call(lambda c: c.open_program(code))`."""
        return self._thread.call(work(self._client))

    async def wait(self, work: Callable[[AsyncClient], Coroutine[Any, Any, T]]) -> T:
        """Await such work from any event loop; cancelling this cancels the work. One client serves several loops."""
        return await self._thread.wait(work(self._client))

    def solve(self, problem: str, **options: Unpack[SolveOptions]) -> Result:
        """See `AsyncClient.solve`."""
        return self._thread.call(self._client.solve(problem, **options))

    def follow_up(self, run: str, words: str, **options: Unpack[SolveOptions]) -> Result:
        """See `AsyncClient.follow_up`."""
        return self._thread.call(self._client.follow_up(run, words, **options))

    def generate(self, specification: str, **options: Unpack[GenerateOptions]) -> Result:
        """See `AsyncClient.generate`."""
        return self._thread.call(self._client.generate(specification, **options))

    def work_on(self, task: Task, **options: Unpack[RunOptions]) -> Result:
        """See `AsyncClient.work_on`."""
        return self._thread.call(self._client.work_on(task, **options))

    def batch(self, tasks: Path | str, out: Path | str, **options: Any) -> Summary:
        """See `AsyncClient.batch`."""
        return self._thread.call(self._client.batch(tasks, out, **options))

    def head(self, run: str) -> str:
        """See `AsyncClient.head`."""
        return self._thread.call(self._client.head(run))

    def resume(self, run: str, **options: Unpack[RunOptions]) -> Result:
        """See `AsyncClient.resume`."""
        return self._thread.call(self._client.resume(run, **options))

    def answer(self, run: str, answer: Any, **options: Unpack[RunOptions]) -> Result:
        """See `AsyncClient.answer`."""
        return self._thread.call(self._client.answer(run, answer, **options))

    def replay(self, run: str, *, on_event: Listener | None = None) -> ReplayReport:
        """See `AsyncClient.replay`."""
        return self._thread.call(self._client.replay(run, on_event=on_event))

    def verify(
        self, directory: Path | str, *, digest: str | None = None, signers: Path | str | None = None
    ) -> Verification:
        """See `AsyncClient.verify`."""
        return self._thread.call(self._client.verify(directory, digest=digest, signers=signers))

    def verify_commit(
        self, revision: str, *, repository: Path | str = ".", signers: Path | str | None = None
    ) -> Verification:
        """See `AsyncClient.verify_commit`."""
        return self._thread.call(self._client.verify_commit(revision, repository=repository, signers=signers))

    def commit(
        self, run: str, *, branch: str = "", repository: Path | str = ".", out: Path | str | None = None
    ) -> Committed:
        """See `AsyncClient.commit`."""
        return self._thread.call(self._client.commit(run, branch=branch, repository=repository, out=out))

    def sign(self, directory: Path | str, *, key: Path | str | None = None) -> SignedFolder:
        """See `AsyncClient.sign`."""
        return self._thread.call(self._client.sign(directory, key=key))

    def refactor(self, place: Path | str, **options: Unpack[ChangeOptions]) -> Result:
        """See `AsyncClient.refactor`."""
        return self._thread.call(self._client.refactor(place, **options))

    def test(self, place: Path | str, **options: Unpack[ChangeOptions]) -> Result:
        """See `AsyncClient.test`."""
        return self._thread.call(self._client.test(place, **options))

    def optimise(self, place: Path | str, **options: Unpack[ChangeOptions]) -> Result:
        """See `AsyncClient.optimise`."""
        return self._thread.call(self._client.optimise(place, **options))

    def fix(self, place: Path | str, **options: Unpack[ChangeOptions]) -> Result:
        """See `AsyncClient.fix`."""
        return self._thread.call(self._client.fix(place, **options))

    def extend(self, place: Path | str, **options: Unpack[ChangeOptions]) -> Result:
        """See `AsyncClient.extend`."""
        return self._thread.call(self._client.extend(place, **options))

    def improve(self, place: Path | str, **options: Unpack[ChangeOptions]) -> Result:
        """See `AsyncClient.improve`."""
        return self._thread.call(self._client.improve(place, **options))

    def with_recorded_calls(self, task: Task, command: str) -> Task:
        """See `AsyncClient.with_recorded_calls`."""
        return self._thread.call(self._client.with_recorded_calls(task, command))

    def apply(self, run: str) -> WrittenChange:
        """See `AsyncClient.apply`."""
        return self._thread.call(self._client.apply(run))

    def undo(self, run: str) -> WrittenChange:
        """See `AsyncClient.undo`."""
        return self._thread.call(self._client.undo(run))

    def check(
        self,
        directory: Path | str,
        *,
        language: str = "python",
        bugs: int = 12,
        dependencies: Path | str | None = None,
        seconds: float = 120.0,
    ) -> ProjectReport:
        """See `AsyncClient.check`."""
        return self._thread.call(
            self._client.check(directory, language=language, bugs=bugs, dependencies=dependencies, seconds=seconds)
        )

    def same(self, old: Path | str, new: Path | str, **options: Any) -> SameReport:
        """See `AsyncClient.same`."""
        return self._thread.call(self._client.same(old, new, **options))

    def audit(self, directory: Path | str, **options: Any) -> AuditReport:
        """See `AsyncClient.audit`."""
        return self._thread.call(self._client.audit(directory, **options))

    def add_corpus(self, directory: Path | str, index: Path | str, **options: Any) -> int:
        """See `AsyncClient.add_corpus`."""
        return self._thread.call(self._client.add_corpus(directory, index, **options))

    def review(self, revisions: str, **options: Any) -> Review:
        """See `AsyncClient.review`."""
        return self._thread.call(self._client.review(revisions, **options))

    def exec(self, code: str | bytes, **options: Any) -> ExecReport:
        """See `AsyncClient.exec`."""
        return self._thread.call(self._client.exec(code, **options))

    def doctor(self) -> tuple[Capability, ...]:
        """See `AsyncClient.doctor`."""
        return self._thread.call(self._client.doctor())

    def models(self) -> tuple[Capability, ...]:
        """See `AsyncClient.models`."""
        return self._thread.call(self._client.models())

    def runs(
        self, limit: int = 50, *, search: str | None = None, language: str | None = None, verified: bool | None = None
    ) -> tuple[RunSummary, ...]:
        """See `AsyncClient.runs`."""
        return self._thread.call(self._client.runs(limit, search=search, language=language, verified=verified))

    def prune(self, before: datetime, **options: Any) -> Pruned:
        """See `AsyncClient.prune`."""
        return self._thread.call(self._client.prune(before, **options))

    def export(self, place: Path | str, **options: Any) -> Exported:
        """See `AsyncClient.export`."""
        return self._thread.call(self._client.export(place, **options))

    def show(self, run: str, *, out: Path | str | None = None) -> Result | None:
        """See `AsyncClient.show`."""
        return self._thread.call(self._client.show(run, out=out))

    def record(self, run: str) -> tuple[Entry, ...]:
        """See `AsyncClient.record`."""
        return self._thread.call(self._client.record(run))

    def summary(self, run_id: str) -> RunSummary | None:
        """See `AsyncClient.summary`."""
        return self._thread.call(self._client.summary(run_id))

    def lines(self, run_id: str, after: int = -1, limit: int = 256) -> tuple[StoredEntry, ...]:
        """See `AsyncClient.lines`."""
        return self._thread.call(self._client.lines(run_id, after, limit))

    def text(self, sha256: str) -> str:
        """See `AsyncClient.text`."""
        return self._thread.call(self._client.text(sha256))

    def files(self, run: str) -> dict[str, bytes]:
        """See `AsyncClient.files`."""
        return self._thread.call(self._client.files(run))

    def claim(self, name: str) -> None:
        """See `AsyncClient.claim`."""
        return self._thread.call(self._client.claim(name))

    def has_sandbox(self) -> bool:
        """See `AsyncClient.has_sandbox`."""
        return self._thread.call(self._client.has_sandbox())

    def run_cases(self, code: str, cases: Sequence[GivenCase], **options: Any) -> tuple[TestReport, ...]:
        """See `AsyncClient.run_cases`."""
        return self._thread.call(self._client.run_cases(code, cases, **options))

    def score(self, programs: GivenPrograms, cases: Sequence[GivenCase], **options: Any) -> tuple[Score, ...]:
        """See `AsyncClient.score`."""
        return self._thread.call(self._client.score(programs, cases, **options))

    def score_each(self, submissions: Iterable[Submission], **options: Any) -> Iterator[Score]:
        """See `AsyncClient.score_each`."""
        scores = self._client.score_each(submissions, **options)
        try:
            while (score := self._thread.call(anext(scores, None))) is not None:
                yield score
        finally:
            self._thread.call(scores.aclose())

    def judge(
        self, candidates: GivenPrograms, cases: Sequence[GivenCase], problem: str = "", **options: Any
    ) -> Verdict:
        """See `AsyncClient.judge`."""
        return self._thread.call(self._client.judge(candidates, cases, problem, **options))

    def write_tests(self, problem: str, **options: Any) -> tuple[TestCase, ...]:
        """See `AsyncClient.write_tests`."""
        return self._thread.call(self._client.write_tests(problem, **options))

    def write_code(self, problem: str, **options: Any) -> tuple[Candidate, ...]:
        """See `AsyncClient.write_code`."""
        return self._thread.call(self._client.write_code(problem, **options))

    def revise(self, code: str, cases: Sequence[GivenCase], problem: str, **options: Any) -> str:
        """See `AsyncClient.revise`."""
        return self._thread.call(self._client.revise(code, cases, problem, **options))

    def settle(self, programs: GivenPrograms, cases: Sequence[GivenCase], problem: str, **options: Any) -> Settlement:
        """See `AsyncClient.settle`."""
        return self._thread.call(self._client.settle(programs, cases, problem, **options))

    def events(self) -> Iterator[Entry | Progress]:
        """Return an iterator of the events of every run, from now until the client is closed; for another thread."""
        stream = self._thread.call(_subscribed(self._client))

        def heard() -> Iterator[Entry | Progress]:
            while True:
                try:
                    yield self._thread.call(stream.__anext__())
                except (StopAsyncIteration, RuntimeError, asyncio.CancelledError):
                    return

        return heard()


async def _made(settings: Settings | None, options: ClientOptions) -> AsyncClient:
    return AsyncClient(settings, **options)


async def _subscribed(client: AsyncClient) -> Any:
    return client.events()


def _close(thread: LoopThread, client: AsyncClient) -> None:
    try:
        thread.call(client.close())
    finally:
        thread.close()
