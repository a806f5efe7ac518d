"""Leaves nothing: many runs with our own process killed at random among them, and then a look at what is left.

    python -m benchmarks.soak [--quick] [--runs N] [--seconds N] [--sandbox bubblewrap|namespaces|docker|podman]

A worker runs jobs, warm and cold, some of which time out, fork or are cancelled. It is killed with SIGKILL at random,
and so is now and then its guardian. At the end there must be no process, mount, control group, container or temporary
file of it, and a worker that was not killed must have as many descriptors open as it had at first. The host must be as
it was: modes and owners of the directories that everybody shares, limits, the kernel's settings, and what there is of
asynchronous contexts, watchers of files, terminals and System V objects. The long form goes through every sandbox; for
docker and podman it starts engines of its own (root only). With `--seconds` each sandbox is soaked so long at most, and
it says how many runs that came to.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import math
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import pytest

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.host import Host
from tests.sandboxes import CONTAINERS, Engines

from specwright.adapters.sandbox.containers.docker import DockerSandbox
from specwright.adapters.sandbox.containers.podman import PodmanSandbox
from specwright.adapters.sandbox.host.cgroup import PREFIX, homes
from specwright.adapters.sandbox.local.bubblewrap import BubblewrapSandbox
from specwright.adapters.sandbox.local.namespaces import NamespacesSandbox
from specwright.languages.loading import python_for
from specwright.ports.sandbox import Job, Limits, Sandbox

LOCAL = ("bubblewrap", "namespaces")
JOBS = (
    "print(1)",
    "import os, time\nfor _ in range(3):\n    os.fork() or time.sleep(5)\n",
    "import os\nif os.fork() == 0:\n    os.setsid(); os.fork(); import time; time.sleep(9)\n",
    "import time; time.sleep(9)",
    "open('/tmp/file', 'w').write('x' * 100000); open('out', 'w').write('y')",
    "while True: print('x' * 1000)",
)
MOST_RUNS = 100
"""Of a worker before it is killed: half of that on the average, since it takes longer to start than to run a job."""


# --- the worker, which may be killed at any time -------------------------------------------------------------------


async def opened(kind: str, engine: list[str]) -> Sandbox:
    match kind:
        case "bubblewrap":
            return await BubblewrapSandbox.launch(at_once=4)
        case "namespaces":
            return await NamespacesSandbox.launch(at_once=4)
        case "docker":
            return await DockerSandbox.launch(at_once=4, engine=engine)
        case _:
            return await PodmanSandbox.launch(at_once=4, engine=engine)


async def work(kind: str, token: str, runs: int, engine: list[str]) -> None:
    unopened = descriptors()
    sandbox = await opened(kind, engine)
    toolchain = python_for(sandbox)
    say({"guardian": getattr(sandbox, "guardian", 0)})

    def job(code: str) -> Job:
        return Job(
            argv=(toolchain.interpreter, "-S", "main.py", token),
            files={"main.py": code.encode()},
            mounts=toolchain.mounts,
            limits=Limits(wall_seconds=0.3, output_bytes=10_000, memory_bytes=128 * 2**20),
            collect=("out",),
        )

    async def at_rest() -> int:
        """The descriptors that are open while two jobs wait and none runs."""
        await asyncio.sleep(0.3)
        await sandbox.warm(job(JOBS[0]), 2)
        return descriptors()

    await sandbox.run(job(JOBS[0]))
    say({"sweeper": getattr(sandbox, "sweeper", 0)})
    before = await at_rest()
    for start in range(0, runs, 4):
        batch = [asyncio.create_task(sandbox.run(job(random.choice(JOBS)))) for _ in range(min(4, runs - start))]
        if random.random() < 0.1:
            await asyncio.sleep(0.02)
            batch[0].cancel()
        await asyncio.gather(*batch, return_exceptions=True)
        say({"runs": len(batch)})
    at_last = min([await at_rest() for _ in range(3)])  # what is about to be closed on a busy machine is no leak
    await sandbox.close()
    # How many containers are spare is a matter of chance, so those are counted when all are closed.
    say({"descriptors": [before, at_last] if kind in LOCAL else [unopened, descriptors()]})


def descriptors() -> int:
    return len(list(Path("/proc/self/fd").iterdir()))


def say(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


# --- the one who kills ---------------------------------------------------------------------------------------------


class Soak:
    def __init__(self, kind: str, runs: int, engine: tuple[str, ...] = (), seconds: float = math.inf) -> None:
        self.kind = kind
        self.until = time.monotonic() + seconds
        self.engine = engine
        self.runs = runs
        self.token = f"soak-{random.getrandbits(64):x}"
        self.done = self.kills = self.guardian_kills = 0
        self.guardians: set[int] = set()
        self.sweepers: set[int] = set()
        self.descriptors: list[list[int]] = []

    def worker(self, runs: int) -> subprocess.Popen[str]:
        command = [sys.executable, __file__, "--work", self.kind, self.token, str(runs), *self.engine]
        return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)

    def watch(self, process: subprocess.Popen[str], runs: int | None) -> None:
        """Hear the worker until it ends, or kill it and perhaps its guardian in the midst of a run after so many."""
        assert process.stdout is not None
        guardian, last = 0, None
        for line in process.stdout:
            try:
                told = json.loads(line)
            except ValueError:
                continue  # cut short by the kill
            self.count(told.get("runs", 0))
            self.descriptors += [told["descriptors"]] if "descriptors" in told else []
            self.sweepers.add(told.get("sweeper", 0))
            if "guardian" in told:
                guardian = told["guardian"]
                self.guardians.add(guardian)
                last = None if runs is None else self.done + runs
            if last is not None and self.done >= last:
                last = None
                time.sleep(random.uniform(0.0, 0.3))
                if guardian and random.random() < 0.25:
                    self.guardian_kills += 1
                    kill(guardian)
                self.kills += 1
                process.kill()
        process.wait()
        process.stdout.close()

    def count(self, runs: int) -> None:
        """Count runs, and say every hundred how far it is: a soak takes long."""
        before, self.done = self.done, self.done + runs
        if self.done // 100 > before // 100:
            print(f"{self.kind}: {self.done} runs, {self.kills} kills", file=sys.stderr, flush=True)

    def run(self) -> None:
        while (self.done < self.runs and time.monotonic() < self.until) or self.kills == 0:
            self.watch(self.worker(self.runs), random.randrange(MOST_RUNS))
        self.watch(self.worker(20), None)

    def left(self, mounts: list[str], files: set[str], host: Host) -> dict[str, list[str]]:
        """What there is of us and what we changed, once everybody had the time to go."""
        found: dict[str, list[str]] = {}
        for _ in range(600):  # tests beside it may leave something for a while
            found = {
                "processes": self.processes(),
                "mounts": sorted(set(own_mounts()) - set(mounts)),
                "control groups": self.groups(),
                "containers": self.containers(),
                "temporary files": sorted(temporary_files() - files),
                "changes of the host": Host.now().changes(host),
            }
            if not any(found.values()):
                break
            time.sleep(0.1)
        return found

    def processes(self) -> list[str]:
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            pid = int(path.parent.name)
            try:
                line = path.read_bytes()
            except OSError:
                continue
            ours = self.token.encode() in line and pid != os.getpid()
            helper = (pid in self.guardians and b"guardian" in line) or (pid in self.sweepers and b"sweeper" in line)
            if ours or helper:
                found.append(f"{pid}: {line[:80]!r}")
        return found

    def containers(self) -> list[str]:
        if self.kind not in CONTAINERS:
            return []
        command = [self.kind, *self.engine, "ps", "--all", "--quiet", "--filter", "label=specwright=sandbox"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()

    def groups(self) -> list[str]:
        names = {path.name for home in homes().values() for path in home.glob(f"{PREFIX}*")}
        return sorted(name for name in names if int(name.removeprefix(PREFIX).split("-")[0]) in self.guardians)


def kill(pid: int) -> None:
    try:
        os.kill(pid, signal.SIGKILL)
    except ProcessLookupError:
        return


def own_mounts() -> list[str]:
    """The file systems in memory that this process sees; ours are to be seen by nobody but their jobs."""
    lines = Path("/proc/self/mounts").read_text().splitlines()
    return [line for line in lines if line.split()[2] in ("tmpfs", "proc")]


def temporary_files() -> set[str]:
    """What has our name in the places for such files, but not that of tests which may run beside us."""
    places = {tempfile.gettempdir(), "/var/tmp", "/dev/shm"}
    found = {path for place in places for path in Path(place).glob("specwright*")}
    return {str(path) for path in found if not path.name.startswith(("specwright-scene-", "specwright-engines-"))}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--runs", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=math.inf, help="for each sandbox, at most")
    parser.add_argument("--sandbox", choices=[*LOCAL, *CONTAINERS], help="this one alone")
    parser.add_argument("--data", help="not used")
    parser.add_argument("--work", nargs=argparse.REMAINDER, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.work:
        kind, token, runs, *engine = arguments.work
        asyncio.run(work(kind, token, int(runs), engine))
        return
    kinds = [arguments.sandbox] if arguments.sandbox else ["bubblewrap"] if arguments.quick else [*LOCAL, *CONTAINERS]
    engines = Engines()
    try:
        told = {
            kind: soaked(kind, arguments.runs or usual_runs(kind, arguments.quick), engines, arguments.seconds)
            for kind in kinds
        }
    finally:
        engines.close()
    print(json.dumps(told))
    sys.exit(0 if all(one["clean"] for one in told.values()) else 1)


def usual_runs(kind: str, quick: bool) -> int:
    """The quick form has fewer runs in containers, which take a second to start."""
    return 2000 if not quick else 150 if kind in LOCAL else 24


def soaked(kind: str, runs: int, engines: Engines, seconds: float = math.inf) -> dict[str, Any]:
    """Soak one kind of sandbox, and show what is left of it."""
    try:
        engine = engines.arguments(kind) if kind in CONTAINERS else ()
    except pytest.skip.Exception as skipped:
        print(f"{kind}: skipped, {skipped}\n")
        return {"clean": True, "skipped": str(skipped)}
    mounts, files, host = own_mounts(), temporary_files(), Host.now()
    soak = Soak(kind, runs, engine, seconds)
    soak.run()
    left = soak.left(mounts, files, host)
    leaked = [after - before for before, after in soak.descriptors]
    print(f"{soak.done} runs in {kind}, {soak.kills} kills, {soak.guardian_kills} of guardians as well")
    for what, items in left.items():
        print(f"{what + ' left':28}{len(items):6}  {'; '.join(items[:3])}")
    print(f"{'descriptors more than before':28}{max(leaked, default=0):6}\n", flush=True)
    clean = not any(left.values()) and bool(leaked) and max(leaked) <= 0
    counts = {what: len(items) for what, items in left.items()}
    return {"clean": clean, "runs": soak.done, "kills": soak.kills, "guardian_kills": soak.guardian_kills,
            "left": counts, "descriptors": leaked}  # fmt: skip


if __name__ == "__main__":
    main()
