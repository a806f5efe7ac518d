"""What holds in containers because they are used again: no job ends its keeper, and none finds what another left."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

import pytest
from tests.sandboxes import CONTAINERS, Bench, Engines

from specwright.adapters.sandbox.containers.image import default_image
from specwright.adapters.sandbox.containers.sandbox import ContainerSandbox
from specwright.core.errors import SandboxUnavailable
from specwright.ports.sandbox import ExecEnding, ExecResult, Job, Limits, Sandbox

LIMITS: Final = Limits(wall_seconds=20.0, memory_bytes=64 * 2**20)
AGAINST_THE_KEEPER: Final = {
    "ending while children write": """
import os, time
if os.fork() == 0:
    while True:
        os.write(1, b"x" * 100)
        os.write(2, b"y" * 100)
time.sleep(0.03)
os._exit(0)
""",
    "interrupting it": "import os, time\ntry: os.kill(1, 2)\nfinally: time.sleep(0.2)",
    "signalling it": "import os\nfor number in range(1, 65):\n    try: os.kill(1, number)\n    except OSError: pass",
    "closing its directories": "import os\nfor place in ('/box', '/tmp', '/dev/shm'): os.chmod(place, 0)",
    "taking its descriptors": "import resource\nresource.prlimit(1, resource.RLIMIT_NOFILE, (0, 0))",
    "taking its processor": "import resource\nresource.prlimit(1, resource.RLIMIT_CPU, (0, 0))",
}
SHARED: Final = """
import ctypes, os, sys
libc = ctypes.CDLL(None)
makers = (lambda how: libc.shmget(77, 40 << 20, how), lambda how: libc.msgget(77, how), lambda how: libc.semget(77, 1, how))
places = ("/tmp", "/dev/shm")
if sys.stdin.read() == "leave":
    print([make(0o1600) >= 0 for make in makers])
    for place in places:
        os.utime(place, (77, 77))
        os.chmod(place, 0o751)
else:
    print([make(0) >= 0 for make in makers])
    for place in places:
        status = os.stat(place)
        print(oct(status.st_mode), 77 in (status.st_atime, status.st_mtime))
"""  # noqa: E501


ONLY_MAKES: Final = """#!/bin/sh
# An engine's client that makes a container and does not come to start it.
before=
for word in "$@"; do
    [ "$word" = run ] && { shift; break; }
    before="$before $word"; shift
done
[ $# = 0 ] && exec ENGINE $before
ENGINE $before create "$@" && echo made >>LOG
cat >/dev/null
"""
USES_IT: Final = """
import asyncio, sys
from specwright.adapters.sandbox.containers.docker import DockerSandbox
from specwright.adapters.sandbox.containers.podman import PodmanSandbox
from specwright.ports.sandbox import Job

kind = {"docker": DockerSandbox, "podman": PodmanSandbox}[sys.argv[1]]
sandbox = kind(sys.argv[3:], sys.argv[2], cpu_limit=None, memory_limit=None, at_once=1)
asyncio.run(sandbox.run(Job(argv=("true",))))
"""


class Place:
    """A container sandbox of its own, whose containers can be told apart from everybody else's."""

    def __init__(self, bench: Bench, engines: Engines, kind: str) -> None:
        self._bench = bench
        self._command = (kind, *engines.arguments(kind))
        self._others = self._listed()
        self.sandbox: Sandbox = bench.open(kind)

    def _listed(self) -> set[str]:
        command = [*self._command, "ps", "--quiet", "--filter", "label=specwright=sandbox"]
        return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())

    def containers(self) -> set[str]:
        return self._listed() - self._others

    def kill(self) -> None:
        """The first container, as soon as there is one."""
        while not self.containers():
            time.sleep(0.1)
        subprocess.run([*self._command, "kill", *self.containers()], capture_output=True, check=True)

    def run(self, code: str, stdin: bytes = b"", limits: Limits = LIMITS) -> ExecResult:
        job = Job(argv=("python3", "-S", "main.py"), files={"main.py": code.encode()}, stdin=stdin, limits=limits)
        result: ExecResult = self._bench.run(self.sandbox.run(job))
        return result


@pytest.fixture(params=CONTAINERS)
def place(bench: Bench, engines: Engines, request: pytest.FixtureRequest) -> Iterator[Place]:
    place = Place(bench, engines, request.param)
    yield place
    bench.run(place.sandbox.close())


def test_no_job_ends_its_keeper(place: Place) -> None:
    assert place.run("print(1)").stdout == b"1\n"
    before = place.containers()
    assert len(before) == 1
    for name, code in AGAINST_THE_KEEPER.items():
        for _ in range(10 if "children" in name else 1):
            assert place.run(code).ending is ExecEnding.EXITED, name
    assert place.containers() == before


def test_a_job_finds_nothing_shared_that_another_left(place: Place) -> None:
    assert place.run(SHARED, b"leave").stdout == b"[False, False, False]\n"  # the filter refuses to make them
    found = place.run(SHARED, b"find").stdout.decode().splitlines()
    assert found == ["[False, False, False]", "0o40700 False", "0o40700 False"]
    assert len(place.containers()) == 1


def test_a_job_whose_container_is_taken_away_runs_in_another(bench: Bench, place: Place) -> None:
    async def body() -> ExecResult:
        job = Job(
            argv=("python3", "-c", "import sys, time; time.sleep(3); print('done')"), limits=Limits(wall_seconds=30)
        )
        running = asyncio.create_task(place.sandbox.run(job))
        await asyncio.to_thread(place.kill)
        return await running

    assert bench.run(body()).stdout == b"done\n"


def test_a_job_that_has_its_keeper_killed_for_want_of_memory_has_run_out_of_memory(
    place: Place, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    # Memory that counts for nobody's size, and a score like the keeper's own: the kernel picks the larger of the two.
    code = """
import os
open("/proc/self/oom_score_adj", "w").write("0")
file = os.memfd_create("block")
while True:
    os.write(file, b"x" * 65536)
"""
    limits = Limits(wall_seconds=30.0, memory_bytes=64 * 2**20, file_bytes=2**30)
    assert place.run(code, limits=limits).ending is ExecEnding.OUT_OF_MEMORY
    assert place.run("print(1)", limits=limits).stdout == b"1\n"
    # podman's monitor leaves a file that says so where podman was started: the user's folder is no place for it.
    assert not list(tmp_path.iterdir())


def test_a_container_that_cannot_even_start_is_our_failure(bench: Bench, engines: Engines) -> None:
    class Senseless(ContainerSandbox):
        name = "docker"

        def run_arguments(self, job: Job) -> list[str]:
            return [*super().run_arguments(job), "--no-such-option"]

    command = ("docker", *engines.arguments("docker"))
    sandbox = Senseless(command, "none", cpu_limit=None, memory_limit=None, at_once=1)
    with pytest.raises(SandboxUnavailable, match="could not be used"):
        bench.run(sandbox.run(Job(argv=("true",))))
    bench.run(sandbox.close())


def test_a_container_that_never_ran_is_removed_by_the_next_who_comes(
    bench: Bench, engines: Engines, place: Place
) -> None:
    # As it is left when everybody is killed between making a container and starting it.
    engine = [place.sandbox.name, *engines.arguments(place.sandbox.name)]
    made = [*engine, "create", "--label", "specwright=sandbox", default_image(), "true"]
    left = subprocess.run(made, capture_output=True, text=True, check=True).stdout.strip()
    listed = [*engine, "ps", "--all", "--quiet", "--no-trunc", "--filter", "label=specwright=sandbox"]
    assert isinstance(place.sandbox, ContainerSandbox)
    bench.run(place.sandbox.close())
    assert left in subprocess.run(listed, capture_output=True, text=True, check=True).stdout, "it may yet start"
    place.sandbox.abandoned_after = "0s"
    time.sleep(1.1)  # podman tells ages by whole seconds
    bench.run(place.sandbox.close())
    assert left not in subprocess.run(listed, capture_output=True, text=True, check=True).stdout


def test_a_container_that_was_made_and_not_started_does_not_outlive_who_is_killed(
    engines: Engines, place: Place, tmp_path: Path
) -> None:
    client, log = tmp_path / "client", tmp_path / "log"
    client.write_text(ONLY_MAKES.replace("ENGINE", place.sandbox.name).replace("LOG", str(log)))
    client.chmod(0o755)
    engine = engines.arguments(place.sandbox.name)
    filters = ("--filter", "label=specwright.owner", "--filter", "status=created")
    listed = [place.sandbox.name, *engine, "ps", "--all", "--quiet", *filters]
    command = [sys.executable, "-c", USES_IT, place.sandbox.name, default_image(), str(client), *engine]
    with subprocess.Popen(command) as worker:
        try:
            until(log.exists)
            assert subprocess.run(listed, capture_output=True, check=True).stdout
        finally:
            worker.kill()
    until(lambda: not subprocess.run(listed, capture_output=True, check=True).stdout)


def until(holds: Callable[[], bool], seconds: float = 60.0) -> None:
    """Wait for it."""
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.1)


def test_no_privilege_is_left_to_a_job_or_its_keeper(place: Place) -> None:
    code = "print([line.split()[1] for line in open('/proc/self/status') if line.startswith('Cap')])"
    assert place.run(code).stdout.decode().strip() == str(["0" * 16] * 5)
    code = "print([line.split()[1] for line in open('/proc/1/status') if line.startswith('Cap')])"
    assert place.run(code).stdout.decode().strip() == str(["0" * 16] * 5)
    assert "by memory only" not in place.sandbox.level
