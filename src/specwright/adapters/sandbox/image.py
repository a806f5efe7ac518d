"""The image that containers run in: pulled and named by the user, or made from this machine's own files."""

from __future__ import annotations

import asyncio
import os
import re
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO, Final

from specwright.core.errors import SandboxUnavailable

_LIBRARY = re.compile(r"(?:=> )?(/\S+) \(0x")
_SKIPPED: Final = frozenset(
    {"__pycache__", "site-packages", "dist-packages", "test", "idlelib", "tkinter", "turtledemo"}
)


def default_image() -> str:
    """The name of the image that `specwright sandbox build` makes for this Python."""
    return f"specwright-python:{sys.version_info.major}.{sys.version_info.minor}"


async def _run(command: Sequence[str], stdin: int | None = None) -> tuple[int, str]:
    try:
        process = await asyncio.create_subprocess_exec(
            *command,
            stdin=asyncio.subprocess.DEVNULL if stdin is None else stdin,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
    except OSError as error:
        return 127, str(error)
    output, _ = await process.communicate()
    return process.returncode or 0, output.decode("utf-8", "replace").strip()


async def find_image(command: Sequence[str], image: str | None, *, name: str) -> str:
    """The image to run in: the one asked for, else the one made of this machine's files. Nothing is ever pulled.

    Raises SandboxUnavailable when the engine does not answer or has neither.
    """
    code, said = await _run([*command, "version"])
    if code != 0:
        last = said.splitlines()[-1] if said else "it says nothing"
        raise SandboxUnavailable(f"{name} does not answer: {last}", hint=f"start it, then try: {name} version")
    wanted = [image, default_image()] if image else [default_image()]
    for candidate in wanted:
        code, _ = await _run([*command, "image", "inspect", candidate])
        if code == 0:
            return candidate
    raise SandboxUnavailable(
        f"{name} has no image named {' or '.join(wanted)}",
        hint=f"make it: specwright sandbox build --engine {name}, or pull it: {name} pull {wanted[0]}",
    )


async def build_image(command: Sequence[str], interpreter: str, library: str, image: str | None = None) -> str:
    """Make an image of this machine's Python, its standard library and the shared libraries they need.

    Nothing is downloaded. Returns the image's name. Raises SandboxUnavailable.
    """
    image = image or default_image()
    with tempfile.TemporaryFile() as file:
        await asyncio.to_thread(_pack, file, interpreter, library)
        file.seek(0)
        code, said = await _run([*command, "import", "-", image], stdin=file.fileno())
    if code != 0:
        raise SandboxUnavailable(f"the image could not be made: {said}")
    return image


def _pack(file: IO[bytes], interpreter: str, library: str) -> None:
    paths = sorted({interpreter, *_tree(library), *_shared(interpreter, library)})
    with tarfile.open(fileobj=file, mode="w", dereference=True) as tar:
        for path in paths:
            # By its real directory: the short ways there are links, which the image has too.
            real = Path(path).parent.resolve() / Path(path).name
            tar.add(path, arcname=str(real).lstrip("/"), recursive=False, filter=_readable)
        for name, target in _links(interpreter):
            _add_link(tar, name, target)
        for folder in ("box", "tmp", "proc", "dev", "sys", "etc"):
            _add_folder(tar, folder)


def _links(interpreter: str) -> Iterator[tuple[str, str]]:
    """The names under which programs look for the interpreter and the loader."""
    for name in ("lib", "lib32", "lib64", "bin"):
        if Path(f"/{name}").is_symlink():
            yield name, str(Path(f"/{name}").readlink())
    if interpreter != "/usr/bin/python3":
        yield "usr/bin/python3", interpreter


def _add_link(tar: tarfile.TarFile, name: str, target: str) -> None:
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname, entry.mode = tarfile.SYMTYPE, target, 0o777
    tar.addfile(entry)


def _add_folder(tar: tarfile.TarFile, name: str) -> None:
    entry = tarfile.TarInfo(name)
    entry.type, entry.mode = tarfile.DIRTYPE, 0o755
    tar.addfile(entry)


def _readable(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    entry.mode = 0o755 if entry.isdir() or entry.mode & 0o111 else 0o644
    return entry


def _tree(folder: str) -> Iterator[str]:
    for place, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in _SKIPPED]
        yield from (f"{place}/{name}" for name in names)


def _shared(interpreter: str, library: str) -> set[str]:
    """The shared libraries of the interpreter and of its compiled modules, as the loader finds them."""
    modules = [interpreter, *(str(path) for path in Path(library).glob("lib-dynload/*.so"))]
    output = subprocess.run(["ldd", *modules], capture_output=True, text=True, check=False).stdout
    return {match[1] for line in output.splitlines() if (match := _LIBRARY.search(line))}
