"""`specwright exec` and `specwright sandbox build`: the sandbox by itself."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, Final, Literal

from specwright.adapters.sandbox.image import build_from_definition, build_image
from specwright.adapters.sandbox.podman import engine_arguments
from specwright.adapters.toolchains import ready
from specwright.config import SandboxConfig, load_settings
from specwright.core.errors import UserError
from specwright.core.text import printable
from specwright.languages.python import ENVIRONMENT
from specwright.sandbox import (
    ExecEnding,
    ExecResult,
    Job,
    Limits,
    SandboxType,
    open_sandbox,
    parse_size,
    toolchain_for,
)
from specwright.surfaces.cli.session import run_until_done

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

    What it printed is shown with everything that could act on a terminal written out. Raises UserError and
    SandboxUnavailable.
    """
    if language != "python":
        raise UserError(f"exec cannot run {language} files", hint="it runs Python: --lang python")
    try:
        code = file.read_bytes()
    except OSError as error:
        raise UserError(f"{file} cannot be read: {error.strerror}") from error
    limits = Limits(wall_seconds=seconds, cpu_seconds=seconds, memory_bytes=parse_size(memory))
    kind, level, result = run_until_done(_run(code, stdin, limits, sandbox, image))
    if as_json:
        print(json.dumps({"sandbox": kind, "level": level, **_as_data(result)}))
    else:
        _show(result)
    return _status(result)


async def _run(
    code: bytes, stdin: bytes, limits: Limits, kind: SandboxType, image: str | None
) -> tuple[str, str, ExecResult]:
    sandbox = await open_sandbox(kind, image=image)
    try:
        toolchain = toolchain_for(sandbox)
        job = Job(
            argv=(toolchain.interpreter, "-S", "-s", "-P", "-B", "main.py"),
            files={"main.py": code},
            stdin=stdin,
            env=ENVIRONMENT,
            mounts=toolchain.mounts,
            limits=limits,
        )
        return sandbox.name, sandbox.level, await sandbox.run(job)
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


def _show(result: ExecResult) -> None:
    sys.stdout.write(printable(result.stdout))
    sys.stdout.flush()
    sys.stderr.write(printable(result.stderr))
    if result.ending is not ExecEnding.EXITED:
        number = f" {result.signal}" if result.ending is ExecEnding.SIGNALLED else ""
        print(f"specwright: the program was ended: {result.ending.value}{number}", file=sys.stderr)


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
        name = run_until_done(build_image(command, None if language == "python" else ready(language), image))
    print(f"made {name}")
    return 0
