"""Our sandbox as a sandbox environment of Inspect AI: `sandbox="specwright"`.

Each sample has a sandbox of its own, in which our own program runs commands and keeps files. It has the commands of
this machine's /usr/bin, no network, and none of its other files.
"""

from __future__ import annotations

import asyncio
import base64
import builtins
import itertools
import json
from importlib.resources import files
from typing import Any, ClassVar, Final, Literal, overload

from inspect_ai.util import (
    ExecResult,
    OutputLimitExceededError,
    SandboxEnvironment,
    SandboxEnvironmentConfigType,
    SandboxEnvironmentLimits,
    SandboxUnavailableError,
    SandboxUserUnsupportedError,
    sandboxenv,
)

from specwright.client.asynchronous import AsyncClient
from specwright.core.errors import SandboxUnavailable
from specwright.core.program.untrusted import UNREADABLE, parse_untrusted
from specwright.ports.sandbox import Job, Limits, Mount, Session
from specwright.sandbox import toolchain_for

HOME: Final = "/box"
LIFETIME: Final = 6 * 3600.0
"""Seconds that the sandbox of one sample lasts at most."""
LIMITS: Final = Limits(
    wall_seconds=LIFETIME,
    cpu_seconds=LIFETIME,
    memory_bytes=2**31,
    processes=256,
    file_bytes=2**29,
    output_bytes=2**28,
)
LONGEST: Final = 24 * 3600
_ERRORS: Final = ("TimeoutError", "PermissionError", "FileNotFoundError", "IsADirectoryError", "NotADirectoryError")


@sandboxenv(name="specwright")
class SpecwrightSandbox(SandboxEnvironment):  # type: ignore[misc]
    """One sample's sandbox. Commands run side by side; the files last as long as the sample."""

    _client: ClassVar[AsyncClient | None] = None
    _tasks: ClassVar[int] = 0

    @classmethod
    async def task_init(cls, task_name: str, config: SandboxEnvironmentConfigType | None) -> None:
        cls._client = cls._client or AsyncClient(model="none")
        cls._tasks += 1

    @classmethod
    async def task_cleanup(cls, task_name: str, config: SandboxEnvironmentConfigType | None, cleanup: bool) -> None:
        cls._tasks -= 1
        if not cls._tasks and cls._client is not None:
            client, cls._client = cls._client, None
            await client.close()

    @classmethod
    async def sample_init(
        cls, task_name: str, config: SandboxEnvironmentConfigType | None, metadata: dict[str, str]
    ) -> dict[str, SandboxEnvironment]:
        assert cls._client is not None
        try:
            return {"default": cls(await _opened(cls._client))}
        except SandboxUnavailable as error:
            raise SandboxUnavailableError(f"{error.message}; {error.hint}") from error

    @classmethod
    async def sample_cleanup(
        cls,
        task_name: str,
        config: SandboxEnvironmentConfigType | None,
        environments: dict[str, SandboxEnvironment],
        interrupted: bool,
    ) -> None:
        for environment in environments.values():
            await environment.as_type(SpecwrightSandbox).close()

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._numbers = itertools.count()
        self._open: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._reader = asyncio.ensure_future(self._read())

    async def close(self) -> None:
        """End the sandbox."""
        self._reader.cancel()
        await self._session.kill()

    async def exec(  # noqa: PLR0917 - Inspect's parameters
        self,
        cmd: list[str],
        input: str | bytes | None = None,  # noqa: A002 - Inspect's name
        cwd: str | None = None,
        env: dict[str, str] | None = None,
        user: str | None = None,
        timeout: int | None = None,  # noqa: ASYNC109 - Inspect's name
        timeout_retry: bool = True,
        concurrency: bool = True,
    ) -> ExecResult[str]:
        if user is not None:
            raise SandboxUserUnsupportedError(f"this sandbox has one user, and cannot run commands as {user!r}")
        most = SandboxEnvironmentLimits.MAX_EXEC_OUTPUT_SIZE
        told = await self._ask(
            "exec",
            cmd=cmd,
            input=_encoded(input or b""),
            cwd=_path(cwd or "."),
            env=env or {},
            timeout=timeout or LONGEST,
            most=most,
        )
        out, err = (base64.b64decode(told[name]).decode("utf-8", "replace") for name in ("out", "err"))
        return ExecResult(success=told["status"] == 0, returncode=told["status"], stdout=out, stderr=err)

    async def write_file(self, file: str, contents: str | bytes) -> None:
        await self._ask("write", path=_path(file), data=_encoded(contents))

    @overload
    async def read_file(self, file: str, text: Literal[True] = True) -> str: ...

    @overload
    async def read_file(self, file: str, text: Literal[False]) -> bytes: ...

    async def read_file(self, file: str, text: bool = True) -> str | bytes:
        most = SandboxEnvironmentLimits.MAX_READ_FILE_SIZE
        told = await self._ask("read", path=_path(file), most=most)
        if "data" not in told:
            raise OutputLimitExceededError(limit_str=f"{most >> 20} MiB", truncated_output=None)
        content = base64.b64decode(told["data"])
        return content.decode() if text else content

    async def _ask(self, do: str, **asked: Any) -> dict[str, Any]:
        """Return the answer of our program inside. Raise what it names, or SandboxUnavailableError."""
        number = next(self._numbers)
        answer = self._open[number] = asyncio.get_running_loop().create_future()
        if self._reader.done():
            raise SandboxUnavailableError("the sandbox of this sample has ended")
        await self._session.send(json.dumps({"id": number, "do": do, **asked}).encode() + b"\n")
        try:
            told: dict[str, Any] = await answer
        finally:
            self._open.pop(number, None)
        if told.get("error") in _ERRORS:
            raise getattr(builtins, told["error"])(str(told.get("words")))
        if "error" in told:
            raise OSError(str(told.get("words")))
        return told

    async def _read(self) -> None:
        """Pass on answers until the sandbox ends. Whoever still waits is told."""
        left = b""
        while data := await self._session.receive():
            *lines, left = (left + data).split(b"\n")
            for line in lines:
                try:
                    told = dict(parse_untrusted(line))
                    waiting = self._open[told["id"]]
                except UNREADABLE:
                    continue  # not by our program
                if not waiting.done():
                    waiting.set_result(told)
        for waiting in self._open.values():
            if not waiting.done():
                waiting.set_exception(
                    SandboxUnavailableError("the sandbox ended: its limits, or a command that ended it")
                )


async def _opened(client: AsyncClient) -> Session:
    sandbox = await client.sandbox()
    toolchain = toolchain_for(sandbox)
    commands = (Mount(source="/usr/bin"),)
    program = files(__package__).joinpath("inside.py").read_bytes()
    job = Job(
        argv=(toolchain.interpreter, "-S", "-P", "server.py"),
        files={"server.py": program},
        env={"PATH": "/usr/bin:/bin", "HOME": HOME, "LANG": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"},
        mounts=(*toolchain.mounts, *(() if any(mount.image for mount in toolchain.mounts) else commands)),
        limits=LIMITS,
    )
    return await sandbox.open(job)


def _path(name: str) -> str:
    return name if name.startswith("/") else f"{HOME}/{name}"


def _encoded(data: str | bytes) -> str:
    return base64.b64encode(data.encode() if isinstance(data, str) else data).decode()
