"""Finds formatters, linters, checkers and analysers on this machine: beside us in the environment, then on PATH."""

from __future__ import annotations

import contextlib
import json
import re
import shutil
import sys
import sysconfig
from functools import cache
from importlib import metadata
from pathlib import Path
from typing import Final

from specwright.adapters.machine import toolchains
from specwright.core.errors import ToolchainMissing
from specwright.languages.common.checks.tool import NPM_MODULES, PACKAGES, CheckTools, Tool
from specwright.languages.common.checks.tool_run import SAME_PYTHON
from specwright.languages.common.supervised import KIT
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.common.tools.machine import (
    Grammar,
    NpmProgram,
    PackagedModule,
    PackagedProgram,
    ToolchainProgram,
    ToolSource,
    program_version,
)
from specwright.languages.loading import machine_of
from specwright.languages.registry import language
from specwright.ports.sandbox import Mount

EXTRA: Final = "pip install 'specwright[quality]'"
"""Installs the tools that come as Python packages."""
_NAME: Final = re.compile(r"[A-Za-z0-9._-]+")


@cache
def find_tools(name: str) -> CheckTools:
    """Return the tools for packages of a language, and why others are missing."""
    here: dict[str, Tool] = {}
    missing: dict[str, str] = {}
    for tool, wanted in machine_of(name).checkers.items():
        result = _find(name, wanted)
        if isinstance(result, Tool):
            here[tool] = result
        else:
            missing[tool] = result
    return CheckTools(here=here, missing=missing)


def _find(name: str, wanted: ToolSource) -> Tool | str:
    """Return the tool, or why it is missing."""
    match wanted:
        case PackagedProgram():
            return _packaged_program(wanted)
        case PackagedModule():
            return _packaged_module(wanted)
        case NpmProgram():
            return _npm_program(name, wanted)
        case Grammar():
            return _grammar(name)
        case ToolchainProgram():
            return _toolchain_program(name, wanted)


def _packaged_program(wanted: PackagedProgram) -> Tool | str:
    carried = _carried(wanted)
    on_path = shutil.which(wanted.program) if wanted.path is None else None
    path = carried or (Path(on_path).resolve() if on_path else None)
    version = _version_of(wanted.package) if carried else program_version(path) if path else None
    if path is None or version is None:
        return f"{wanted.program} is not installed; get it with {EXTRA}"
    return Tool(name=wanted.program, version=version, argv=(str(path),), mounts=(Mount(source=str(path)),))


def _carried(wanted: PackagedProgram) -> Path | None:
    """Return the program that the package carries; None if it is not installed."""
    scripts, packages = sysconfig.get_path("scripts"), sysconfig.get_path("purelib")
    path = Path(scripts) / wanted.program if wanted.path is None else Path(packages) / wanted.path
    return path if path.is_file() else None


def _packaged_module(wanted: PackagedModule) -> Tool | str:
    try:
        mounts, version = package_mounts(wanted.package), metadata.version(wanted.package)
    except metadata.PackageNotFoundError:
        return f"{wanted.package} is not installed; get it with {EXTRA}"
    programs = {"python": sys.executable}
    tools = InstalledTools(language=wanted.package, version=version, programs=programs, index=wanted.index)
    arguments = wanted.without_kit
    with contextlib.suppress(ToolchainMissing):  # it works without, only slower
        mounts = (*mounts, Mount(source=str(toolchains.make_kit(tools, wanted.kit)), target=KIT))
        arguments = wanted.with_kit
    argv = (*SAME_PYTHON, "-P", "-m", wanted.package, *arguments)
    return Tool(name=wanted.package, version=version, argv=argv, mounts=mounts)


def _npm_program(name: str, wanted: NpmProgram) -> Tool | str:
    modules = toolchains.installed_path(name) / "node_modules"
    program = next(iter(sorted(modules.glob(wanted.path))), None)
    try:
        version = str(json.loads((modules / wanted.manifest).read_bytes())["version"]) if program else ""
    except (OSError, ValueError, KeyError, TypeError):
        program = None
    if program is None:
        return f"{wanted.name} is not installed; get it with {language(name).install}"
    mounts = (Mount(source=str(modules), target=NPM_MODULES),)
    return Tool(
        name=wanted.name, version=version, argv=(f"{NPM_MODULES}/{program.relative_to(modules)}",), mounts=mounts
    )


def _grammar(name: str) -> Tool | str:
    binding = f"tree-sitter-{name}"
    try:
        mounts = (*package_mounts("tree-sitter"), *package_mounts(binding))
        version = f"(tree-sitter {metadata.version('tree-sitter')}, {binding} {metadata.version(binding)})"
    except metadata.PackageNotFoundError as error:
        return f"{error.name} is not installed; get it with {EXTRA}"
    return Tool(name="specwright's analyser", version=version, mounts=mounts)


def _toolchain_program(name: str, wanted: ToolchainProgram) -> Tool | str:
    try:
        return wanted.make(toolchains.ready(name) if wanted.needs_kit else toolchains.find(name))
    except ToolchainMissing as error:
        return f"{error.message}; {error.hint}" if error.hint else error.message


def _version_of(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def package_mounts(package: str) -> tuple[Mount, ...]:
    """Return mounts of what a package and its dependencies have installed, and of nothing beside them.

    Raise PackageNotFoundError.
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
