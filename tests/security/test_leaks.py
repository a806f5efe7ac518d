"""The short form of benchmarks/soak.py."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.sandboxes import Engines

SOAK = Path(__file__).parents[2] / "benchmarks/soak.py"


@pytest.mark.parametrize("backend", ["bubblewrap", "namespaces"])
def test_nothing_is_left_after_our_own_process_is_killed_at_random(backend: str) -> None:
    command = [sys.executable, str(SOAK), "--runs", "6", "--sandbox", backend]
    done = subprocess.run(command, capture_output=True, text=True, timeout=110, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    assert told[backend]["kills"] >= 1


WORKER = """
import asyncio, sys
from specwright.adapters.sandbox.containers.{kind} import {name}
from specwright.languages.python.toolchain import PythonToolchain
from specwright.ports.language import CallLimits
from specwright.ports.sandbox import Job, Limits
async def main():
    box = await {name}.launch(engine=sys.argv[1:])
    await box.warm(PythonToolchain("python3").idle(CallLimits()), 1)
    print("up", flush=True)
    await box.run(Job(argv=("python3", "-c", "import time; time.sleep(300)"), limits=Limits(wall_seconds=400)))
asyncio.run(main())
"""


@pytest.mark.parametrize(("kind", "name"), [("docker", "DockerSandbox"), ("podman", "PodmanSandbox")])
def test_no_container_is_left_after_our_own_process_is_killed(engines: Engines, kind: str, name: str) -> None:
    engine = engines.arguments(kind)

    def containers() -> list[str]:
        command = [kind, *engine, "ps", "--all", "--quiet", "--filter", "label=specwright=sandbox"]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()

    before = set(containers())
    code = WORKER.format(kind=kind, name=name)
    with subprocess.Popen([sys.executable, "-c", code, *engine], stdout=subprocess.PIPE, text=True) as worker:
        assert worker.stdout is not None
        assert worker.stdout.readline() == "up\n"
        assert set(containers()) - before
        worker.kill()
    for _ in range(300):
        if not set(containers()) - before:
            return
        time.sleep(0.1)
    pytest.fail(f"left: {containers()}")
