"""Programs that one runner runs one after the other find nothing of each other, and none ends or silences it.

Each wall is shown to be needed: with it taken out of the runner, a program sees what it must not see.
"""

from __future__ import annotations

from typing import Final

import pytest

from specwright.ports.sandbox import ExecEnding, ExecResult, Job, Limits
from tests.sandboxes import LOCAL, Bench
from tests.security.test_cheats import HONEST, INFLUENCE, KIND, ids
from tests.security.test_program_cheats import _LEAVES, _STAYS

CALLED: Final = "\nimport sys\nprint(f(0), end='')\n"
SECRET: Final = "answer-0123456789abcdef"
SEARCH: Final = next(path for path in KIND if path.name == "memory_of_another.py")
ENDERS: Final = [path for path in KIND if path.stem in ("kill_the_driver", "stop_the_driver", "kill_everybody")]
WIPE: Final = ("confinement.wipe()  # opens the places that the program closed", "pass")
SWEEP: Final = ("        confinement.sweep()\n", "")
LANDLOCK: Final = ("self.ruleset = confinement.landlock_ruleset()", "self.ruleset = None")
UNREAD: Final = (
    "moved = os.splice(0, self.input, left)",
    "data = os.read(0, left); globals().setdefault('KEPT', []).append(data); moved = os.write(self.input, data)",
)
BY_RUNNER: Final = "import sys\nprint('fractions' in sys.modules, end='')\n"
"""A runner has imported the usual modules; a Python of the program's own has not."""


def job_of(bench: Bench, backend: str, code: str, wall: tuple[str, str] | None = None, stdin: str = "") -> Job:
    limits = Limits(wall_seconds=10, cpu_seconds=10, memory_bytes=2**28)
    job: Job = bench.toolchain(backend).standalone(code.encode(), stdin.encode(), limits).run
    assert job.runner is not None
    if wall is None:
        return job
    text = job.runner.files["main_driver.py"].decode()
    assert wall[0] in text, "the runner has no such wall"
    files = {name: content for name, content in job.runner.files.items() if "main_driver" not in name}
    files["main_driver.py"] = text.replace(*wall).encode()
    return job.model_copy(update={"runner": job.runner.model_copy(update={"files": files})})


def played(bench: Bench, backend: str, codes: list[str], wall: tuple[str, str] | None = None) -> list[ExecResult]:
    """Return what programs come to that one runner runs; the first, which has a sandbox of its own, is left out."""
    sandbox = bench.open(backend)

    async def play() -> list[ExecResult]:
        return [await sandbox.run(job_of(bench, backend, code, wall)) for code in ("", *codes)][1:]

    try:
        results: list[ExecResult] = bench.run(play())
        return results
    finally:
        bench.run(sandbox.close())


@pytest.mark.parametrize("backend", LOCAL)
def test_no_program_sees_what_one_before_it_left(bench: Bench, backend: str) -> None:
    codes = [path.read_text() + CALLED for path in INFLUENCE for _ in range(2)]
    for path in ("/box/left", "/tmp/left", "/dev/shm/left"):
        codes += [_LEAVES.format(path=path).replace("fresh", "")] * 2
    results = played(bench, backend, [*codes, BY_RUNNER])
    assert results.pop().stdout == b"True", "no runner ran them"
    assert [(result.stdout.strip(), result.stderr, result.exit_code) for result in results] == [(b"", b"", 0)] * len(
        results
    )


def test_a_process_that_stays_is_ended_before_the_next_program(bench: Bench) -> None:
    assert [each.stdout for each in played(bench, "bubblewrap", [_STAYS, _STAYS])] == [b"fresh\n", b"fresh\n"]
    assert played(bench, "bubblewrap", [_STAYS, _STAYS], SWEEP)[1].stdout == b"seen\n"


def test_files_would_be_seen_if_they_were_not_removed(bench: Bench) -> None:
    code = _LEAVES.format(path="/tmp/left")
    assert played(bench, "bubblewrap", [code, code], WIPE)[1].stdout == b"seen\n"


def test_no_program_is_in_the_memory_that_the_next_one_has(bench: Bench) -> None:
    search, secret = SEARCH.read_text() + CALLED, f"print(input() or {SECRET!r})"
    assert played(bench, "bubblewrap", [secret, search])[1].stdout == b"searched, and nothing found"
    assert played(bench, "bubblewrap", [secret, search], UNREAD)[1].stdout == SECRET.encode()


@pytest.mark.parametrize("cheat", ENDERS, ids=ids)
def test_no_program_ends_or_stops_the_runner(bench: Bench, cheat: object) -> None:
    code = cheat.read_text() + CALLED  # type: ignore[attr-defined]
    results = played(bench, "bubblewrap", [code, BY_RUNNER])
    assert results[0].ending in (ExecEnding.EXITED, ExecEnding.SIGNALLED)
    assert results[1].stdout == b"True"


def test_without_landlock_a_program_ends_its_runner_and_is_run_again_by_itself(bench: Bench) -> None:
    code = next(path for path in ENDERS if path.stem == "kill_the_driver").read_text() + CALLED
    results = played(bench, "bubblewrap", [BY_RUNNER, code, BY_RUNNER, BY_RUNNER], LANDLOCK)
    assert [result.stdout for result in results] == [b"True", b"None", b"False", b"True"]


def test_closed_and_deep_folders_do_not_silence_the_next_program(bench: Bench) -> None:
    closing = "import os\nfor place in ('/box', '/tmp', '/dev/shm'):\n    os.chmod(place, 0)\n"
    deep = "import os\nfor _ in range(3000):\n    os.mkdir('a')\n    os.chdir('a')\n"
    results = played(bench, "bubblewrap", [closing, BY_RUNNER, deep, BY_RUNNER, f"{HONEST}\nprint(1, end='')"])
    assert [result.stdout for result in results] == [b"", b"True", b"", b"True", b"1"]


def test_a_program_holds_no_descriptor_of_the_runner(bench: Bench) -> None:
    code = "import os\nprint(sorted(os.listdir('/proc/self/fd'), key=int))\nos.open(f'/proc/{os.getppid()}/fd', 0)"
    [_, result] = played(bench, "bubblewrap", [BY_RUNNER, code])
    assert result.stdout == b"['0', '1', '2', '3']\n"  # the last is that of the listing
    assert b"PermissionError" in result.stderr
