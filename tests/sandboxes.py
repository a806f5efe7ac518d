"""Real sandboxes of every kind for tests, and the engines that they need."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from pathlib import Path
from typing import Any

import pytest

from specwright.adapters.machine.contents import contents
from specwright.adapters.sandbox.containers.docker import DockerSandbox
from specwright.adapters.sandbox.containers.image import build_image
from specwright.adapters.sandbox.containers.podman import PodmanSandbox, engine_arguments
from specwright.adapters.sandbox.host.walls import ALL_UP, Walls
from specwright.adapters.sandbox.local.bubblewrap import BubblewrapSandbox
from specwright.adapters.sandbox.local.namespaces import NamespacesSandbox
from specwright.languages.python.toolchain import PythonToolchain
from specwright.languages.registry import LANGUAGES
from specwright.ports.sandbox import Sandbox

LOCAL = ("bubblewrap", "namespaces")
_PREFIX = "specwright-engines-"
CONTAINERS = ("docker", "podman")
IN_IMAGES = [(engine, language) for engine in CONTAINERS for language in LANGUAGES]
"""Every language in each engine, in an image of its own, which takes many seconds to make."""
IMAGES_BY_DEFAULT = [("docker", "go"), ("podman", "javascript")]


class Engines:
    """A Docker engine of our own and a Podman store of our own, each with an image made of this machine's files."""

    def __init__(self) -> None:
        sweep_engines()
        self.folder = Path(tempfile.mkdtemp(prefix=_PREFIX, dir="/var/tmp"))
        self._lock = lock(self.folder)
        self._dockerd: subprocess.Popen[bytes] | None = None
        self._ready: dict[str, tuple[str, ...]] = {}
        self._images: set[tuple[str, str]] = set()

    def arguments(self, kind: str) -> tuple[str, ...]:
        """What to say to the engine's client; starts the engine and makes the image when first asked."""
        if kind not in self._ready:
            arguments = self._start_docker() if kind == "docker" else self._podman()
            command = (kind, *arguments)
            asyncio.run(build_image(command, contents("python")))
            self._ready[kind] = arguments
        return self._ready[kind]

    def with_language(self, kind: str, language: str) -> None:
        """See to it that the engine has the image of that language."""
        command = (kind, *self.arguments(kind))
        if language != "python" and (kind, language) not in self._images:
            asyncio.run(build_image(command, contents(language)))
            self._images.add((kind, language))

    def _podman(self) -> tuple[str, ...]:
        missing("podman", shutil.which("podman") is None)
        store = ("--root", str(self.folder / "podman"), "--runroot", str(self.folder / "podman-run"))
        return (*engine_arguments(), *store)

    def _start_docker(self) -> tuple[str, ...]:
        missing("dockerd", shutil.which("dockerd") is None)
        host = f"unix://{self.folder}/docker.sock"
        options = ["--iptables=false", "--ip6tables=false", "--ip-forward=false", "--ip-masq=false", "--bridge=none"]
        options += ["--storage-driver=overlay2", "--exec-opt", "native.cgroupdriver=cgroupfs", "-H", host]
        options += ["--data-root", f"{self.folder}/data", "--exec-root", f"{self.folder}/exec"]
        options += ["--pidfile", f"{self.folder}/pid"]
        with open(self.folder / "log", "wb") as log:
            # Tests that are killed take their engine along.
            command = ["setpriv", "--pdeathsig", "TERM", "dockerd", *options]
            self._dockerd = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True)
        for _ in range(900):
            if subprocess.run(["docker", "--host", host, "version"], capture_output=True, check=False).returncode == 0:
                return ("--host", host)
            if self._dockerd.poll() is not None:
                break
            time.sleep(0.1)
        said = (self.folder / "log").read_text(errors="replace").strip().splitlines()
        missing(f"a Docker engine (it says: {said[-1] if said else 'nothing'})", True)
        raise AssertionError

    def close(self) -> None:
        if self._dockerd is not None:
            self._dockerd.terminate()
            self._dockerd.wait(30)
        remove_engine(self.folder)
        os.close(self._lock)


def lock(folder: Path) -> int:
    """Take the lock that says that somebody uses the folder. Raises BlockingIOError."""
    handle = os.open(folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(handle)
        raise
    return handle


def sweep_engines() -> None:
    """Remove what tests left that were killed: their folders have a lock, and nobody holds it."""
    for marker in Path("/var/tmp").glob(f"{_PREFIX}*/lock"):
        with contextlib.suppress(OSError):
            handle = lock(marker.parent)
            remove_engine(marker.parent)
            os.close(handle)


def remove_engine(folder: Path) -> None:
    for line in reversed(Path("/proc/self/mounts").read_text().splitlines()):
        if str(folder) in line:
            subprocess.run(["umount", "-l", line.split()[1]], check=False, capture_output=True)
    shutil.rmtree(folder, ignore_errors=True)


def missing(what: str, is_missing: bool) -> None:
    """Skip with the reason; in CI on a machine where all could be installed, fail instead."""
    if is_missing and os.environ.get("CI") and os.getuid() == 0:
        pytest.fail(f"{what} cannot be had, and in CI it must")
    if is_missing or os.getuid() != 0:
        pytest.skip(f"{what} cannot be had on this machine" if is_missing else "starting an engine needs root")


class Bench:
    """One event loop for many tests, and on it one sandbox for every kind and set of walls that is asked for."""

    def __init__(self, engines: Engines) -> None:
        self.runner = asyncio.Runner()
        self._engines = engines
        self._open: dict[tuple[str, Walls], Sandbox] = {}

    def run(self, coroutine: Coroutine[Any, Any, Any]) -> Any:
        return self.runner.run(coroutine)

    def sandbox(self, kind: str, walls: Walls = ALL_UP) -> Sandbox:
        if (kind, walls) not in self._open:
            self._open[kind, walls] = self.open(kind, walls)
        return self._open[kind, walls]

    def open(self, kind: str, walls: Walls = ALL_UP) -> Sandbox:
        openers: dict[str, Callable[[], Coroutine[Any, Any, Sandbox]]] = {
            "bubblewrap": lambda: BubblewrapSandbox.launch(walls=walls),
            "namespaces": lambda: NamespacesSandbox.launch(walls=walls),
            "docker": lambda: DockerSandbox.launch(engine=engine),
            "podman": lambda: PodmanSandbox.launch(engine=engine),
        }
        engine: Sequence[str] = self._engines.arguments(kind) if kind in CONTAINERS else ()
        sandbox: Sandbox = self.run(openers[kind]())
        return sandbox

    def toolchain(self, kind: str) -> PythonToolchain:
        return PythonToolchain("/usr/bin/python3") if kind in CONTAINERS else PythonToolchain()

    def close(self) -> None:
        for sandbox in self._open.values():
            with contextlib.suppress(Exception):
                self.run(sandbox.close())
        self.runner.close()
