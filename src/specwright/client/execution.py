"""One untrusted program in the sandbox, without tests and without a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from specwright.app import Resources
from specwright.core.errors import UserError
from specwright.core.sizes import parse_size
from specwright.core.value import Value
from specwright.languages.registry import LANGUAGES
from specwright.ports.language import Standalone
from specwright.ports.sandbox import ExecResult, Job, Limits, Sandbox, Session

_LONGEST_PATH: Final = 500
_LONGEST_NAME: Final = 255


class ExecReport(Value):
    """How a program ended, and its output."""

    sandbox: str
    level: str
    """The walls that held."""
    stage: str
    """`run`, or `build` if the program could not be built."""
    result: ExecResult
    build: ExecResult | None = None
    """How the build ended, if the language has one."""

    def to_dict(self) -> dict[str, Any]:
        """Return it as JSON data, outputs as text."""
        result = self.result
        return {
            "sandbox": self.sandbox,
            "level": self.level,
            "stage": self.stage,
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


async def execute_program(
    resources: Resources,
    code: str | bytes,
    *,
    language: str = "python",
    stdin: str | bytes = b"",
    seconds: float = 30.0,
    memory: str | int = "512m",
    build_seconds: float | None = None,
    arguments: Sequence[str] = (),
    files: Mapping[str, bytes] = MappingProxyType({}),
    collect: Sequence[str] = (),
) -> ExecReport:
    """Build the program if it needs that, and run it. Raise UserError, SandboxUnavailable or ToolchainMissing.

    `files` lie beside the program by their paths, and those of `collect` come back in `ExecReport.result.files`.
    `build_seconds` is for the build, by default as many as for the run.
    """
    for path in (*files, *collect):
        check_path(path)
    sandbox, program = await _prepared(resources, code, language, stdin=stdin, seconds=seconds, memory=memory)
    built_files: dict[str, bytes] = {}
    built: ExecResult | None = None
    if program.build is not None:
        built = await resources.builds.built(sandbox, _with_time(program.build, build_seconds))
        built_files = built.files
        if built.exit_code != 0 or not built_files:
            return ExecReport(sandbox=sandbox.name, level=sandbox.level, stage="build", result=built, build=built)
    job = program.built(built_files)
    if taken := job.files.keys() & files.keys():
        raise UserError(f"{min(taken)} is the program itself", hint="give the file another name")
    _check_folders({*job.files, *files})
    if any("\0" in argument for argument in arguments):
        raise UserError("an argument has a character that no argument can have: NUL", hint="leave it out")
    job = job.model_copy(
        update={
            "argv": (*job.argv, *arguments),
            "files": {**job.files, **files},
            "env": {**job.env, **(program.beside if files else {})},
            "collect": (*job.collect, *collect),
        }
    )
    result = await sandbox.run(job)
    return ExecReport(sandbox=sandbox.name, level=sandbox.level, stage="run", result=result, build=built)


def check_path(path: str) -> None:
    """Raise UserError unless the path is that of a file below the program's folder."""
    parts = path.split("/")
    longest = max(len(part.encode("utf-8", "surrogatepass")) for part in parts)
    if not path or len(path) > _LONGEST_PATH or longest > _LONGEST_NAME or "\0" in path or {"", ".", ".."} & set(parts):
        raise UserError(
            f"{path[:80]!r} is no path of a file below the program's folder", hint="give a path such as data/in.txt"
        )


def _check_folders(paths: set[str]) -> None:
    """Raise UserError if one of the files would have to be the folder of another."""
    for path in sorted(paths):
        parts = path.split("/")
        folder = next((up for end in range(1, len(parts)) if (up := "/".join(parts[:end])) in paths), None)
        if folder is not None:
            raise UserError(f"{folder} would be a file and the folder of {path[:80]}", hint="give one another name")


def _with_time(build: Job, seconds: float | None) -> Job:
    if seconds is None:
        return build
    limits = build.limits.model_copy(update={"wall_seconds": seconds, "cpu_seconds": seconds})
    return build.model_copy(update={"limits": limits})


async def open_program(
    resources: Resources, code: str | bytes, *, language: str, seconds: float, memory: str | int
) -> Session:
    """Start the program and leave its input open. Raise as `execute_program`, and UserError if it cannot be built."""
    sandbox, program = await _prepared(resources, code, language, seconds=seconds, memory=memory)
    files: dict[str, bytes] = {}
    if program.build is not None:
        built = await resources.builds.built(sandbox, program.build)
        files = built.files
        if built.exit_code != 0 or not files:
            words = (built.stderr or built.stdout).decode("utf-8", "backslashreplace").strip()
            raise UserError(f"the program could not be built: {words[:2000]}", hint="correct the program")
    return await sandbox.open(program.built(files))


async def _prepared(
    resources: Resources,
    code: str | bytes,
    language: str,
    *,
    stdin: str | bytes = b"",
    seconds: float,
    memory: str | int,
) -> tuple[Sandbox, Standalone]:
    if language not in LANGUAGES:
        raise UserError(f"exec cannot run {language} files", hint=f"choose one of {', '.join(LANGUAGES)}")
    size = parse_size(memory) if isinstance(memory, str) else memory
    limits = Limits(wall_seconds=seconds, cpu_seconds=seconds, memory_bytes=size)
    sandbox = await resources.real_sandbox()
    toolchain = await resources.toolchain(language)
    return sandbox, toolchain.standalone(_bytes(code), _bytes(stdin), limits)


def _bytes(text: str | bytes) -> bytes:
    return text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
