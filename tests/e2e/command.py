"""The command line as a user has it: a process of its own, in a home of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
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
        environment = self.environment(**(env or {}))
        request = {"argv": arguments, "env": environment, "cwd": str(self.folder)}
        if preloaded.can_run(request):
            status, out, err = preloaded.run(request, given, within)
            return Done(status, out.decode(), err.decode())
        return self.run_anew(*arguments, given=given, env=env, within=within)

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


def without_times(result: Mapping[str, Any]) -> dict[str, Any]:
    """A result without its name and its times."""
    data = json.loads(json.dumps(result))
    del data["run_id"], data["spending"]["model_seconds"], data["spending"]["own_seconds"]
    return dict(data)
