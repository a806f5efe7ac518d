"""Runs a package's pytest tests against its untrusted code; runs inside the sandbox beside `driver.py`.

This process imports pytest and never the code. One child collects the tests against a stand-in for the code, so that
the list of what must run is made where nothing untrusted has been loaded; a second child runs them against the code.
The code can forge the reports of that child. They count because of a secret of the host: some of the tests are
sentinels, which must fail. The lines and branches to cover are found here, in the sources as they were given. The child
reports only which of them ran.

Several versions of a package, which differ in their sources alone, are run one after the other, each in a child of its
own, and everything that one leaves is removed before the next. The first is the yardstick: the others may not use many
times as much of the processor. A run with `failures` ends after that many failed tests.

Input, one JSON object on descriptor 0: runs [{files {path: text}, root, modules [name], sources [path], tests [path],
order [path], coverage, failures, seconds, memory, seed, nonce}]. Imports start from the folder `root`.
Report on descriptor 3, one line of JSON for each run: nonce, tools, errors [[path, line, column, message]], collected
[id], how, code, said (the child's own text), output, coverage (what coverage.py reports as JSON); of a listing marks
{id: [name]} and failed {path: why} instead.
"""

import importlib
import json
import os
import platform
import sys
import traceback
import types
import warnings
from collections.abc import Callable
from functools import cache
from typing import Any

import _pytest.config
import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.join(HERE, "project")
sys.path.insert(0, HERE)
OURS = ("driver", "confinement", "failures", "tagged")
driver, confinement = map(importlib.import_module, OURS[:2])

OPTIONS = [
    *("-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", PROJECT, "--tb=short", "--no-summary"),
    "--continue-on-collection-errors",  # a file that cannot be loaded keeps no other from being run
]
PATIENCE = 10
KEPT = 256 * 1024
ARCS = 8 * 1024 * 1024


class Chooser:
    """A pytest plugin that leaves out all tests but the chosen ones, if any are chosen."""

    def __init__(self, chosen: "list[str] | None") -> None:
        self.chosen = chosen and set(chosen)

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        if self.chosen:
            items[:] = [item for item in items if item.nodeid.split("[", 1)[0] in self.chosen]


class Collector:
    """A pytest plugin that records the collected tests, their plain marks, and why files could not be collected."""

    def __init__(self) -> None:
        self.ids: list[str] = []
        self.marks: dict[str, list[str]] = {}
        self.failed: dict[str, str] = {}

    def pytest_collection_finish(self, session: Any) -> None:
        self.ids = [item.nodeid for item in session.items]
        for item in session.items:
            self.marks[item.nodeid] = [mark.name for mark in item.iter_markers() if not mark.args and not mark.kwargs]

    def pytest_collectreport(self, report: Any) -> None:
        if report.outcome != "passed":
            self.failed[report.nodeid] = str(report.longrepr or "")[-2000:]


class Recorder:
    """A pytest plugin that writes a line for every test as it ends, and for every file that could not be collected."""

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def pytest_runtest_logreport(self, report: Any) -> None:
        if type(report).__name__ == "SubtestReport" and report.outcome == "passed":
            return  # the test around it has a report of its own
        if report.when == "call" or report.outcome != "passed":
            how = "xfailed" if hasattr(report, "wasxfail") else report.outcome
            self.write([report.nodeid, how, str(report.longrepr or "")[-2000:]])

    def pytest_collectreport(self, report: Any) -> None:
        if report.outcome != "passed":
            self.write([report.nodeid, "not collected", str(report.longrepr or "")[-2000:]])

    def write(self, entry: object) -> None:
        os.write(self.handle, json.dumps(entry).encode("utf-8", "backslashreplace") + b"\n")


class Anything(type):
    """A class whose every attribute is another such class: it can be called, raised, subclassed and looped over."""

    def __getattr__(cls, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return stand_in(name)

    def __iter__(cls) -> Any:
        return iter(())


def stand_in(name: str) -> Any:
    def take(self: Any, *_: Any, **__: Any) -> None:
        return None

    return Anything(name, (Exception,), {"__init__": take, "__iter__": lambda self: iter(())})


class StandIn(types.ModuleType):
    """A module with every name, so that the tests can import anything from it."""

    def __init__(self, name: str, place: str) -> None:
        super().__init__(name)
        self.__path__ = [place]  # modules below it are found, and so are tests beside the code

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return stand_in(name)


class StandIns:
    """Finds a stand-in for every module of the package. Tests that lie inside it are loaded as they are."""

    def __init__(self, work: dict[str, Any]) -> None:
        self.modules = work["modules"]
        self.source = source_of(work)
        paths = [path[len(work["root"]) : -len(".py")].split("/") for path in work["tests"]]
        self.tests = {".".join(parts).removesuffix(".__init__") for parts in paths}

    def find_spec(self, name: str, path: Any = None, target: Any = None) -> Any:
        if name.split(".", maxsplit=1)[0] not in self.modules or name in self.tests:
            return None
        return importlib.machinery.ModuleSpec(name, self, is_package=True)  # type: ignore[arg-type]

    def create_module(self, spec: Any) -> Any:
        return StandIn(spec.name, os.path.join(self.source, *spec.name.split(".")))

    def exec_module(self, module: Any) -> None:
        """There is nothing in it."""


def collect(work: dict[str, Any]) -> None:
    settle(work)
    sys.meta_path.insert(0, StandIns(work))
    plugin = Collector()
    pytest.main([*OPTIONS, "--collect-only", *work["order"]], plugins=[plugin, Chooser(work["chosen"])])
    os.write(driver.VALUE, json.dumps([plugin.ids, plugin.marks, plugin.failed]).encode())


def run(work: dict[str, Any]) -> None:
    settle(work)
    measured = _measuring(work) if work["coverage"] else None
    if measured is not None:
        measured.start()
    # If only the outcome of a test is asked for, its message is not made.
    brief = ["--maxfail=%d" % work["failures"], "--assert=plain"] if work["failures"] else []
    pytest.main([*OPTIONS, *brief, *work["order"]], plugins=[Recorder(driver.VALUE), Chooser(work["chosen"])])
    if measured is not None:
        measured.stop()
        data = measured.get_data()
        arcs = {path: data.arcs(path) for path in data.measured_files()}
        Recorder(driver.VALUE).write({"arcs": arcs})


def source_of(work: dict[str, Any]) -> str:
    """The folder that imports start from."""
    return os.path.join(PROJECT, work["root"]).rstrip("/")


def settle(work: dict[str, Any]) -> None:
    """The process as plain pytest would be started in the project's folder: nothing of ours is importable."""
    os.chdir(PROJECT)
    for name in OURS:
        sys.modules.pop(name, None)
    source = source_of(work)
    sys.path[:] = [source, *(path for path in sys.path if path != HERE)]
    os.environ["PYTHONPATH"] = os.pathsep.join([source, *os.environ.get("PYTHONPATH", "").split(os.pathsep)])
    sys.argv[:] = ["pytest"]


def _measuring(work: dict[str, Any]) -> Any:
    coverage = importlib.import_module("coverage")
    places = [os.path.join(PROJECT, path) for path in work["sources"]]
    return coverage.Coverage(data_file=None, branch=True, include=places, config_file=False, messages=False)


def covered(said: str, work: dict[str, Any]) -> Any:
    """Return coverage.py's report of the arcs that the child reported; None if it reported none."""
    try:
        [line] = [line for line in said.splitlines() if line.startswith('{"arcs":')]
        arcs = {path: [(int(a), int(b)) for a, b in pairs] for path, pairs in json.loads(line)["arcs"].items()}
    except (ValueError, TypeError, AttributeError):
        return None
    paths = [os.path.join(PROJECT, path) for path in work["sources"]]
    measured, place = _measuring(work), os.path.join(HERE, "coverage.json")
    data = measured.get_data()
    data.add_arcs({path: arcs.get(path, ()) for path in paths})
    try:
        measured.json_report(outfile=place)
    except sys.modules["coverage"].CoverageException:
        return None  # there is no line that can run
    with open(place, encoding="utf-8") as file:
        return {os.path.relpath(path, PROJECT): told for path, told in json.load(file)["files"].items()}


def syntax_errors(files: dict[str, str]) -> list[list[Any]]:
    """The error of the interpreter in a file: path, line, column, message."""
    found = (refused(path, text) for path, text in files.items() if path.endswith(".py"))
    return [error for error in found if error is not None]


@cache
def refused(path: str, text: str) -> list[Any] | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text.encode("utf-8", "surrogatepass"), path, "exec", dont_inherit=True)
    except SyntaxError as error:
        return [path, error.lineno, error.offset, "%s: %s" % (type(error).__name__, error.msg)]
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return [path, None, None, "%s: %s" % (type(error).__name__, error)]
    return None


def in_child(forker: Any, body: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """Return the report of a forked child and how it ended, when nothing of it is left."""

    def guarded() -> None:
        try:
            body(forker.work)
            sys.stdout.flush()
        except BaseException as error:
            traceback.print_exception(error)
            sys.stderr.flush()
            os._exit(121)
        os._exit(0)

    lay_out(forker.work["files"])
    ended: dict[str, Any] = forker.run(lambda _: guarded())
    said, output = confinement.read_back(driver.VALUE, ARCS), confinement.read_back(driver.OUTPUT, KEPT)
    return {**ended, "said": said.decode("utf-8", "replace"), "output": output.decode("utf-8", "replace")}


def lay_out(files: dict[str, str]) -> None:
    """The project as it was given, and nothing that another child made of it."""
    if os.path.isdir(PROJECT):
        os.chmod(PROJECT, 0o700)
        confinement.empty(PROJECT)
    os.makedirs(os.path.join(PROJECT, "src"), exist_ok=True)
    for path, text in files.items():
        place = os.path.join(PROJECT, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8", errors="surrogatepass", newline="") as file:
            file.write(text)


def tools(measured: bool) -> dict[str, str]:
    found = {"python": platform.python_version(), "pytest": pytest.__version__}
    return {**found, "coverage": importlib.import_module("coverage").__version__} if measured else found


def collect_all(forker: Any, works: list[dict[str, Any]]) -> "tuple[list[str], dict[str, Any], dict[str, Any]]":
    """The tests of all runs, which have them in common but for the sentinels; their marks, and what failed."""
    files = {path: text for work in works for path, text in work["files"].items()}
    order = dict.fromkeys(path for work in works for path in work["order"])
    forker.work = {**works[0], "files": files, "order": list(order)}
    try:
        ids, marks, failed = json.loads(in_child(forker, collect)["said"])
    except ValueError:
        return [], {}, {}
    return ids, marks, failed


def make(forker: Any, work: dict[str, Any], ids: list[str]) -> dict[str, Any]:
    """Return the report of one run."""
    forker.work = work
    ended = in_child(forker, run)
    confinement.wipe()
    told = None
    if work["coverage"]:
        lay_out(work["files"])
        told = covered(ended["said"], work)
    own = set(work["order"])
    return {"collected": [id_ for id_ in ids if id_.split("::", 1)[0] in own], "coverage": told, **ended}


def main() -> None:
    confinement.require_sandbox()
    for name in ("pdb", *("_pytest." + name for name in _pytest.config.default_plugins)):
        importlib.import_module(name)  # or every child would
    works = driver.wait_for_work()["runs"]
    forker = driver.Forker(works[0])
    broken = [syntax_errors(work["files"]) for work in works]
    sound = [work for work, errors in zip(works, broken, strict=True) if not errors]
    ids, marks, failed = collect_all(forker, sound) if sound else ([], {}, {})
    first = None
    for work, errors in zip(works, broken, strict=True):
        head = {"nonce": work.pop("nonce"), "tools": tools(work["coverage"]), "errors": errors}
        if errors:
            confinement.report(head)
            continue
        if work["listing"]:
            confinement.report({**head, "collected": ids, "marks": marks, "failed": failed})
            continue
        if first is not None:
            work["cpu"] = min(work["seconds"], 2 + PATIENCE * first["cpu"])
        told = make(forker, work, ids)
        first = first or told
        confinement.report({**head, **told})
    os._exit(0)  # there is nothing to tidy up, and the host waits
