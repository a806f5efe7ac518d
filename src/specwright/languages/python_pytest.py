"""A native pytest run: for coverage and for the user, and as a second witness; never the judge.

The tests run in the code's own process, so the code could forge what they say. Three things make that hard: the list
of tests that must run is made before the code is loaded; the report carries a nonce of this run; and sentinel tests
with random names must fail. A test that is missing, skipped or not collected is a failure, and a sentinel that passes
makes the whole run count for nothing.
"""

from __future__ import annotations

import importlib.util
import json
import secrets
from collections.abc import Mapping
from importlib import resources
from pathlib import Path
from typing import Any, Final

from specwright.core.errors import ToolchainMissing
from specwright.core.native import NativeEnding, NativeReport, NativeTest
from specwright.core.untrusted import parse_untrusted
from specwright.languages.python import ENVIRONMENT, PythonToolchain
from specwright.ports import CallLimits, ExecEnding, ExecResult, Job, Limits, Mount, NativeRun

_NEEDED: Final = ("pytest", "_pytest", "pluggy", "iniconfig", "packaging", "py", "pygments")
_SENTINELS: Final = 2


def pytest_run(
    toolchain: PythonToolchain,
    code: str,
    tests: Mapping[str, str],
    *,
    module: str = "solution",
    limits: CallLimits = CallLimits(seconds=30.0),  # noqa: B008 - a frozen value
) -> NativeRun:
    """A run of these test files (name -> text) against the code. Raises ToolchainMissing where pytest is not installed.

    Nonce and sentinels are random, so two runs are never the same; the job that is kept warm is `pytest_idle`.
    """
    sentinels = tuple(f"test_{secrets.token_hex(6)}" for _ in range(_SENTINELS))
    first, second = sentinels
    files = {
        **tests,
        f"{first}.py": f"def {first}():\n    assert {secrets.randbelow(10**9)} == -1\n",
        f"{second}.py": f"import {module}\n\n\ndef {second}():\n    assert {module} is None\n",
    }
    order = sorted(files)
    secrets.SystemRandom().shuffle(order)  # else the place of the sentinels would give them away
    nonce = secrets.token_hex(16)
    work = {
        "code": code,
        "module": module,
        "tests": files,
        "order": order,
        "seconds": limits.seconds,
        "memory": limits.memory_bytes,
        "seed": limits.seed,
        "nonce": nonce,
    }
    seconds = 10.0 + 2 * limits.seconds
    job = _job(toolchain, limits, seconds, json.dumps(work).encode())
    return NativeRun(job=job, nonce=nonce, sentinels=tuple(f"{name}.py::{name}" for name in sentinels))


def pytest_idle(toolchain: PythonToolchain, limits: CallLimits = CallLimits(seconds=30.0)) -> Job:  # noqa: B008
    """The job to keep warm for coming runs: pytest is imported and it waits."""
    return _job(toolchain, limits, 10.0, b"")


def _job(toolchain: PythonToolchain, limits: CallLimits, seconds: float, stdin: bytes) -> Job:
    drivers = resources.files("specwright.languages.drivers")
    return Job(
        argv=(toolchain.interpreter, "-S", "-s", "-P", "-B", "pytest_driver.py"),
        files={
            "driver.py": drivers.joinpath("python_driver.py").read_bytes(),
            "pytest_driver.py": drivers.joinpath("pytest_driver.py").read_bytes(),
        },
        stdin=stdin,
        env={**ENVIRONMENT, "PYTHONPATH": "/packages", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        mounts=(*toolchain.mounts, *_packages()),
        limits=Limits(wall_seconds=seconds, cpu_seconds=3600.0, memory_bytes=limits.memory_bytes + 2**28),
        report=True,
    )


def _packages() -> tuple[Mount, ...]:
    """pytest and what it imports, as installed here, and nothing that lies beside them."""
    mounts = []
    for name in _NEEDED:
        spec = importlib.util.find_spec(name)
        if spec is None or spec.origin is None:
            raise ToolchainMissing(
                "pytest is not installed beside specwright, so native tests cannot run",
                hint="install it into the same environment: pip install pytest",
            )
        origin = Path(spec.origin)
        is_folder = origin.name == "__init__.py"
        source, target = (origin.parent, name) if is_folder else (origin, origin.name)
        mounts.append(Mount(source=str(source), target=f"/packages/{target}"))
    return tuple(mounts)


def read_pytest(run: NativeRun, result: ExecResult) -> NativeReport:
    """What the run tells, believed as far as its nonce, its list and its sentinels bear it out."""
    try:
        told: Any = json.loads(result.report)
        collected, said = [str(id_) for id_ in told["collected"]], str(told["said"])
        honest = told["nonce"] == run.nonce
        output = str(told["output"])
    except (ValueError, KeyError, TypeError):
        why = "nothing was reported" if result.ending is ExecEnding.EXITED else result.ending.value
        return NativeReport(hijacked=f"the run ended without a report: {why}")
    if not honest:
        return NativeReport(hijacked="the report is not of this run")
    ended = _ended(said)
    if told["how"] == "timeout":
        output += "\n[the time was up]"
    hijacked = _hijacked(run, collected, ended)
    tests = tuple(_test(id_, ended) for id_ in collected if id_ not in run.sentinels)
    return NativeReport(tests=tests, hijacked=hijacked, output=output)


def _ended(said: str) -> dict[str, list[tuple[str, str]]]:
    """What the child says of each test, in its order."""
    ended: dict[str, list[tuple[str, str]]] = {}
    for line in said.splitlines():
        try:
            id_, how, detail = parse_untrusted(line.encode())
        except (ValueError, TypeError):
            continue
        ended.setdefault(str(id_), []).append((str(how), str(detail)[:2000]))
    return ended


def _hijacked(run: NativeRun, collected: list[str], ended: dict[str, list[tuple[str, str]]]) -> str | None:
    for sentinel in run.sentinels:
        if sentinel not in collected:
            return "a sentinel test was not collected"
        if [how for how, _ in ended.get(sentinel, [])] != ["failed"]:
            return "a test that must fail did not"
    if set(ended) - set(collected):
        return "tests were reported that nobody wrote"
    return None


def _test(id_: str, ended: dict[str, list[tuple[str, str]]]) -> NativeTest:
    endings = ended.get(id_, [])
    if not endings:
        return NativeTest(id=id_, ending=NativeEnding.MISSING)
    if [how for how, _ in endings] == ["passed"]:
        return NativeTest(id=id_, ending=NativeEnding.PASSED)
    how, detail = endings[0]
    skipped = all(how in ("skipped", "xfailed") for how, _ in endings)
    return NativeTest(id=id_, ending=NativeEnding.SKIPPED if skipped else NativeEnding.FAILED, detail=detail or how)
