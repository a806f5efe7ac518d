"""Which of this machine's files an image needs for a language: the tools, their shared libraries, our kit."""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from specwright.languages.found import Found
from specwright.languages.python import local_interpreter
from specwright.languages.supervised import KIT

_LIBRARY: Final = re.compile(r"(?:=> )?(/\S+) \(0x")
_ELF: Final = b"\x7fELF"
_ASKED_AT_ONCE: Final = 200
_COVERED: Final = ("/box/", "/dev/", "/proc/", "/run/", "/sys/", "/tmp/")  # noqa: S108 - a name, not a file
_ELSEWHERE: Final = "/opt/specwright"
_NEVER: Final = frozenset({"__pycache__", "site-packages", "dist-packages"})
# Sources, documents and what only serves to make other things: no program is built or run with them.
_LEFT_OUT: Final = {
    "python": frozenset({"test", "idlelib", "tkinter", "turtledemo"}),
    "java": frozenset({"jmods", "man", "legal", "docs", "include", "src.zip", "demo", "sample"}),
    "go": frozenset({"src", "lib", "misc", "test", "doc", "api", "cgo", "cover", "vet", "preprofile", "asm", "fix"}),
    "rust": frozenset({"share", "etc", "libexec", "src", "cargo", "clippy-driver", "rustdoc", "rust-objcopy"}),
}
# What the C compiler takes to link a program, as it names them itself.
_LINKED: Final = (
    "crt1.o Scrt1.o rcrt1.o crti.o crtn.o crtbegin.o crtbeginS.o crtbeginT.o crtend.o crtendS.o libgcc.a libgcc_eh.a "
    "libgcc_s.so libgcc_s.so.1 liblto_plugin.so libc.so libc.so.6 libc_nonshared.a libm.so libm.so.6 libmvec.so "
    "libmvec.so.1 libdl.a libdl.so.2 libpthread.a libpthread.so.0 librt.a librt.so.1 libutil.a libutil.so.1"
)
_LINKERS: Final = ("collect2", "ld", "lto-wrapper")


def python_files() -> dict[str, str]:
    """The running interpreter and its standard library: {path in the image: path here}."""
    interpreter, _ = local_interpreter()
    return _with_libraries([interpreter, *_tree(sysconfig.get_path("stdlib"), _LEFT_OUT["python"])])


def tool_files(found: Found) -> dict[str, str]:
    """A language's tools and its kit: {path in the image: path here}."""
    left_out = _LEFT_OUT.get(found.language, frozenset())
    paths = [path for mount in found.mounts for path in _tree(mount.source, left_out)]
    if "cc" in found.programs:
        paths += _linking(found.programs["cc"])
    kit = {f"{KIT}{path.removeprefix(found.kit)}": path for path in _tree(found.kit, frozenset())} if found.kit else {}
    return {place_inside(place): path for place, path in _with_libraries(paths).items()} | kit


def place_inside(path: str) -> str:
    """Where an image has what lies at this path here: elsewhere, if a container covers the place."""
    return f"{_ELSEWHERE}{path}" if path.startswith(_COVERED) else path


def _tree(place: str, left_out: frozenset[str]) -> Iterator[str]:
    """The file itself, or the files below the directory, through links too."""
    if not Path(place).is_dir():
        yield place
        return
    for folder, folders, names in os.walk(place, followlinks=True):
        folders[:] = [name for name in folders if name not in left_out | _NEVER]
        yield from (f"{folder}/{name}" for name in names if name not in left_out and Path(folder, name).is_file())


def _linking(compiler: str) -> list[str]:
    asked = [f"-print-prog-name={name}" for name in _LINKERS] + [f"-print-file-name={name}" for name in _LINKED.split()]
    said = [subprocess.run([compiler, word], capture_output=True, text=True, check=False).stdout for word in asked]
    return [os.path.normpath(path) for line in said if Path(path := line.strip()).is_file() and path.startswith("/")]


def _with_libraries(paths: Iterable[str]) -> dict[str, str]:
    """The files and the shared libraries that the loader finds for them, each in its real directory.

    The short ways there, such as /lib, are links, which the image has too.
    """
    own = list(paths)
    binaries = [path for path in own if _is_binary(path)]
    needed = own + [
        library
        for at in range(0, len(binaries), _ASKED_AT_ONCE)
        for library in _libraries(binaries[at : at + _ASKED_AT_ONCE])
    ]
    return {str(Path(path).parent.resolve() / Path(path).name): path for path in dict.fromkeys(needed)}


def _is_binary(path: str) -> bool:
    with Path(path).open("rb") as file:
        return file.read(4) == _ELF


def _libraries(binaries: list[str]) -> list[str]:
    output = subprocess.run(["ldd", *binaries], capture_output=True, text=True, check=False).stdout
    return [match[1] for line in output.splitlines() if (match := _LIBRARY.search(line)) and Path(match[1]).is_file()]
