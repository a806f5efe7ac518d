"""Which of this machine's files an image needs for a language, and the archive of them: tools, libraries, our kit."""

from __future__ import annotations

import os
import re
import subprocess
import sysconfig
import tarfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import IO, Final

from specwright.languages.common.supervised import KIT
from specwright.languages.common.tools.image_tools import ImageTools
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.common.tools.interpreter import local_interpreter
from specwright.languages.loading import machine_of

_LIBRARY: Final = re.compile(r"(?:=> )?(/\S+) \(0x")
_ELF: Final = b"\x7fELF"
_ASKED_AT_ONCE: Final = 200
_COVERED: Final = ("/box/", "/dev/", "/proc/", "/run/", "/sys/", "/tmp/")  # noqa: S108 - a name, not a file
_ELSEWHERE: Final = "/opt/specwright"
_NEVER: Final = frozenset({"__pycache__", "site-packages", "dist-packages"})
# What the C compiler takes to link a program, as it names them itself.
_LINKED: Final = (
    "crt1.o Scrt1.o rcrt1.o crti.o crtn.o crtbegin.o crtbeginS.o crtbeginT.o crtend.o crtendS.o libgcc.a libgcc_eh.a "
    "libgcc_s.so libgcc_s.so.1 liblto_plugin.so libc.so libc.so.6 libc_nonshared.a libm.so libm.so.6 libmvec.so "
    "libmvec.so.1 libdl.a libdl.so.2 libpthread.a libpthread.so.0 librt.a librt.so.1 libutil.a libutil.so.1"
)
_LINKERS: Final = ("collect2", "ld", "lto-wrapper")


def image_files(inside: ImageTools) -> dict[str, str]:
    """The running interpreter, its standard library, and further contents: {path in the image: path here}."""
    left_out = machine_of(inside.found.language).not_in_image
    paths = [local_interpreter()[0], *_tree(sysconfig.get_path("stdlib"), machine_of("python").not_in_image)]
    moved: dict[str, str] = {}
    for mount in inside.mounts:
        if mount.target in (None, mount.source):
            paths += _tree(mount.source, left_out)
        else:
            files = _tree(mount.source, frozenset())
            moved |= {f"{mount.target}{path.removeprefix(mount.source)}": path for path in files}
    if "cc" in inside.found.programs:
        paths += _linking(inside.found.programs["cc"])
    needed = dict.fromkeys((*paths, *_libraries_of([*paths, *moved.values()])))
    return {place_inside(path): path for path in needed} | moved


def place_inside(path: str) -> str:
    """The path in an image for this path here: in its real directory, or elsewhere if a container covers that.

    The short ways to the real directories of the system, such as /lib, are links, which the image has too.
    """
    real = str(Path(path).parent.resolve() / Path(path).name)
    return f"{_ELSEWHERE}{real}" if real.startswith(_COVERED) else real


def as_placed(inside: ImageTools) -> ImageTools:
    """Return the same with the image's own paths, and nothing to mount."""
    here = {
        name: tool.model_copy(update={"argv": tuple(map(_word_inside, tool.argv)), "mounts": ()})
        for name, tool in inside.tools.here.items()
    }
    return ImageTools(
        found=_found_inside(inside.found),
        packaged=inside.packaged and _found_inside(inside.packaged),
        tools=inside.tools.model_copy(update={"here": here}),
    )


def _found_inside(found: InstalledTools) -> InstalledTools:
    programs = {name: _word_inside(path) for name, path in found.programs.items()}
    return found.model_copy(update={"programs": programs, "mounts": (), "kit": KIT if found.kit else None})


def _word_inside(word: str) -> str:
    return place_inside(word) if word.startswith("/") else word


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
    said = [_printed([compiler, word]) for word in asked]
    return [os.path.normpath(path) for line in said if Path(path := line.strip()).is_file() and path.startswith("/")]


def _printed(command: list[str]) -> str:
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd="/").stdout


def _libraries_of(paths: Iterable[str]) -> list[str]:
    """Return the shared libraries that the loader finds for those of these files that are programs."""
    binaries = [path for path in paths if _is_binary(path)]
    places = range(0, len(binaries), _ASKED_AT_ONCE)
    return [library for at in places for library in _libraries(binaries[at : at + _ASKED_AT_ONCE])]


def _is_binary(path: str) -> bool:
    with Path(path).open("rb") as file:
        return file.read(4) == _ELF


def _libraries(binaries: list[str]) -> list[str]:
    output = _printed(["ldd", *binaries])
    return [match[1] for line in output.splitlines() if (match := _LIBRARY.search(line)) and Path(match[1]).is_file()]


# --- the archive ---------------------------------------------------------------------------------------------------


def pack(file: IO[bytes], inside: ImageTools) -> None:
    """Write everything that the image needs to an archive."""
    files = image_files(inside)
    with tarfile.open(fileobj=file, mode="w", dereference=True) as tar:
        _add_files(tar, files)
        for name, target in _links():
            _add_link(tar, name, target)
        for folder in ("box", "tmp", "proc", "dev", "sys", "etc"):
            _add_folder(tar, folder)


def _add_files(tar: tarfile.TarFile, files: Mapping[str, str]) -> None:
    for inside, here in sorted(files.items()):
        tar.add(here, arcname=inside.lstrip("/"), recursive=False, filter=_readable)


def _links() -> Iterator[tuple[str, str]]:
    """The names under which programs look for the interpreter and the loader."""
    for name in ("lib", "lib32", "lib64", "bin"):
        if Path(f"/{name}").is_symlink():
            yield name, str(Path(f"/{name}").readlink())
    interpreter, _ = local_interpreter()
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
