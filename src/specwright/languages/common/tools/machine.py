"""How a language's tools are found on a machine and made ready once.

Each language describes itself in `machine.py` of its folder. Only `adapters/machine` uses these descriptions, outside
every sandbox.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from specwright.languages.common.checks.tool import Tool
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.ports.sandbox import Mount

_QUICK_SECONDS: Final = 60
KIT_SECONDS: Final = 900
"""The longest that one command of a kit may take."""


@dataclass(frozen=True)
class KitFolders:
    """The folders that a kit is made with."""

    drivers: Path
    """The language's own drivers."""
    made: Path
    """The folder to fill. Its parent may be used for scratch files."""
    base: Path | None = None
    """The kit that this one is made from."""


@dataclass(frozen=True)
class Kit:
    """Files that are made once for exactly these tools and drivers, and mounted read-only into jobs."""

    name: str
    make: Callable[[InstalledTools, KitFolders], None]
    """Fills the folder. May raise OSError and SubprocessError."""
    sources: tuple[str, ...] = ()
    """Patterns of the driver files that it depends on."""
    base: Kit | None = None
    contents: str = ""
    """What else it depends on."""
    portable: bool = False
    """Whether it fits every copy of one version of the tools."""


@dataclass(frozen=True)
class PackagedProgram:
    """A program that a Python package carries, or one on PATH."""

    program: str
    package: str
    path: str | None = None
    """Its path in site-packages; None if it is installed as a script."""


@dataclass(frozen=True)
class PackagedModule:
    """A Python package that the interpreter in the sandbox runs as a module."""

    package: str
    kit: Kit
    """What the module keeps between runs."""
    index: str
    """What the kit is made from, beside the module's version."""
    with_kit: tuple[str, ...]
    """The module's arguments if its kit could be made."""
    without_kit: tuple[str, ...]


@dataclass(frozen=True)
class NpmProgram:
    """A native program of npm packages that `specwright toolchain install` fetched."""

    name: str
    path: str
    """Its path in `node_modules`; may hold `*`."""
    manifest: str
    """The `package.json` in `node_modules` with its version."""


@dataclass(frozen=True)
class Grammar:
    """The language's tree-sitter grammar, which our analyser needs."""


@dataclass(frozen=True)
class ToolchainProgram:
    """A tool that comes with the language itself."""

    make: Callable[[InstalledTools], Tool | str]
    """Returns the tool, or why it is missing."""
    needs_kit: bool = False


ToolSource = PackagedProgram | PackagedModule | NpmProgram | Grammar | ToolchainProgram
"""How one tool for quality is found."""


@dataclass(frozen=True)
class Machine:
    """A language's tools: their places, their prepared parts, and further tools to look for."""

    locate: Callable[[Path, str], tuple[dict[str, str], tuple[Mount, ...]]]
    """Returns programs by name and mounts, given the program and its version.

    May raise OSError, SubprocessError, and StopIteration if a part is missing.
    """
    checkers: Mapping[str, ToolSource]
    """The tools that inspect packages, by name."""
    version_argument: str = "--version"
    kit: Kit | None = None
    """What calls need."""
    with_runner: Callable[[InstalledTools], InstalledTools] | None = None
    """Adds what runs a package's own tests. May raise ToolchainMissing."""
    test_kit: Kit | None = None
    """What a package's own tests need."""
    npm: tuple[str, ...] = ()
    """Pinned npm packages that `specwright toolchain install` fetches as well."""
    not_in_image: frozenset[str] = field(default_factory=frozenset)
    """Names of files and folders that an image does not need: sources, documents, build-time files."""


def run_command(command: list[str], env: dict[str, str] | None = None, seconds: float = _QUICK_SECONDS) -> str:
    """Return what a command prints. Raise OSError and SubprocessError.

    It starts in `/`: in the folder of a stranger, rustup would start a compiler that lies there, and Python a module.
    """
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=seconds, env=env, cwd="/")
    return done.stdout or done.stderr


def program_version(program: Path, argument: str = "--version") -> str | None:
    """Return the version that a program prints; None if it prints none."""
    try:
        printed = run_command([str(program), argument])
    except (OSError, subprocess.SubprocessError):
        return None
    version = re.search(r"\d+(?:\.\d+)+", printed)
    return version.group() if version else None


def mounts_of(*paths: Path | str) -> tuple[Mount, ...]:
    """Return mounts of those paths that exist."""
    return tuple(Mount(source=str(path)) for path in paths if Path(path).exists())


def toolchain_program(name: str, key: str) -> ToolchainProgram:
    """Return the description of one of the language's own programs."""

    def make(tools: InstalledTools) -> Tool | str:
        return Tool(name=name, version=tools.version, argv=(tools.programs[key],), mounts=tools.mounts)

    return ToolchainProgram(make)
