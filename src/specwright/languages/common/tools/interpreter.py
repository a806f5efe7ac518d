"""The Python that runs our drivers inside the sandbox."""

from __future__ import annotations

import sys
import sysconfig
from functools import cache
from pathlib import Path
from typing import Final

from specwright.ports.sandbox import Mount

LAST_WORDS: Final = b"done\n"
"""How our drivers close a report (`drivers/confinement.py`)."""
ENVIRONMENT: Final = {
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
    "LC_ALL": "C.UTF-8",
    "LANG": "C.UTF-8",
    "TZ": "UTC",
}


@cache
def local_interpreter() -> tuple[str, tuple[Mount, ...]]:
    """Return the real path of the running interpreter, past every shim and link, and the mounts that it needs."""
    program = str(Path(sys.executable).resolve())
    # A virtual environment is not needed: the interpreter and its library lie where it was made from.
    needed = {
        program,
        sysconfig.get_path("stdlib"),
        sysconfig.get_path("platstdlib", vars={"platbase": sys.base_exec_prefix}),
    }
    needed = {path for path in needed | _shared_library() if path and _is_here(path)}
    outer = sorted(path for path in needed if not any(path.startswith(f"{other}/") for other in needed))
    return program, tuple(Mount(source=path) for path in outer)


def _shared_library() -> set[str]:
    """Return the files of the interpreter's own library, if it has one; a folder that cannot be read has none."""
    folder, name = sysconfig.get_config_var("LIBDIR"), str(sysconfig.get_config_var("LDLIBRARY") or "")
    if not folder or not name.endswith(".so"):
        return set()
    try:
        return {str(path) for path in Path(str(folder)).glob(f"{name}*")}
    except OSError:
        return set()


def _is_here(path: str) -> bool:
    try:
        return Path(path).exists()
    except OSError:
        return False
