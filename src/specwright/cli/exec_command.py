"""`specwright exec` and `specwright sandbox build`: the sandbox by itself."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any, BinaryIO, Final, Literal

from specwright.cli.session import run_until_done
from specwright.client.asynchronous import AsyncClient
from specwright.client.execution import ExecReport
from specwright.client.toolchains import LANGUAGES, make_image
from specwright.config import Settings, load_settings
from specwright.core.errors import UserError
from specwright.core.text import printable
from specwright.ports.sandbox import ExecEnding, ExecResult

MAX_BYTES: Final = 64 * 2**20
"""Of a program, and of its input."""
_EXIT: Final = {
    ExecEnding.TIMEOUT: 124,
    ExecEnding.CPU_LIMIT: 124,
    ExecEnding.OUT_OF_MEMORY: 137,
    ExecEnding.OUTPUT_LIMIT: 141,
    ExecEnding.PROCESS_LIMIT: 1,
    ExecEnding.FORBIDDEN: 159,
}
"""The status that a shell reports. Our own failures have statuses of their own (see core/errors.py)."""


def settings_for(flags: dict[str, dict[str, Any]]) -> Settings:
    """Return the settings that the flags ask for. Raise UserError."""
    return load_settings(flags)


def given_input(argument: str | None) -> bytes:
    """Return the program's input: `-` is our own input, `@FILE` a file, anything else the text itself."""
    if argument is None:
        return b""
    if argument == "-":
        return _at_most(sys.stdin.buffer, "standard input")
    if not argument.startswith("@"):
        return argument.encode()
    return _content(Path(argument[1:]))


def _content(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return _at_most(file, str(path))
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}", hint="correct the path") from error


def _at_most(file: BinaryIO, name: str) -> bytes:
    """Return all of it, unless it is more than a sandbox is given: a device may have no end."""
    content = file.read(MAX_BYTES + 1)
    if len(content) > MAX_BYTES:
        raise UserError(f"{name} has more than {MAX_BYTES // 2**20} MiB", hint="give a smaller file")
    return content


def run_exec(
    file: Path,
    *,
    language: str = "python",
    stdin: bytes = b"",
    as_json: bool = False,
    settings: Settings | None = None,
    seconds: float = 30.0,
    memory: str = "512m",
) -> int:
    """Run one untrusted file and report. Return its exit status, or the one that a shell reports for its end.

    Control characters in its output are written out. Raise UserError,
    SandboxUnavailable and ToolchainMissing.
    """
    if language not in LANGUAGES:
        raise UserError(f"exec cannot run {language} files", hint=f"choose one of {', '.join(LANGUAGES)}")
    code = _content(file)
    ran = run_until_done(
        _execute(settings or load_settings(), code, language=language, stdin=stdin, seconds=seconds, memory=memory)
    )
    if as_json:
        print(json.dumps(ran.to_dict()))
    else:
        _show(ran)
    return _status(ran.result)


async def _execute(settings: Settings, code: bytes, **options: Any) -> ExecReport:
    async with AsyncClient(settings) as client:
        return await client.exec(code, **options)


def _show(ran: ExecReport) -> None:
    result = ran.result
    # Messages of compilers are no output of the program.
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
    """Make the image that containers run a language in. Raise SandboxUnavailable or ToolchainMissing."""
    made = run_until_done(make_image(engine, language, image=image, registry=registry))
    if made.packaged is not None:
        tests = "tests of packages" if made.packaged else "no tests of packages"
        print(f"for calls, {tests}, and with {', '.join(made.tools) or 'no tools that look at packages'}")
    print(f"made {made.name}")
    return 0
