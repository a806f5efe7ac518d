"""JavaScript on Node: how its code is laid out, called and read back.

A function's file may be an ES module, a CommonJS module or a plain script. Every isolated call has a Node process of
its own: worker threads would be faster, but share the process's files, environment and built-in objects.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final, Self

from specwright.core.evidence.outcome import Outcome
from specwright.core.program.data import Data, to_json, untag
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.surroundings import Surrounding, named_in
from specwright.core.program.types import ANY, Type
from specwright.languages.common.calls import read_outcomes
from specwright.languages.common.crash_kinds import exhausted
from specwright.languages.common.declarations import conduct_notes
from specwright.languages.common.error_kinds import is_kind
from specwright.languages.common.interpreted import Interpreted
from specwright.languages.common.kinds.programs import ProgramForm
from specwright.languages.common.kinds.standalone import with_memory
from specwright.languages.common.names import camel, unreserved
from specwright.languages.common.shapes import shaped
from specwright.languages.common.source import unreadable, without_mark
from specwright.languages.common.supervised import Runtime, calls_job, idle_job
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.common.tools.interpreter import ENVIRONMENT
from specwright.languages.common.tools.libraries import Libraries
from specwright.languages.drivers import driver_file
from specwright.languages.javascript.classes import JavaScriptClasses
from specwright.languages.javascript.imports import foreign_imports
from specwright.languages.javascript.special import JavaScriptSpecial, special_type
from specwright.languages.javascript.surroundings import SURROUNDINGS
from specwright.languages.registry import ROWS
from specwright.ports.language import CallLimits, Program, Standalone
from specwright.ports.sandbox import ExecResult, Job, Limits

_RESERVED_WORDS: Final = (
    "arguments await break case catch class const continue debugger default delete do else enum eval export extends "
    "false finally for function if implements import in instanceof interface let new null package private protected "
    "public return static super switch this throw true try typeof undefined var void while with yield"
)
RESERVED: Final = frozenset(_RESERVED_WORDS.split())
_MODULE: Final = re.compile(r"^[ \t]*(?:export\b|import\b(?!\s*\())", re.MULTILINE)
_MEMORY_SIGNS: Final = ("JavaScript heap out of memory", "Array buffer allocation failed")
_SCALARS: Final = {"int": "number", "float": "number", "bool": "boolean", "str": "string", "any": "*"}
# Node's own heap, code and threads are about 60 MB, but it reserves 512 MB for machine code, which counts as used where
# only the kernel's limit on data is there. A program's heap is limited by Node itself.
OWN_MEMORY: Final = 704 * 1024 * 1024
_RESERVED_SPACE: Final = 4 * 1024**3
_TRIAL_SECONDS: Final = 120.0
ERROR_KINDS: Final = {
    "ValueError": {"RangeError", "TypeError", "SyntaxError", "Error"},
    "TypeError": {"TypeError"},
    "IndexError": {"RangeError", "TypeError", "Error"},
    "KeyError": {"RangeError", "ReferenceError", "Error"},
    "ZeroDivisionError": {"RangeError", "Error"},
    "OverflowError": {"RangeError", "Error"},
    "RecursionError": {"RangeError"},
    "RuntimeError": {"Error"},
}
"""The errors that stand for each of Python's kinds."""


def default_of(param: Parameter) -> str:
    """Return ` = 10` for a parameter with that default; empty without one."""
    return f" = {json.dumps(to_json(param.default.value), ensure_ascii=False)}" if param.default else ""


def function_word(signature: Signature) -> str:
    """Return the word that begins the declaration."""
    star = "*" if signature.returns.kind == "iterator" else ""
    return f"async function{star}" if signature.asynchronous else f"function{star}"


def returned(signature: Signature) -> str:
    """Return the type of the result as a caller sees it."""
    returns = type_of(signature.returns, signature.wide)
    if signature.asynchronous:
        return f"Async{returns}" if signature.returns.kind == "iterator" else f"Promise<{returns}>"
    return returns


class JavaScriptToolchain(Interpreted):
    """Calls JavaScript functions; see the Toolchain port."""

    facts = ROWS["javascript"]
    language = facts.name
    extension = "js"
    flags: tuple[str, ...] = ()
    class_form: type[JavaScriptClasses] = JavaScriptClasses
    programs = ProgramForm(note="One file, which Node runs as a program: an ES module or a CommonJS module")

    def __init__(self, tools: InstalledTools) -> None:
        self.tools = tools
        self.version = tools.version
        self.classes = self.class_form(RESERVED, type_of, default_of)
        self.special = JavaScriptSpecial(entry_names)

    def with_libraries(self, libraries: Libraries) -> Self:
        """Return the toolchain whose programs may import these packages."""
        return type(self)(self.tools.model_copy(update={"mounts": (*self.tools.mounts, libraries.mount)}))

    def trial(self, libraries: Libraries) -> Job:
        """Return the job that imports the packages once and reports which could be imported."""
        names = (name for name, _ in libraries.imports)
        return Job(
            argv=(self.tools.programs["node"], "trial.mjs", *names),
            files={"trial.mjs": driver_file("trial.mjs", "javascript")},
            env={**ENVIRONMENT, "NODE_OPTIONS": ""},
            mounts=(*self.tools.mounts, libraries.mount),
            limits=Limits(wall_seconds=_TRIAL_SECONDS, cpu_seconds=_TRIAL_SECONDS, memory_bytes=2 * OWN_MEMORY),
            report=True,
        )

    def declaration(self, signature: Signature) -> str:
        own = signature.own_params
        names = [unreserved(camel(param.name), RESERVED) for param in own]
        lines = [
            f" * @param {{{type_of(param.type, signature.wide)}}} {name}"
            for param, name in zip(own, names, strict=True)
        ]
        lines = [*conduct_notes(signature, " *").splitlines(), *lines]
        head = ["/**", *lines, f" * @returns {{{returned(signature)}}}", " */"]
        params = [f"{name}{default_of(param)}" for name, param in zip(names, own, strict=True)]
        return "\n".join([*head, f"export {function_word(signature)} {entry_name(signature)}({', '.join(params)})"])

    def objection(self, program: Program) -> str | None:
        return unreadable(program.code) or missing_function(program)

    def calls(
        self,
        program: Program,
        built: Mapping[str, bytes],
        inputs: Sequence[Mapping[str, Any]],
        limits: CallLimits,
        alone: int,
    ) -> Job:
        name, text = module_of(program, self.extension)
        types = {param.name: param.type for param in program.signature.params}
        given = [
            {
                key: _native(value, types[key], program.signature.wide)
                for key, value in program.signature.bound(one, omits=True).items()
            }
            for one in inputs
        ]
        return calls_job(
            self._runtime(limits),
            program,
            {name: text.encode()},
            given,
            limits,
            alone=alone,
            head={"file": f"./{name}", "entries": list(entry_names(program.signature))},
            omits=True,
        )

    def idle(self, limits: CallLimits) -> Job | None:
        return idle_job(self._runtime(limits), limits)

    def outcomes(self, result: ExecResult, program: Program, count: int) -> tuple[Outcome, ...]:
        return shaped(exhausted(read_outcomes(result, count), _MEMORY_SIGNS), program.signature.returns)

    def add_imports(self, code: str) -> str:
        return code

    def foreign_imports(self, code: str) -> tuple[str, ...]:
        return foreign_imports(code)

    def surroundings(self, code: str) -> tuple[Surrounding, ...]:
        return named_in(code, SURROUNDINGS)

    def elsewhere(self, job: Job, code: str) -> tuple[Job, ...]:
        return ()

    def standalone(self, code: bytes, stdin: bytes, limits: Limits) -> Standalone:
        kind = "m" if _MODULE.search(code.decode("utf-8", "replace")) else "c"
        name = f"main.{kind}{self.extension}"
        heap = f"--max-old-space-size={max(64, limits.memory_bytes // 2**20)}"
        run = Job(
            argv=(self.tools.programs["node"], *self.flags, heap, name),
            files={name: code},
            stdin=stdin,
            env=ENVIRONMENT,
            mounts=self.tools.mounts,
            limits=with_memory(limits, OWN_MEMORY),
        )
        return Standalone(run=run, reserved=_RESERVED_SPACE, start_seconds=0.5)

    def syntax_objection(self, code: str) -> str | None:
        return None

    def is_kind(self, error: str, kind: str) -> bool:
        return is_kind(error, kind, ERROR_KINDS)

    def _runtime(self, limits: CallLimits) -> Runtime:
        heap = max(64, limits.memory_bytes // 2**20)
        return Runtime(
            argv=(self.tools.programs["node"], *self.flags, f"--max-old-space-size={heap}", "js_driver.mjs"),
            files={"js_driver.mjs": driver_file("js_driver.mjs", "javascript")},
            env={"NODE_OPTIONS": ""},
            mounts=self.tools.mounts,
            own_memory=OWN_MEMORY,
            reserved=_RESERVED_SPACE,
            ahead=True,
        )


def entry_name(signature: Signature) -> str:
    """Return the function's name as JavaScript writes it."""
    return unreserved(camel(signature.name), RESERVED)


def entry_names(signature: Signature) -> tuple[str, ...]:
    """Return the names under which the function is accepted: the language's own form, and the one the user wrote."""
    return tuple(dict.fromkeys((entry_name(signature), signature.name)))


def type_of(wanted: Type, wide: bool = False) -> str:
    """Return the type as JSDoc and TypeScript write it. Raise UserError for one that the language lacks."""
    if (special := special_type(wanted, lambda inner: type_of(inner, wide))) is not None:
        return special
    inner = [type_of(arg, wide) for arg in wanted.args]
    match wanted.kind:
        case "list":
            return f"Array<{inner[0]}>" if wanted.args[0].kind == "optional" else f"{inner[0]}[]"
        case "tuple":
            return f"[{', '.join(inner)}]"
        case "set":
            return f"Set<{inner[0]}>"
        case "map" if wanted.args[0].kind == "str":
            return f"Record<string, {inner[1]}>"
        case "map":
            return f"Map<{inner[0]}, {inner[1]}>"
        case "optional":
            return f"{inner[0]} | null"
        case "int" if wide:
            return "bigint"
        case _:
            return _SCALARS[wanted.kind]


def missing_function(program: Program) -> str | None:
    """Return why the text has no function to call, or None."""
    names = entry_names(program.signature)
    if any(
        re.search(rf"(?<![\w$.]){re.escape(name)}(?![\w$])|\b{re.escape(name)}\s*[=:]", program.code) for name in names
    ):
        return None
    if re.search(r"export\s+default\b|module\.exports\s*=\s*(?:async\s*)?(?:function|\()", program.code):
        return None
    return f"there is no function named {names[0]}"


def module_of(program: Program, extension: str) -> tuple[str, str]:
    """Return the file's name, from which Node infers the kind of module, and its text with the function exported."""
    code = without_mark(program.code)
    names = [name for name in entry_names(program.signature) if re.search(rf"(?<![\w$.]){name}(?![\w$])", code)]
    if _MODULE.search(code):
        hidden = names and not _exports(code, names[0])
        return f"solution.m{extension}", f"{code}\nexport {{ {names[0]} }};\n" if hidden else code
    keep = "".join(
        f"\nif (typeof {name} === 'function') globalThis[Symbol.for('specwright.entry')] = {name};"
        for name in names[:1]
    )
    return f"solution.c{extension}", f"{code}\n{keep}\n"


def _exports(code: str, name: str) -> bool:
    declared = rf"export\s+(?:default\s+)?(?:async\s+)?(?:function\s*\*?|const|let|var|class)\s+{name}(?![\w$])"
    listed = rf"export\s*\{{[^}}]*(?<![\w$]){name}(?![\w$])[^}}]*\}}"
    return re.search(f"{declared}|{listed}|export\\s+default\\s+{name}(?![\\w$])", code) is not None


def _native(data: Data, wanted: Type, wide: bool) -> Data:
    """Return a map from texts is an object and any other map a Map; wide integers are BigInt."""
    if wanted.kind == "optional":
        return None if data is None else _native(data, wanted.args[0], wide)
    if isinstance(data, list):
        item = wanted.args[0] if wanted.kind == "list" else ANY
        return [_native(inner, item, wide) for inner in data]
    if isinstance(data, dict):
        return _native_tagged(*untag(data), wanted, wide)
    whole = wide and wanted.kind == "int" and isinstance(data, int) and not isinstance(data, bool)
    return {"$int": hex(data)} if whole else data


def _native_tagged(tag: str, body: Any, wanted: Type, wide: bool) -> Data:
    match tag:
        case "$tuple":
            fits = wanted.kind == "tuple" and len(wanted.args) == len(body)
            types = wanted.args if fits else (ANY,) * len(body)
            return {tag: [_native(inner, kind, wide) for inner, kind in zip(body, types, strict=True)]}
        case "$set":
            return {tag: [_native(inner, wanted.args[0] if wanted.kind == "set" else ANY, wide) for inner in body]}
        case "$map":
            key, value = wanted.args if wanted.kind == "map" else (ANY, ANY)
            texts = all(isinstance(k, str) for k, _ in body) and key.kind in ("str", "any")
            return {"$record" if texts else tag: [[_native(k, key, wide), _native(v, value, wide)] for k, v in body]}
        case _:
            return {tag: body}
