"""The attack corpus, and a host with something to lose."""

from __future__ import annotations

import ast
import contextlib
import ctypes
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from specwright.adapters.sandbox.host.walls import Walls
from specwright.core.text import printable
from specwright.ports.sandbox import ExecResult, Limits

ATTACKS: Final = sorted((Path(__file__).parent / "attacks").glob("*.py"))
NOBODY: Final = 65534
_LIMITS: Final = ("processes", "memory_bytes", "file_bytes", "open_files", "output_bytes")
RAW: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")


@dataclass(frozen=True)
class Attack:
    """One file of the corpus, with what its first lines say of it."""

    path: Path
    said: dict[str, str]

    @classmethod
    def read(cls, path: Path) -> Attack:
        text = ast.get_docstring(ast.parse(path.read_text())) or ""
        return cls(path, dict(re.findall(r"(?m)^([a-z_ ]+): (.+)$", text)))

    @property
    def name(self) -> str:
        return self.path.stem

    @property
    def walls(self) -> tuple[str, ...]:
        return tuple(word.strip() for word in self.said["walls"].split(","))

    @property
    def lowered(self) -> Walls:
        """All walls up but the ones that stop this attack."""
        return Walls(**{name: False for name in self.walls if name != "screen"})

    @property
    def limits(self) -> Limits:
        given: dict[str, Any] = {name: int(self.said[name]) for name in _LIMITS if name in self.said}
        given["wall_seconds"] = float(self.said.get("wall_seconds", 60))
        given["cpu_seconds"] = float(self.said.get("cpu_seconds", 20))
        return Limits(**given, report_bytes=given.get("output_bytes", 2**20))

    @property
    def collect(self) -> tuple[str, ...]:
        return (self.said.get("collect", "result"),) if self.walls == ("links",) else ()


class Scene:
    """Files, processes, listeners and shared memory on the host for an attack to go for."""

    def __init__(self) -> None:
        self.word = secrets.token_hex(12)
        self.folder = Path(tempfile.mkdtemp(prefix="specwright-scene-", dir="/var/tmp"))
        self.folder.chmod(0o755)
        self.secret = self._file("secret", self.word, 0o644)
        for name in ("open", "mounted"):
            (self.folder / name).mkdir()
            (self.folder / name).chmod(0o777)
        self.open_file = self._file("open/file", "content", 0o666)
        self.victim_file = self._file("open/victim", "content", 0o666)
        self._file("home/.ssh/id_ed25519", f"key {self.word}", 0o644)
        self.tcp = socket.create_server(("127.0.0.1", 0))
        self.udp = socket.socket(type=socket.SOCK_DGRAM)
        self.udp.bind(("127.0.0.1", 0))
        self.unix = self._listener(str(self.folder / "open/socket"))
        os.chmod(self.folder / "open/socket", 0o777)
        self.abstract = self._listener(f"\0{self.word}")
        self.ipc_key = secrets.randbelow(2**30) + 1
        self._ipc = self._make_ipc()
        self.victim = self._start_victim()

    def _file(self, name: str, content: str, mode: int) -> Path:
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content)
        path.chmod(mode)
        return path

    def _listener(self, address: str) -> socket.socket:
        server = socket.socket(socket.AF_UNIX)
        server.bind(address)
        server.listen()
        return server

    def _make_ipc(self) -> tuple[int, int, int]:
        libc, create = ctypes.CDLL(None), 0o1000 | 0o666
        key = self.ipc_key
        return libc.shmget(key, 4096, create), libc.msgget(key, create), libc.semget(key, 1, create)

    def _start_victim(self) -> subprocess.Popen[bytes]:
        """A process of the user that the job runs as."""
        identity: dict[str, Any] = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.getuid() == 0 else {}
        with open(self.secret, "rb") as stdin:
            return subprocess.Popen(
                ["sleep", "600"], env={"SECRET": self.word}, stdin=stdin, start_new_session=True, **identity
            )

    @property
    def told(self) -> dict[str, Any]:
        return {
            "word": self.word,
            "secret": str(self.secret),
            "home": str(self.folder / "home"),
            "open_folder": str(self.folder / "open"),
            "open_file": str(self.open_file),
            "victim_file": str(self.victim_file),
            "mounted": str(self.folder / "mounted"),
            "socket_path": str(self.folder / "open/socket"),
            "abstract": self.word,
            "tcp_port": self.tcp.getsockname()[1],
            "udp_port": self.udp.getsockname()[1],
            "victim": self.victim.pid,
            "ipc_key": self.ipc_key,
            "host_name": os.uname().nodename,
        }

    def close(self) -> None:
        self.victim.kill()
        self.victim.wait()
        for server in (self.tcp, self.udp, self.unix, self.abstract):
            server.close()
        libc = ctypes.CDLL(None)
        shared, queue, semaphores = self._ipc
        libc.shmctl(shared, 0, None)
        libc.msgctl(queue, 0, None)
        libc.semctl(semaphores, 0, 0)
        shutil.rmtree(self.folder)

    # --- what success looks like from out here

    def heard(self) -> bool:
        self.tcp.settimeout(0.15)
        try:
            client, _ = self.tcp.accept()
        except TimeoutError:
            return False
        with client:
            client.settimeout(1)
            return b"breached" in client.recv(1000)

    def received(self) -> bool:
        self.udp.settimeout(0.15)
        try:
            return b"breached" in self.udp.recv(1000)
        except TimeoutError:
            return False

    def marked(self) -> bool:
        return any((self.folder / name / "marked").exists() for name in ("open", "mounted"))

    def victim_ended(self) -> bool:
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.victim.wait(0.15)
        return self.victim_has_ended()

    def victim_has_ended(self) -> bool:
        return self.victim.poll() is not None

    def _carrying_the_word(self) -> list[int]:
        found = []
        for path in Path("/proc").glob("[0-9]*/cmdline"):
            with contextlib.suppress(OSError):
                if self.word.encode() in path.read_bytes():
                    found.append(int(path.parent.name))
        return found

    def survivors(self) -> list[int]:
        """Processes that carry this scene's word on their command line; they are ended after being found.

        What was killed needs a moment to be gone, less than any of our attackers means to live.
        """
        patience = time.monotonic() + 1.0
        while (found := self._carrying_the_word()) and time.monotonic() < patience:
            time.sleep(0.02)
        for pid in found:
            with contextlib.suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return found


@contextlib.contextmanager
def set_scene() -> Iterator[Scene]:
    scene = Scene()
    os.environ["SPECWRIGHT_SCENE"] = scene.word
    try:
        yield scene
    finally:
        del os.environ["SPECWRIGHT_SCENE"]
        scene.close()


def shown(result: ExecResult, *, careful: bool) -> str:
    """What the user's terminal would get."""
    return printable(result.stdout) if careful else result.stdout.decode("utf-8", "replace")


def succeeded(attack: Attack, scene: Scene, result: ExecResult, *, up: bool) -> bool:
    """Whether the attack did what its file says success would be."""
    checks: dict[str, Callable[[], object]] = {
        "the file marked exists on the host": scene.marked,
        "the open file on the host has grown": lambda: scene.open_file.read_text() != "content",
        "the victim file on the host is gone": lambda: not scene.victim_file.exists(),
        "the victim file on the host is empty": lambda: scene.victim_file.read_text() == "",
        "the victim has ended": scene.victim_ended,
        "a process of the job is alive after its end": scene.survivors,
        "the listener hears of it": scene.heard,
        "the datagram arrives": scene.received,
        "more output is kept than may be": lambda: any(
            len(kept) > attack.limits.output_bytes + 100 for kept in (result.stdout, result.stderr, result.report)
        ),
        "what is collected holds the host's secret": lambda: any(result.files.values()),
        "the result is collected although it has two names": lambda: any(result.files.values()),
        "the terminal gets a raw escape sequence": lambda: RAW.search(shown(result, careful=up)),
    }
    check = checks.get(attack.said["success"], lambda: b"breached" in result.stdout)
    return bool(check())
