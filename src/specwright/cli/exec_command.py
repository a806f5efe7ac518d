"""`specwright exec` and `specwright sandbox build`: the sandbox by itself."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Awaitable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, Literal

from specwright.adapters.machine.contents import contents
from specwright.adapters.machine.toolchains import ready
from specwright.adapters.sandbox.containers.image import build_from_definition, build_image
from specwright.adapters.sandbox.containers.podman import engine_arguments
from specwright.cli.session import run_until_done
from specwright.config import SandboxConfig, load_settings
from specwright.core.errors import UserError
from specwright.core.text import printable
from specwright.languages.loading import toolchain_for
from specwright.languages.registry import LANGUAGES
from specwright.sandbox import ExecEnding, ExecResult, Limits, Sandbox, SandboxType, open_sandbox, parse_size

_EXIT: Final = {
    ExecEnding.TIMEOUT: 124,
    ExecEnding.CPU_LIMIT: 124,
    ExecEnding.OUT_OF_MEMORY: 137,
    ExecEnding.OUTPUT_LIMIT: 141,
    ExecEnding.PROCESS_LIMIT: 1,
    ExecEnding.FORBIDDEN: 159,
}
"""What a shell would have said. Our own failures have statuses of their own (see core/errors.py)."""


def settings_for(flags: dict[str, dict[str, Any]]) -> SandboxConfig:
    """The sandbox that the settings and flags ask for. Raises UserError."""
    return load_settings(flags).sandbox_config


def given_input(argument: str | None) -> bytes:
    """What the program is to read: `-` is our own input, `@FILE` a file, anything else the text itself."""
    if argument is None:
        return b""
    if argument == "-":
        return sys.stdin.buffer.read()
    if not argument.startswith("@"):
        return argument.encode()
    try:
        return Path(argument[1:]).read_bytes()
    except OSError as error:
        raise UserError(f"{argument[1:]} cannot be read: {error.strerror}", hint="correct the path") from error


def run_exec(
    file: Path,
    *,
    language: str = "python",
    stdin: bytes = b"",
    as_json: bool = False,
    sandbox: SandboxType = "auto",
    image: str | None = None,
    seconds: float = 30.0,
    memory: str = "512m",
) -> int:
    """Run one untrusted file and report. Returns its exit status, or what a shell says of the way it ended.

    What it printed is shown with everything that could act on a terminal written out. Raises UserError,
    SandboxUnavailable and ToolchainMissing.
    """
    if language not in LANGUAGES:
        raise UserError(f"exec cannot run {language} files", hint=f"choose one of {', '.join(LANGUAGES)}")
    try:
        code = file.read_bytes()
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}") from error
    limits = Limits(wall_seconds=seconds, cpu_seconds=seconds, memory_bytes=parse_size(memory))
    ran = run_until_done(_run(open_sandbox(sandbox, image=image), language, code, stdin, limits))
    if as_json:
        print(json.dumps({"sandbox": ran.sandbox, "level": ran.level, "stage": ran.stage, **_as_data(ran.result)}))
    else:
        _show(ran)
    return _status(ran.result)


@dataclass(frozen=True)
class _Ran:
    sandbox: str
    level: str
    stage: str
    """`run`, or `build` where it did not come to that."""
    result: ExecResult


async def _run(opening: Awaitable[Sandbox], language: str, code: bytes, stdin: bytes, limits: Limits) -> _Ran:
    sandbox = await opening
    try:
        toolchain = await asyncio.to_thread(toolchain_for, language, sandbox, ready)
        program = toolchain.standalone(code, stdin, limits)
        files: dict[str, bytes] = {}
        if program.build is not None:
            built = await sandbox.run(program.build)
            files = built.files
            if built.exit_code != 0 or not files:
                return _Ran(sandbox.name, sandbox.level, "build", built)
        return _Ran(sandbox.name, sandbox.level, "run", await sandbox.run(program.built(files)))
    finally:
        await sandbox.close()


def _as_data(result: ExecResult) -> dict[str, Any]:
    return {
        "ending": result.ending.value,
        "exit_code": result.exit_code,
        "signal": result.signal,
        "stdout": result.stdout.decode("utf-8", "backslashreplace"),
        "stderr": result.stderr.decode("utf-8", "backslashreplace"),
        "truncated": result.truncated,
        "wall_seconds": round(result.wall_seconds, 4),
        "cpu_seconds": round(result.cpu_seconds, 4),
        "peak_memory_bytes": result.peak_memory_bytes,
    }


def _show(ran: _Ran) -> None:
    result = ran.result
    # What compilers say is no output of the program, wherever they say it.
    (sys.stdout if ran.stage == "run" else sys.stderr).write(printable(result.stdout))
    sys.stdout.flush()
    sys.stderr.write(printable(result.stderr))
    if result.ending is not ExecEnding.EXITED:
        number = f" {result.signal}" if result.ending is ExecEnding.SIGNALLED else ""
        whose = "the program" if ran.stage == "run" else "its compiler"
        print(f"specwright: {whose} was ended: {result.ending.value}{number}", file=sys.stderr)
    elif ran.stage == "build":
        print("specwright: the program could not be built", file=sys.stderr)


def _status(result: ExecResult) -> int:
    if result.ending is ExecEnding.EXITED:
        return result.exit_code or 0
    if result.ending is ExecEnding.SIGNALLED:
        return 128 + (result.signal or 0)
    return _EXIT[result.ending]


def run_sandbox_build(
    engine: Literal["docker", "podman"], language: str, *, image: str | None = None, registry: bool = False
) -> int:
    """Make the image that containers run a language in: from this machine's own tools, with nothing downloaded.

    With `registry` from the definition that we ship. Raises SandboxUnavailable and ToolchainMissing.
    """
    command = (engine, *(engine_arguments() if engine == "podman" else ()))
    if registry:
        name = run_until_done(build_from_definition(command, language, image))
    else:
        inside = contents(language)
        name = run_until_done(build_image(command, inside, image))
        print(
            "for calls" + (", tests of packages" if inside.packaged else ", no tests of packages") + ", and with ",
            end="",
        )
        print(", ".join(map(str, inside.tools.here.values())) or "no tools that look at packages")
    print(f"made {name}")
    return 0
