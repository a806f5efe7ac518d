"""One client: what it shares, its steps, and how it ends."""

from __future__ import annotations

import asyncio
import gc
import json
import os
import signal
import subprocess
import sys
import textwrap
from collections.abc import Callable, Coroutine
from pathlib import Path
from types import FrameType
from typing import Any, TypeVar

import pytest

import specwright
from specwright import AsyncClient, Client
from specwright.adapters.sandbox.local.sandbox import LocalSandbox
from specwright.core.evidence.ruling import Decision
from specwright.core.program.candidate import Candidate
from specwright.core.run.events import RunEnded, RunInterrupted
from tests import stories

T = TypeVar("T")
ADD = "def add(a, b):\n    return a + b\n"


def with_client(folder: Path, use: Callable[[AsyncClient], Coroutine[Any, Any, T]], **options: Any) -> T:
    async def main() -> T:
        options.setdefault("model", stories.model(stories.FIRST_TRY))
        async with AsyncClient(stories.settings(folder), **options) as client:
            return await use(client)

    return asyncio.run(main())


def descriptors() -> int:
    gc.collect()  # of what an earlier test dropped
    return len(list(Path("/proc/self/fd").iterdir()))


def children() -> int:
    return len(Path(f"/proc/self/task/{os.getpid()}/children").read_text("ascii").split())


def test_solves_side_by_side_share_one_sandbox_and_leave_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = []
    real = specwright.sandbox.open_sandbox

    async def counted(*args: Any, **options: Any) -> Any:
        opened.append(1)
        return await real(*args, **options)

    monkeypatch.setattr("specwright.app.open_sandbox", counted)
    before = descriptors(), children()

    async def use(client: AsyncClient) -> list[specwright.Result]:
        first = [await client.solve(stories.PROBLEM, examples=stories.EXAMPLES)]
        others = (client.solve(stories.PROBLEM, examples=stories.EXAMPLES, candidates=2) for _ in range(3))
        return first + await asyncio.gather(*others)

    results = with_client(tmp_path, use)
    assert [result.execution_result for result in results] == [specwright.State.TESTS_PASSING] * 4
    assert len({result.run_id for result in results}) == 4
    assert len(opened) == 1
    assert (descriptors(), children()) == before
    assert not list(tmp_path.glob("*.lock"))


@pytest.mark.parametrize("dead_first", [True, False], ids=["before the next job", "during the next job"])
def test_a_sandbox_whose_guardian_was_killed_is_replaced(tmp_path: Path, dead_first: bool) -> None:
    async def use(client: AsyncClient) -> bool:
        sandbox = await client.sandbox()
        assert isinstance(sandbox, LocalSandbox)
        os.kill(sandbox.guardian, signal.SIGKILL)
        if dead_first:  # and the event loop has not heard of it
            os.waitid(os.P_PID, sandbox.guardian, os.WEXITED | os.WNOWAIT)  # noqa: ASYNC222 - on purpose
        with pytest.raises(specwright.SandboxUnavailable):
            await sandbox.run(specwright.Job(argv=("/usr/bin/true",)))
        return all(done.passed for done in await client.run_cases(ADD, CASES, entry_point="add"))

    assert with_client(tmp_path, use)


CASES: list[dict[str, Any]] = [
    {"input": {"b": 1, "a": 2}, "expected": 3},
    {"args": [3, 4], "expected": 7},
    {"name": "texts", "input": {"a": "x", "b": 1}, "raises": "TypeError"},
]


def test_cases_are_run_and_come_back_in_plain_values(tmp_path: Path) -> None:
    async def use(client: AsyncClient) -> tuple[specwright.TestReport, ...]:
        wrong = {"input": {"a": [1], "b": [2]}, "expected": [3]}
        broken = {"args": [1, None], "expected": 1}
        return await client.run_cases(ADD, [*CASES, wrong, broken], entry_point="add", seconds=2, memory="256m")

    done = with_client(tmp_path, use)
    assert [each.passed for each in done] == [True, True, True, False, False]
    assert done[3].actual == [1, 2]
    assert done[4].error == "TypeError: unsupported operand type(s) for +: 'int' and 'NoneType'"
    assert [each.name for each in done][2] == "texts"


def test_arguments_are_passed_by_name_whatever_their_order_in_the_case(tmp_path: Path) -> None:
    code = "def minus(a, b):\n    return a - b\n"

    async def use(client: AsyncClient) -> bool:
        [done] = await client.run_cases(code, [{"input": {"b": 1, "a": 5}, "expected": 4}], entry_point="minus")
        return bool(done.passed)

    assert with_client(tmp_path, use)


def test_rival_candidates_show_which_test_is_wrong(tmp_path: Path) -> None:
    cases = [
        {"id": "good", "args": [[1, 5, 5], 10], "expected": [1, 2]},
        *({"args": [case["input"]["nums"], case["input"]["target"]], "expected": case["expected"]} for case in RIGHT),
        {"id": "bad", "args": [[4, 6, 6], 12], "expected": [0, 2]},
    ]

    programs = [
        Candidate(id=f"c{n}", code=code, language="python", origin=f"model {n}") for n, code in enumerate(stories.RIGHT)
    ]

    async def use(client: AsyncClient) -> specwright.Verdict:
        return await client.judge(programs, cases, stories.PROBLEM)

    verdict = with_client(tmp_path, use)
    assert verdict.chosen is not None
    assert verdict.tests["bad"] < 0.1
    assert verdict.tests["good"] > 0.9
    assert verdict.confidence > 0.9


def test_one_program_under_many_names_is_one_witness(tmp_path: Path) -> None:
    code = "def f(x):\n    {0} = x\n    return {0} * 2 if {0} < 3 else {0} + 3\n"
    cases = [{"input": {"x": x}, "expected": 2 * x} for x in range(3)]

    async def use(client: AsyncClient) -> list[specwright.Verdict]:
        programs = [code.format(name) for name in ("a", "value", "n", "given")]
        return [await client.judge(programs[:n], cases, "Double x.", entry_point="f") for n in (1, 4)]

    one, four = with_client(tmp_path, use)
    assert four.confidence == one.confidence
    assert four.decision is Decision.GO_ON


RIGHT = stories.RIGHT_CASES


def test_the_writers_work_alone(tmp_path: Path) -> None:
    async def use(client: AsyncClient) -> tuple[Any, ...]:
        tests = await client.write_tests(stories.PROBLEM, examples=stories.EXAMPLES)
        codes = await client.write_code(stories.PROBLEM, cases=tests, candidates=2, temperature=0.5)
        better = await client.revise(stories.BUGGY[0], tests, stories.PROBLEM)
        return tests, codes, better, await client.runs()

    tests, codes, better, runs = with_client(tmp_path, use, model=stories.model(stories.BUG))
    assert [case.tier.value for case in tests][:2] == ["user", "user"]
    assert len(tests) == 2 + len(stories.RIGHT_CASES)
    assert [candidate.id for candidate in codes] == ["c1", "c2"]
    assert better.strip() == stories.RIGHT[0].strip()
    assert runs == ()


def test_a_program_that_passes_is_not_revised(tmp_path: Path) -> None:
    async def use(client: AsyncClient) -> str:
        return await client.revise(ADD, CASES, "Add.", entry_point="add")

    assert with_client(tmp_path, use, model=stories.model([])) == ADD


def test_any_function_is_a_model(tmp_path: Path) -> None:
    seen: list[str] = []

    def answer(prompt: str) -> str:
        seen.append(prompt)
        if '"params"' in prompt:
            return json.dumps(stories.SPECIFICATION)
        if '"cases"' in prompt:
            return json.dumps(stories.TESTS)
        return stories.fenced(stories.RIGHT[len(seen) % 3])

    async def answer_later(prompt: str) -> str:
        await asyncio.sleep(0)
        return answer(prompt)

    for function in (answer, answer_later):
        result = with_client(tmp_path, lambda client: client.solve(stories.PROBLEM), model=function)
        assert result.execution_result is specwright.State.TESTS_PASSING
        assert result.model == f"function:{function.__name__}"


def test_what_a_function_raises_is_a_model_that_is_not_there(tmp_path: Path) -> None:
    def broken(prompt: str) -> str:
        raise LookupError("no such deployment")

    result = with_client(tmp_path, lambda client: client.solve(stories.PROBLEM), model=broken)
    assert result.execution_result is specwright.State.MODEL_UNAVAILABLE
    assert "LookupError: no such deployment" in result.explanation


def test_a_timeout_of_the_caller_is_a_timeout_and_the_run_can_be_resumed(tmp_path: Path) -> None:
    slow = stories.model(stories.FIRST_TRY, delay_seconds=30)

    async def use(client: AsyncClient) -> tuple[str, specwright.Result]:
        heard: list[Any] = []
        with pytest.raises(TimeoutError):
            async with asyncio.timeout(2):
                await client.solve(stories.PROBLEM, model=slow, on_event=heard.append)
        [summary] = await client.runs()
        assert isinstance(heard[-1].event, RunInterrupted)
        return summary.state, await client.resume(summary.run_id[:20])

    state, result = with_client(tmp_path, use)
    assert state == "interrupted"
    assert result.execution_result is specwright.State.TESTS_PASSING


def test_a_cancelled_task_is_cancelled(tmp_path: Path) -> None:
    slow = stories.model(stories.FIRST_TRY, delay_seconds=30)

    async def use(client: AsyncClient) -> bool:
        task = asyncio.ensure_future(client.solve(stories.PROBLEM, model=slow))
        await asyncio.sleep(1)
        task.cancel()
        await asyncio.wait([task])
        return task.cancelled()

    assert with_client(tmp_path, use)


def test_a_client_that_is_cancelled_while_it_opens_leaves_no_process(tmp_path: Path) -> None:
    before = children()

    async def use(client: AsyncClient) -> None:
        for _ in range(2):
            opening = asyncio.ensure_future(client.sandbox())
            while children() == before:  # noqa: ASYNC110 - a process is no event
                await asyncio.sleep(0.005)
            opening.cancel()
            await asyncio.wait([opening])
            assert (opening.cancelled(), children()) == (True, before)

    with_client(tmp_path, use)


def test_events_come_as_an_iterator_and_end_with_the_client(tmp_path: Path) -> None:
    async def use(client: AsyncClient) -> list[Any]:
        stream = client.events()

        async def read() -> list[Any]:
            return [heard async for heard in stream]

        reading = asyncio.ensure_future(read())
        result = await client.solve(stories.PROBLEM)
        await client.close()
        heard = await reading
        assert {each.run_id for each in heard if isinstance(each, specwright.Entry)} == {result.run_id}
        return heard

    heard = with_client(tmp_path, use)
    assert isinstance(heard[-1].event, RunEnded)


def test_replay_verify_show_and_exec_share_the_client(tmp_path: Path) -> None:
    async def use(client: AsyncClient) -> None:
        result = await client.solve(stories.PROBLEM, out=tmp_path / "out", seed=7, call_timeout=3)
        assert (await client.replay("last")).same
        assert (await client.verify(tmp_path / "out")).standing.value == "holds"
        assert await client.show(result.run_id) == result
        ran = await client.exec("print(input())", stdin="hello\n", seconds=5)
        assert (ran.to_dict()["stdout"], ran.stage) == ("hello\n", "run")
        with pytest.raises(specwright.UserError, match=r"code_generation\.candidates"):
            await client.solve(stories.PROBLEM, candidates=0)

    with_client(tmp_path, use)


def test_the_sync_client_works_inside_a_running_loop(tmp_path: Path) -> None:
    async def notebook() -> specwright.Result:
        await asyncio.sleep(0)
        with Client(stories.settings(tmp_path), model=stories.model(stories.FIRST_TRY)) as client:
            assert client.run_cases(ADD, CASES, entry_point="add")[0].passed
            return client.solve(stories.PROBLEM)

    before = descriptors(), children()
    assert asyncio.run(notebook()).execution_result is specwright.State.TESTS_PASSING
    assert (descriptors(), children()) == before


def test_a_sync_client_that_nobody_closed_ends_with_the_interpreter(tmp_path: Path) -> None:
    code = textwrap.dedent(
        f"""
        from pathlib import Path
        from specwright import Client
        from tests import stories
        client = Client(stories.settings(Path({str(tmp_path)!r})), model=stories.model(stories.FIRST_TRY))
        print(client.solve(stories.PROBLEM).execution_result.value, flush=True)
        """
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, cwd=root, timeout=120, check=False
    )
    assert (done.stdout, done.stderr, done.returncode) == ("TESTS_PASSING\n", "", 0)


def test_a_closed_client_says_so(tmp_path: Path) -> None:
    async def use(client: AsyncClient) -> None:
        await client.close()
        with pytest.raises(specwright.UserError, match="the client is closed"):
            await client.solve(stories.PROBLEM)
        await client.close()

    with_client(tmp_path, use)


def test_the_flat_form_of_a_result_has_the_names_of_the_contract(tmp_path: Path) -> None:
    result = with_client(tmp_path, lambda client: client.solve(stories.PROBLEM))
    flat = result.to_dict()
    assert json.loads(json.dumps(flat)) == flat
    named = {"code", "tests", "documentation", "execution_result", "quality_score", "test_results", "error_details"}
    assert named <= set(flat)
    assert (flat["execution_result"], flat["code"]) == ("TESTS_PASSING", result.code)
    assert flat["test_results"]["passed"] == len(flat["tests"])


def test_few_frames_lie_between_running_cases_and_the_sandbox(tmp_path: Path) -> None:
    """A stack that a person reads must not hide what happens."""
    depths: list[int] = []
    real = LocalSandbox.run

    async def counted(sandbox: LocalSandbox, job: specwright.Job) -> Any:
        frame: FrameType | None = sys._getframe(1)
        depth = 1
        while frame is not None and frame.f_code.co_name != "run_cases":
            frame, depth = frame.f_back, depth + 1
        if frame is not None:
            depths.append(depth)
        return await real(sandbox, job)

    async def use(client: AsyncClient) -> None:
        await client.solve(stories.PROBLEM, candidates=1)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LocalSandbox, "run", counted)
        with_client(tmp_path, use)
    assert depths
    assert max(depths) <= 5
