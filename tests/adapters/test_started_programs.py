"""Programs on this machine are never started in the user's folder: it may be a stranger's, and decide what they do."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

import specwright
from specwright.adapters.machine import toolchains
from specwright.languages.registry import ROWS

ROOT = Path(specwright.__file__).parent
INSIDE = ("drivers", "inspector.py", "commands.py", "keeper.py", "native_run.py")
"""Run inside the sandbox, or text of a package that is handed over."""
STARTING = {"run", "Popen", "create_subprocess_exec", "create_subprocess_shell", "check_output", "check_call", "call"}


def starts(path: Path) -> Iterator[ast.Call]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in STARTING:
            owner = node.func.value
            if isinstance(owner, ast.Name) and owner.id in ("subprocess", "asyncio"):
                is_runner = owner.id == "asyncio" and node.func.attr == "run"
                if not is_runner:
                    yield node


def test_every_program_that_is_started_here_is_given_its_folder() -> None:
    outside = [path for path in ROOT.rglob("*.py") if not {*path.relative_to(ROOT).parts} & {*INSIDE}]
    found = {f"{path.relative_to(ROOT)}:{call.lineno}": call for path in outside for call in starts(path)}
    assert len(found) > 8, "the search still finds what it looks for"
    assert [place for place, call in found.items() if "cwd" not in {word.arg for word in call.keywords}] == []


def test_a_folder_with_a_toolchain_file_does_not_choose_the_compiler(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """rustup obeys `rust-toolchain.toml` of the folder that it is started in, and that may name a program there."""
    shim, folder = tmp_path / "bin" / "rustup", tmp_path / "stranger"
    shim.parent.mkdir()
    folder.mkdir()
    shim.write_text("#!/bin/sh\npwd\n")
    shim.chmod(0o755)
    (shim.parent / "rustc").symlink_to(shim)
    monkeypatch.setenv("PATH", f"{shim.parent}{os.pathsep}/usr/bin:/bin")
    monkeypatch.chdir(folder)
    found = list(toolchains._candidates(ROWS["rust"]))
    assert Path("/bin/rustc") in found, "the shim was asked, and it answered from the root"
    assert not [path for path in found if path.is_relative_to(folder)]
