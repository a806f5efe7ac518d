"""Finds the languages' tools on this machine, and makes their kits: our drivers, compiled once for these tools.

Tools are searched for in three places: those that `specwright toolchain install` fetched, the Python packages beside
us that carry a tool, and PATH. What each language needs is described in `machine.py` of its folder.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import logging
import os
import platform
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from platformdirs import user_cache_path, user_data_path

from specwright.core.errors import ToolchainMissing
from specwright.core.program.language import Language
from specwright.languages.common.supervised import KIT
from specwright.languages.common.tools.image_tools import ImageTools
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.common.tools.machine import Kit, KitFolders, program_version, run_command
from specwright.languages.loading import drivers_of, machine_of
from specwright.languages.registry import ROWS, language

_logger = logging.getLogger(__name__)


def installed_path(tool: str) -> Path:
    """Return where `specwright toolchain install` puts a tool, such as `node`."""
    return user_data_path("specwright") / "toolchains" / tool


def find(name: str) -> InstalledTools:
    """Return a language's tools without their kit. Raise ToolchainMissing with how to install them."""
    row = language(name)
    tools, outdated = _find(row)
    if tools is None:
        oldest = ".".join(map(str, row.oldest))
        raise ToolchainMissing(
            f"{name} needs {row.program} {oldest} or newer, and {outdated or 'none'} was found",
            hint=f"install it: {row.install}",
        )
    return tools


@cache
def ready(name: str) -> InstalledTools:
    """Return a language's tools with their kit, which is made the first time. Raise ToolchainMissing."""
    tools, kit = find(name), machine_of(name).kit
    if kit is None:
        return tools
    folder = make_kit(tools, kit)
    index = folder / "index"
    return tools.model_copy(update={"kit": str(folder), "index": index.read_text() if index.exists() else ""})


# --- finding ---------------------------------------------------------------------------------------------------


def _find(row: Language) -> tuple[InstalledTools | None, str]:
    """Return the first tools that are new enough, and a description of older ones that were found."""
    machine, outdated = machine_of(row.name), ""
    for program in _candidates(row):
        version = program_version(program, machine.version_argument)
        if version is None:
            continue
        numbers = tuple(int(part) for part in re.findall(r"\d+", version)[:3])
        if numbers < row.oldest:
            outdated = outdated or f"only {version} ({program})"
            continue
        with contextlib.suppress(OSError, subprocess.SubprocessError, StopIteration):
            programs, mounts = machine.locate(program, version)
            return InstalledTools(language=row.name, version=version, programs=programs, mounts=mounts), ""
    return None, outdated


def _candidates(row: Language) -> Iterator[Path]:
    if row.packaged is not None:
        places = (installed_path(row.program), Path(sysconfig.get_path("purelib")))
        yield from (path for place in places if (path := place / row.packaged).is_file())
    for folder in os.get_exec_path():
        on_path = shutil.which(row.program, path=folder)
        if on_path is not None and Path(on_path).resolve().name != "rustup":
            yield Path(on_path).resolve()
        elif on_path is not None:
            # A shim of rustup's chooses at every start. A sandbox must run its choice.
            with contextlib.suppress(OSError, subprocess.SubprocessError):
                yield Path(run_command([on_path, "--print", "sysroot"]).strip()) / "bin" / row.program


# --- kits ------------------------------------------------------------------------------------------------------


def make_kit(tools: InstalledTools, kit: Kit) -> Path:
    """Return the folder of a kit, which is made if it is not there. Raise ToolchainMissing if it cannot be made.

    A kit is made from our own sources alone, and never by a job. It is made in a scratch folder and moved into place
    as a whole, so it is there completely or not at all.
    """
    owner, tools = tools.language, tools.model_copy(update={"language": kit.name})
    drivers = drivers_of(owner) if owner in ROWS else Path()
    home = user_cache_path("specwright") / "kits"
    folder = home / f"{kit.name}-{tools.version}-{_key(tools, kit, drivers)}"
    if folder.is_dir():
        return folder
    base = make_kit(tools.model_copy(update={"language": owner}), kit.base) if kit.base is not None else None
    home.mkdir(parents=True, exist_ok=True)
    with (home / f"{kit.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if folder.is_dir():
            return folder
        with tempfile.TemporaryDirectory(dir=home) as scratch:
            if kit.base is None:
                _logger.info("preparing %s: once on this machine, about half a minute", _prepared(kit.name, owner))
            made = Path(scratch) / "kit"
            made.mkdir()
            try:
                kit.make(tools, KitFolders(drivers, made, base))
            except (OSError, subprocess.SubprocessError) as error:
                reason = getattr(error, "stderr", "") or str(error)
                raise ToolchainMissing(
                    f"{kit.name} {tools.version} was found but does not work here: {str(reason).strip()[-500:]}",
                    hint=f"install it again: {ROWS[owner].install if owner in ROWS else owner}",
                ) from error
            made.chmod(0o755)
            made.rename(folder)
    return folder


def _prepared(kit: str, owner: str) -> str:
    """Return what a kit is, in words. A language has one kit to run programs and one to run the tests of packages."""
    return f"the test tools of {owner}" if kit.endswith("-tests") else f"the tools of {owner}"


def _key(tools: InstalledTools, kit: Kit, drivers: Path) -> str:
    """Return the digest of what a kit depends on: the tools, the processor, and our drivers."""
    maker = tools.version if kit.portable else tools.model_dump_json()
    key = hashlib.sha256(f"{maker} {platform.machine()}{kit.contents}".encode())
    for path in (path for pattern in kit.sources for path in sorted(drivers.glob(pattern))):
        key.update(path.read_bytes())
    return key.hexdigest()[:16]


# --- images ----------------------------------------------------------------------------------------------------


def lay_out(name: str, place: Path) -> ImageTools:
    """Copy a language's kit to its place in an image, and return the image's tools. Raise ToolchainMissing."""
    tools = ready(name)
    if tools.kit is None:
        return ImageTools(found=tools.model_copy(update={"mounts": ()}))
    shutil.copytree(tools.kit, place)
    return ImageTools(found=tools.model_copy(update={"mounts": (), "kit": KIT}))


if __name__ == "__main__":
    # `python -m specwright.adapters.machine.toolchains LANGUAGE PLACE`, while an image is built from its definition.
    sys.stdout.write(lay_out(sys.argv[1], Path(sys.argv[2])).model_dump_json())
