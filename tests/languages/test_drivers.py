"""How our own programs get into the sandbox: as text, and compiled for an interpreter like the one that runs us."""

from __future__ import annotations

import importlib
import json
import subprocess
import sys
import traceback
from pathlib import Path
from typing import Any

import pytest

from specwright.adapters.machine.toolchains import ready
from specwright.adapters.sandbox.containers import keeper
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import ANY
from specwright.languages import drivers
from specwright.languages.drivers import START, driver_file, python_program
from specwright.languages.python.toolchain import PythonToolchain
from specwright.pipeline.running.execute import call
from specwright.ports.language import Program
from specwright.ports.sandbox import ExecResult, Job, Mount

from .conftest import Bench

CODE = b"def f(x):\n    return x + 1\n"


def started(bench: Bench, files: dict[str, bytes]) -> bytes:
    """What the Python driver reports of one call, run from these files."""
    toolchain = PythonToolchain()
    program = {"text": 0, "calls": 1, "count": 1, "entry": "f", "awaits": False}
    work = {"sizes": [len(CODE), 5], "programs": [program], "alone": 0, "seconds": 20, "memory": 2**30}
    told = json.dumps({**work, "seed": 0, "exact": False, "modules": []}).encode()
    job = Job(
        argv=(toolchain.interpreter, "-S", "-s", "-P", "-B", START),
        files=files,
        stdin=b"%12d" % len(told) + told + CODE + b"[[1]]",
        mounts=toolchain.mounts,
        report=True,
    )
    result: ExecResult = bench.runner.run(bench.sandbox.run(job))
    return result.report


@pytest.mark.parametrize("what", ["as it comes", "another Python's", "only compiled", "only text"])
def test_the_driver_runs_compiled_or_from_its_text(bench: Bench, what: str) -> None:
    files = dict(python_program("driver"))
    for name in [name for name in files if name != START]:
        compiled = name.endswith(".pyc")
        if what == "another Python's" and compiled:
            files[name] = b"\0\0\r\n" + files[name][4:]
        if what == "only compiled" and not compiled:
            files[name] = b"this is never compiled"
        if what == "only text" and compiled:
            del files[name]
    report = started(bench, files)
    assert b'"value": 2' in report
    assert report.endswith(b"done\n")


def test_no_program_tells_where_it_lies_on_this_machine() -> None:
    here = str(Path(drivers.__file__).parent).encode()
    for main in ("driver", "supervisor", "program_driver", "native_driver", "pytest_driver"):
        files = python_program(main)
        assert START in files
        assert not [name for name, content in files.items() if here in content]


PROGRAMS = {
    **{
        main: python_program(main)
        for main in ("driver", "supervisor", "program_driver", "native_driver", "pytest_driver")
    },
    **{name: {START: driver_file(f"{name}.py")} for name in ("builder", "inspector")},
    "doctests": {START: driver_file("doctests.py", "python")},
    "keeper": {START: Path(keeper.__file__).read_bytes()},
}
PLACES = ("/box", "/tmp", "/dev/shm")


def in_a_foreign_sandbox(folder: Path, argv: list[str]) -> subprocess.CompletedProcess[bytes]:
    """Run a program where all of the machine is there, with the folders 0, 1 and 2 at the places that drivers empty."""
    tops = [str(path) for path in Path("/").iterdir() if str(path) not in ("/dev", "/proc", *PLACES)]
    words = ["bwrap", "--unshare-all", "--die-with-parent", "--dev", "/dev", "--proc", "/proc", "--chdir", "/box"]
    words += [word for top in tops for word in ("--ro-bind", top, top)]
    words += [word for number, place in enumerate(PLACES) for word in ("--bind", str(folder / str(number)), place)]
    words += ["--ro-bind", sys.prefix, sys.prefix]
    words += ["--setenv", "HOME", "/box", "--setenv", "TMPDIR", "/tmp", "--setenv", "SANDBOX_PIDNS", "1"]
    return subprocess.run([*words, "--", *argv], input=b"{}", capture_output=True, check=False, timeout=60)


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_driver_removes_nothing_outside_of_our_sandboxes(name: str, tmp_path: Path) -> None:
    for number in range(len(PLACES)):
        (tmp_path / str(number)).mkdir()
        (tmp_path / str(number)).chmod(0o1777)
        (tmp_path / str(number) / "precious").write_text("mine")
    for file, content in PROGRAMS[name].items():
        (tmp_path / "0" / file).parent.mkdir(exist_ok=True)
        (tmp_path / "0" / file).write_bytes(content)
    for number, place in enumerate(PLACES):
        if sys.prefix.startswith(f"{place}/"):  # a checkout under /tmp is mounted there
            (tmp_path / str(number) / Path(sys.prefix).relative_to(place)).mkdir(parents=True)
    before = {path: path.stat().st_mode for path in tmp_path.rglob("*")}
    done = in_a_foreign_sandbox(tmp_path, [sys.executable, "-s", "-B", START])
    assert {path: path.stat().st_mode for path in tmp_path.rglob("*")} == before
    assert b"of specwright only" in done.stderr, done
    assert done.returncode == 1


def test_no_candidate_runs_outside_of_our_sandboxes(tmp_path: Path) -> None:
    (tmp_path / "js_driver.mjs").write_bytes(driver_file("js_driver.mjs", "javascript"))
    (tmp_path / "solution.mjs").write_text("console.log('ran'); export const f = (x) => x;")
    work = {"file": "solution.mjs", "entries": ["f"], "calls": [[1]], "seed": 0, "exact": False}
    node = ready("javascript").programs["node"]
    done = subprocess.run(
        [node, "js_driver.mjs"], cwd=tmp_path, input=json.dumps(work).encode(), capture_output=True, check=False
    )
    assert b"of specwright only" in done.stderr
    assert b"ran" not in done.stdout


AWAY = """import os
def f(x):
    for old in ("/tmp/checkout", "/tmp/checkout/.venv", "/tmp/checkout/.venv/lib"):
        try:
            os.rename(old, "/tmp/away")
        except OSError:
            pass
    for place in ("/tmp/checkout/left", "/tmp/checkout/.venv/left"):
        try:
            open(place, "w").close()
            return "written"
        except OSError:
            pass
    os.makedirs("/tmp/a/b/c")
    return open("/tmp/checkout/.venv/lib/tool").read()
"""


def test_what_is_mounted_deep_below_a_place_stays_there_whatever_a_call_does(bench: Bench, tmp_path: Path) -> None:
    """A tool of a checkout under /tmp is mounted there; neither a call nor the cleaning up after it may move it."""
    tmp_path.chmod(0o755)
    (tmp_path / "tool").write_text("here")
    deep = Mount(source=str(tmp_path), target="/tmp/checkout/.venv/lib")
    toolchain = PythonToolchain()
    toolchain.mounts = (*toolchain.mounts, deep)
    signature = Signature(name="f", params=(Parameter(name="x", type=ANY),), returns=ANY)
    program = Program(code=AWAY, signature=signature)
    outcomes = bench.runner.run(call(bench.sandbox, toolchain, program, [{"x": x} for x in range(3)]))
    assert [outcome.value for outcome in outcomes] == ["here"] * 3, outcomes


BROKEN = (
    "def f(x):\n    return (\n", "def f(x) return", "  x = 1\ny=2", "if True:\n\tx\n        y", "return 1", "x = 'abc",
    "f(a for a in b, c)", "\tdef f(:\n", "x = 08", "\u00e9 = ?", "def f(a, a): pass", "f'{a b}'", "'''abc\ndef",
)  # fmt: skip


@pytest.fixture
def driver(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """The Python driver with what it imports, as in the sandbox."""
    files = python_program("driver")
    for name, content in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(content)
    monkeypatch.syspath_prepend(tmp_path)
    for name in files:
        monkeypatch.delitem(sys.modules, name.removesuffix(".py"), raising=False)
    return importlib.import_module("driver")


@pytest.mark.parametrize("code", BROKEN)
def test_what_cannot_be_compiled_is_shown_as_python_shows_it(driver: Any, code: str) -> None:
    _, why = driver.compiled(code.encode())
    assert why is not None
    with pytest.raises(SyntaxError) as caught:
        compile(code, "solution.py", "exec")
    assert why["detail"] == "".join(traceback.format_exception_only(caught.value))
