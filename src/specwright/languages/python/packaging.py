"""Python packages: the src layout, pytest, coverage.py.

The tests run in the code's own process, so the code could forge their results. Three things make that hard: the list
of tests that must run is made before the code is loaded; the report carries a nonce of this run; and sentinel tests
with random names must fail. A test that is missing, skipped or not collected is a failure, and a sentinel that passes
makes the whole run count for nothing.
"""

from __future__ import annotations

import importlib.util
import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from specwright.core.errors import ToolchainMissing
from specwright.core.evidence.finding import Finding
from specwright.core.evidence.native import LATE, Coverage, FileCoverage, NativeReport, NativeTest
from specwright.core.program.equality import Comparison
from specwright.core.program.package import Item, Package
from specwright.core.program.untrusted import parse_report
from specwright.core.work.testcase import TestCase
from specwright.languages.common.packaging.batch_runs import BatchRuns, work_of
from specwright.languages.common.packaging.commands import command_of, program_name
from specwright.languages.common.packaging.driven import guarded, report_lines
from specwright.languages.common.packaging.project import has_readme, licence_files, licence_of, summary_line, whole
from specwright.languages.common.packaging.sentinels import hijacked, random_name, resolve
from specwright.languages.common.tools.interpreter import ENVIRONMENT
from specwright.languages.common.tools.libraries import ONE_THREAD
from specwright.languages.drivers import START, python_program
from specwright.languages.python.commands import python_form, python_main
from specwright.languages.python.files import PythonFiles
from specwright.languages.python.native_tests import render
from specwright.languages.python.selecting.listed_tests import base_of, is_test_file, shown_tests
from specwright.languages.python.testing.usage import python_usage
from specwright.languages.python.toolchain import PythonToolchain
from specwright.ports.language import CallLimits, CommandForm, NativeRun
from specwright.ports.sandbox import ExecEnding, ExecResult, Job, Limits, Mount

_PYTEST: Final = ("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "py", "pygments")
_DEPENDENCY_FACTOR: Final = 8
"""Address space that an import takes for each byte of memory, as far as it was seen."""
_IGNORED: Final = "__pycache__/\n*.py[cod]\n.venv/\n.pytest_cache/\n.coverage\nbuild/\ndist/\n*.egg-info/\n"
_STEPS: Final = """\
- uses: actions/setup-python@a26af69be951a213d495a4c3e4e4022e16d87065 # v5.6.0
  with:
    python-version: "3.x"
- run: pip install pytest .
- run: pytest
"""


class PythonPackaging(BatchRuns):
    """Python projects; see the Packaging port. The toolchain is the one whose interpreter runs the tests."""

    language = "python"
    several = PythonFiles()

    def __init__(
        self,
        toolchain: PythonToolchain | None = None,
        packages: Sequence[Mount] | None = None,
        dependencies: Sequence[Mount] = (),
        memory: int = 0,
    ) -> None:
        """Take `packages` for pytest and coverage.py; None for those that are installed beside us.

        `memory` is what importing the dependencies takes.
        """
        self.toolchain = toolchain or PythonToolchain()
        self._packages = packages
        self._dependencies = dependencies
        self._memory = _DEPENDENCY_FACTOR * memory

    def source_path(self, name: str) -> str:
        return f"src/{name}/__init__.py"

    def test_path(self, name: str, part: str) -> str:
        return f"tests/test_{part}.py"

    def render_tests(self, package: Package, item: Item, cases: Sequence[TestCase], comparison: Comparison) -> str:
        return render(package, item, cases, comparison)

    def usage(self, test: str) -> str:
        return python_usage(test)

    def fit_beside(self, code: str, test: str) -> str | None:
        return test

    def source_note(self, name: str) -> str:
        return ""

    def fit_test(self, path: str, code: str) -> str:
        return code

    def rename_clashes(self, tests: Mapping[str, str]) -> dict[str, str]:
        return dict(tests)  # each file has its names for itself

    def command(self, name: str, item: Item) -> CommandForm:
        return python_form(name, item)

    def project(self, package: Package) -> dict[str, bytes]:
        return whole(package, {"pyproject.toml": _pyproject(package), **started(package)}, _IGNORED, _STEPS)

    def test_run(self, package: Package, limits: CallLimits, *, coverage: bool = True) -> NativeRun:
        order = sorted(path for path in package.tests if is_test_file(path))
        expected = [id_ for path in order for id_ in shown_tests(path, package.tests[path])]
        return self.run_of(package, order, expected, limits, coverage=coverage)

    def run_of(
        self,
        package: Package,
        order: Sequence[str],
        expected: Sequence[str],
        limits: CallLimits,
        *,
        coverage: bool = False,
        chosen: Sequence[str] | None = None,
    ) -> NativeRun:
        """Return a run of these test files, of which the tests `expected` must be reported.

        `chosen` are the only tests to run, by id without parameters. Nonce and sentinels are random, so two runs are
        never the same; the job that is kept warm is `idle`. Raise ToolchainMissing.
        """
        first, second = f"test_{random_name()}", f"test_{random_name()}"
        number = secrets.randbelow(10**9)
        sentinels = {
            f"tests/{first}.py": f"def {first}():\n    assert {number} == -1\n",
            # It looks at the code where that was loaded, and loads it not: lines that no test runs are not covered.
            f"tests/{second}.py": f"import sys\n\n\ndef {second}():\n"
            f"    assert sys.modules.get({package.name!r}, {number}) is None\n",
        }
        ids = tuple(f"{path}::{Path(path).stem}" for path in sentinels)
        # One at an unpredictable place, and one behind all others: a run that ends early never comes to it.
        place = secrets.randbelow(len(order) + 1)
        work = {
            **self.work(package, [*order[:place], next(iter(sentinels)), *order[place:], list(sentinels)[-1]], limits),
            "coverage": coverage,
            "chosen": None if chosen is None else [*chosen, *ids],
        }
        work["files"] |= sentinels
        job = self.job(limits, 20.0 + 2 * limits.seconds, work_of([work]))
        return NativeRun(job=job, nonce=work["nonce"], sentinels=ids, expected=tuple(expected))

    def work(self, package: Package, order: Sequence[str], limits: CallLimits) -> dict[str, Any]:
        """Return what the driver is told about these test files of the package."""
        root = source_root(package)
        sources = sorted(path for path in package.sources if path.endswith(".py") and path.startswith(root))
        return {
            "files": {**package.others, **started(package), **package.documents, **package.sources, **package.tests},
            "root": root,
            "modules": sorted({path.removeprefix(root).split("/")[0].removesuffix(".py") for path in sources}),
            "sources": sources,
            "tests": sorted(path for path in package.tests if path.endswith(".py") and path.startswith(root)),
            "order": list(order),
            "chosen": None,
            "listing": False,
            "coverage": False,
            "failures": None,
            "seconds": limits.seconds,
            "memory": limits.memory_bytes + self._memory,
            "seed": limits.seed,
            "nonce": secrets.token_hex(16),
        }

    def version_run(self, package: Package, limits: CallLimits) -> NativeRun:
        run = self.test_run(package, limits, coverage=False)
        [work] = json.loads(run.job.stdin)["runs"]
        # The last sentinel is the last test, so where two have failed before it, at least one was no sentinel.
        job = run.job.model_copy(update={"stdin": work_of([{**work, "failures": 2}])})
        return run.model_copy(update={"job": job, "stops": True})

    def idle(self, limits: CallLimits) -> Job | None:
        return self.job(limits, 20.0, b"")

    def job(self, limits: CallLimits, seconds: float, stdin: bytes) -> Job:
        """Return the job that gives this to the driver. Raise ToolchainMissing."""
        packages = runner_packages() if self._packages is None else self._packages
        return Job(
            argv=(self.toolchain.interpreter, "-S", "-s", "-P", "-B", START),
            files=python_program("pytest_driver"),
            stdin=stdin,
            env={
                **ENVIRONMENT,
                **ONE_THREAD,
                "PYTHONPATH": "/packages:/dependencies",
                "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",
            },
            mounts=(*self.toolchain.mounts, *packages, *self._dependencies),
            limits=Limits(
                wall_seconds=seconds, cpu_seconds=3600.0, memory_bytes=limits.memory_bytes + 2**28 + self._memory
            ),
            report=True,
        )

    @guarded
    def read_tests(self, run: NativeRun, result: ExecResult, package: Package) -> NativeReport:
        try:
            told: Any = parse_report(result.report)
            honest = told["nonce"] == run.nonce
            tools = {str(name): str(version) for name, version in told["tools"].items()}
            errors = tuple(error_of(entry, tools) for entry in told["errors"])
            collected = [str(id_) for id_ in told.get("collected", ())]
            said, output = str(told.get("said", "")), str(told.get("output", ""))
        except (ValueError, KeyError, TypeError, AttributeError):
            why = "nothing was reported" if result.ending is ExecEnding.EXITED else result.ending.value
            return NativeReport(hijacked=f"the run ended without a report: {why}")
        if not honest:
            return NativeReport(hijacked="the report is not of this run", tools=tools)
        if errors:
            return NativeReport(compile_errors=errors, tools=tools)
        if told["how"] == "timeout":
            output += f"\n{LATE}"
        tests, why_not = _believed(run, collected, _told(said))
        return NativeReport(
            tests=tests,
            hijacked=why_not,
            coverage=_coverage(told.get("coverage"), tools),
            output=output,
            tools=tools,
        )


# --- reading ---------------------------------------------------------------------------------------------------


def error_of(entry: Any, tools: dict[str, str]) -> Finding:
    path, line, column, message = entry
    return Finding(
        tool=f"python {tools['python']}",
        code=message.split(":", 1)[0],
        message=message.split(": ", 1)[-1],
        path=path,
        line=line,
        column=column,
    )


def _told(said: str) -> dict[str, list[tuple[str, str]]]:
    """Return the child's results of each test, in their order."""
    told: dict[str, list[tuple[str, str]]] = {}
    for entry in report_lines(said):
        try:
            id_, how, detail = entry
        except (ValueError, TypeError):
            continue
        told.setdefault(str(id_), []).append((str(how), str(detail)[:2000]))
    return told


def _believed(
    run: NativeRun, collected: list[str], told: dict[str, list[tuple[str, str]]]
) -> tuple[tuple[NativeTest, ...], str | None]:
    """Return the tests with their endings, and why they are invalid, if they are."""
    failed = {id_: endings for id_, endings in told.items() if endings[0][0] == "not collected"}
    told = {id_: endings for id_, endings in told.items() if id_ not in failed}
    why = None if run.stops and _fails(run, told) else hijacked(run.sentinels, told)
    bases = dict.fromkeys(base_of(id_) for id_ in (*run.expected, *collected))
    if why is None and not {base_of(id_) for id_ in told} <= set(bases):
        why = "the report has tests that do not exist"
    ids: dict[str, None] = {}
    wanted_by_base = _by_base(id_ for id_ in collected if not id_.endswith("[NOTSET]"))
    told_by_base = _by_base(told)
    for base in bases:
        wanted, got = wanted_by_base.get(base, []), told_by_base.get(base, [])
        # Parameters may come from the code, for which a stand-in stood when the tests were collected.
        fits = set(wanted) <= set(got) or len(got) >= len(wanted)
        ids |= dict.fromkeys((got or [base]) if fits else [*wanted, *got])
    sentinel = set(run.sentinels)
    return tuple(_with_cause(resolve(id_, told), failed) for id_ in ids if id_ not in sentinel), why


def _fails(run: NativeRun, told: dict[str, list[tuple[str, str]]]) -> bool:
    """Return whether a test failed that is no sentinel."""
    return any(how == "failed" for id_, [(how, _), *_] in told.items() if id_ not in run.sentinels)


def _by_base(ids: Iterable[str]) -> dict[str, list[str]]:
    grouped: dict[str, list[str]] = {}
    for id_ in ids:
        grouped.setdefault(base_of(id_), []).append(id_)
    return grouped


def _with_cause(test: NativeTest, failed: dict[str, list[tuple[str, str]]]) -> NativeTest:
    """Explain a missing test by the error that kept its file from being collected."""
    cause = failed.get(test.id.split("::", 1)[0])
    return test.model_copy(update={"detail": cause[0][1]}) if cause and not test.detail else test


def _coverage(told: Any, tools: dict[str, str]) -> Coverage | None:
    if not told:
        return None
    files = [
        FileCoverage(
            path=path,
            lines={
                **dict.fromkeys(file["executed_lines"], 1),
                **dict.fromkeys(file["missing_lines"], 0),
            },
            branches=file["summary"]["num_branches"],
            branches_taken=file["summary"]["covered_branches"],
            untaken=tuple((line, max(0, to)) for line, to in file.get("missing_branches", ())),
        )
        for path, file in sorted(told.items())
    ]
    return Coverage(tool=f"coverage {tools['coverage']}", files=tuple(files))


# --- laying out ------------------------------------------------------------------------------------------------


def source_root(package: Package) -> str:
    """Return the folder that imports start from, with its slash; empty for the project's own folder."""
    return "" if package.sources and not any(path.startswith("src/") for path in package.sources) else "src/"


def runner_packages() -> tuple[Mount, ...]:
    """Return mounts of pytest, coverage.py and their imports, and of nothing beside them.

    Raise ToolchainMissing.
    """
    mounts = []
    for name in (*_PYTEST, "coverage"):
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise ToolchainMissing(
                f"{name} is not installed beside specwright, so the tests of a Python package cannot run",
                hint="install it into the same environment: pip install 'specwright[packages]'",
            )
        origin = Path(spec.origin)
        is_folder = origin.name == "__init__.py"
        source, target = (origin.parent, name) if is_folder else (origin, origin.name)
        mounts.append(Mount(source=str(source), target=f"/packages/{target}"))
    return tuple(mounts)


def _licence_files(package: Package) -> str:
    return 'license-files = ["LICENSE"]\n' if "LICENSE" in licence_files(package) else ""


def _pyproject(package: Package) -> str:
    readme = 'readme = "README.md"\n' if has_readme(package) else ""
    commands = "".join(
        f'{program_name(item)} = "{module}:main"\n'
        for item in package.commands
        if (module := _main_module(package)) is not None
    )
    scripts = f"\n[project.scripts]\n{commands}" if commands else ""
    return (
        '[build-system]\nrequires = ["hatchling>=1.27"]\nbuild-backend = "hatchling.build"\n\n'
        f'[project]\nname = "{package.name.replace("_", "-")}"\nversion = "{package.version}"\n'
        f"description = {_toml(summary_line(package))}\n{readme}"
        f'requires-python = ">=3.11"\nlicense = "{licence_of(package)}"\n{_licence_files(package)}'
        f"{_needs(package)}{scripts}\n"
        '[dependency-groups]\ndev = ["coverage>=7.10", "pytest>=8"]\n\n'
        f'[tool.hatch.build.targets.wheel]\npackages = ["src/{package.name}"]\n\n'
        '[tool.pytest.ini_options]\ntestpaths = ["tests"]\npythonpath = ["src"]\n\n'
        '[tool.coverage.run]\nbranch = true\nsource = ["src"]\n'
    )


def _needs(package: Package) -> str:
    found = (f"{name}>={version}" for name, version in sorted(package.dependencies.items()))
    listed = ", ".join(map(_toml, found))
    return f"dependencies = [{listed}]\n" if listed else ""


def _toml(text: str) -> str:
    """Return a basic string of TOML, as JSON's writer makes it."""
    return json.dumps(text, ensure_ascii=False)


def started(package: Package) -> dict[str, str]:
    """Return the program that `python -m` runs, if there is a command."""
    command, module = command_of(package), _main_module(package)
    return {f"src/{package.name}/__main__.py": python_main(module, command)} if command and module else {}


def _main_module(package: Package) -> str | None:
    """Return the module whose `main` a command starts."""
    usual = [f"src/{package.name}/{name}.py" for name in ("__main__", "cli", "main", "__init__")]
    for path in dict.fromkeys((*usual, *sorted(package.sources))):
        if not path.startswith("src/") or not path.endswith(".py"):
            continue
        if "\ndef main(" in f"\n{package.sources.get(path, '')}":
            return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return None
