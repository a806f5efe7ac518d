"""JavaScript packages: ES modules in `src`, `node --test`, and Node's own coverage.

Node runs every test file in a process of its own and the reporter in the runner's, which never loads the code. A file
whose code ends its process early would count as passed; so every file gets a sentinel behind its last test, which must
be reached and fail.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final

from specwright.core.evidence.finding import Finding
from specwright.core.evidence.native import Coverage, FileCoverage, NativeReport
from specwright.core.program.equality import Comparison
from specwright.core.program.package import Item, Package
from specwright.core.work.testcase import TestCase
from specwright.languages.common.packaging.batch_runs import BatchRuns
from specwright.languages.common.packaging.commands import command_of, program_name
from specwright.languages.common.packaging.driven import (
    Ended,
    Needs,
    Step,
    driven_run,
    guarded,
    idle_run,
    output_of,
    read_report,
    relative,
    report_lines,
)
from specwright.languages.common.packaging.project import licence_of, summary_line, whole
from specwright.languages.common.packaging.sentinels import hijacked, random_name, trusted_results
from specwright.languages.common.packaging.shown_usage import Assertion, UsageForm, as_usage
from specwright.languages.common.source import without_mark
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.drivers import driver_file
from specwright.languages.javascript.commands import node_form, node_main, node_path
from specwright.languages.javascript.files import NodeFiles
from specwright.languages.javascript.native_tests import public_name, render
from specwright.ports.language import CallLimits, CommandForm, NativeRun
from specwright.ports.sandbox import ExecResult, Job

_IGNORED: Final = "node_modules/\ncoverage/\n*.log\n"
_STEPS: Final = """\
- uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
  with:
    node-version: 24
- run: npm test
"""
# Of the runner and of one test file's process at a time; see the toolchain.
_OWN_MEMORY: Final = 1408 * 1024 * 1024
_REPORTER: Final = "specwright-reporter.mjs"
_MOCHA: Final = "specwright-mocha.mjs"
_SENTINEL: Final = (
    '\n;import {{ test as {name} }} from "node:test"; {name}("{name}", () => {{ throw new Error("{name}"); }});\n'
)
_SENTINEL_OF_SCRIPT: Final = '\n;require("node:test").test("{name}", () => {{ throw new Error("{name}"); }});\n'
_TESTING: Final = re.compile(r"""node:test|^[ \t]*(?:describe|test|it|suite)(?:\.\w+)?\(""", re.MULTILINE)
_MODULE: Final = re.compile(r"^(?:import\b(?!\s*\()|export\b)", re.MULTILINE)
_TEST_CALL: Final = re.compile(r"""^[ \t]*(?:test|it)\(\s*(["'`])((?:(?!\1)[^\\\n])+)\1""", re.MULTILINE)
_SYNTAX: Final = re.compile(
    r"^(?P<path>\S.*?):(?P<line>\d+)\n(?:(?:.*\n){1,3}?(?P<indent>[ \t]*)\^+)?[\s\S]*?"
    r"^(?P<kind>SyntaxError)(?: \[\w+\])?: (?P<message>.*)$",
    re.MULTILINE,
)
_USAGE: Final = UsageForm(
    test=r"""^(?:test|it)\((["'`]).*?\1, (?:async )?\(\) => \{""",
    imports=r"""^import (?!.*["']node:(?:test|assert(?:/strict)?)["'])[^;]*;$""",
    assertions={
        **{f"assert.{name}": Assertion(0, 1) for name in ("equal", "strictEqual", "deepEqual", "deepStrictEqual")},
        "assert.ok": Assertion(0, "true"),
        "assert": Assertion(0, "true"),
        "assert.throws": Assertion(0, 1, raises=True),
    },
)


class JavaScriptPackaging(BatchRuns):
    """JavaScript projects; see the Packaging port."""

    language = "javascript"
    extension = "js"
    oldest = "20"
    flags: tuple[str, ...] = ()

    @property
    def several(self) -> NodeFiles:
        return NodeFiles(self.extension)

    def __init__(self, tools: InstalledTools) -> None:
        self.tools = tools
        self.helpers = {
            _REPORTER: driver_file("js_reporter.mjs", "javascript").decode(),
            _MOCHA: driver_file("js_mocha.mjs", "javascript").decode(),
        }

    def source_path(self, name: str) -> str:
        return f"src/index.{self.extension}"

    def test_path(self, name: str, part: str) -> str:
        return f"test/{part.replace('_', '-')}.test.{self.extension}"

    def render_tests(self, package: Package, item: Item, cases: Sequence[TestCase], comparison: Comparison) -> str:
        return render(package, item, cases, comparison, self.extension)

    def usage(self, test: str) -> str:
        return as_usage(test, _USAGE)

    def fit_beside(self, code: str, test: str) -> str | None:
        if re.search(r"(?m)^export ", code) is None:
            return None
        return test.replace('from "solution"', f'from "./solution.{self.extension}"')

    def source_note(self, name: str) -> str:
        return "It is an ES module: every public name is exported where it is declared."

    def fit_test(self, path: str, code: str) -> str:
        return code

    def rename_clashes(self, tests: Mapping[str, str]) -> dict[str, str]:
        return dict(tests)  # each file has its names for itself

    def command(self, name: str, item: Item) -> CommandForm:
        return node_form(item, self.extension)

    def project(self, package: Package) -> dict[str, bytes]:
        return whole(package, self._made(package), _IGNORED, _STEPS)

    def _made(self, package: Package) -> dict[str, str]:
        command = command_of(package)
        started = node_main(command, self.extension) if command else {}
        return {"package.json": _manifest(package, self.extension, self.oldest), **started}

    def test_run(self, package: Package, limits: CallLimits, *, coverage: bool = True) -> NativeRun:
        tests = sorted(path for path, text in package.tests.items() if self._is_test_file(path, text, package))
        sentinels = {path: random_name() for path in tests}
        files = {
            **self._made(package),
            **package.others,
            **self.helpers,
            **package.documents,
            **{path: without_mark(text) for path, text in {**package.sources, **package.tests}.items()},
        }
        for path, name in sentinels.items():
            script = package.others and not path.endswith(f".m{self.extension}") and not _MODULE.search(files[path])
            files[path] += (_SENTINEL_OF_SCRIPT if script else _SENTINEL).format(name=name)
        checks = [
            Step(name=f"check {path}", argv=self._check(path), must=True)
            for path in sorted({**package.sources, **package.tests})
            if path.endswith(f".{self.extension}")
        ]
        heap = max(64, limits.memory_bytes // 2**20)
        run = Step(
            name="test",
            argv=(
                self._node, *self.flags, f"--max-old-space-size={heap}", *self._globals(package),
                "--test", "--test-concurrency=1",
                *(("--experimental-test-coverage",) if coverage else ()),
                f"--test-reporter=./{_REPORTER}", "--test-reporter-destination=stdout", *tests,
            ),
            seconds=limits.seconds,
        )  # fmt: skip
        return driven_run(
            self._needs(limits),
            files,
            [*checks, run],
            sentinels=tuple(f"{path}::{name}" for path, name in sentinels.items()),
            expected=tuple(f"{path}::{name}" for path in tests for name in _names_in(package.tests[path])),
        )

    def _globals(self, package: Package) -> tuple[str, ...]:
        """Return the code that gives a checked project's tests the names that mocha has without an import."""
        return (f"--import=./{_MOCHA}",) if package.others else ()

    def _check(self, path: str) -> tuple[str, ...]:
        """Return the command that reads a file and runs nothing of it."""
        return (self._node, "--check", path)

    def idle(self, limits: CallLimits) -> Job | None:
        return idle_run(self._needs(limits))

    @guarded
    def read_tests(self, run: NativeRun, result: ExecResult, package: Package) -> NativeReport:
        tools = {"node": self.tools.version}
        said = read_report(run, result)
        if isinstance(said, NativeReport):
            return said
        ended = said.steps.get("test")
        if ended is None:
            errors = [self._error(step, package) for step in said.steps.values() if not step.fine]
            return NativeReport(compile_errors=tuple(errors), tools=tools)
        endings, covered = _said(ended.said)
        reported = {id_.split("::", 1)[0] + "::" + id_.rsplit(" > ", 1)[-1].split("::", 1)[-1] for id_ in endings}
        missing = [id_ for id_ in run.expected if id_ not in reported]
        return NativeReport(
            tests=trusted_results(missing, run.sentinels, endings),
            hijacked=hijacked(run.sentinels, endings),
            coverage=self._coverage(covered, package) if covered is not None else None,
            output=output_of(ended, run.sentinels),
            tools=tools,
        )

    @property
    def _node(self) -> str:
        return self.tools.programs["node"]

    def _needs(self, limits: CallLimits) -> Needs:
        return Needs(
            env={"NODE_OPTIONS": "", "NO_COLOR": "1", "FORCE_COLOR": "0"},
            mounts=(*self.tools.mounts, *self.tools.dependencies),
            memory_bytes=2 * limits.memory_bytes + _OWN_MEMORY,
        )

    def _is_test_file(self, path: str, text: str, package: Package) -> bool:
        if path.endswith((f".test.{self.extension}", f"-test.{self.extension}", f"_test.{self.extension}")):
            return True
        return bool(package.others) and _TESTING.search(text) is not None

    def _error(self, step: Ended, package: Package) -> Finding:
        tool = f"node {self.tools.version}"
        found = _SYNTAX.search(step.err)
        if found is None:
            return Finding(tool=tool, message=step.err.strip()[-2000:] or f"the check ended by {step.how}")
        path, line = relative(found["path"]), int(found["line"])
        last = len({**package.sources, **package.tests}.get(path, "").splitlines())
        behind = line > last  # if something is not closed, the sentinel comes too early
        return Finding(
            tool=tool,
            code=found["kind"],
            message=found["message"],
            path=path,
            line=last if behind else line,
            column=None if behind or found["indent"] is None else len(found["indent"]) + 1,
        )

    def _coverage(self, covered: list[Any], package: Package) -> Coverage:
        files = {
            path: FileCoverage(
                path=path,
                lines={int(line["line"]): int(line["count"]) for line in file["lines"]},
                branches=len(file["branches"]),
                branches_taken=sum(branch["count"] > 0 for branch in file["branches"]),
                untaken=tuple((int(branch["line"]), 0) for branch in file["branches"] if not branch["count"]),
            )
            for file in covered
            if (path := relative(str(file["path"]))) in package.sources
        }
        for path, text in package.sources.items():
            if path not in files and path.endswith(f".{self.extension}"):
                # Node does not list a file that no test loads: no line of it ran.
                lines = dict.fromkeys(range(1, len(text.splitlines()) + 1), 0)
                files[path] = FileCoverage(path=path, lines=lines, branches=0, branches_taken=0)
        return Coverage(tool=f"node {self.tools.version}", files=tuple(files[path] for path in sorted(files)))


def _said(text: str) -> tuple[dict[str, list[tuple[str, str]]], list[Any] | None]:
    """Return the reporter's results of each test, and the coverage."""
    endings: dict[str, list[tuple[str, str]]] = {}
    covered: list[Any] | None = None
    same: Counter[str] = Counter()
    for entry in report_lines(text):
        try:
            if "coverage" in entry:
                covered = list(entry["coverage"])
                continue
            file, path = relative(str(entry["file"])), [str(name) for name in entry["path"]]
            how, detail = {"pass": "passed", "fail": "failed"}.get(entry["how"], "skipped"), str(entry["detail"])
            suite = bool(entry["suite"])
        except (ValueError, KeyError, TypeError):
            continue
        own = len(path) == 1 and relative(path[0]) == file
        if suite or (own and how != "failed"):
            continue
        id_ = file if own else f"{file}::{' > '.join(path)}"
        same[id_] += 1  # two tests may have one name
        while (numbered := id_ if same[id_] == 1 else f"{id_} ({same[id_]})") in endings:
            same[id_] += 1
        endings.setdefault(numbered, []).append((how, detail or how))
    return endings, covered


def _names_in(text: str) -> list[str]:
    """Return the tests that the text shows at the start of a line, by their names."""
    return list(dict.fromkeys(found[1] for found in _TEST_CALL.findall(text) if "${" not in found[1]))


def _manifest(package: Package, extension: str, oldest: str) -> str:
    main = f"./src/index.{extension}"
    manifest: dict[str, Any] = {
        "name": public_name(package.name),
        "version": package.version,
        "description": summary_line(package),
        "license": licence_of(package),
        "type": "module",
        "exports": main,
        "files": ["src"],
        "engines": {"node": f">={oldest}"},
        "scripts": {"test": "node --test"},
    }
    if package.dependencies:
        manifest["dependencies"] = {name: f"^{version}" for name, version in sorted(package.dependencies.items())}
    if package.commands:
        manifest["bin"] = {program_name(item): f"./{node_path(item, extension)}" for item in package.commands}
        manifest["files"] = ["bin", "src"]
    return json.dumps(manifest, indent=2, ensure_ascii=False) + "\n"
