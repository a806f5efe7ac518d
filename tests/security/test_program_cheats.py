"""No run of a program reaches another, and none says anything but through its output, its status and its files.

Each cheat is shown to succeed when the one line of the driver that stops it is taken out.
"""

from __future__ import annotations

import asyncio
from typing import Any, NamedTuple

import pytest

from specwright.core.evidence.outcome import Outcome
from specwright.core.program.signature import program_signature
from specwright.languages.common.kinds.by_kind import ByKind
from specwright.languages.loading import python_for
from specwright.ports.language import CallLimits, Program
from specwright.ports.sandbox import Job, Sandbox


class Cheat(NamedTuple):
    """A program that leaves something behind, or answers for more than itself."""

    name: str
    code: str
    walls: tuple[tuple[str, str], ...]
    """The texts of the driver that stop it, and what takes their place to let it through."""

    def __str__(self) -> str:
        return self.name


_OPENS = "    confinement.wipe()  # opens the places that the program closed\n"
_WIPE = (_OPENS, "    import shutil; shutil.rmtree(top)\n")
_LAY_OUT = (
    "        handle = os.open(path, os.O_CREAT",
    "        if os.path.exists(path):\n            continue\n        handle = os.open(path, os.O_CREAT",
)
_SWEEP = (
    'confinement.settled(confinement.await_end(pid, work["wall"]), work["seconds"])',
    'confinement.await_end(pid, work["wall"])[:4]',
)
_LEAVES = """import os
path = {path!r}
print("seen" if os.path.exists(path) else "fresh")
open(path, "w").write("x")
"""
_STAYS = """import os, sys, time
running = [open(f"/proc/{n}/cmdline", "rb").read() for n in os.listdir("/proc") if n.isdigit()]
print("seen" if any(command.startswith(b"stay") for command in running) else "fresh")
sys.stdout.flush()
if os.fork() == 0:
    os.setsid()
    os.execv("/proc/self/exe", ["stay", "-c", "import time; time.sleep(20)"])
time.sleep(0.3)
"""
_WRITES = """import os
for fd in range(3, 64):
    try:
        os.write(fd, b"forged")
        print("wrote", fd)
    except OSError:
        pass
try:
    open(f"/proc/{os.getppid()}/fd/4", "wb").write(b"x")
    print("reached")
except OSError:
    pass
print("done")
"""
CHEATS = (
    Cheat("a file beside the program", _LEAVES.format(path="/box/left"), (_WIPE,)),
    Cheat("a file in /tmp", _LEAVES.format(path="/tmp/left"), (_WIPE,)),
    Cheat("a file in shared memory", _LEAVES.format(path="/dev/shm/left"), (_WIPE,)),
    Cheat(
        "its own text",
        "import os\nopen('/box/main.py', 'a').write(\"\\nprint('seen')\\n\")\nprint('fresh')\n",
        (_WIPE, _LAY_OUT),
    ),
    Cheat(
        "a process that stays",
        _STAYS,
        (_SWEEP,),
    ),
)


_FIRST = """import os, sys
if sys.argv[1:] != ["first"]:
    print("fresh")
    sys.exit()
"""
_WALKED = (
    "after = found_files(top)",
    "after = {n: open(f'{d}/{n}', 'rb').read() for d, _, names in os.walk(top) for n in names}",
)
SABOTEURS = (
    Cheat(
        "folders so deep that no path reaches the last of them",
        "for _ in range(3000):\n    os.mkdir('a')\n    os.chdir('a')\n",
        (_WALKED,),
    ),
    Cheat(
        "a link to the driver's own files in the place of its folder",
        "os.chdir('/box')\nos.rename('work', 'away')\nos.symlink('/proc/self/task', 'work')\n",
        (_WALKED,),
    ),
    Cheat(
        "closed folders",
        "for place in ('/box/work', '/box', '/tmp', '/dev/shm'):\n    os.chmod(place, 0)\n",
        ((f"{_OPENS}    os.chdir(home)\n", "    os.chdir(home)\n    confinement.wipe()\n"),),
    ),
)
"""What the first run does to the driver, so that the second one is not heard."""


def outputs(
    runner: asyncio.Runner,
    sandbox: Sandbox,
    code: str,
    walls: tuple[tuple[str, str], ...] = (),
    *,
    first: dict[str, Any] | None = None,
) -> list[Outcome]:
    """What two runs of the program come to, in a driver that lacks these walls; the first run has these inputs."""
    toolchain = ByKind(python_for(sandbox))
    program = Program(code=code, signature=program_signature())
    job = toolchain.calls(program, {}, [first or {}, {}], CallLimits(seconds=5), alone=2)
    for wall in walls:
        job = lowered(job, wall)
    return list(toolchain.outcomes(runner.run(sandbox.run(job)), program, 2))


def lowered(job: Job, wall: tuple[str, str]) -> Job:
    text = job.files["program_driver.py"].decode()
    assert wall[0] in text, "the driver has no such wall"
    files = {name: content for name, content in job.files.items() if "program_driver" not in name}
    return job.model_copy(update={"files": {**files, "program_driver.py": text.replace(*wall).encode()}})


def printed(outcome: Outcome) -> str:
    return outcome.value["$tuple"][0] if isinstance(outcome.value, dict) else str(outcome)


@pytest.mark.parametrize("cheat", CHEATS, ids=str)
def test_no_run_finds_a_trace_of_another(runner: asyncio.Runner, sandbox: Sandbox, cheat: Cheat) -> None:
    assert [printed(found) for found in outputs(runner, sandbox, cheat.code)] == ["fresh\n", "fresh\n"]


@pytest.mark.parametrize("cheat", CHEATS, ids=str)
def test_the_cheat_succeeds_without_its_wall(runner: asyncio.Runner, sandbox: Sandbox, cheat: Cheat) -> None:
    assert "seen" in "".join(printed(found) for found in outputs(runner, sandbox, cheat.code, cheat.walls))


@pytest.mark.parametrize("cheat", SABOTEURS, ids=str)
def test_no_run_silences_the_next(runner: asyncio.Runner, sandbox: Sandbox, cheat: Cheat) -> None:
    code, first = _FIRST + cheat.code, {"args": ["first"]}
    [_, second] = outputs(runner, sandbox, code, first=first)
    assert printed(second) == "fresh\n"
    [_, second] = outputs(runner, sandbox, code, cheat.walls, first=first)
    assert "fresh" not in printed(second), "with its wall lowered the sabotage must succeed"


def test_a_program_cannot_write_the_report(runner: asyncio.Runner, sandbox: Sandbox) -> None:
    assert [printed(found) for found in outputs(runner, sandbox, _WRITES)] == ["done\n", "done\n"]


def test_a_link_is_not_followed_out_of_the_folder(runner: asyncio.Runner, sandbox: Sandbox) -> None:
    code = "import os\nos.symlink('/proc/self/environ', 'out.txt')\nos.symlink('/', 'all')\nprint('done')\n"
    [first, _] = outputs(runner, sandbox, code)
    assert first.value == {"$tuple": ["done\n", 0, {"$map": []}]}
