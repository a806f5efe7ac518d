"""The Python that runs our drivers inside the sandbox."""

from __future__ import annotations

import sys
import sysconfig
from functools import cache
from pathlib import Path
from typing import Final

from specwright.ports.sandbox import Mount

LAST_WORDS: Final = b"done\n"
"""How our drivers close a report (`drivers/python_driver.py`)."""
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
    shared = sysconfig.get_config_var("LDLIBRARY")
    library = Path(str(sysconfig.get_config_var("LIBDIR") or "")) / str(shared or "")
    if shared and str(shared).endswith(".so"):
        needed |= {str(path) for path in library.parent.glob(f"{library.name}*")}
    needed = {path for path in needed if path and Path(path).exists()}
    outer = sorted(path for path in needed if not any(path.startswith(f"{other}/") for other in needed))
    return program, tuple(Mount(source=path) for path in outer)
