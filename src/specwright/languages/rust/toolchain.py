"""Rust: how its code is laid out, built, called and read back.

The candidate is a module of its own, so that no name of it can clash with the driver's; a generated function behind it
makes the call, and the compiler finds how each argument is made. Arithmetic that overflows panics, as in a debug build:
a wrapped number is never a right answer. Every isolated call is a process of its own.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.program.signature import Signature
from specwright.core.program.surroundings import Surrounding, named_in
from specwright.core.program.types import Type
from specwright.languages.common.compiled import PROGRAM, CompiledLanguage, part_name, program_file, which
from specwright.languages.common.declarations import conduct_notes, default_notes
from specwright.languages.common.kinds import standalone
from specwright.languages.common.kinds.programs import ProgramForm
from specwright.languages.common.names import snake, unreserved
from specwright.languages.common.source import unreadable, without_mark
from specwright.languages.common.supervised import KIT, Runtime, calls_job, idle_job
from specwright.languages.common.tools.interpreter import ENVIRONMENT
from specwright.languages.registry import ROWS
from specwright.languages.rust.classes import RustClasses
from specwright.languages.rust.imports import add_imports, foreign_imports
from specwright.languages.rust.special import RustSpecial, parameter_type, preamble, special_type
from specwright.languages.rust.surroundings import SURROUNDINGS
from specwright.ports.language import CallLimits, Program, Standalone
from specwright.ports.sandbox import Job, Limits

_RESERVED_WORDS: Final = (
    "abstract as async await become box break const continue crate do dyn else enum extern false final fn for gen if "
    "impl in let loop macro match mod move mut override priv pub ref return self static struct super trait true try "
    "type typeof union unsafe unsized use virtual where while yield"
)
RESERVED: Final = frozenset(_RESERVED_WORDS.split())
_SCALARS: Final = {"int": "i64", "float": "f64", "bool": "bool", "str": "String"}
# What could name another module or a file, or run before it is called. Macros cannot make these words of others.
_NOT_SHARED: Final = re.compile(
    r"\b(?:unsafe|extern|crate|super|mod|include\w*|no_mangle|export_name|link_section|global_\w+|macro_export)\b|#\s*!"
)
CODE_OPTIONS: Final = ("-Copt-level=1", "-Coverflow-checks=on", "-Cdebuginfo=0")
OWN_MEMORY: Final = 16 * 1024 * 1024
BUILD_LIMITS: Final = Limits(
    wall_seconds=60.0,
    cpu_seconds=60.0,
    memory_bytes=1536 * 2**20,
    processes=128,
    open_files=1024,
    file_bytes=128 * 2**20,
)


class RustToolchain(CompiledLanguage):
    """Calls Rust functions; see the Toolchain port."""

    facts = ROWS["rust"]
    language = facts.name
    file_name = facts.file_name
    build_limits = BUILD_LIMITS
    programs = ProgramForm(note="One file with `fn main()`", sign=r"\bfn\s+main\s*\(", missing="there is no fn main()")
    memory_signs = ("memory allocation of",)
    stack_signs = ("has overflowed its stack",)

    @property
    def classes(self) -> RustClasses:
        return RustClasses(RESERVED, type_of)

    @property
    def special(self) -> RustSpecial:
        return RustSpecial(type_of, lambda code, signature: defined(Program(code=code, signature=signature)) or "")

    def build_env(self) -> dict[str, str]:
        return {"RUST_MIN_STACK": str(64 * 2**20)}

    def add_imports(self, code: str) -> str:
        return add_imports(code)

    def foreign_imports(self, code: str) -> tuple[str, ...]:
        return foreign_imports(code)

    def surroundings(self, code: str) -> tuple[Surrounding, ...]:
        return named_in(code, SURROUNDINGS)

    def elsewhere(self, job: Job, code: str) -> tuple[Job, ...]:
        return ()

    def standalone(self, code: bytes, stdin: bytes, limits: Limits) -> Standalone:
        build = self.build_job({}, [(*self._compiler, "-o", standalone.PROGRAM, "main.rs")])
        own = standalone.with_memory(limits, OWN_MEMORY)
        run = Job(argv=standalone.RUN, stdin=stdin, env=ENVIRONMENT, mounts=self.tools.image, limits=own)
        return Standalone(build=standalone.with_source(build, "main.rs", code), run=run)

    def declaration(self, signature: Signature) -> str:
        def kind_of(wanted: Type) -> str:
            return type_of(wanted, signature.wide)

        params = ", ".join(
            f"{unreserved(snake(param.name), RESERVED)}: {parameter_type(param, kind_of)}"
            for param in signature.own_params
        )
        note, result = default_notes(signature, "//") + conduct_notes(signature, "//"), kind_of(signature.returns)
        if signature.fails:
            note += error_note(signature)
            result = f"Result<{result}, Error>"
        returned = f" -> {result}" if result != "()" else ""
        return f"{preamble(signature, kind_of)}{note}pub fn {entry_name(signature)}({params}){returned}"

    def objection(self, program: Program) -> str | None:
        problem = unreadable(program.code)
        if problem is not None:
            return problem
        name = defined(program)
        if name is None:
            return f"there is no function named {entry_name(program.signature)}"
        takes, wanted = _arity(program.code, name), len(program.signature.params)
        if takes is not None and takes != wanted:
            return f"the function {name} takes {takes} arguments, not {wanted}"
        return None

    def build(self, program: Program) -> Job | None:
        files = {"main.rs": _main_text({"solution": self.file_name}), self.file_name: module_text(program)}
        return self.build_job(files, [(*self._candidates, "--cap-lints=allow", "-Ccodegen-units=1")])

    def shareable(self, program: Program) -> bool:
        return self.objection(program) is None and _NOT_SHARED.search(program.code) is None

    def shared_job(self, programs: Mapping[int, Program]) -> Job:
        modules = {part_name(place): f"{part_name(place)}_solution.rs" for place in programs}
        files = {"main.rs": _main_text(modules, "#[forbid(unsafe_code)]\n")}
        files |= {modules[part_name(place)]: module_text(program) for place, program in programs.items()}
        # Lints are not capped, which would allow forbidden code, but none warns.
        return self.build_job(files, [(*self._candidates, "-Awarnings")], len(programs))

    @property
    def _compiler(self) -> tuple[str, ...]:
        tools = self.tools.programs
        # The linker that comes with the compiler takes half the time of the machine's own.
        quick = ("-Clink-arg=-fuse-ld=lld", f"-Clink-arg=-B{tools['gcc-ld']}") if "gcc-ld" in tools else ()
        return (
            tools["rustc"], "--edition=2021", "--crate-name=program", "--color=never",
            *CODE_OPTIONS, "-Cstrip=none", "-Clink-arg=-s", f"-Clinker={tools['cc']}", *quick,
        )  # fmt: skip

    @property
    def _candidates(self) -> tuple[str, ...]:
        driver = f"specwright_driver={KIT}/libspecwright_driver.rlib"
        return (*self._compiler, "--extern", driver, "-o", PROGRAM, "main.rs")

    def calls(
        self,
        program: Program,
        built: Mapping[str, bytes],
        inputs: Sequence[Mapping[str, Any]],
        limits: CallLimits,
        alone: int,
    ) -> Job:
        return calls_job(
            self._runtime, program, program_file(built), inputs, limits, alone=alone, head={"which": which(built)}
        )

    def idle(self, limits: CallLimits) -> Job | None:
        return idle_job(self._runtime, limits)

    @property
    def _runtime(self) -> Runtime:
        return Runtime(argv=(f"./{PROGRAM}",), mounts=self.tools.image, own_memory=OWN_MEMORY)


def _main_text(modules: Mapping[str, str], wall: str = "") -> str:
    """Return the program around the modules (files by name); it calls one of them."""
    parts = "".join(f'{wall}#[path = "{file}"]\nmod {name};\n' for name, file in modules.items())
    calls = ", ".join(f"{name}::specwright_call" for name in modules)
    return f"{parts}\nfn main() {{\n    specwright_driver::run(&[{calls}]);\n}}\n"


def error_note(signature: Signature) -> str:
    """Return the comment on the type of errors, which shows its text if the task states what a text contains."""
    text = (
        ", Display (the stated message) and std::error::Error" if any(each.message for each in signature.errors) else ""
    )
    return f"// Error is a type of yours that derives Debug{text}, with a variant for each kind of error.\n"


def entry_name(signature: Signature) -> str:
    """Return the function's name as Rust writes it."""
    return unreserved(snake(signature.name), RESERVED)


def defined(program: Program) -> str | None:
    """Return the accepted name under which the code defines the function; None if it does not."""
    for name in dict.fromkeys((entry_name(program.signature), program.signature.name)):
        if re.search(rf"\bfn\s+{name}\s*[<(]|\buse\b[^;]*\b{name}\b", program.code):
            return name
    return None


def module_text(program: Program) -> str:
    """Return the candidate's file with the call behind it."""
    name = defined(program)
    generic = re.search(rf"\bfn\s+{name}\s*<\s*[^'\s>]|\bfn\s+{name}\b[^{{;]*\bimpl\s", program.code) is not None
    given = [
        f"given.get{f'::<{type_of(param.type, program.signature.wide)}>' if generic else ''}({place})"
        for place, param in enumerate(program.signature.params)
    ]
    return (
        f"{without_mark(program.code)}\n"
        "pub fn specwright_call(given: &::specwright_driver::Arguments) {\n"
        f"    given.tell(&{name}({', '.join(given)}));\n}}\n"
    )


def _arity(code: str, name: str) -> int | None:
    """Return how many arguments the function takes; None if the text does not show it."""
    found = re.search(rf"\bfn\s+{name}\s*(?:<[^(]*>)?\s*\(", code)
    if found is None:
        return None
    depth, commas, last = 0, 0, ""
    text = re.sub(r"//[^\n]*|/\*.*?\*/", "", code[found.end() :], flags=re.DOTALL).replace("->", "  ")
    for symbol in text:
        if symbol == ")" and depth == 0:
            return commas + (last not in ("", ","))
        depth += (symbol in "([{<") - (symbol in ")]}>")
        commas += symbol == "," and depth == 0
        last = last if symbol.isspace() else symbol
    return None


def type_of(wanted: Type, wide: bool = False) -> str:
    """Return the type as Rust writes it. Raise UserError for one that Rust lacks, such as `any`."""
    if (special := special_type(wanted, lambda inner: type_of(inner, wide))) is not None:
        return special
    inner = [type_of(arg, wide) for arg in wanted.args]
    match wanted.kind:
        case "list":
            return f"Vec<{inner[0]}>"
        case "tuple":
            return f"({', '.join(inner)}{',' if len(inner) == 1 else ''})"
        case "set":
            return f"std::collections::BTreeSet<{inner[0]}>"
        case "map":
            return f"std::collections::BTreeMap<{inner[0]}, {inner[1]}>"
        case "optional":
            return f"Option<{inner[0]}>"
        case "int" if wide:
            return "i128"  # the largest there is; an argument beyond it is reported as one that does not fit
        case "any":
            raise UserError(
                "Rust has no type for a value of any type",
                hint="give examples from which the types can be seen, or choose another language",
            )
        case _:
            return _SCALARS[wanted.kind]
