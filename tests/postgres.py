"""A PostgreSQL server for tests: Debian's, started in a folder of its own, as root or as a plain user."""

from __future__ import annotations

import contextlib
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

PASSWORD = "s3cret/of@us"
SETTINGS = {
    "dynamic_shared_memory_type": "mmap",
    "listen_addresses": "127.0.0.1",
    "shared_buffers": "32MB",
    "max_connections": "64",
    "fsync": "off",  # a machine that loses its power is not what is tested
}


def programs() -> Path:
    """Return the folder of the newest server that is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    assert found, "scripts/setup --dev installs the package postgresql"
    return found[-1].parent


class PostgresServer:
    """A server with a password. It is ended by `stop`, and at the latest with the test session."""

    def __init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="specwright-postgres-"))
        self._user = "postgres" if os.geteuid() == 0 else None  # the server refuses to be root
        if self._user is not None:
            owner = pwd.getpwnam(self._user)
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        secret.chmod(0o644)
        self._run(
            "initdb", "--no-sync", "--pgdata", str(self.data), "--username", "tester", "--auth", "scram-sha-256",
            "--encoding", "UTF8", "--locale", "C.UTF-8", "--pwfile", str(secret),
        )  # fmt: skip
        self._process: subprocess.Popen[bytes] | None = None
        self.start()

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def url(self, database: str) -> str:
        return (
            f"postgresql://tester:{PASSWORD.replace('/', '%2F').replace('@', '%40')}@127.0.0.1:{self.port}/{database}"
        )

    def new_database(self) -> str:
        """Return the address of an empty database."""
        import psycopg

        name = f"d{secrets.token_hex(6)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as db:
            db.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def start(self) -> None:
        options = [word for name, value in SETTINGS.items() for word in ("-c", f"{name}={value}")]
        command = [
            str(programs() / "postgres"),
            "-D",
            str(self.data),
            "-k",
            str(self.folder),
            "-p",
            str(self.port),
            *options,
        ]
        with open(self.folder / "log", "ab") as log:
            self._process = subprocess.Popen(command, stdout=log, stderr=log, user=self._user, cwd="/")
        until = time.monotonic() + 60
        while time.monotonic() < until:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1):
                if "ready to accept connections" in (self.folder / "log").read_text():
                    return
            assert self._process.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def kill(self) -> None:
        """End it as a crash does."""
        assert self._process is not None
        self._process.send_signal(signal.SIGQUIT)
        self._process.wait(60)
        (self.folder / "log").unlink()

    def stop(self) -> None:
        if self._process is not None and self._process.poll() is None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(60)
        shutil.rmtree(self.folder, ignore_errors=True)

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [programs() / program, *arguments], user=self._user, cwd="/", capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr


@contextlib.contextmanager
def running() -> Iterator[PostgresServer]:
    server = PostgresServer()
    try:
        yield server
    finally:
        server.stop()
