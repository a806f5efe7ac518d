"""Go packages: one module with its package at the root, `go test`, and Go's own coverage.

`go test -json` builds and runs in one step, on a build cache that was filled once and is mounted read-only. All tests
of a package share a process; a sentinel in the first file and one in the last must both be reached and fail.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from pathlib import PurePosixPath
from typing import Any, Final

from specwright.core.evidence.finding import Finding
from specwright.core.evidence.native import Coverage, FileCoverage, NativeReport
from specwright.core.program.equality import Comparison
from specwright.core.program.package import Item, Package
from specwright.core.work.testcase import TestCase
from specwright.languages.common.packaging.batch_runs import BatchRuns
from specwright.languages.common.packaging.commands import command_of
from specwright.languages.common.packaging.driven import (
    Ended,
    Needs,
    Step,
    driven_run,
    guarded,
    idle_run,
    read_report,
    relative,
    report_lines,
)
from specwright.languages.common.packaging.project import whole
from specwright.languages.common.packaging.rename_clashes import rename_clashes
from specwright.languages.common.packaging.sentinels import hijacked, random_name, trusted_results
from specwright.languages.common.packaging.shown_usage import UsageForm, as_usage
from specwright.languages.common.source import without_mark
from specwright.languages.common.supervised import KIT
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.go.commands import go_files, go_form
from specwright.languages.go.files import GoFiles
from specwright.languages.go.native_tests import render
from specwright.languages.registry import ROWS
from specwright.ports.language import CallLimits, CommandForm, NativeRun
from specwright.ports.sandbox import ExecResult, Job, Mount

ENVIRONMENT: Final = {
    "GOFLAGS": "-trimpath",
    "GOTOOLCHAIN": "local",
    "GOPROXY": "off",
    "GO111MODULE": "on",
    "GOWORK": "off",
    "GOENV": "off",
    "GOTELEMETRY": "off",
    "CGO_ENABLED": "0",
    "GODEBUG": "goindex=0",  # an index of the library would hold only for the folder that it was made in
}
"""How tests are built, for the cache as for every run: other builds are not found in it."""
COVERAGE: Final = ("-covermode=count", "-coverpkg=./...")
_DECLARED: Final = re.compile(r"^(?:func|type|var|const) (\w+)", re.MULTILINE)
_IGNORED: Final = "*.test\n*.out\n/bin/\n"
_STEPS: Final = """\
- uses: actions/setup-go@d35c59abb061a4a6fb18e82ac0862c26744d6ab5 # v5.5.0
  with:
    go-version: stable
- run: go test ./...
"""
_OLDEST: Final = "1.21"
_PROFILE: Final = "specwright-cover.out"
_TEST: Final = re.compile(r"^func (Test(?![a-z])\w*)\(\w+ \*testing\.T\)", re.MULTILINE)
_CLAUSE: Final = re.compile(r"^[ \t]*package[ \t]+(\w+)", re.MULTILINE)
_MODULE: Final = re.compile(r'^module\s+"?([^\s"]+)', re.MULTILINE)
_PLACE: Final = re.compile(r"^(?:vet: )?(?:\./)?(\S+?\.go):(\d+):(?:(\d+):)? (.+)$", re.MULTILINE)
_BLOCK: Final = re.compile(r"^(\S+):(\d+)\.(\d+),(\d+)\.(\d+) (\d+) (\d+)$")
_BUILD_SECONDS: Final = 120.0
# The compiler, the linker and the go command beside the tests.
_OWN_MEMORY: Final = 1024**3
_CHECKED: Final = re.compile(
    r"^if (?:(?P<name>\w+) := (?P<made>[^;\n]+); )?(?P<tests>[^;\n{]+) \{\n\tt\.\w+\([^\n]*\n\}", re.MULTILINE
)
"""A comparison that fails the test if it does not hold."""
_USAGE: Final = UsageForm(test=r"^func Test\w+\(\w+ \*testing\.T\) \{", imports=r"(?!)")


class GoPackaging(BatchRuns):
    """Go projects; see the Packaging port. Its kit is a filled build cache."""

    language = "go"
    several = GoFiles()

    def __init__(self, tools: InstalledTools) -> None:
        self.tools = tools

    def source_path(self, name: str) -> str:
        return f"{name}.go"

    def test_path(self, name: str, part: str) -> str:
        return f"{part}_test.go"

    def render_tests(self, package: Package, item: Item, cases: Sequence[TestCase], comparison: Comparison) -> str:
        return render(package, item, cases, comparison, (clause(package.name), module(package.name)))

    def usage(self, test: str) -> str:
        return _CHECKED.sub(_printed, as_usage(test, _USAGE)).replace("t.Fatal(err)", "log.Fatal(err)")

    def fit_beside(self, code: str, test: str) -> str | None:
        if re.search(r"(?m)^package solution\b", code) is None:
            return None
        test = test.replace("package solution_test", "package solution", 1)
        test = re.sub(r'\n*\t"example\.com/solution"', "", test, count=1)
        return re.sub(r"(?<![\w.\"])solution\.(?=[A-Z])", "", test)

    def source_note(self, name: str) -> str:
        return f"It begins with `package {name.replace('_', '')}`; public names begin with a capital."

    def fit_test(self, path: str, code: str) -> str:
        return code

    def rename_clashes(self, tests: Mapping[str, str]) -> dict[str, str]:
        return rename_clashes(tests, _DECLARED)

    def command(self, name: str, item: Item) -> CommandForm:
        return go_form(item, clause(name))

    def project(self, package: Package) -> dict[str, bytes]:
        return whole(package, _made(package), _IGNORED, _STEPS)

    def test_run(self, package: Package, limits: CallLimits, *, coverage: bool = True) -> NativeRun:
        sentinels: dict[str, str] = {}
        files = {**_made(package), **package.others, **package.documents}
        files |= {path: without_mark(text) for path, text in {**package.sources, **package.tests}.items()}
        for folder, text in _tested_folders(package).items():
            for start in ("a", "zz"):  # before and behind every other file of the folder
                name = random_name().capitalize()
                path = str(PurePosixPath(folder) / f"{start}{name}_test.go")
                files[path] = (
                    f'package {text}\n\nimport "testing"\n\nfunc Test{name}(t *testing.T) {{ t.Fatal("{name}") }}\n'
                )
                sentinels[path] = _id(folder, f"Test{name}")
        covering = (*COVERAGE, f"-coverprofile={_PROFILE}") if coverage else ()
        seconds = f"-timeout={max(1, int(limits.seconds))}s"
        step = Step(
            name="test",
            argv=(self.tools.programs["go"], "test", "-json", "-count=1", seconds, *covering, "./..."),
            seconds=limits.seconds + _BUILD_SECONDS,
        )
        expected = [
            _id(str(PurePosixPath(path).parent), name)
            for path in sorted(package.tests)
            if path.endswith("_test.go")
            for name in _TEST.findall(package.tests[path])
        ]
        return driven_run(
            self._needs(limits),
            files,
            [step],
            sentinels=tuple(sentinels.values()),
            expected=tuple(expected),
            keep=(_PROFILE,),
        )

    def idle(self, limits: CallLimits) -> Job | None:
        return idle_run(self._needs(limits))

    @guarded
    def read_tests(self, run: NativeRun, result: ExecResult, package: Package) -> NativeReport:
        tools = {"go": self.tools.version}
        said = read_report(run, result)
        if isinstance(said, NativeReport):
            return said
        ended = said.steps["test"]
        events = _events(ended.out)
        errors = self._errors(ended, events)
        endings = _leaves(_endings(events, _module_of(package)))
        if errors and not any(_parent(id_) in endings or id_ in endings for id_ in run.sentinels):
            return NativeReport(compile_errors=errors, tools=tools, output=ended.err)
        reported = {id_.split("/", 1)[0] for id_ in endings}
        missing = [id_ for id_ in run.expected if id_ not in reported]
        names = {id_.rsplit("::", 1)[-1] for id_ in run.sentinels}
        output = "".join(str(event.get("Output", "")) for event in events if event.get("Test") not in names)
        return NativeReport(
            tests=trusted_results(missing, run.sentinels, endings),
            hijacked=hijacked(run.sentinels, endings),
            coverage=self._coverage(said.files.get(_PROFILE, ""), package),
            output=f"{output}{ended.err}"[-256 * 1024 :],
            tools=tools,
        )

    def _needs(self, limits: CallLimits) -> Needs:
        return Needs(
            env={
                **ENVIRONMENT,
                "GOROOT": self.tools.programs["root"],
                "GOCACHE": f"{KIT}/cache",
                "GOMODCACHE": ROWS[self.language].dependency_mount,
                "GOMAXPROCS": "2",
            },
            mounts=(*self.tools.mounts, Mount(source=self.tools.kit or "", target=KIT), *self.tools.dependencies),
            memory_bytes=limits.memory_bytes + _OWN_MEMORY,
        )

    def _errors(self, ended: Ended, events: list[dict[str, Any]]) -> tuple[Finding, ...]:
        """Return the errors of the compiler and vet: events since Go 1.24, text before."""
        built = "".join(str(event.get("Output", "")) for event in events if event.get("Action") == "build-output")
        tool = f"go {self.tools.version}"
        found = {
            (relative(path), int(line), int(column) if column else None, message.strip()): None
            for path, line, column, message in _PLACE.findall(f"{built}\n{ended.err}")
        }
        return tuple(
            Finding(tool=tool, message=message, path=path, line=line, column=column)
            for path, line, column, message in found
        )

    def _coverage(self, profile: str, package: Package) -> Coverage | None:
        lines: dict[str, dict[int, int]] = {path: {} for path in package.sources if path.endswith(".go")}
        for row in profile.splitlines()[1:]:
            found = _BLOCK.match(row)
            path = found[1].removeprefix(f"{_module_of(package)}/") if found else ""
            if found is None or path not in lines:
                continue
            start, start_column, end, end_column, _, count = (int(number) for number in found.groups()[1:])
            text = package.sources[path].split("\n")
            for line in _running(text, (start, start_column), (end, end_column)):
                lines[path][line] = max(lines[path].get(line, 0), count)
        if not profile.startswith("mode:"):
            return None
        files = [FileCoverage(path=path, lines=dict(sorted(lines[path].items()))) for path in sorted(lines)]
        return Coverage(tool=f"go {self.tools.version}", files=tuple(files))


_MOST_LEVELS: Final = 50


def clause(name: str) -> str:
    """Return the package's name in Go: one word."""
    return name.replace("_", "")


def module(name: str) -> str:
    """Return the module's path."""
    return f"example.com/{clause(name)}"


def _module_of(package: Package) -> str:
    """Return the module's path: as its own go.mod has it, else as its tests import a package of its name, else ours."""
    if found := _MODULE.search(package.others.get("go.mod", "")):
        return found[1]
    imported = re.compile(rf'^\s*(?:import\s+)?"((?:[\w.-]+/)+{re.escape(package.name)})"', re.MULTILINE)
    return next((found[1] for text in package.tests.values() if (found := imported.search(text))), module(package.name))


def _made(package: Package) -> dict[str, str]:
    command = command_of(package)
    started = go_files(package, command, clause(package.name), module(package.name)) if command else {}
    return {"go.mod": f"module {_module_of(package)}\n\ngo {_OLDEST}\n", **started}


def _tested_folders(package: Package) -> dict[str, str]:
    """Return the folders with tests, and the clause of one of the test files in each."""
    folders = {}
    for path, text in sorted(package.tests.items()):
        found = _CLAUSE.search(text)
        if path.endswith("_test.go") and found:
            folders[str(PurePosixPath(path).parent)] = found[1]
    return folders


def _printed(found: re.Match[str]) -> str:
    """Return the statements that print what the test compares, each with its result; the test where that is not it."""
    lines = []
    for test in found["tests"].split(" || "):
        shown, _, result = test.partition(" != ")
        if not result or result == "nil":
            return found[0]
        value = found["made"] if shown == found["name"] else shown
        lines.append(f"fmt.Println({value}) // {result}")
    return "\n".join(lines)


def _id(folder: str, test: str) -> str:
    return f"{folder}::{test}"


def _parent(id_: str) -> str:
    return id_.rsplit("/", 1)[0]


def _events(out: str) -> list[dict[str, Any]]:
    return [event for event in report_lines(out) if isinstance(event, dict)]


def _endings(events: list[dict[str, Any]], root: str) -> dict[str, list[tuple[str, str]]]:
    """Return each test's ending and output."""
    endings: dict[str, list[tuple[str, str]]] = {}
    printed: dict[str, str] = {}
    for event in events:
        test, package = event.get("Test"), str(event.get("Package", ""))
        if not isinstance(test, str):
            continue
        id_ = _id(package.removeprefix(root).lstrip("/") or ".", test)
        how = {"pass": "passed", "fail": "failed", "skip": "skipped"}.get(str(event.get("Action")))
        if how is None:
            text = str(event.get("Output", ""))
            if not text.startswith(("=== ", "--- ", "    --- ")):
                printed[id_] = (printed.get(id_, "") + text)[-2000:]
        else:
            endings.setdefault(id_, []).append((how, printed.get(id_, "").strip()))
    return endings


def _leaves(endings: dict[str, list[tuple[str, str]]]) -> dict[str, list[tuple[str, str]]]:
    """Without the tests that only hold others, unless one failed and none of those in it did."""
    holding = {outer for id_ in endings for outer in _outer(id_)}
    blamed = {outer for id_, hows in endings.items() if hows[0][0] == "failed" for outer in _outer(id_)}
    return {
        id_: hows
        for id_, hows in endings.items()
        if id_ not in holding or (hows[0][0] == "failed" and id_ not in blamed)
    }


def _outer(id_: str) -> Iterator[str]:
    """Yield the tests that hold this one. A name may have any number of slashes; Go nests a few levels."""
    for place in islice((place for place, char in enumerate(id_) if char == "/"), _MOST_LEVELS):
        yield id_[:place]


def _running(text: list[str], start: tuple[int, int], end: tuple[int, int]) -> range:
    """Return the lines of a block that hold more than its brackets."""
    first, last = start[0], min(end[0], len(text))
    if first <= len(text) and not text[first - 1][start[1] - 1 :].strip(" \t{"):
        first += 1
    if last <= len(text) and last > first and not text[last - 1][: end[1] - 1].strip(" \t}"):
        last -= 1
    return range(first, last + 1)
