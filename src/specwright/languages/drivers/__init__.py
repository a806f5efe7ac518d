"""Our own programs that run inside the sandbox, as files of a job."""

from __future__ import annotations

import marshal
import sys
from functools import cache
from importlib import resources
from importlib.util import MAGIC_NUMBER, find_spec, source_hash
from types import CodeType
from typing import Any, Final

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
"""Marks compiled code that is taken without a look at its text."""
_MODULES: Final = {"driver": "python_driver"}
"""What is called otherwise inside the sandbox than here."""


@cache
def driver_file(name: str) -> bytes:
    """One of them, as it is written."""
    return resources.files(__name__).joinpath(name).read_bytes()


@cache
def python_program(main: str, *modules: str) -> dict[str, bytes]:
    """The files of a program in Python and of the modules beside it that it imports; START is the one to start.

    Each comes with its text and, for an interpreter like the one that runs us, compiled: at every start this would
    take longer than all else, and leave memory behind that every fork has to copy.
    """
    files = {START: _START.format(main=main).encode()}
    for name in (main, *modules):
        module = _MODULES.get(name, name)
        files[f"{name}.py"] = text = driver_file(f"{module}.py")
        code = marshal.dumps(_placed(_code(module), f"{name}.py"))
        compiled = f"__pycache__/{name}.{sys.implementation.cache_tag}.pyc"
        files[compiled] = MAGIC_NUMBER + _UNCHECKED + source_hash(text) + code
    return files


def _code(module: str) -> CodeType:
    """As Python itself keeps it, so that not even we compile it every time."""
    name = f"{__name__}.{module}"
    loader: Any = find_spec(name).loader  # type: ignore[union-attr]
    code: CodeType = loader.get_code(name)
    return code


def _placed(code: CodeType, path: str) -> CodeType:
    """The code as if it lay there: where it lies on this machine is nobody's business inside."""
    inner = tuple(_placed(one, path) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_filename=path, co_consts=inner)
