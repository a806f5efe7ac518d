"""How our own programs get into the sandbox: as text, and compiled for an interpreter like the one that runs us."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from specwright.languages import drivers
from specwright.languages.drivers import START, python_program

CODE = b"def f(x):\n    return x + 1\n"


def started(folder: Path, files: dict[str, bytes]) -> bytes:
    """What the Python driver reports of one call, run from these files with no sandbox around it."""
    box, tmp = folder / "box", folder / "tmp"
    tmp.mkdir()
    for name, content in files.items():
        (box / name).parent.mkdir(parents=True, exist_ok=True)
        (box / name).write_bytes(content)
    work = {"sizes": [len(CODE)], "entry": "f", "calls": [[1]], "isolated": False, "seconds": 20, "memory": 2**30}
    told = json.dumps({**work, "seed": 0, "exact": False}).encode()
    command = f'exec "{sys.executable}" -S -s -P -B {START} 3>&1 >/dev/null'
    env = {"HOME": str(box), "TMPDIR": str(tmp), "PATH": os.environ["PATH"]}
    done = subprocess.run(
        ["/bin/bash", "-c", command],
        input=b"%12d" % len(told) + told + CODE,
        env=env,
        cwd=box,
        capture_output=True,
        check=True,
    )
    assert list(box.iterdir()) == []
    return done.stdout


def compiled_name(files: dict[str, bytes]) -> str:
    [name] = [name for name in files if name.endswith(".pyc")]
    return name


@pytest.mark.parametrize("what", ["as it comes", "another Python's", "only compiled", "only text"])
def test_the_driver_runs_compiled_or_from_its_text(what: str, tmp_path: Path) -> None:
    files = dict(python_program("driver"))
    compiled = compiled_name(files)
    if what == "another Python's":
        files[compiled] = b"\0\0\r\n" + files[compiled][4:]
    if what == "only compiled":
        files["driver.py"] = b"this is never compiled"
    if what == "only text":
        del files[compiled]
    report = started(tmp_path, files)
    assert b'"value": 2' in report
    assert report.endswith(b"done\n")


def test_no_program_tells_where_it_lies_on_this_machine() -> None:
    here = str(Path(drivers.__file__).parent).encode()
    for main in ("driver", "supervisor", "native_driver", "pytest_driver"):
        files = python_program(main, *(["driver"] if main != "driver" else []))
        assert START in files
        assert not [name for name, content in files.items() if here in content]
