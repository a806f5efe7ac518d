"""One program in one file, as `specwright exec` runs it: read, built where its language is compiled, and run.

The limits are the program's own; what its language's runtime takes comes on top of the memory. A program that cannot be
built is told by its compiler's words and status.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from specwright.core.value import Value
from specwright.languages.common.installed_tools import Found
from specwright.languages.go import toolchain as go
from specwright.languages.java import toolchain as java
from specwright.languages.javascript import toolchain as javascript
from specwright.languages.python.toolchain import ENVIRONMENT, PythonToolchain
from specwright.languages.rust import toolchain as rust
from specwright.languages.typescript import toolchain as typescript
from specwright.ports.sandbox import Job, Limits

_PROGRAM: Final = "program"
_RUN: Final = (f"./{_PROGRAM}",)
_MODULE: Final = re.compile(rb"^[ \t]*(?:export\b|import\b(?!\s*\())", re.MULTILINE)


class Standalone(Value):
    """What is run first, if anything, and then."""

    build: Job | None = None
    """Leaves the files that the program is run from."""
    run: Job

    def built(self, files: Mapping[str, bytes]) -> Job:
        """The job that runs what was built."""
        return self.run.model_copy(update={"files": dict(files)}) if self.build is not None else self.run


def python_alone(toolchain: PythonToolchain, code: bytes, stdin: bytes, limits: Limits) -> Standalone:
    """A Python file."""
    argv = (toolchain.interpreter, "-S", "-s", "-P", "-B", "main.py")
    run = Job(argv=argv, files={"main.py": code}, stdin=stdin, env=ENVIRONMENT, mounts=toolchain.mounts, limits=limits)
    return Standalone(run=run)


def alone(found: Found, code: bytes, stdin: bytes, limits: Limits) -> Standalone:
    """A file of any other language. Raises KeyError for one that there is not."""
    return {"javascript": _node, "typescript": _node, "java": _java, "go": _go, "rust": _rust}[found.language](
        found, code, stdin, limits
    )


def _node(found: Found, code: bytes, stdin: bytes, limits: Limits) -> Standalone:
    typed = found.language == "typescript"
    name = f"main.{'m' if _MODULE.search(code) else 'c'}{'ts' if typed else 'js'}"
    flags = typescript.TypeScriptToolchain.flags if typed else ()
    heap = f"--max-old-space-size={max(64, limits.memory_bytes // 2**20)}"
    return Standalone(
        run=Job(
            argv=(found.programs["node"], *flags, heap, name),
            files={name: code},
            stdin=stdin,
            env=ENVIRONMENT,
            mounts=found.mounts,
            limits=_with_memory(limits, javascript.OWN_MEMORY),
        )
    )


def _java(found: Found, code: bytes, stdin: bytes, limits: Limits) -> Standalone:
    """As `java File.java` has it: the first class of the file is the program."""
    heap = f"-Xmx{max(32, limits.memory_bytes // 2**20)}m"
    return Standalone(
        run=Job(
            argv=(found.programs["java"], *java.FLAGS, heap, "Main.java"),
            files={"Main.java": code},
            stdin=stdin,
            env=ENVIRONMENT,
            mounts=found.mounts,
            limits=_with_memory(limits, java.OWN_MEMORY),
        )
    )


def _go(found: Found, code: bytes, stdin: bytes, limits: Limits) -> Standalone:
    tools, common = found.programs, ("-importcfg", "importcfg")
    steps = [
        (tools["compile"], "-pack", "-complete", "-trimpath", "/box", *common, "-p", "main", "-o", "main.a", "main.go"),
        (tools["link"], "-s", "-w", *common, "-buildmode=exe", "-o", _PROGRAM, "main.a"),
    ]
    build = go.GoToolchain(found).build_job({"importcfg": found.index}, steps)
    env = {**ENVIRONMENT, "GOMAXPROCS": "2", "GOMEMLIMIT": str(limits.memory_bytes)}
    run = Job(argv=_RUN, stdin=stdin, env=env, mounts=found.image, limits=_with_memory(limits, go.OWN_MEMORY))
    return Standalone(build=_with_source(build, "main.go", code), run=run)


def _rust(found: Found, code: bytes, stdin: bytes, limits: Limits) -> Standalone:
    step = (
        found.programs["rustc"], "--edition=2021", "--color=never", "-Copt-level=1", "-Coverflow-checks=on",
        "-Cdebuginfo=0", f"-Clinker={found.programs['cc']}", "-o", _PROGRAM, "main.rs",
    )  # fmt: skip
    build = rust.RustToolchain(found).build_job({}, [step])
    own = _with_memory(limits, rust.OWN_MEMORY)
    run = Job(argv=_RUN, stdin=stdin, env=ENVIRONMENT, mounts=found.image, limits=own)
    return Standalone(build=_with_source(build, "main.rs", code), run=run)


def _with_source(build: Job, name: str, code: bytes) -> Job:
    return build.model_copy(update={"files": {**build.files, name: code}})


def _with_memory(limits: Limits, own: int) -> Limits:
    return limits.model_copy(update={"memory_bytes": limits.memory_bytes + own})
