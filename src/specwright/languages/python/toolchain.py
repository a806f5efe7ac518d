"""Python: how its code is laid out, called and read back."""

from __future__ import annotations

import ast
import json
import platform
import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from specwright.core.evidence.outcome import Outcome
from specwright.core.program.data import decode, show
from specwright.core.program.signature import Default, Parameter, ParamRole, Signature
from specwright.core.program.surroundings import Surrounding
from specwright.core.program.types import Type
from specwright.languages.common.calls import read_outcomes
from specwright.languages.common.declarations import conduct_notes
from specwright.languages.common.interpreted import Interpreted
from specwright.languages.common.kinds.programs import ProgramForm
from specwright.languages.common.kinds.standalone import with_memory
from specwright.languages.common.source import without_mark
from specwright.languages.common.tools.interpreter import ENVIRONMENT, LAST_WORDS, local_interpreter
from specwright.languages.common.tools.libraries import ONE_THREAD, Libraries
from specwright.languages.drivers import START, driver_file, python_program
from specwright.languages.python.classes import PythonClasses
from specwright.languages.python.imports import add_imports, foreign_imports
from specwright.languages.python.special import PythonSpecial, preamble, special_type
from specwright.languages.python.surroundings import has_sets, surroundings
from specwright.languages.registry import ROWS
from specwright.ports.language import CallLimits, Inputs, Program, Standalone
from specwright.ports.sandbox import ExecResult, Job, Limits, Mount, Runner

_TYPES: Final = {"any": "object", "map": "dict"}
# What the driver itself and the interpreter need beside what a call may use.
_DRIVER_MEMORY: Final = 128 * 1024 * 1024
_START_SECONDS: Final = 10.0
# Every call has a limit of its own; this one only ends a driver that has gone wrong.
_CPU_SECONDS: Final = 3600.0
_ELSEWHERE: Final = (("2", "Asia/Kolkata"), ("7", "America/New_York"))
"""Seeds of hashes, and time zones."""
_TRIAL_SECONDS: Final = 120.0
_TRIAL_MEMORY: Final = 4 * 1024**3
# What a call may import of the packages beyond what was imported ahead.
_LIBRARY_SLACK: Final = 192 * 1024 * 1024
_PRELOADED: Final = frozenset(
    {
        *("abc", "array", "bisect", "collections", "contextlib", "copy", "dataclasses", "datetime", "decimal", "enum"),
        *("fractions", "functools", "heapq", "io", "itertools", "json", "math", "numbers", "operator", "random"),
        *("re", "statistics", "string", "textwrap", "threading", "typing"),
    }
)
"""Modules that the driver imports once for all calls, if a program names them."""


_START_MAIN: Final = """
have_usual_builtins()
with open(sys.argv[1], "rb") as file:
    text = file.read()
sys.exit(run(sys.argv[1], sys.argv[2:], text))
"""


class PythonToolchain(Interpreted):
    """Calls Python functions through a driver that is started ahead of time and forks for every call.

    Without arguments it takes the interpreter that runs us, mounted into the sandbox. For a sandbox with an image of
    its own give the interpreter's name in there, and no mounts.
    """

    facts = ROWS["python"]
    language = facts.name
    programs = ProgramForm(note="One file, which is run as a program: python3 main.py")

    def __init__(self, interpreter: str | None = None, mounts: Sequence[Mount] = ()) -> None:
        self.version = "" if interpreter is not None else platform.python_version()
        if interpreter is None:
            interpreter, mounts = local_interpreter()
        self.classes = PythonClasses(_parameter, _type)
        self.special = PythonSpecial()
        self.interpreter: str = interpreter
        self.mounts: tuple[Mount, ...] = tuple(mounts)
        self.libraries: Libraries | None = None

    def with_libraries(self, libraries: Libraries) -> PythonToolchain:
        """Return the toolchain whose programs may import these packages."""
        made = PythonToolchain(self.interpreter, self.mounts)
        made.version = self.version
        made.mounts, made.libraries = (*self.mounts, libraries.mount), libraries
        return made

    def trial(self, libraries: Libraries) -> Job:
        """Return the job that imports the packages once and reports what that takes and leaves."""
        packages = (f"{name}={','.join(modules)}" for name, modules in libraries.imports)
        return Job(
            argv=(self.interpreter, "-S", "-s", "-P", "-B", START, libraries.path, *packages),
            files=python_program("trial"),
            env={**ENVIRONMENT, **ONE_THREAD},
            mounts=(*self.mounts, libraries.mount),
            limits=Limits(wall_seconds=_TRIAL_SECONDS, cpu_seconds=_TRIAL_SECONDS, memory_bytes=_TRIAL_MEMORY),
            report=True,
        )

    @property
    def library_memory(self) -> int:
        """Return the memory that importing the packages takes, beside what a call may use."""
        return self.libraries.memory_bytes + _LIBRARY_SLACK if self.libraries else 0

    @property
    def environment(self) -> dict[str, str]:
        """Return the environment in which programs find the packages."""
        libraries = self.libraries
        return {**ENVIRONMENT, **ONE_THREAD, "PYTHONPATH": libraries.path} if libraries else ENVIRONMENT

    def declaration(self, signature: Signature) -> str:
        # Whoever yields in an asynchronous function returns an asynchronous iterator.
        kind = "async def" if signature.asynchronous else "def"
        params = ", ".join(_parameters(signature))
        notes = [
            f"# {param.name} is {show(param.default.value)} if it is None or left out\n"
            for param in signature.params
            if param.default and _is_shared(param.default)
        ]
        returns = _type(signature.returns)
        if signature.asynchronous and signature.returns.kind == "iterator":
            returns = f"Async{returns}"
        head = f"{''.join(notes)}{conduct_notes(signature, '#')}"
        return f"{preamble(signature, _type)}{head}{kind} {signature.name}({params}) -> {returns}:"

    def objection(self, program: Program) -> str | None:
        return _objection(program.code, program.signature.name)

    def calls(
        self,
        program: Program,
        built: Mapping[str, bytes],
        inputs: Sequence[Mapping[str, Any]],
        limits: CallLimits,
        alone: int,
    ) -> Job:
        return self._calls([(program, inputs)], limits, alone)

    def calls_of_many(self, programs: Sequence[tuple[Program, Inputs]], limits: CallLimits) -> Job | None:
        return self._calls(programs, limits, 0)

    def _calls(self, programs: Sequence[tuple[Program, Inputs]], limits: CallLimits, alone: int) -> Job:
        parts: dict[bytes, int] = {}
        calls: dict[tuple[int, int], bytes] = {}

        def part(content: bytes) -> int:
            return parts.setdefault(content, len(parts))

        rows = []
        for program, inputs in programs:
            signature = program.signature
            told = calls.get((id(signature), id(inputs)))
            if told is None:
                bound = [list(signature.bound(given, omits=True).values()) for given in inputs]
                told = calls[id(signature), id(inputs)] = json.dumps(bound).encode()
            text = without_mark(program.code).encode("utf-8", "surrogatepass")
            head = {"entry": signature.name, "awaits": signature.asynchronous, "count": len(inputs)}
            rows.append({"text": part(text), "calls": part(told), **head})
        work = {
            "sizes": list(map(len, parts)),
            "programs": rows,
            "alone": alone,
            "seconds": limits.seconds,
            "memory": limits.memory_bytes + (self.libraries.address_bytes + _LIBRARY_SLACK if self.libraries else 0),
            "seed": limits.seed,
            "exact": limits.exact,
            "modules": sorted(_PRELOADED & {word for program, _ in programs for word in _words(program.code)}),
        }
        children = alone + len(programs)
        seconds = _START_SECONDS + children * (limits.seconds + 0.5)
        head_text = json.dumps(work).encode()
        return self._job(limits, seconds, b"".join((b"%12d" % len(head_text), head_text, *parts)))

    def idle(self, limits: CallLimits) -> Job | None:
        return self._job(limits, _START_SECONDS, b"")

    def _job(self, limits: CallLimits, seconds: float, stdin: bytes) -> Job:
        libraries = (self.libraries.path, *self.libraries.ahead) if self.libraries else ()
        return Job(
            argv=(self.interpreter, "-S", "-s", "-P", "-B", START, *libraries),
            files=python_program("driver"),
            stdin=stdin,
            env={**ENVIRONMENT, **ONE_THREAD} if libraries else ENVIRONMENT,
            mounts=self.mounts,
            limits=Limits(
                wall_seconds=seconds,
                cpu_seconds=_CPU_SECONDS,
                memory_bytes=limits.memory_bytes + _DRIVER_MEMORY + self.library_memory,
            ),
            report=True,
            last_words=LAST_WORDS,
        )

    def outcomes(self, result: ExecResult, program: Program, count: int) -> tuple[Outcome, ...]:
        return read_outcomes(result, count)

    def add_imports(self, code: str) -> str:
        return add_imports(code)

    def foreign_imports(self, code: str) -> tuple[str, ...]:
        return foreign_imports(code)

    def surroundings(self, code: str) -> tuple[Surrounding, ...]:
        return surroundings(code)

    def elsewhere(self, job: Job, code: str) -> tuple[Job, ...]:
        env = [{**job.env, "PYTHONHASHSEED": seed, "TZ": zone} for seed, zone in _ELSEWHERE]
        return tuple(job.model_copy(update={"env": each}) for each in env) if has_sets(code) else ()

    def standalone(self, code: bytes, stdin: bytes, limits: Limits) -> Standalone:
        argv = (self.interpreter, "-S", "-s", "-P", "-B", "-c", _starter(), "main.py")
        return Standalone(
            start_seconds=0.2,
            beside={"PYTHONPATH": "."},
            run=Job(
                argv=argv,
                files={"main.py": code},
                stdin=stdin,
                env=self.environment,
                mounts=self.mounts,
                limits=with_memory(limits, self.library_memory),
                runner=self._runner(argv),
            ),
        )

    def _runner(self, argv: tuple[str, ...]) -> Runner:
        return Runner(
            stands_for=argv,
            argv=(self.interpreter, "-S", "-s", "-P", "-B", START),
            files=python_program("main_driver"),
            memory_bytes=_DRIVER_MEMORY,
        )

    def syntax_objection(self, code: str) -> str | None:
        parsed = _parsed(code)
        return parsed if isinstance(parsed, str) else None

    def is_kind(self, error: str, kind: str) -> bool:
        return error == kind


@cache
def _starter() -> str:
    """Return the text for `python -c` that runs a file as the main program."""
    return driver_file("main_program.py", "python").decode() + _START_MAIN


@lru_cache(maxsize=256)
def _words(code: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", code))


@lru_cache(maxsize=256)
def _objection(code: str, name: str) -> str | None:
    """Return why the code is no program with such a function. A run asks this of each candidate many times."""
    tree = _parsed(code)
    if isinstance(tree, str):
        return tree
    return None if name in _bound_names(tree) else f"there is no function named {name}"


def _parsed(code: str) -> ast.Module | str:
    """Return the code's tree, or why it has none."""
    try:
        return ast.parse(without_mark(code))
    except SyntaxError as error:
        return f"SyntaxError: {error.msg} (line {error.lineno})"
    except (ValueError, RecursionError, MemoryError) as error:
        return f"the code cannot be parsed: {type(error).__name__} {error}".rstrip()


def _parameters(signature: Signature) -> list[str]:
    """Return the parameters; those that are given by name are behind a star."""
    named = [_parameter(param) for param in signature.own_params if param.role is ParamRole.KEYWORD]
    plain = [_parameter(param) for param in signature.own_params if param.role is not ParamRole.KEYWORD]
    return [*plain, "*", *named] if named else plain


def _parameter(param: Parameter) -> str:
    if param.default is None:
        return f"{param.name}: {_type(param.type)}"
    if _is_shared(param.default):
        return f"{param.name}: {_type(param.type)} | None = None"
    return f"{param.name}: {_type(param.type)} = {decode(param.default.value)!r}"


def _is_shared(default: Default) -> bool:
    """Return whether all calls would share the value. It is then declared as None, and made anew in each call."""
    return isinstance(default.value, list | dict)


def _type(wanted: Type) -> str:
    if (special := special_type(wanted, _type)) is not None:
        return special
    if wanted.kind == "optional":
        return f"{_type(wanted.args[0])} | None"
    name = _TYPES.get(wanted.kind, wanted.kind)
    if wanted.kind == "tuple" and not wanted.args:
        return "tuple[()]"
    return f"{name}[{', '.join(map(_type, wanted.args))}]" if wanted.args else name


def _bound_names(tree: ast.Module) -> set[str]:
    """Return every name that the module could bind, so that an unusual definition is not refused unrun."""
    names: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.alias):
            names.add((node.asname or node.name).split(".")[0])
    return names
