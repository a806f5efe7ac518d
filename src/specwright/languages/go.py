"""Go: how its code is laid out, built, called and read back.

The candidate is a package of its own, so that no name of it can clash with the driver's; a generated file in it hands
out the function. Compiler and linker are called directly on a standard library that was built once: the `go` command
would spend most of a build finding out that nothing has changed. Every isolated call is a process of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from specwright.core.outcome import Outcome
from specwright.core.signature import Signature
from specwright.core.types import Type
from specwright.languages.calls import read_outcomes
from specwright.languages.errors import is_kind
from specwright.languages.found import Found
from specwright.languages.names import camel, pascal, unreserved
from specwright.languages.shapes import shaped
from specwright.languages.source import unreadable, without_mark
from specwright.languages.supervised import KIT, Runtime, build_job, calls_job, idle_job
from specwright.languages.verdicts import exhausted
from specwright.ports import CallLimits, ExecResult, Job, Limits, Mount, Program

_RESERVED_WORDS: Final = (
    "break case chan const continue default defer else fallthrough for func go goto if import interface map package "
    "range return select struct switch type var any append cap clear close complex copy delete error false int iota "
    "len make max min new nil panic print println real recover string true bool byte float64"
)
RESERVED: Final = frozenset(_RESERVED_WORDS.split())
_SCALARS: Final = {"int": "int", "float": "float64", "bool": "bool", "str": "string", "any": "any"}
_CLAUSE: Final = re.compile(r"^([ \t]*package[ \t]+)\w+", re.MULTILINE)
_PROGRAM: Final = "program"
_MEMORY_SIGNS: Final = ("runtime: out of memory", "cannot allocate memory")
_STACK_SIGNS: Final = ("goroutine stack exceeds", "stack overflow")
_ENTRY: Final = "SpecwrightEntry"
_MAIN: Final = 'package main\n\nimport (\n\t"driver"\n\t"solution"\n)\n\nfunc main() { driver.Run(solution.%s()) }\n'
# The collector lets the heap grow to twice what is in use.
OWN_MEMORY: Final = 64 * 1024 * 1024
_RESERVED_SPACE: Final = 2 * 1024**3
BUILD_LIMITS: Final = Limits(
    wall_seconds=60.0, cpu_seconds=60.0, memory_bytes=1024**3, processes=128, open_files=1024, file_bytes=128 * 2**20
)

_PACKAGES_WORDS: Final = (
    "bufio bytes cmp container/heap container/list container/ring context crypto/md5 crypto/rand crypto/sha1 "
    "crypto/sha256 crypto/sha512 encoding/base64 encoding/binary encoding/csv encoding/hex encoding/json errors fmt "
    "hash/crc32 hash/fnv hash/maphash html io iter log maps math math/big math/bits math/cmplx math/rand math/rand/v2 "
    "os path path/filepath reflect regexp runtime runtime/debug slices sort strconv strings sync sync/atomic syscall "
    "testing text/tabwriter text/template time unicode unicode/utf16 unicode/utf8 unique unsafe"
)
PACKAGES: Final = tuple(_PACKAGES_WORDS.split())
"""The standard packages that a function may import: those that need neither a network nor a database."""


class GoToolchain:
    """Calls Go functions; see the Toolchain port."""

    language = "go"
    file_name = "solution.go"

    def __init__(self, found: Found) -> None:
        self.found = found

    def declaration(self, signature: Signature) -> str:
        params = ", ".join(
            f"{unreserved(camel(param.name), RESERVED)} {type_of(param.type, signature.wide)}"
            for param in signature.params
        )
        returns = signature.returns
        if returns.kind == "tuple" and returns.args:
            result = f"({', '.join(type_of(arg, signature.wide) for arg in returns.args)})"
        else:
            result = type_of(returns, signature.wide)
        note = "// Where the specification demands an error, return it as a last result of type error."
        return f"{note}\nfunc {entry_name(signature)}({params}) {result}"

    def objection(self, program: Program) -> str | None:
        problem = unreadable(program.code)
        if problem is None and _defined(program) is None:
            problem = f"there is no function named {entry_name(program.signature)}"
        return problem

    def build(self, program: Program) -> Job | None:
        tools = self.found.programs
        config = f"{self.found.index}packagefile driver={KIT}/driver.a\npackagefile solution=/box/solution.a\n"
        common = ("-importcfg", "importcfg")
        compiling = (tools["compile"], "-pack", "-complete", "-trimpath", "/box", *common)
        steps = [
            (*compiling, "-p", "solution", "-o", "solution.a", "solution.go", "entry.go"),
            (*compiling, "-p", "main", "-o", "main.a", "main.go"),
            (tools["link"], "-s", "-w", *common, "-buildmode=exe", "-o", _PROGRAM, "main.a"),
        ]
        files = {
            "solution.go": package_text(program.code),
            "entry.go": f"package solution\n\nfunc {_ENTRY}() any {{ return {_defined(program)} }}\n",
            "main.go": _MAIN % _ENTRY,
            "importcfg": config,
        }
        return self.build_job(files, steps)

    def build_job(self, files: Mapping[str, str], steps: Sequence[Sequence[str]]) -> Job:
        """The job that makes a program of these files with these commands."""
        kit = Mount(source=self.found.kit or "", target=KIT)
        env = {"GOROOT": self.found.programs["root"], "GOMAXPROCS": "2"}
        mounts = (*self.found.mounts, kit)
        return build_job(files, steps, (_PROGRAM,), env=env, mounts=mounts, limits=BUILD_LIMITS)

    def calls(
        self,
        program: Program,
        built: Mapping[str, bytes],
        inputs: Sequence[Mapping[str, Any]],
        limits: CallLimits,
        isolated: bool,
    ) -> Job:
        # A stack of Go's usual gigabyte would end as lack of memory.
        head = {"stack": limits.memory_bytes // 4}
        return calls_job(self._runtime(limits), program, built, inputs, limits, isolated=isolated, head=head)

    def idle(self, limits: CallLimits) -> Job | None:
        return idle_job(self._runtime(limits), limits)

    def idle_build(self) -> Job | None:
        return self.build_job({}, ()).model_copy(update={"stdin": b""})

    def outcomes(self, result: ExecResult, program: Program, count: int) -> tuple[Outcome, ...]:
        told = exhausted(read_outcomes(result, count), _MEMORY_SIGNS, _STACK_SIGNS)
        return shaped(told, program.signature.returns)

    def is_kind(self, error: str, kind: str) -> bool:
        return is_kind(self.language, error, kind)

    def _runtime(self, limits: CallLimits) -> Runtime:
        return Runtime(
            argv=(f"./{_PROGRAM}",),
            env={"GOMAXPROCS": "2", "GOTRACEBACK": "single", "GOMEMLIMIT": str(limits.memory_bytes)},
            mounts=self.found.image,
            own_memory=OWN_MEMORY,
            reserved=_RESERVED_SPACE,
        )


def entry_name(signature: Signature) -> str:
    """The function's name as Go writes it: exported."""
    return pascal(signature.name)


def _defined(program: Program) -> str | None:
    """Under which of the names that we accept the function is there."""
    names = (entry_name(program.signature), camel(program.signature.name), program.signature.name)
    for name in dict.fromkeys(names):
        if re.search(
            rf"^[ \t]*func[ \t]+{name}[ \t]*[\[(]|^[ \t]*(?:var[ \t]+)?{name}\b[^\n]*=", program.code, re.MULTILINE
        ):
            return name
    return None


def package_text(code: str) -> str:
    """The file as a part of package `solution`, its lines where they were."""
    code = without_mark(code)
    if _CLAUSE.search(code):
        return _CLAUSE.sub(r"\1solution", code, count=1)
    return f"package solution\n//line solution.go:1\n{code}"


def type_of(wanted: Type, wide: bool = False) -> str:
    """The type as Go writes it: no tuples, so an array or a struct; no sets, so a map to nothing."""
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
        case "optional" if wanted.args[0].kind in ("list", "map", "set", "any") or inner[0] == "*big.Int":
            return inner[0]  # nil is the absent one
        case "optional":
            return f"*{inner[0]}"
        case "int" if wide:
            return "*big.Int"
        case _:
            return _SCALARS[wanted.kind]
