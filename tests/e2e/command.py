"""The command line as a user has it: a process of its own, in a home of its own."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
import tempfile
import termios
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests import stories
from tests.e2e import preloaded

from specwright.testing.scripted import Rule

KEPT = ("PATH", "LANG", "PYTHONDONTWRITEBYTECODE", preloaded.MEASURED)
SPECWRIGHT = str(Path(sys.executable).with_name("specwright"))


@dataclass(frozen=True)
class Done:
    status: int
    out: str
    err: str

    @property
    def document(self) -> Any:
        """The one JSON document that is all of standard output."""
        return json.loads(self.out)

    def explained(self) -> bool:
        """Whether the user is told what happened and what to do next, and is spared everything else."""
        return self.err.count("specwright: ") == 1 and "\n  next: " in self.err and not self.traced

    @property
    def traced(self) -> bool:
        return "Traceback" in self.err + self.out


@dataclass(frozen=True)
class Home:
    """A user's home with a store, and a scripted model if there is one."""

    folder: Path

    @property
    def temporary(self) -> Path:
        return self.folder / "tmp"

    @property
    def store(self) -> Path:
        return self.folder / "runs.db"

    @property
    def ledger(self) -> Path:
        return self.folder / "asked.jsonl"

    def environment(self, **more: str) -> dict[str, str]:
        self.temporary.mkdir(exist_ok=True)
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        rustup = Path(os.environ.get("RUSTUP_HOME", Path.home() / ".rustup"))
        if rustup.is_dir():
            kept["RUSTUP_HOME"] = str(rustup)  # its rustc looks for the compiler there, by default in the home
        return {
            **kept,
            "HOME": str(self.folder),
            "XDG_CONFIG_HOME": str(self.folder / "config"),
            "XDG_DATA_HOME": str(self.folder / "data"),
            "TMPDIR": str(self.temporary),
            "SPECWRIGHT_STORE__PATH": str(self.store),
            **more,
        }

    def run(
        self, *arguments: str, given: bytes | None = None, env: Mapping[str, str] | None = None, within: float = 100
    ) -> Done:
        """Run a command to its end, in a fork of a process that has it loaded if that makes no difference."""
        request = self.request(arguments, env)
        if not preloaded.can_run(request):
            return self.run_anew(*arguments, given=given, env=env, within=within)
        with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            stdin.write(given or b"")
            stdin.seek(0)
            child = preloaded.begin(request, [file.fileno() for file in (stdin, out, err)])
            status = preloaded.end(child, within)
            out.seek(0)
            err.seek(0)
            return Done(status, out.read().decode(), err.read().decode())

    def run_unread(self, *arguments: str) -> Done:
        """Run a command whose reader is gone."""
        reading, writing = os.pipe()
        with open(os.devnull, "rb") as stdin, tempfile.TemporaryFile() as err:
            child = preloaded.begin(self.request(arguments), [stdin.fileno(), writing, err.fileno()])
            os.close(reading)
            os.close(writing)
            status = preloaded.end(child, 100)
            err.seek(0)
            return Done(status, "", err.read().decode())

    def run_on_terminal(self, *arguments: str) -> Done:
        """Run a command on a terminal of a hundred columns, which gets both outputs."""
        master, slave = pty.openpty()
        termios.tcsetwinsize(slave, (50, 100))
        child = preloaded.begin(self.request(arguments, {"TERM": "xterm-256color"}), [slave] * 3)
        os.close(slave)
        sent = b""
        while part := _read(master):
            sent += part
        os.close(master)
        return Done(preloaded.end(child, 100), sent.decode().replace("\r\n", "\n"), "")

    def request(self, arguments: tuple[str, ...], env: Mapping[str, str] | None = None) -> dict[str, Any]:
        return {"argv": arguments, "env": self.environment(**(env or {})), "cwd": str(self.folder)}

    def run_anew(
        self, *arguments: str, given: bytes | None = None, env: Mapping[str, str] | None = None, within: float = 100
    ) -> Done:
        """Run a command as a shell does."""
        done = subprocess.run(
            [SPECWRIGHT, *arguments],
            input=given,
            stdin=None if given is not None else subprocess.DEVNULL,
            capture_output=True,
            cwd=self.folder,
            env=self.environment(**(env or {})),
            timeout=within,
            check=False,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def start(
        self, *arguments: str, stdin: int = subprocess.DEVNULL, env: Mapping[str, str] | None = None
    ) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [SPECWRIGHT, *arguments],
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self.folder,
            env=self.environment(**(env or {})),
        )

    def script(self, rules: Iterable[Rule], **further: Any) -> tuple[str, ...]:
        """The options that make this script the model."""
        return ("--model", f"scripted:{stories.script(self.folder, rules, **further)}")

    def solve(self, rules: Iterable[Rule], *options: str, **env: str) -> Done:
        examples = [word for example in stories.EXAMPLES for word in ("--example", example)]
        return self.run("solve", stories.PROBLEM, *examples, *self.script(rules), *options, env=env)


def _read(terminal: int) -> bytes:
    """Return what was sent to a terminal, or nothing after its other side was closed."""
    try:
        return os.read(terminal, 65536)
    except OSError:  # how Linux says that it was closed
        return b""


def without_times(result: Mapping[str, Any]) -> dict[str, Any]:
    """A result without its name and its times."""
    data = json.loads(json.dumps(result))
    del data["run_id"], data["spending"]["model_seconds"], data["spending"]["own_seconds"]
    return dict(data)
