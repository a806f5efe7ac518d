"""What every sandbox must do, whatever it is made of."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.sandboxes import CONTAINERS, LOCAL, Bench

from specwright.adapters.sandbox.host import cgroup
from specwright.adapters.sandbox.local.channel import GuardianChannel
from specwright.core.errors import SandboxUnavailable
from specwright.ports.sandbox import ExecEnding, ExecResult, Job, Limits

Make = Callable[..., Job]
Run = Callable[[Job], ExecResult]


@pytest.fixture(params=[*LOCAL, *CONTAINERS])
def backend(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def python(bench: Bench, backend: str) -> Make:
    """Makes a job that runs these lines of Python."""
    toolchain = bench.toolchain(backend)

    def make(code: str, **changes: object) -> Job:
        job = Job(
            argv=(toolchain.interpreter, "-S", "main.py"),
            files={"main.py": code.encode()},
            mounts=toolchain.mounts,
            limits=Limits(wall_seconds=20.0),
        )
        return job.model_copy(update=changes)

    return make


@pytest.fixture
def run(bench: Bench, backend: str) -> Run:
    def one(job: Job) -> ExecResult:
        result: ExecResult = bench.run(bench.sandbox(backend).run(job))
        return result

    return one


def test_the_exit_status_and_both_outputs_come_back(python: Make, run: Run) -> None:
    result = run(python("import sys; print('out'); print('err', file=sys.stderr); sys.exit(7)"))
    assert (result.ending, result.exit_code, result.signal) == (ExecEnding.EXITED, 7, None)
    assert (result.stdout, result.stderr, result.truncated) == (b"out\n", b"err\n", False)


def test_the_input_is_read_to_its_end_however_long(python: Make, run: Run) -> None:
    result = run(python("import sys; print(len(sys.stdin.buffer.read()))", stdin=b"x" * 3_000_000))
    assert result.stdout == b"3000000\n"


def test_a_program_that_does_not_read_its_input_is_no_failure(python: Make, run: Run) -> None:
    result = run(python("print('done')", stdin=b"x" * 3_000_000))
    assert (result.exit_code, result.stdout) == (0, b"done\n")


def test_the_report_is_apart_from_the_output(python: Make, run: Run) -> None:
    result = run(python("import os; os.write(3, b'report'); print('out')", report=True))
    assert (result.report, result.stdout) == (b"report", b"out\n")


@pytest.mark.skipif(not cgroup.homes(), reason="what it used is known at its end only")
@pytest.mark.parametrize("backend", LOCAL, indirect=True)
def test_a_job_that_closes_its_report_with_its_last_words_is_not_waited_for(python: Make, run: Run) -> None:
    code = "import os, time\nos.write(3, b'all of it, done')\nos.close(3)\ntime.sleep(60)"
    result = run(python(code, report=True, last_words=b"done"))
    assert (result.ending, result.exit_code, result.report) == (ExecEnding.EXITED, 0, b"all of it, done")
    assert result.cpu_seconds > 0
    assert result.peak_memory_bytes


@pytest.mark.parametrize("backend", LOCAL, indirect=True)
@pytest.mark.parametrize("say", ["os.write(3, b'done?'); os.close(3)", "os.close(3)"])
def test_a_job_that_says_its_last_words_in_another_way_is_waited_for(python: Make, run: Run, say: str) -> None:
    code = f"import os, sys, time\n{say}\ntime.sleep(0.2)\nprint('late')\nsys.exit(3)"
    result = run(python(code, report=True, last_words=b"done"))
    assert (result.ending, result.exit_code, result.stdout) == (ExecEnding.EXITED, 3, b"late\n")


@pytest.mark.parametrize("backend", LOCAL, indirect=True)
def test_cancelled_at_any_step_of_its_start_a_job_leaves_no_descriptor(
    bench: Bench, backend: str, python: Make
) -> None:
    sandbox = bench.open(backend)
    job = python("import time; time.sleep(60)", collect=("out",), report=True)

    async def body() -> tuple[int, int]:
        await sandbox.run(python("print(1)"))
        before = descriptors()
        for steps in range(24):
            task = asyncio.create_task(sandbox.run(job))
            for _ in range(steps):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
            assert task.cancelled()
        await asyncio.sleep(0.1)
        return before, descriptors()

    try:
        before, after = bench.run(body())
        assert after <= before
    finally:
        bench.run(sandbox.close())


def test_a_cancellation_that_comes_with_the_answer_is_not_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    hear = GuardianChannel._hear

    async def body() -> asyncio.Task[GuardianChannel]:
        def both(channel: GuardianChannel) -> None:
            hear(channel)
            task.cancel()

        monkeypatch.setattr(GuardianChannel, "_hear", both)
        task = asyncio.create_task(GuardianChannel.open(None))
        await asyncio.gather(task, return_exceptions=True)
        return task

    assert asyncio.run(body()).cancelled()


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def test_without_a_report_no_descriptor_beyond_the_three_is_open(python: Make, run: Run) -> None:
    result = run(python("import os; print(sorted(os.listdir('/proc/self/fd')))"))
    assert result.stdout == b"['0', '1', '2', '3']\n"  # the last one is the listing itself


def test_a_signal_is_told_by_its_number(python: Make, run: Run) -> None:
    result = run(python("import os; os.kill(os.getpid(), 11)"))
    assert (result.ending, result.exit_code, result.signal) == (ExecEnding.SIGNALLED, None, 11)


def test_the_wall_clock_ends_a_program_that_sleeps(python: Make, run: Run) -> None:
    result = run(python("import time; print('began', flush=True); time.sleep(60)", limits=Limits(wall_seconds=0.5)))
    assert (result.ending, result.stdout) == (ExecEnding.TIMEOUT, b"began\n")


def test_the_processor_limit_ends_a_program_that_spins(python: Make, run: Run) -> None:
    result = run(python("while True: pass", limits=Limits(wall_seconds=20, cpu_seconds=1)))
    assert result.ending is ExecEnding.CPU_LIMIT


def test_a_forbidden_system_call_is_told_as_such(python: Make, run: Run) -> None:
    result = run(python("import ctypes; ctypes.CDLL(None).ptrace(0, 0, 0, 0)"))
    assert result.ending is ExecEnding.FORBIDDEN


def needs_groups(backend: str) -> None:
    if backend in LOCAL and not cgroup.homes():
        pytest.skip("without a control group nobody counts this")


def test_a_tree_that_runs_out_of_memory_is_told_as_such(python: Make, run: Run, backend: str) -> None:
    needs_groups(backend)
    code = "import mmap\nblock = mmap.mmap(-1, 300 * 2**20)\nfor at in range(0, len(block), 4096): block[at] = 1"
    result = run(python(code, limits=Limits(wall_seconds=20, memory_bytes=128 * 2**20)))
    assert result.ending is ExecEnding.OUT_OF_MEMORY


def test_a_program_that_fails_for_want_of_processes_is_told_as_such(python: Make, run: Run, backend: str) -> None:
    needs_groups(backend)
    code = "import os, time\nfor _ in range(120):\n    if os.fork() == 0: time.sleep(9); os._exit(0)"
    result = run(python(code, limits=Limits(wall_seconds=20, processes=32)))
    assert result.ending is ExecEnding.PROCESS_LIMIT


def test_a_status_that_looks_like_a_signal_is_a_status(python: Make, run: Run, backend: str) -> None:
    result = run(python("import sys; sys.exit(139)"))
    # bubblewrap itself does not tell the two apart
    wanted = (ExecEnding.SIGNALLED, 11) if backend == "bubblewrap" else (ExecEnding.EXITED, None)
    assert (result.ending, result.signal) == wanted


def test_a_flood_of_output_is_cut_with_a_note_and_ended(python: Make, run: Run) -> None:
    limits = Limits(wall_seconds=20, output_bytes=1000)
    talkative = run(python("print('x' * 5000)", limits=limits))
    assert (talkative.ending, talkative.truncated) == (ExecEnding.EXITED, True)
    assert talkative.stdout == b"x" * 1000 + b"\n[4001 more bytes were cut off]\n"
    flood = run(python("while True: print('x' * 5000)", limits=limits))
    assert (flood.ending, flood.truncated) == (ExecEnding.OUTPUT_LIMIT, True)


def test_only_the_named_regular_files_are_brought_back(python: Make, run: Run) -> None:
    code = "import os; open('a', 'w').write('A'); os.mkdir('d'); open('d/b', 'w').write('B'); os.symlink('a', 'l')"
    result = run(python(code, collect=("a", "d/b", "l", "absent", "../tmp")))
    assert result.files == {"a": b"A", "d/b": b"B"}


def test_the_files_are_laid_out_in_the_working_directory(python: Make, run: Run) -> None:
    job = python("print(open('deep/down.txt').read())")
    result = run(job.model_copy(update={"files": {**job.files, "deep/down.txt": b"here"}}))
    assert result.stdout == b"here\n"


def test_a_program_that_cannot_be_started_is_our_failure_and_says_why(python: Make, run: Run) -> None:
    with pytest.raises(SandboxUnavailable, match="no-such-program"):
        run(python("").model_copy(update={"argv": ("/no-such-program",)}))


def test_a_warm_sandbox_is_used_once_and_replaced(python: Make, run: Run, bench: Bench, backend: str) -> None:
    job = python("import sys, os; open('/tmp/mark', 'x'); print(sys.stdin.read())")
    bench.run(bench.sandbox(backend).warm(job, 1))
    for word in (b"one", b"two", b"three"):
        result = run(job.model_copy(update={"stdin": word}))
        assert (result.exit_code, result.stdout) == (0, word + b"\n"), result
    bench.run(bench.sandbox(backend).warm(job, 0))


def test_a_job_finds_nothing_that_another_left(python: Make, run: Run) -> None:
    code = """
import os
places = ("/box", "/tmp", "/dev/shm")
print([sorted(os.listdir(place)) for place in places])
for place in places:
    os.makedirs(f"{place}/a/b")
    open(f"{place}/a/b/c", "w").close()
    os.chmod(f"{place}/a", 0o500)
"""
    for _ in range(3):
        assert run(python(code)).stdout == b"[['main.py'], [], []]\n"


def test_cancelling_a_run_ends_it(python: Make, run: Run, bench: Bench, backend: str) -> None:
    sandbox = bench.sandbox(backend)

    async def body() -> None:
        task = asyncio.create_task(sandbox.run(python("import time; time.sleep(60)")))
        await asyncio.sleep(0.3)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await asyncio.wait_for(task, 15)

    bench.run(body())
    assert run(python("print(1)")).stdout == b"1\n"


def test_a_closed_sandbox_says_so_and_closes_twice(python: Make, bench: Bench, backend: str) -> None:
    sandbox = bench.open(backend)
    bench.run(sandbox.close())
    bench.run(sandbox.close())
    with pytest.raises(SandboxUnavailable):
        bench.run(sandbox.run(python("print(1)")))


def test_the_first_process_tells_nothing_of_the_host(python: Make, run: Run) -> None:
    said = run(python("print(open('/proc/1/cmdline').read(), open('/proc/1/environ').read())")).stdout
    said = said or run(python("print(open('/proc/1/cmdline').read())")).stdout
    assert b"/src/" not in said
    assert b"site-packages" not in said
