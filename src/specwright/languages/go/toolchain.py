"""Go: how its code is laid out, built, called and read back.

The candidate is a package of its own, so that no name of it can clash with the driver's; a generated file in it hands
out the function. Compiler and linker are called directly on a standard library that was built once: the `go` command
would spend most of a build finding out that nothing has changed. Every isolated call is a process of its own.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from specwright.core.program.signature import Signature
from specwright.core.program.surroundings import Surrounding, named_in
from specwright.core.program.types import Type
from specwright.languages.common.compiled import MOST, PROGRAM, CompiledLanguage, part_name, program_file, which
from specwright.languages.common.declarations import conduct_notes, default_notes
from specwright.languages.common.kinds import standalone
from specwright.languages.common.kinds.programs import ProgramForm
from specwright.languages.common.names import camel, pascal, unreserved
from specwright.languages.common.source import unreadable, without_mark
from specwright.languages.common.supervised import KIT, Runtime, calls_job, idle_job
from specwright.languages.common.tools.interpreter import ENVIRONMENT
from specwright.languages.go.classes import GoClasses
from specwright.languages.go.imports import add_imports, foreign_imports
from specwright.languages.go.special import NIL_KINDS, GoSpecial, parameter_type, preamble, special_type
from specwright.languages.go.surroundings import SURROUNDINGS
from specwright.languages.registry import ROWS
from specwright.ports.language import CallLimits, Program, Standalone
from specwright.ports.sandbox import ExecResult, Job, Limits

_RESERVED_WORDS: Final = (
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package "
    "range return select struct switch type var any append cap clear close complex copy delete error false int iota "
    "len make max min new nil panic print println real recover string true bool byte float64"
)
RESERVED: Final = frozenset(_RESERVED_WORDS.split())
_SCALARS: Final = {"int": "int", "float": "float64", "bool": "bool", "str": "string", "any": "any"}
_CLAUSE: Final = re.compile(r"^([ \t]*package[ \t]+)\w+", re.MULTILINE)
_ENTRY: Final = "SpecwrightEntry"
# What could run before it is called, or reach into another package. Of the first, the compiler's word is final.
_NOT_SHARED: Final = re.compile(r"^[ \t]*(?:var|func[ \t]+init)\b|linkname|\bunsafe\b", re.MULTILINE)
# The collector lets the heap grow to twice the used size.
OWN_MEMORY: Final = 64 * 1024 * 1024
_RESERVED_SPACE: Final = 2 * 1024**3
BUILD_LIMITS: Final = Limits(
    wall_seconds=60.0, cpu_seconds=60.0, memory_bytes=1024**3, processes=128, open_files=1024, file_bytes=128 * 2**20
)

_PACKAGES_WORDS: Final = (
    "bufio bytes cmp container/heap container/list container/ring context crypto/md5 crypto/rand crypto/sha1 "
    "crypto/sha256 crypto/sha512 encoding/base64 encoding/binary encoding/csv encoding/hex encoding/json errors fmt "
    "hash/crc32 hash/fnv hash/maphash html io iter log maps math math/big math/bits math/cmplx math/rand math/rand/v2 "
    "net net/http net/url os os/signal path path/filepath reflect regexp runtime runtime/debug slices sort strconv "
    "strings sync sync/atomic syscall testing text/tabwriter text/template time unicode "
    "unicode/utf16 unicode/utf8 unique unsafe"
)
PACKAGES: Final = tuple(_PACKAGES_WORDS.split())
"""The standard packages that a function may import: those that need no database, and a network only in a service."""


class GoToolchain(CompiledLanguage):
    """Calls Go functions; see the Toolchain port."""

    facts = ROWS["go"]
    language = facts.name
    file_name = facts.file_name
    build_limits = BUILD_LIMITS
    programs = ProgramForm(
        note="One file of `package main` with `func main()`",
        sign=r"^[ \t]*func[ \t]+main[ \t]*\(",
        missing="there is no func main()",
    )
    collected = (PROGRAM, *(f"{part_name(place)}.a" for place in range(MOST)))
    memory_signs = ("runtime: out of memory", "cannot allocate memory")
    stack_signs = ("goroutine stack exceeds", "stack overflow")

    @property
    def classes(self) -> GoClasses:
        return GoClasses(RESERVED, type_of)

    @property
    def special(self) -> GoSpecial:
        return GoSpecial(type_of, lambda code, signature: _defined(Program(code=code, signature=signature)) or "")

    def build_env(self) -> dict[str, str]:
        # A compiler that runs for a tenth of a second need not tidy up after itself.
        return {"GOROOT": self.tools.programs["root"], "GOMAXPROCS": "2", "GOGC": "400"}

    def add_imports(self, code: str) -> str:
        return add_imports(code)

    def foreign_imports(self, code: str) -> tuple[str, ...]:
        return foreign_imports(code)

    def surroundings(self, code: str) -> tuple[Surrounding, ...]:
        return named_in(code, SURROUNDINGS)

    def elsewhere(self, job: Job, code: str) -> tuple[Job, ...]:
        return ()

    def standalone(self, code: bytes, stdin: bytes, limits: Limits) -> Standalone:
        tools, common = self.tools.programs, ("-importcfg", "importcfg")
        compiling = (tools["compile"], "-pack", "-complete", "-trimpath", "/box", *common, "-p", "main")
        steps = [
            (*compiling, "-o", "main.a", "main.go"),
            (tools["link"], "-s", "-w", *common, "-buildmode=exe", "-o", standalone.PROGRAM, "main.a"),
        ]
        build = self.build_job({"importcfg": self.tools.index}, steps)
        env = {**ENVIRONMENT, "GOMAXPROCS": "2", "GOMEMLIMIT": str(limits.memory_bytes)}
        own = standalone.with_memory(limits, OWN_MEMORY)
        run = Job(argv=standalone.RUN, stdin=stdin, env=env, mounts=self.tools.image, limits=own)
        made = standalone.with_source(build, "main.go", code)
        return Standalone(build=made, run=run, reserved=_RESERVED_SPACE, start_seconds=0.1)

    def declaration(self, signature: Signature) -> str:
        def kind_of(wanted: Type) -> str:
            return type_of(wanted, signature.wide)

        params = ", ".join(
            f"{unreserved(camel(param.name), RESERVED)} {parameter_type(param, kind_of)}"
            for param in signature.own_params
        )
        returns = signature.returns
        several = returns.kind == "tuple" and bool(returns.args)
        kinds = returns.args if several else () if returns.kind == "none" else (returns,)
        results = [*map(kind_of, kinds), *(["error"] if signature.fails else [])]
        result = f"({', '.join(results)})" if several or len(results) > 1 else "".join(results)
        notes = preamble(signature, kind_of) + default_notes(signature, "//") + conduct_notes(signature, "//")
        return f"{notes}func {entry_name(signature)}({params}) {result}".rstrip()

    def objection(self, program: Program) -> str | None:
        problem = unreadable(program.code)
        if problem is None and _defined(program) is None:
            problem = f"there is no function named {entry_name(program.signature)}"
        return problem

    def build(self, program: Program) -> Job | None:
        return self._job({"solution": program})

    def shareable(self, program: Program) -> bool:
        return self.objection(program) is None and _NOT_SHARED.search(program.code) is None

    def meddles(self, result: ExecResult, place: int) -> bool:
        """The compiler's name for a package's own initialisation; imported packages have another."""
        archive = result.files.get(f"{part_name(place)}.a")
        return archive is None or f"{part_name(place)}.init".encode() in archive

    def shared_job(self, programs: Mapping[int, Program]) -> Job:
        return self._job({part_name(place): program for place, program in programs.items()})

    def _job(self, programs: Mapping[str, Program]) -> Job:
        """Return the job that makes one program of these packages."""
        tools = self.tools.programs
        # A package is compiled knowing of no other candidate's; only the main package knows them all.
        common = f"{self.tools.index}packagefile driver={KIT}/driver.a\n"
        listed = "".join(f"packagefile {package}=/box/{package}.a\n" for package in programs)
        files = {"main.go": _main_text(programs), "importcfg": common, "importcfg.main": common + listed}
        steps: list[tuple[str, ...]] = []
        compiling = (tools["compile"], "-pack", "-complete")
        for package, program in programs.items():
            source = self.file_name if package == "solution" else f"{package}_{self.file_name}"
            entry = f"{package}_entry.go"
            files[source] = package_text(program.code)
            files[entry] = f"package solution\n\nfunc {_ENTRY}() any {{ return {_defined(program)} }}\n"
            written = ("-trimpath", f"/box/{source}=>{self.file_name};/box", "-importcfg", "importcfg", "-p", package)
            steps.append((*compiling, *written, "-o", f"{package}.a", source, entry))
        main = ("-trimpath", "/box", "-importcfg", "importcfg.main", "-p", "main", "-o", "main.a", "main.go")
        linking = ("-s", "-w", "-importcfg", "importcfg.main", "-buildmode=exe", "-o", PROGRAM, "main.a")
        return self.build_job(files, [*steps, (*compiling, *main), (tools["link"], *linking)], len(programs))

    def calls(
        self,
        program: Program,
        built: Mapping[str, bytes],
        inputs: Sequence[Mapping[str, Any]],
        limits: CallLimits,
        alone: int,
    ) -> Job:
        # A stack of Go's usual gigabyte would end as lack of memory.
        head = {"stack": limits.memory_bytes // 4, "which": which(built)}
        return calls_job(self._runtime(limits), program, program_file(built), inputs, limits, alone=alone, head=head)

    def idle(self, limits: CallLimits) -> Job | None:
        return idle_job(self._runtime(limits), limits)

    def _runtime(self, limits: CallLimits) -> Runtime:
        return Runtime(
            argv=(f"./{PROGRAM}",),
            env={"GOMAXPROCS": "2", "GOTRACEBACK": "single", "GOMEMLIMIT": str(limits.memory_bytes)},
            mounts=self.tools.image,
            own_memory=OWN_MEMORY,
            reserved=_RESERVED_SPACE,
        )


def _main_text(packages: Iterable[str]) -> str:
    """Return the program around the packages; it calls one of them."""
    imports = "".join(f'\t{package} "{package}"\n' for package in packages)
    entries = ", ".join(f"{package}.{_ENTRY}" for package in packages)
    return f'package main\n\nimport (\n\t"driver"\n{imports})\n\nfunc main() {{ driver.Run({entries}) }}\n'


def entry_name(signature: Signature) -> str:
    """Return the function's name as Go writes it: exported."""
    return pascal(signature.name)


def _defined(program: Program) -> str | None:
    """Return the accepted name under which the code defines the function; None if it does not."""
    names = (entry_name(program.signature), camel(program.signature.name), program.signature.name)
    for name in dict.fromkeys(names):
        if re.search(
            rf"^[ \t]*func[ \t]+{name}[ \t]*[\[(]|^[ \t]*(?:var[ \t]+)?{name}\b[^\n]*=", program.code, re.MULTILINE
        ):
            return name
    return None


def package_text(code: str) -> str:
    """Return the file as a part of package `solution`, with the same line numbers."""
    code = without_mark(code)
    if _CLAUSE.search(code):
        return _CLAUSE.sub(r"\1solution", code, count=1)
    return f"package solution\n//line solution.go:1\n{code}"


def type_of(wanted: Type, wide: bool = False) -> str:
    """Return the type as Go writes it: no tuples, so an array or a struct; no sets, so a map to nothing.

    Raise UserError for one that Go lacks.
    """
    if (special := special_type(wanted, lambda inner: type_of(inner, wide))) is not None:
        return special
    inner = [type_of(arg, wide) for arg in wanted.args]
    match wanted.kind:
        case "list":
            return f"[]{inner[0]}"
        case "tuple" if inner and len(set(inner)) == 1:
            return f"[{len(inner)}]{inner[0]}"
        case "tuple":
            return f"struct{{ {'; '.join(f'V{place} {kind}' for place, kind in enumerate(inner))} }}"
        case "set":
            return f"map[{inner[0]}]struct{{}}"
        case "map":
            return f"map[{inner[0]}]{inner[1]}"
        case "optional" if wanted.args[0].kind in NIL_KINDS or inner[0] == "*big.Int":
            return inner[0]  # nil is the absent one
        case "optional":
            return f"*{inner[0]}"
        case "int" if wide:
            return "*big.Int"
        case _:
            return _SCALARS[wanted.kind]
