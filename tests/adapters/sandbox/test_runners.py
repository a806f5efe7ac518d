"""A program that a runner runs ends as it does in a sandbox of its own, and runners come and go unnoticed."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import pytest
from tests.sandboxes import CONTAINERS, LOCAL, Bench
from tests.security.test_runner_cheats import BY_RUNNER

from specwright.adapters.sandbox.local import runners
from specwright.ports.sandbox import ExecEnding, ExecResult, Job, Limits

ENDS: Final = {
    "in order": "import atexit, threading, time\natexit.register(print, 'at exit')\nclass D:\n"
    "    def __del__(self): print('deleted')\nd = D()\n"
    "threading.Thread(target=lambda: (time.sleep(0.05), print('thread'))).start()\nprint('main')\n",
    "with exit": "exit(3)",
    "with words": "import sys\nsys.exit('words')",
    "with an error": "def f():\n    return 1 / 0\nf()\n",
    "with an error in a chain": "try:\n    {}['a']\nexcept KeyError as e:\n    raise ValueError(2) from e\n",
    "with a syntax error": "def f(:\n",
    "with no source": "\0",
    "with an error in an error": "import sys\nsys.excepthook = lambda *a: 1 / 0\nraise ValueError('first')\n",
    "interrupted": "raise KeyboardInterrupt",
    "by a signal": "import os\nos.abort()",
    "by itself, hard": "import os\nprint('lost')\nos._exit(7)",
    "late": "while True: pass",
    "late, asleep": "import time\nprint('a', flush=True)\ntime.sleep(60)",
    "talking": "print('é' * 60_000)",
    "talking without end": "while True: print('x' * 100_000)",
    "out of memory": "x = [bytearray(10**7) for _ in range(100)]",
    "out of shared memory": "import mmap\nm = mmap.mmap(-1, 600 * 2**20)\nm.write(b'x' * (600 * 2**20))",
    "out of processes": "import os, time\nwhile True:\n    if os.fork() == 0:\n        time.sleep(60)\n",
    "forbidden": "import ctypes\nctypes.CDLL(None).ptrace(0, 0, 0, 0)",
    "with a pool": "import multiprocessing\nif __name__ == '__main__':\n"
    "    with multiprocessing.Pool(2) as pool: print(pool.map(abs, [-1, -2]))\n",
    "having read": "import sys\nprint(len(sys.stdin.read()))",
    "having read a line": "print(input()[:3])",
    "not having read": "print(1)",
    "closed": "import sys\nprint('a')\nsys.stdout.close()",
    "named": "import sys, __main__, pickle\nclass A: pass\nprint(sys.argv, __file__, __name__, pickle.dumps(A()))",
    "beside nothing": "import os\nprint(os.getcwd(), os.listdir('.'), os.listdir('/tmp'), sorted(os.environ))",
}
INPUT: Final = b"word " * 50_000 + b"\n"


def job(bench: Bench, backend: str, code: str, seconds: float = 1.0, **changed: Any) -> Job:
    limits = Limits(wall_seconds=seconds, cpu_seconds=seconds, memory_bytes=2**28, output_bytes=100_000)
    made: Job = bench.toolchain(backend).standalone(code.encode(), INPUT, limits).run
    return made.model_copy(update=changed)


def told(result: ExecResult) -> dict[str, Any]:
    """What must be the same; how much of a flood was cut off is up to the machine."""
    found = result.model_dump(include={"ending", "exit_code", "signal", "stdout", "stderr", "truncated"})
    return found if result.ending is not ExecEnding.OUTPUT_LIMIT else {"ending": result.ending}


@pytest.mark.parametrize("how", ENDS)
def test_a_program_ends_as_in_a_sandbox_of_its_own(bench: Bench, how: str) -> None:
    sandbox = bench.sandbox("bubblewrap")
    alone = bench.run(sandbox.run(job(bench, "bubblewrap", ENDS[how], runner=None)))
    bench.run(sandbox.run(job(bench, "bubblewrap", "")))  # so that there is a runner
    assert told(bench.run(sandbox.run(job(bench, "bubblewrap", ENDS[how])))) == told(alone)


def test_the_processor_time_of_all_its_processes_counts(bench: Bench) -> None:
    burning = "import os, time\nfor _ in range(6):\n    if os.fork() == 0:\n"
    burning += "        while time.process_time() < 0.3: pass\n        os._exit(0)\nfor _ in range(6): os.wait()\n"
    limits = Limits(wall_seconds=30, cpu_seconds=1, memory_bytes=2**28)
    sandbox = bench.sandbox("bubblewrap")
    for _ in range(2):
        made: Job = bench.toolchain("bubblewrap").standalone(burning.encode(), b"", limits).run
        result = bench.run(sandbox.run(made))
        assert result.ending is ExecEnding.CPU_LIMIT


@pytest.mark.parametrize("backend", [*LOCAL, pytest.param(CONTAINERS[0], marks=pytest.mark.slow)])
def test_only_a_kind_of_program_that_comes_again_has_a_runner(bench: Bench, backend: str) -> None:
    sandbox = bench.open(backend)
    found = [bench.run(sandbox.run(job(bench, backend, BY_RUNNER, seconds=10))).stdout for _ in range(3)]
    bench.run(sandbox.close())
    assert found == ([b"False", b"True", b"True"] if backend in LOCAL else [b"False"] * 3)


def test_a_job_with_files_arguments_or_results_has_a_sandbox_of_its_own(bench: Bench) -> None:
    sandbox = bench.sandbox("bubblewrap")
    plain = job(bench, "bubblewrap", BY_RUNNER)
    others = [
        plain.model_copy(update={"argv": (*plain.argv, "more")}),
        plain.model_copy(update={"files": {**plain.files, "other.py": b""}}),
        plain.model_copy(update={"collect": ("main.py",)}),
    ]
    for other in [plain, *others * 2]:
        result = bench.run(sandbox.run(other))
    assert [bench.run(sandbox.run(other)).stdout for other in others] == [b"False"] * 3
    assert result.files == {"main.py": BY_RUNNER.encode()}


def test_a_program_whose_caller_goes_away_is_ended(bench: Bench) -> None:
    sandbox = bench.open("bubblewrap")

    async def leave() -> ExecResult:
        await sandbox.run(job(bench, "bubblewrap", ""))
        waiting = asyncio.create_task(sandbox.run(job(bench, "bubblewrap", "import time; time.sleep(50)", seconds=60)))
        await asyncio.sleep(0.5)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        return await sandbox.run(job(bench, "bubblewrap", BY_RUNNER))

    assert bench.run(leave()).exit_code == 0
    bench.run(sandbox.close())


def test_a_runner_is_replaced_after_so_many_programs(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runners, "_MOST_JOBS", 2)
    sandbox = bench.open("bubblewrap")
    code = "import os\nprint(os.getppid(), os.getpid(), end='')\n"
    found = [bench.run(sandbox.run(job(bench, "bubblewrap", code, seconds=10))).stdout for _ in range(6)]
    bench.run(sandbox.close())
    assert found[1] == found[3] == found[5], "the third runner's first program should have the first one's number"
    assert found[2] == found[4] != found[1]


def test_runners_of_many_kinds_do_not_pile_up(bench: Bench) -> None:
    sandbox = bench.open("bubblewrap")
    for size in range(5):
        limits = Limits(wall_seconds=10, memory_bytes=2**28 + size)
        for _ in range(2):
            one: Job = bench.toolchain("bubblewrap").standalone(BY_RUNNER.encode(), b"", limits).run
            result = bench.run(sandbox.run(one))
        assert result.stdout == b"True"
    kept = sandbox._runners  # type: ignore[attr-defined]
    assert len(kept._idle) <= kept._most
    bench.run(sandbox.close())
