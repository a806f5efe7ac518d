"""Our own programs that run inside the sandbox, as files of a job. Those of one language are in its folder."""

from __future__ import annotations

import marshal
import sys
from functools import cache
from importlib import resources
from importlib.util import MAGIC_NUMBER, find_spec, source_hash
from types import CodeType
from typing import Any, Final

from specwright.languages.registry import home

START: Final = "start.py"
"""The file to start of a program in Python."""
_START: Final = """\
import sys
sys.path.insert(0, ".")
import {main}
del sys.path[0]
{main}.main()
"""
_UNCHECKED: Final = (1).to_bytes(4, "little")
"""Marks compiled code that Python loads without comparing it with its source."""
_PYTHON: Final = ("driver", "failures", "tagged")
_IMPORTED: Final = {
    "driver": (*_PYTHON[1:], "tables"),
    "pytest_driver": _PYTHON,
    "main_driver": ("main_program",),
    "service_driver": ("program_driver",),
}
"""What programs in Python import of ours beside `confinement`, which all of them do."""
_OF_PYTHON: Final = ("failures", "tables", "tagged", "pytest_driver", "trial", "main_driver", "main_program")
_MODULES: Final = {
    "driver": "python.drivers.python_driver",
    **{name: f"python.drivers.{name}" for name in _OF_PYTHON},
}
"""Modules that are not in this package under the name that they have inside the sandbox."""
_LANGUAGES: Final = __name__.rpartition(".")[0]


@cache
def driver_file(name: str, language: str | None = None) -> bytes:
    """Return a file of the shared drivers, or of those of a language."""
    folder = resources.files(__name__) if language is None else resources.files(home(language)).joinpath("drivers")
    return folder.joinpath(name).read_bytes()


@cache
def python_program(main: str) -> dict[str, bytes]:
    """Return the files of one of our programs in Python and of the modules that it imports; START is the one to start.

    Each module comes as text and, for an interpreter like the one that runs us, compiled. Compiling at every start
    would take longer than everything else, and leave memory behind that every fork has to copy.
    """
    files = {START: _START.format(main=main).encode()}
    for name in (main, "confinement", *_IMPORTED.get(main, ())):
        text, code = _module(f"{_LANGUAGES}.{_MODULES.get(name, f'drivers.{name}')}")
        files[f"{name}.py"] = text
        compiled = f"__pycache__/{name}.{sys.implementation.cache_tag}.pyc"
        marshalled = marshal.dumps(_relocated(code, f"{name}.py"))
        files[compiled] = MAGIC_NUMBER + _UNCHECKED + source_hash(text) + marshalled
    return files


def _module(name: str) -> tuple[bytes, CodeType]:
    """Return a module's source and code. The loader reads the code from Python's own cache."""
    loader: Any = find_spec(name).loader  # type: ignore[union-attr]
    code: CodeType = loader.get_code(name)
    return loader.get_data(loader.get_filename(name)), code


def _relocated(code: CodeType, path: str) -> CodeType:
    """Replace host paths in the code object."""
    inner = tuple(_relocated(const, path) if isinstance(const, CodeType) else const for const in code.co_consts)
    return code.replace(co_filename=path, co_consts=inner)
