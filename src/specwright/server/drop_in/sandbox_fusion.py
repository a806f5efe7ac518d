"""SandboxFusion's interface: `POST /run_code` and `GET /v1/ping`. Reinforcement learning stacks have clients for it."""

from __future__ import annotations

import base64
import binascii
from typing import Annotated, Final, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from starlette.responses import PlainTextResponse, Response

from specwright.core.errors import SandboxUnavailable, SpecwrightError, ToolchainMissing, UserError
from specwright.core.sizes import parse_size
from specwright.languages.registry import LANGUAGES
from specwright.ports.sandbox import ExecResult
from specwright.server.drop_in.programs import LANGUAGE_OF, LATE, signal_of, text_of
from specwright.server.operations import OperationCall

MOST_SECONDS: Final = 120.0
MOST_MEMORY_MB: Final = 4096


def _language(name: str) -> str:
    language = LANGUAGE_OF.get(name.lower())
    if language is None:
        raise ValueError(f"there is no language {name!r} here; there are {', '.join(LANGUAGES)}")
    return language


class RunCode(BaseModel):
    """One program, with its input and its files. Fields that we do not know are passed over, as there."""

    model_config = ConfigDict(frozen=True)

    code: str = Field(max_length=4_000_000)
    language: Annotated[str, AfterValidator(_language), Field(json_schema_extra={"enum": list(LANGUAGES)})] = "python"
    stdin: str | None = None
    compile_timeout: float = Field(10, gt=0)
    run_timeout: float = Field(10, gt=0)
    memory_limit_MB: int = -1  # noqa: N815 - the name is theirs
    files: dict[str, str | None] = Field(default_factory=dict, max_length=200)
    """Contents in base64, by path."""
    fetch_files: tuple[str, ...] = Field((), max_length=200)


class CommandResult(BaseModel):
    """How a compiler or a program ended."""

    status: Literal["Finished", "Error", "TimeLimitExceeded"]
    execution_time: float | None = None
    return_code: int | None = None
    stdout: str | None = None
    stderr: str | None = None


class RunCodeReply(BaseModel):
    """What came of a program."""

    status: Literal["Success", "Failed", "SandboxError"]
    message: str
    compile_result: CommandResult | None = None
    run_result: CommandResult | None = None
    executor_pod_name: str | None = None
    files: dict[str, str] = Field(default_factory=dict)
    """Contents of the files of `fetch_files` in base64."""


async def run_code(call: OperationCall) -> RunCodeReply:
    """Run one untrusted program, as SandboxFusion does."""
    asked = call.body
    assert isinstance(asked, RunCode)
    try:
        done = await call.service.client.exec(
            asked.code,
            language=asked.language,
            stdin=asked.stdin or "",
            seconds=min(asked.run_timeout, MOST_SECONDS),
            memory=_memory(asked.memory_limit_MB, call),
            build_seconds=min(asked.compile_timeout, MOST_SECONDS),
            files={path: _content(path, text) for path, text in asked.files.items() if text is not None},
            collect=asked.fetch_files,
        )
    except UserError as error:
        return RunCodeReply(status="Failed", message=error.message)
    except (SandboxUnavailable, ToolchainMissing) as error:
        return _our_failure(error)
    built = _command(done.build) if done.build is not None else None
    if done.stage == "build":
        return RunCodeReply(status="Failed", message="", compile_result=built)
    ran = _command(done.result)
    return RunCodeReply(
        status="Success" if ran.return_code == 0 else "Failed",
        message="",
        compile_result=built,
        run_result=ran,
        files={path: base64.b64encode(content).decode() for path, content in done.result.files.items()},
    )


async def ping(call: OperationCall) -> Response:
    """Answer `pong`."""
    return PlainTextResponse('"pong"', media_type="application/json")


def _command(result: ExecResult) -> CommandResult:
    late, signal = result.ending in LATE, signal_of(result)
    return CommandResult(
        status="TimeLimitExceeded" if late else "Finished",
        execution_time=round(result.wall_seconds, 6),
        return_code=None if late else result.exit_code if signal is None else -signal,
        stdout=text_of(result.stdout),
        stderr=text_of(result.stderr),
    )


def _memory(asked: int, call: OperationCall) -> int:
    """Return the limit in bytes; -1 means that of the server."""
    if asked <= 0:
        return parse_size(call.service.client.settings.sandbox_config.memory_limit)
    return min(asked, MOST_MEMORY_MB) * 2**20


def _content(path: str, text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except binascii.Error as error:
        raise UserError(f"the content of {path[:80]!r} is not base64") from error


def _our_failure(error: SpecwrightError) -> RunCodeReply:
    hint = f" (next: {error.hint})" if error.hint else ""
    return RunCodeReply(status="SandboxError", message=f"{error.message}{hint}")
