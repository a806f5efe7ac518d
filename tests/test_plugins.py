"""Plugins: the example package is installed and used for real; a broken one is named and breaks nothing else."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from specwright.adapters.sandbox import ladder
from specwright.client import doctor
from specwright.config import SANDBOXES
from specwright.core.errors import UserError
from specwright.ports import plugins

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples" / "plugin"


def run(*command: str, path: str = "") -> str:
    env = {**os.environ, "PYTHONPATH": path} if path else None
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_example_package_is_installed_and_holds_to_every_conformance_suite(tmp_path: Path) -> None:
    pip = (sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--target")
    run(*pip, str(tmp_path), "--disable-pip-version-check", str(EXAMPLE))
    path = f"{tmp_path}{os.pathsep}{ROOT / 'src'}"
    pytest_ = (sys.executable, "-W", "error", "-m", "pytest", "-q", "-c", os.devnull, "-p", "no:cacheprovider")
    told = run(*pytest_, f"--rootdir={EXAMPLE}", str(EXAMPLE / "tests"), path=path)
    passed = re.match(r"[.\s%\[\]\d]*?(\d+) passed in", told)
    assert passed is not None, told
    assert int(passed[1]) >= 34, "the suites of all kinds have so many rules at least"
    program = tmp_path / "hello.lisp"
    program.write_text('(print "hello")')
    assert run(sys.executable, "-m", "specwright", "exec", str(program), path=path) == "hello\n"


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on `sys.path` in which packages can be put."""
    monkeypatch.syspath_prepend(str(tmp_path))
    plugins._installed.cache_clear()
    yield tmp_path
    plugins._installed.cache_clear()


def put(folder: Path, package: str, entry_points: str, **modules: str) -> None:
    info = folder / f"{package}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(entry_points)
    for name, text in modules.items():
        (folder / f"{name}.py").write_text(text)


def test_a_broken_plugin_is_named_with_its_package_and_breaks_nothing_else(installed: Path) -> None:
    put(
        installed,
        "broken",
        "[specwright.models]\ngone = no_such_module:M\nwrong = broken_parts:NUMBER\ngood = broken_parts:function\n"
        "[specwright.strategies]\nbad = broken_parts:NUMBER\n[specwright.sandboxes]\nbad = broken_parts:raising\n"
        "[specwright.languages]\nlate = broken_parts:NUMBER\n[specwright.unknown]\nx = y:z\n",
        broken_parts="NUMBER = 7\ndef function(rest): return None\ndef __getattr__(name): raise OSError('disk')\n",
    )
    found = {row.what: row for row in doctor._plugins()}
    assert {what for what, row in found.items() if row.found} == {"models: good"}
    assert "ModuleNotFoundError" in found["models: gone"].detail
    assert "int, no function" in found["models: wrong"].detail
    assert "int, not Strategy" in found["strategies: bad"].detail
    assert "OSError: disk" in found["sandboxes: bad"].detail
    for row in found.values():
        assert row.found or ("broken 1.0" in row.detail and "pip uninstall broken" in str(row.remedy))
    assert ladder.names() == (*SANDBOXES, "bad")
    with pytest.raises(UserError, match=r"'bad' of broken 1\.0 cannot be used"):
        ladder._rung("bad")


def test_a_name_of_ours_cannot_be_taken(installed: Path) -> None:
    put(installed, "taker", "[specwright.sandboxes]\nbubblewrap = taken:weak\n", taken="def weak(settings): ...\n")
    assert ladder.names() == SANDBOXES
    assert ladder._rung("bubblewrap") is ladder.RUNGS["bubblewrap"]


def test_of_two_plugins_with_one_name_the_first_on_the_path_counts(installed: Path) -> None:
    entry = "[specwright.stores]\nmine = {}:open_store\n"
    put(installed, "second", entry.format("second"))
    (installed / "earlier").mkdir()
    put(installed / "earlier", "first", entry.format("first"))
    sys.path.insert(0, str(installed / "earlier"))
    try:
        assert [found.package for found in plugins.plugins(plugins.PluginKind.STORES)] == ["first 1.0"]
    finally:
        sys.path.remove(str(installed / "earlier"))
