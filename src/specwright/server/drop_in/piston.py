"""Piston's interface: `POST /api/v2/execute` and `GET /api/v2/runtimes`."""

from __future__ import annotations

import base64
import binascii
from http import HTTPStatus
from string import ascii_lowercase
from typing import Final, Literal

from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import JSONResponse, Response

from specwright.client.toolchains import LanguageHere
from specwright.core.errors import SpecwrightError, UserError
from specwright.core.sizes import parse_size
from specwright.ports.sandbox import ExecEnding, ExecResult
from specwright.server.drop_in.programs import ALIASES, LANGUAGE_OF, LATE, name_of, signal_of, text_of
from specwright.server.errors import refusal_of
from specwright.server.operations import OperationCall

MOST_MILLISECONDS: Final = 60_000
_STATUS: Final = {ExecEnding.OUTPUT_LIMIT: "OL"}


class PistonFile(BaseModel):
    """A file; the first one is the program."""

    model_config = ConfigDict(frozen=True)

    name: str = Field("", max_length=500)
    content: str = Field(max_length=4_000_000)
    encoding: Literal["utf8", "base64", "hex"] = "utf8"


class Execute(BaseModel):
    """One program, with its input, arguments and further files."""

    model_config = ConfigDict(frozen=True)

    language: str = Field(max_length=100)
    version: str = Field(max_length=100)
    files: tuple[PistonFile, ...] = Field(min_length=1, max_length=200)
    stdin: str = ""
    args: tuple[str, ...] = Field((), max_length=200)
    compile_timeout: float = Field(10_000, gt=0, le=MOST_MILLISECONDS)
    run_timeout: float = Field(3_000, gt=0, le=MOST_MILLISECONDS)
    compile_memory_limit: int = -1
    run_memory_limit: int = -1


class PistonStage(BaseModel):
    """How the compiler or the program ended."""

    stdout: str
    stderr: str
    output: str
    code: int | None
    signal: str | None
    message: str | None = None
    status: str | None = None
    cpu_time: float
    """In milliseconds."""
    wall_time: float
    memory: int | None
    """In bytes."""


class ExecuteReply(BaseModel):
    """What came of a program. `run` is left out if it was not built."""

    language: str
    version: str
    run: PistonStage | None = None
    compile: PistonStage | None = None


async def runtimes(call: OperationCall) -> Response:
    """List the languages of this machine, as Piston does."""
    found = [one for one in await call.service.toolchains() if one.usable]
    rows = [
        {"language": one.language, "version": version_of(one), "aliases": list(ALIASES.get(one.language, ()))}
        for one in found
    ]
    return JSONResponse(rows)


async def execute(call: OperationCall) -> Response:
    """Run one untrusted program, as Piston does."""
    asked = call.body
    assert isinstance(asked, Execute)
    language = LANGUAGE_OF.get(asked.language.lower(), "")
    found = [one for one in await call.service.toolchains() if one.usable and one.language == language]
    if not found or not _matches(asked.version, version_of(found[0])):
        return _refusal(f"{asked.language}-{asked.version} runtime is unknown")
    code, *others = asked.files
    try:
        done = await call.service.client.exec(
            _content(code),
            language=language,
            stdin=asked.stdin,
            seconds=asked.run_timeout / 1000,
            memory=_memory(asked.run_memory_limit, call),
            build_seconds=asked.compile_timeout / 1000,
            arguments=asked.args,
            files={file.name or f"file{number}.code": _content(file) for number, file in enumerate(others, 1)},
        )
    except UserError as error:
        return _refusal(error.message)
    except SpecwrightError as error:
        refused = refusal_of(error)
        return JSONResponse({"message": error.message}, refused.status)
    reply = ExecuteReply(
        language=language,
        version=version_of(found[0]),
        compile=_stage(done.build) if done.build is not None else None,
        run=_stage(done.result) if done.stage == "run" else None,
    )
    return JSONResponse({name: value for name, value in reply.model_dump().items() if value is not None})


def version_of(found: LanguageHere) -> str:
    """Return the bare version: clients compare it number by number."""
    words = [word.lstrip(ascii_lowercase) for word in found.version.split()]
    return next((word for word in words if word[:1].isdigit()), found.version)


def _matches(asked: str, here: str) -> bool:
    """Return whether our version is one of those asked for: all, a beginning, or one marked with ^, ~ or >=."""
    wanted = asked.lstrip("^~>=v").removesuffix(".x").removesuffix(".*")
    if wanted in ("", "*", "x", "latest"):
        return True
    if asked.startswith(">="):
        return _numbers(here) >= _numbers(wanted)
    if asked.startswith("^"):
        return here.split(".", maxsplit=1)[0] == wanted.split(".")[0] and _numbers(here) >= _numbers(wanted)
    return here == wanted or here.startswith(f"{wanted}.")


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdecimal() and len(part) < 9)


def _stage(result: ExecResult) -> PistonStage:
    number, late = signal_of(result), result.ending in LATE
    stdout, stderr = text_of(result.stdout), text_of(result.stderr)
    status = "TO" if late else _STATUS.get(result.ending) or ("SG" if number else "RE" if result.exit_code else None)
    return PistonStage(
        stdout=stdout,
        stderr=stderr,
        output=stdout + stderr,
        code=None if number is not None else result.exit_code,
        signal=None if number is None else name_of(number),
        message=None if result.ending is ExecEnding.EXITED else result.ending.value,
        status=status,
        cpu_time=round(1000 * result.cpu_seconds, 3),
        wall_time=round(1000 * result.wall_seconds, 3),
        memory=result.peak_memory_bytes,
    )


def _content(file: PistonFile) -> bytes:
    try:
        match file.encoding:
            case "base64":
                return base64.b64decode(file.content, validate=True)
            case "hex":
                return bytes.fromhex(file.content)
            case _:
                return file.content.encode("utf-8", "surrogatepass")
    except (binascii.Error, ValueError) as error:
        raise UserError(f"the content of a file is not {file.encoding}") from error


def _memory(asked: int, call: OperationCall) -> int:
    usual = parse_size(call.service.client.settings.sandbox_config.memory_limit)
    return usual if asked <= 0 else min(asked, 4 * 2**30)


def _refusal(message: str) -> Response:
    """Return a refusal in Piston's own form."""
    return JSONResponse({"message": message}, HTTPStatus.BAD_REQUEST)
