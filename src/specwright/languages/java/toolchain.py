"""Java: how its code is laid out, built, called and read back.

The compiler is a program of ours around the JDK's own, which can be started ahead of time; it leaves one archive. Every
isolated call is a JVM of its own, started from an archive of loaded classes: class loaders in one JVM would be faster,
but share static state of the platform, threads and System properties.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from specwright.core.evidence.outcome import Outcome
from specwright.core.program.signature import Signature
from specwright.core.program.surroundings import Surrounding, named_in
from specwright.core.program.types import Type
from specwright.languages.common.calls import read_outcomes
from specwright.languages.common.crash_kinds import exhausted
from specwright.languages.common.declarations import conduct_notes, default_notes
from specwright.languages.common.error_kinds import is_kind
from specwright.languages.common.kinds.programs import ProgramForm
from specwright.languages.common.kinds.standalone import with_memory
from specwright.languages.common.names import camel, unreserved
from specwright.languages.common.shapes import shaped
from specwright.languages.common.source import unreadable, without_mark
from specwright.languages.common.supervised import KIT, Runtime, calls_job, idle_job
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.common.tools.interpreter import ENVIRONMENT
from specwright.languages.java.classes import JavaClasses
from specwright.languages.java.imports import add_imports, foreign_imports
from specwright.languages.java.special import JavaSpecial, record_lines, special_type
from specwright.languages.java.surroundings import SURROUNDINGS
from specwright.languages.registry import ROWS
from specwright.ports.language import CallLimits, Inputs, Program, Standalone
from specwright.ports.sandbox import ExecResult, Job, Limits, Mount

_RESERVED_WORDS: Final = (
    "abstract assert boolean break byte case catch char class const continue default do double else enum extends "
    "false final finally float for goto if implements import instanceof int interface long native new null package "
    "private protected public return short static strictfp super switch synchronized this throw throws transient true "
    "try var void volatile while record yield _"
)
RESERVED: Final = frozenset(_RESERVED_WORDS.split())
_SCALARS: Final = {"int": "long", "float": "double", "bool": "boolean", "str": "String", "any": "Object"}
_BOXED: Final = {"int": "Long", "float": "Double", "bool": "Boolean"}
_PROGRAM: Final = "program.jar"
_ARCHIVES: Final = (_PROGRAM, *(f"program{number}.jar" for number in range(1, 16)))
_PUBLIC_TYPE: Final = re.compile(
    r"^[ \t]*public\s+(?:(?:final|abstract|sealed|strictfp)\s+)*(?:class|record|interface|enum)\s+(\w+)", re.MULTILINE
)
_MAIN: Final = re.compile(r"\bstatic\s+(?:final\s+)?void\s+main\s*\(|\bvoid\s+main\s*\(")
_NO_CODE: Final = re.compile(r"/\*.*?\*/|//[^\n]*|\"(?:\\\\.|[^\"\\\\\n])*\"", re.DOTALL)
_ANY_TYPE: Final = re.compile(r"\b(?:class|record|interface|enum)\s+(\w+)")
_MEMORY_SIGNS: Final = ("java.lang.OutOfMemoryError", "insufficient memory for the Java Runtime")
# Metaspace, code cache, threads and archive of an otherwise empty JVM.
OWN_MEMORY: Final = 192 * 1024 * 1024
_RESERVED_SPACE: Final = 4 * 1024**3
BUILD_LIMITS: Final = Limits(
    wall_seconds=60.0, cpu_seconds=30.0, memory_bytes=768 * 2**20, processes=128, open_files=1024, file_bytes=64 * 2**20
)
_SHARED_LIMITS: Final = BUILD_LIMITS.model_copy(update={"wall_seconds": 30.0})
"""For several programs: those that are not done then are built by themselves."""
CLASS_PATH: Final = "../kit/driver.jar"
"""Relative, because an archive of loaded classes holds only for the class path as it was written."""
FLAGS: Final = ("-Xshare:auto", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-XX:-UsePerfData")
ERROR_KINDS: Final = {
    "ValueError": {"IllegalArgumentException", "NumberFormatException", "DateTimeException"},
    "TypeError": {"IllegalArgumentException", "ClassCastException", "NullPointerException"},
    "IndexError": {"IndexOutOfBoundsException", "ArrayIndexOutOfBoundsException", "StringIndexOutOfBoundsException"},
    "KeyError": {"NoSuchElementException", "IllegalArgumentException"},
    "ZeroDivisionError": {"ArithmeticException"},
    "OverflowError": {"ArithmeticException"},
    "RecursionError": {"StackOverflowError"},
    "RuntimeError": {"IllegalStateException", "RuntimeException"},
}
"""The errors that stand for each of Python's kinds."""


class Names(dict[Type, str]):
    """The records that stand for tuples in one declaration, and how its integers are written."""

    def __init__(self, wide: bool) -> None:
        super().__init__()
        self.wide = wide


class JavaToolchain:
    """Calls Java methods; see the Toolchain port."""

    facts = ROWS["java"]
    language = facts.name
    classes = JavaClasses()
    special = JavaSpecial()
    programs = ProgramForm(
        note="One file Main.java with `public class Main` and `public static void main(String[] args)`",
        sign=r"\bstatic\s+(?:final\s+)?void\s+main\s*\(",
        missing="there is no method public static void main(String[] args)",
    )

    def __init__(self, tools: InstalledTools) -> None:
        self.tools = tools
        self.version = tools.version

    def declaration(self, signature: Signature) -> str:
        records = Names(signature.wide)
        params = [
            f"{type_of(param.type, records)} {unreserved(camel(param.name), RESERVED)}"
            for param in signature.own_params
        ]
        returns = returned(signature.returns, records)
        lines = record_lines(signature, lambda kind: type_of(kind, records))
        lines += [f"    public record {name}({_components(kind, records)}) {{}}\n" for kind, name in records.items()]
        head = f"    public static {returns} {entry_name(signature)}({', '.join(params)})"
        note = default_notes(signature, "//") + conduct_notes(signature, "//")
        if signature.fails:
            note += "// Errors are unchecked exceptions.\n"
        return note + "\n".join(["public final class Solution {", *lines, head, "}"])

    def objection(self, program: Program) -> str | None:
        problem = unreadable(program.code)
        if problem is not None:
            return problem
        names = entry_names(program.signature)
        if not any(re.search(rf"\b{name}\s*\(", program.code) for name in names):
            return f"there is no method named {names[0]}"
        if _ANY_TYPE.search(program.code) is None:
            return "the method is in no class"
        return None

    def build(self, program: Program) -> Job | None:
        return self.compile_job({_PROGRAM: _sources(program)})

    def build_many(self, programs: Sequence[Program]) -> Job | None:
        archives = zip(_ARCHIVES, programs, strict=False)
        return self.compile_job({name: _sources(program) for name, program in archives}) if len(programs) > 1 else None

    def read_builds(self, result: ExecResult, programs: Sequence[Program]) -> tuple[Mapping[str, bytes] | None, ...]:
        made = [result.files.get(name) for name in _ARCHIVES[: len(programs)]]
        made += [None] * (len(programs) - len(made))
        return tuple(None if archive is None else {_PROGRAM: archive} for archive in made)

    def compile_job(self, programs: Mapping[str, Mapping[str, str]]) -> Job:
        """Return the job that makes one archive of each program (file texts by name), with one compiler."""
        work = {"programs": {archive: dict(files) for archive, files in programs.items()}}
        return Job(
            argv=(
                self.tools.programs["java"], *FLAGS, "-Xss16m", "-Xmx384m", f"-XX:SharedArchiveFile={KIT}/build.jsa",
                "-cp", CLASS_PATH, "specwright.driver.Build",
            ),
            stdin=json.dumps(work).encode(),
            env=ENVIRONMENT,
            mounts=self._mounts,
            limits=BUILD_LIMITS if len(programs) == 1 else _SHARED_LIMITS,
            # The same for every build, so that one that was started ahead of time fits them all.
            collect=_ARCHIVES,
        )  # fmt: skip

    def calls(
        self,
        program: Program,
        built: Mapping[str, bytes],
        inputs: Sequence[Mapping[str, Any]],
        limits: CallLimits,
        alone: int,
    ) -> Job:
        head = {"entries": list(entry_names(program.signature))}
        return calls_job(self._runtime(limits), program, built, inputs, limits, alone=alone, head=head)

    def calls_of_many(self, programs: Sequence[tuple[Program, Inputs]], limits: CallLimits) -> Job | None:
        return None

    def idle(self, limits: CallLimits) -> Job | None:
        return idle_job(self._runtime(limits), limits)

    def idle_build(self) -> Job | None:
        return self.compile_job({_PROGRAM: {}}).model_copy(update={"stdin": b""})

    def outcomes(self, result: ExecResult, program: Program, count: int) -> tuple[Outcome, ...]:
        return shaped(exhausted(read_outcomes(result, count), _MEMORY_SIGNS), program.signature.returns)

    def add_imports(self, code: str) -> str:
        return add_imports(code)

    def foreign_imports(self, code: str) -> tuple[str, ...]:
        return foreign_imports(code)

    def surroundings(self, code: str) -> tuple[Surrounding, ...]:
        return named_in(code, SURROUNDINGS)

    def elsewhere(self, job: Job, code: str) -> tuple[Job, ...]:
        return ()

    def standalone(self, code: bytes, stdin: bytes, limits: Limits) -> Standalone:
        """Compile the file and run its class with a main method. Without one, leave the search to `java File.java`."""
        heap = f"-Xmx{max(32, limits.memory_bytes // 2**20)}m"
        text = code.decode("utf-8", "replace")
        main = main_class(text)
        run = Job(
            argv=(self.tools.programs["java"], *FLAGS, heap, *(("-cp", _PROGRAM, main) if main else ("Main.java",))),
            files={} if main else {"Main.java": code},
            stdin=stdin,
            env=ENVIRONMENT,
            mounts=self.tools.mounts,
            limits=with_memory(limits, OWN_MEMORY),
        )
        name = source_name(text) if _PUBLIC_TYPE.search(text) else f"{(main or '').split('.')[-1]}.java"
        build = self.compile_job({_PROGRAM: {name: text}}) if main else None
        return Standalone(build=build, run=run, reserved=_RESERVED_SPACE, start_seconds=1.0)

    def syntax_objection(self, code: str) -> str | None:
        return None

    def is_kind(self, error: str, kind: str) -> bool:
        return is_kind(error, kind, ERROR_KINDS)

    @property
    def _mounts(self) -> tuple[Mount, ...]:
        return (*self.tools.mounts, Mount(source=self.tools.kit or "", target=KIT))

    def _runtime(self, limits: CallLimits) -> Runtime:
        heap = max(32, limits.memory_bytes // 2**20)
        return Runtime(
            argv=(
                self.tools.programs["java"], *FLAGS, f"-Xmx{heap}m", f"-XX:SharedArchiveFile={KIT}/driver.jsa",
                "-cp", CLASS_PATH, "specwright.driver.Driver",
            ),
            mounts=self._mounts,
            own_memory=OWN_MEMORY,
            reserved=_RESERVED_SPACE,
            ahead=True,
        )  # fmt: skip


def entry_name(signature: Signature) -> str:
    """Return the method's name as Java writes it."""
    return unreserved(camel(signature.name), RESERVED)


def entry_names(signature: Signature) -> tuple[str, ...]:
    """Return the names under which the method is accepted."""
    return tuple(dict.fromkeys((entry_name(signature), signature.name)))


def _sources(program: Program) -> dict[str, str]:
    return {source_name(program.code): without_mark(program.code)}


def source_name(code: str) -> str:
    """Return the file's name, which Java ties to the public type in it."""
    found = _PUBLIC_TYPE.search(code)
    return f"{found.group(1)}.java" if found else "Solution.java"


def main_class(code: str) -> str | None:
    """Return the top-level type with the main method, by its full name; None if the text does not show it."""
    main = _MAIN.search(code)
    if main is None:
        return None
    depth, place, found = 0, 0, None
    text = _NO_CODE.sub(lambda part: " " * len(part[0]), code)
    for declared in _ANY_TYPE.finditer(text, 0, main.start()):
        depth += text.count("{", place, declared.start()) - text.count("}", place, declared.start())
        place = declared.start()
        if depth == 0:
            found = declared[1]
    package = re.search(r"^\s*package\s+([\w.]+)\s*;", code, re.MULTILINE)
    return f"{package[1]}.{found}" if package and found else found


def type_of(wanted: Type, records: Names) -> str:
    """Return the type in Java. Tuples are records, which are named in `records`; an absent argument is null.

    Raise UserError for one that Java lacks.
    """
    if (special := special_type(wanted, lambda inner: boxed(inner, records))) is not None:
        return special
    match wanted.kind:
        case "optional":
            return boxed(wanted.args[0], records)
        case "list" | "set":
            return f"{'List' if wanted.kind == 'list' else 'Set'}<{boxed(wanted.args[0], records)}>"
        case "map":
            return f"Map<{boxed(wanted.args[0], records)}, {boxed(wanted.args[1], records)}>"
        case "tuple":
            if wanted not in records:
                base = {2: "Pair", 3: "Triple"}.get(len(wanted.args), f"Tuple{len(wanted.args)}")
                taken = sum(name.startswith(base) for name in records.values())
                records[wanted] = f"{base}{taken + 1}" if taken else base
            return records[wanted]
        case "int" if records.wide:
            return "BigInteger"
        case _:
            return _SCALARS[wanted.kind]


def boxed(wanted: Type, records: Names) -> str:
    """Return the type as a type argument."""
    if wanted.kind == "int" and records.wide:
        return "BigInteger"
    return _BOXED.get(wanted.kind) or type_of(wanted, records)


def returned(wanted: Type, records: Names) -> str:
    """Return the type as a result; an absent value is an empty Optional."""
    if wanted.kind == "optional":
        return f"Optional<{boxed(wanted.args[0], records)}>"
    return type_of(wanted, records)


def _components(wanted: Type, records: Names) -> str:
    names = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
    return ", ".join(
        f"{type_of(kind, records)} {names[place] if place < len(names) else f'item{place + 1}'}"
        for place, kind in enumerate(wanted.args)
    )
