"""Runs a file of pytest tests against untrusted code; runs inside the sandbox beside `driver.py`.

This process imports pytest and never the code. One child collects the tests against a stand-in for the code, so that
the list of what must run is made where nothing untrusted has been loaded; a second child runs them against the code.
What that child says can be forged by the code in it. It is made to count by what only the host knows: which of the
tests are sentinels, which must fail.

Input, one JSON object on descriptor 0: code, module, tests {file: text}, order [file], seconds, memory, seed, nonce.
Report on descriptor 3, one JSON object: nonce, collected [id], how, code, said (the child's own text), output.
"""

import importlib
import json
import os
import sys
import types
from collections.abc import Callable
from typing import Any

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
driver = importlib.import_module("driver")

OPTIONS = ["-q", "-p", "no:cacheprovider", "--noconftest", "-c", os.devnull, "--rootdir", HERE, "--tb=short"]
KEPT = 256 * 1024


class Collector:
    """A pytest plugin that notes what was collected."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    def pytest_collection_finish(self, session: Any) -> None:
        self.ids = [item.nodeid for item in session.items]


class Recorder:
    """A pytest plugin that writes a line for every test as it ends."""

    def __init__(self, handle: int) -> None:
        self.handle = handle

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.when == "call" or report.outcome != "passed":
            how = "xfailed" if hasattr(report, "wasxfail") else report.outcome
            line = json.dumps([report.nodeid, how, str(report.longrepr or "")[-2000:]])
            os.write(self.handle, line.encode("utf-8", "backslashreplace") + b"\n")


class StandIn(types.ModuleType):
    """Has every name, so that the tests can import what they like from it."""

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda *_, **__: None


def collect(work: dict[str, Any]) -> None:
    sys.modules[work["module"]] = StandIn(work["module"])
    plugin = Collector()
    pytest.main([*OPTIONS, "--collect-only", *work["order"]], plugins=[plugin])
    os.write(driver.VALUE, json.dumps(plugin.ids).encode())


def run(work: dict[str, Any]) -> None:
    module = types.ModuleType(work["module"])
    module.__file__ = os.path.join(HERE, work["module"] + ".py")
    sys.modules[work["module"]] = module
    exec(compile(work["code"], module.__file__, "exec", dont_inherit=True), module.__dict__)
    pytest.main([*OPTIONS, *work["order"]], plugins=[Recorder(driver.VALUE)])


def in_child(forker: Any, body: Callable[[dict[str, Any]], None]) -> dict[str, Any]:
    """What a forked child said and how it ended, once nothing of it is left."""

    def guarded() -> None:
        try:
            body(forker.work)
            sys.stdout.flush()
        except BaseException as error:
            driver.traceback.print_exception(error)
            sys.stderr.flush()
            os._exit(121)
        os._exit(0)

    ended: dict[str, Any] = forker.run(guarded)
    said, output = driver.read_back(driver.VALUE, 16 * KEPT), driver.read_back(driver.OUTPUT, KEPT)
    return {**ended, "said": said.decode("utf-8", "replace"), "output": output.decode("utf-8", "replace")}


def main() -> None:
    work = driver.wait_for_work()
    nonce = work.pop("nonce")
    forker = driver.Forker(work)
    os.chdir(HERE)
    for name, text in work["tests"].items():
        with open(os.path.join(HERE, name), "w") as file:
            file.write(text)
    try:
        collected = json.loads(in_child(forker, collect)["said"])
    except ValueError:
        collected = []
    driver.report({"nonce": nonce, "collected": collected, **in_child(forker, run)})


if __name__ == "__main__":
    main()
    os._exit(0)  # there is nothing to tidy up, and somebody waits
