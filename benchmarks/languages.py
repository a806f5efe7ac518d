"""Do the toolchains tell right programs from wrong ones? humanevalpack in five languages, through the real sandbox.

    python benchmarks/languages.py --data PATH [--quick] [--language NAME ...]

PATH holds humanevalpack_{python,js,java,go,rust}.jsonl.gz: for each of 164 problems a right program, a wrong one, and a
native test program. A program is accepted when its test ends well and rejected when the test fails, the program fails
under it, or it does not end in time. It is undecided when a dependency is missing or when the test cannot be built
with the right program either: then a failure says nothing about the wrong one. A program that fails is run twice more,
and one that then passes is undecided too: Go/95's own right program looks at two keys of a map in Go's random order,
and passes its test in about four of nine runs.

The exit status is 0 where every right program is accepted but for those, and every wrong one rejected but for those
whose right one lacks a dependency; as many right ones as the data lists must have been decided.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from specwright.adapters.machine.toolchains import ready
from specwright.languages.common.supervised import KIT
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.common.tools.interpreter import ENVIRONMENT, local_interpreter
from specwright.languages.go.toolchain import GoToolchain
from specwright.languages.java.toolchain import CLASS_PATH, FLAGS, JavaToolchain
from specwright.languages.python.toolchain import PythonToolchain
from specwright.languages.rust.toolchain import RustToolchain
from specwright.ports.sandbox import ExecEnding, ExecResult, Job, Limits, Sandbox
from specwright.sandbox import open_sandbox

FILES: Final = {"python": "python", "javascript": "js", "java": "java", "go": "go", "rust": "rust"}
PROBLEMS: Final = 164
LISTED: Final = {"python": 164, "javascript": 163, "java": 164, "go": 164, "rust": 158}
"""How many right programs can be accepted: the others need packages that are not part of the language."""
MISSING: Final = (
    "Cannot find module",
    "ModuleNotFoundError",
    "could not import",
    "unresolved import",
    "E0432",
    "E0433",
)
UNSTEADY: Final = "the same build failed the same test in one run and passed it in another"
DEPENDENCY: Final = "missing dependency"
RUN_LIMITS: Final = Limits(wall_seconds=30.0, cpu_seconds=10.0, memory_bytes=1024**3, processes=128, open_files=1024)
_FAILING_ASSERT: Final = "console.assert = (held) => { if (!held) throw new Error('assertion failed'); };\n"
_TESTIFY: Final = """package assert

import (
	"bytes"
	"reflect"
	"testing"
)

type Assertions struct{ t *testing.T }

func New(t *testing.T) *Assertions { return &Assertions{t} }

func (a *Assertions) Equal(expected, actual any, _ ...any) bool {
	a.t.Helper()
	left, isBytes := expected.([]byte)
	right, _ := actual.([]byte)
	same := reflect.DeepEqual(expected, actual)
	if isBytes && left != nil && right != nil {
		same = bytes.Equal(left, right)
	}
	if !same {
		a.t.Errorf("expected %v, got %v", expected, actual)
	}
	return same
}
"""
_GO_MAIN: Final = """package main

import (
	"solution"
	"testing"
)

func main() {
	every := func(_, _ string) (bool, error) { return true, nil }
	testing.Main(every, []testing.InternalTest{{Name: "NAME", F: solution.NAME}}, nil, nil)
}
"""


@dataclass(frozen=True)
class Plan:
    """How one program and its test are run: built first where the language is compiled."""

    build: Job | None
    run: Callable[[dict[str, bytes]], Job]


@dataclass(frozen=True)
class Verdict:
    word: str
    """accepted, rejected or undecided"""
    reason: str
    cpu: float


# --- one plan per language -------------------------------------------------------------------------------------------


def plan_python(row: dict[str, Any], solution: str, _: InstalledTools | None) -> Plan:
    interpreter, mounts = local_interpreter()
    text = row["prompt"] + solution + "\n" + row["test"]
    job = Job(
        argv=(interpreter, "-S", "-s", "-B", "main.py"),
        files={"main.py": text.encode()},
        env=ENVIRONMENT,
        mounts=mounts,
        limits=RUN_LIMITS,
    )
    return Plan(None, lambda _: job)


def plan_javascript(row: dict[str, Any], solution: str, found: InstalledTools | None) -> Plan:
    assert found
    text = _FAILING_ASSERT + row["prompt"] + solution + "\n" + row["test"]
    job = Job(
        argv=(found.programs["node"], "main.cjs"),
        files={"main.cjs": text.encode()},
        mounts=found.mounts,
        limits=RUN_LIMITS,
    )
    return Plan(None, lambda _: job)


def plan_java(row: dict[str, Any], solution: str, found: InstalledTools | None) -> Plan:
    assert found
    toolchain = JavaToolchain(found)
    imports = "".join(f"{line}\n" for line in re.findall(r"^import .*;", row["prompt"], re.MULTILINE))
    files = {"Solution.java": row["prompt"] + solution, "Main.java": imports + row["test"]}
    build = toolchain.compile_job({"program.jar": files})

    def run(built: dict[str, bytes]) -> Job:
        archive = f"-XX:SharedArchiveFile={KIT}/driver.jsa"
        return Job(
            argv=(found.programs["java"], *FLAGS, archive, "-Xmx512m", "-cp", f"{CLASS_PATH}:program.jar", "Main"),
            files=built,
            mounts=build.mounts,
            limits=RUN_LIMITS,
        )

    return Plan(build, run)


def plan_go(row: dict[str, Any], solution: str, found: InstalledTools | None) -> Plan:
    assert found
    tools = found.programs
    name = re.findall(r"^func (Test\w+)\(", row["test"], re.MULTILINE)[0]
    main = _GO_MAIN.replace("NAME", name)
    config = found.index + "packagefile github.com/stretchr/testify/assert=assert.a\npackagefile solution=solution.a\n"
    compiling = (tools["compile"], "-pack", "-complete", "-importcfg", "importcfg")
    steps = [
        (*compiling, "-p", "github.com/stretchr/testify/assert", "-o", "assert.a", "assert.go"),
        (*compiling, "-p", "solution", "-o", "solution.a", "solution.go", "solution_test.go"),
        (*compiling, "-p", "main", "-o", "main.a", "main.go"),
        (tools["link"], "-s", "-w", "-importcfg", "importcfg", "-o", "program", "main.a"),
    ]
    block = re.compile(r"^import \([^)]*\)|^import \"[^\"]+\"", re.MULTILINE)
    heads = [row["import"], row["prompt"], row["test_setup"]]
    # Two programs use packages that the data does not list; its own harness offers these to all.
    packages = {"bytes", "crypto/md5", "fmt", "math", "math/rand", "regexp", "sort", "strconv", "strings", "time"}
    packages |= {name for head in heads for part in block.findall(head) for name in re.findall(r'"([^"]+)"', part)}
    program = _with_imports(packages, block.sub("", row["prompt"]) + solution)
    test = _with_imports(packages, row["test"])
    files = {
        "assert.go": _TESTIFY,
        "solution.go": program,
        "solution_test.go": test,
        "main.go": main,
        "importcfg": config,
    }
    build = GoToolchain(found).build_job(files, steps)
    return Plan(build, lambda built: Job(argv=("./program",), files=built, limits=RUN_LIMITS))


def _with_imports(packages: set[str], body: str) -> str:
    """A file with the imports that it uses: the data lists them for program and test together."""
    code = re.sub(r"//.*", "", body)
    used = [name for name in sorted(packages) if re.search(rf"(?<![\w.]){name.rsplit('/', 1)[-1]}\.", code)]
    return "package solution\n" + "".join(f'import "{name}"\n' for name in used) + body


def plan_rust(row: dict[str, Any], solution: str, found: InstalledTools | None) -> Plan:
    assert found
    body = solution + "\n" + row["test"]
    # Every prompt imports three crates; the line is an error of the program only where it is used.
    used = {"rand": r"\brand::|\.gen\b|gen_range|thread_rng", "regex": r"\bRegex\b", "md5": r"\bmd5::"}
    prompt = "\n".join(
        line
        for line in row["prompt"].splitlines()
        if not any(re.match(rf"use {crate}\b", line) and not re.search(sign, body) for crate, sign in used.items())
    )
    step = (
        found.programs["rustc"], "--test", "--edition=2021", "--cap-lints=allow", "-Cdebuginfo=0", "-Clink-arg=-s",
        f"-Clinker={found.programs['cc']}", "-o", "program", "main.rs",
    )  # fmt: skip
    build = RustToolchain(found).build_job({"main.rs": prompt + "\n" + body}, [step])
    return Plan(build, lambda built: Job(argv=("./program", "--test-threads=1"), files=built, limits=RUN_LIMITS))


PLANS: Final = {
    "python": plan_python,
    "javascript": plan_javascript,
    "java": plan_java,
    "go": plan_go,
    "rust": plan_rust,
}


# --- running ---------------------------------------------------------------------------------------------------------


async def verdict(sandbox: Sandbox, plan: Plan) -> Verdict:
    cpu, files = 0.0, {}
    if plan.build is not None:
        built = await sandbox.run(plan.build)
        cpu += built.cpu_seconds
        if built.exit_code != 0:
            missing = next((sign for sign in MISSING if sign in _words(built)), None)
            return Verdict("undecided", f"{DEPENDENCY}: {missing}" if missing else "does not compile", cpu)
        files = built.files
    result = await sandbox.run(plan.run(files))
    cpu += result.cpu_seconds
    if result.ending is ExecEnding.EXITED and result.exit_code == 0:
        return Verdict("accepted", "the test passes", cpu)
    words = _words(result)
    if any(sign in words for sign in MISSING):
        return Verdict("undecided", DEPENDENCY, cpu)
    for _ in range(2):
        again = await sandbox.run(plan.run(files))
        cpu += again.cpu_seconds
        if again.exit_code == 0:
            return Verdict("undecided", UNSTEADY, cpu)
    return Verdict("rejected", _why(result, words), cpu)


def _words(result: ExecResult) -> str:
    return (result.stdout + result.stderr).decode("utf-8", "replace")


def _why(result: ExecResult, words: str) -> str:
    if result.ending is not ExecEnding.EXITED:
        return result.ending.value
    asserted = ("AssertionError", "assertion failed", "assertion `left == right` failed", "expected ")
    return "the test fails" if any(sign in words for sign in asserted) else "the program fails under its test"


async def measure(sandbox: Sandbox, language: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    found = None if language == "python" else ready(language)
    began = time.monotonic()
    plan = PLANS[language]

    async def both(row: dict[str, Any]) -> tuple[str, Verdict, Verdict]:
        right = await verdict(sandbox, plan(row, row["canonical_solution"], found))
        wrong = await verdict(sandbox, plan(row, row["buggy_solution"], found))
        if wrong.word == "undecided" and wrong.reason == "does not compile" and right.word == "accepted":
            wrong = Verdict("rejected", "does not compile", wrong.cpu)
        # A test that the right program has passed even once can be passed: failing it says something.
        if wrong.word == "rejected" and right.word != "accepted" and right.reason != UNSTEADY:
            wrong = Verdict("undecided", "the right program does not pass either", wrong.cpu)
        return row["task_id"], right, wrong

    told = await asyncio.gather(*map(both, rows))
    lacking = sum(v.reason.startswith(DEPENDENCY) for _, v, _ in told)
    unsteady = sum(v.reason == UNSTEADY for _, v, _ in told)
    accepted = sum(v.word == "accepted" for _, v, _ in told)
    listed = len(rows) - (PROBLEMS - LISTED[language] if len(rows) == PROBLEMS else lacking)
    odd = [f"{task} right: {v.word} ({v.reason})" for task, v, _ in told if v.word != "accepted"]
    odd += [f"{task} wrong: {v.word} ({v.reason})" for task, _, v in told if v.word != "rejected"]
    return {
        "language": language,
        "version": PythonToolchain().interpreter if found is None else found.version,
        "problems": len(rows),
        "listed": listed,
        "holds": accepted + unsteady >= listed and sum(w.word == "rejected" for *_, w in told) >= len(rows) - lacking,
        "right": dict(Counter(v.word for _, v, _ in told)),
        "wrong": dict(Counter(v.word for _, _, v in told)),
        "reasons": dict(Counter(v.reason for _, _, v in told)),
        "wall_seconds": round(time.monotonic() - began, 1),
        "cpu_seconds": round(sum(v.cpu + w.cpu for _, v, w in told), 1),
        "odd": sorted(odd),
    }


def load(folder: Path, language: str, quick: bool) -> list[dict[str, Any]]:
    path = folder / f"humanevalpack_{FILES[language]}.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as file:
        rows = [json.loads(line) for line in file]
    return rows[::41] if quick else rows


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder with the humanevalpack files")
    parser.add_argument("--quick", action="store_true", help="four problems of each language")
    parser.add_argument("--language", action="append", choices=sorted(FILES), help="only this one; repeatable")
    chosen = parser.parse_args()
    sandbox = await open_sandbox("auto")
    print(f"data: {chosen.data} (humanevalpack), sandbox: {sandbox.name}")
    print(f"{'language':12}{'accepted':>10}{'of listed':>10}{'rejected':>10}{'undecided':>11}{'wall s':>9}{'cpu s':>8}")
    measured = []
    try:
        for language in chosen.language or FILES:
            rows = await asyncio.to_thread(load, chosen.data, language, chosen.quick)
            one = await measure(sandbox, language, rows)
            measured.append(one)
            right, wrong = Counter(one["right"]), Counter(one["wrong"])
            undecided = right["undecided"] + wrong["undecided"]
            numbers = f"{right['accepted']:>10}{one['listed']:>10}{wrong['rejected']:>10}{undecided:>11}"
            print(f"{language:12}{numbers}{one['wall_seconds']:>9}{one['cpu_seconds']:>8}", flush=True)
            for line in one["odd"]:
                print(f"    {line}", flush=True)
    finally:
        await sandbox.close()
    print(json.dumps({"benchmark": "languages", "quick": chosen.quick, "languages": measured}))
    return 0 if all(one["holds"] for one in measured) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
