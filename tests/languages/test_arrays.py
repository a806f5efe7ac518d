"""What a call gets and returns of a real numpy, imported once for all calls."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from specwright.core.evidence.outcome import Outcome
from specwright.core.program.data import from_json
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.languages.common.tools.interpreter import local_interpreter
from specwright.languages.loading import with_libraries
from specwright.languages.python.toolchain import PythonToolchain
from specwright.pipeline.running.execute import call
from specwright.ports.language import Program
from specwright.sandbox import open_sandbox
from tests.libraries import libraries_in

INSTALLED = sorted(
    (Path(__file__).parents[2] / ".venv-integrations" / "lib").glob("python*/site-packages/numpy/__init__.py")
)
pytestmark = pytest.mark.skipif(not INSTALLED, reason="scripts/setup --dev installs numpy into .venv-integrations")
MEMORY = 256 * 2**20


def outcomes(code: str, types: Mapping[str, str], returns: str, *inputs: Sequence[Any]) -> tuple[Outcome, ...]:
    """Return what the calls of `f` come to, in a sandbox that has numpy."""
    params = tuple(Parameter(name=name, type=Type.parse(kind)) for name, kind in types.items())
    signature = Signature(name="f", params=params, returns=Type.parse(returns))
    folder = INSTALLED[0].parents[1]
    toolchain = with_libraries(PythonToolchain(), libraries_in(folder, "numpy", ahead=["numpy"], address=MEMORY))
    rows = [
        {param.name: from_json(value, param.type) for param, value in zip(params, row, strict=True)} for row in inputs
    ]

    async def run() -> tuple[Outcome, ...]:
        sandbox = await open_sandbox()
        try:
            return await call(sandbox, toolchain, Program(code=code, signature=signature), rows)
        finally:
            await sandbox.close()

    assert local_interpreter()
    return asyncio.run(run())


def test_arrays_go_in_and_come_out() -> None:
    code = "import numpy as np\ndef f(a, k):\n    assert type(a) is np.ndarray\n    return (a * k).T\n"
    [found] = outcomes(code, {"a": "ndarray[float]", "k": "int"}, "ndarray[float]", ([[1, 2], [3, 4]], 2))
    assert found.value == {"$array": [[2.0, 6.0], [4.0, 8.0]]}, found


def test_numbers_of_numpy_count_as_what_they_hold() -> None:
    code = (
        "import numpy as np\n"
        "def f(n):\n"
        "    return {'i': np.int64(n), 'l': [np.float32(1.5), np.bool_(True), np.str_('q')], "
        "'d': np.datetime64('2024-02-29'), 'm': np.ma.array([1, 2], mask=[0, 1])}\n"
    )
    [found] = outcomes(code, {"n": "int"}, "any", (3,))
    pairs = dict(found.value["$map"])
    assert pairs["i"] == 3
    assert pairs["l"] == [1.5, True, "q"]
    assert pairs["d"] == {"$datetime": "2024-02-29T00:00:00"}
    assert pairs["m"] == {"$array": [1, None]}


def test_a_class_that_pretends_is_told_by_what_it_stores() -> None:
    code = (
        "import numpy as np\n"
        "class Fake(np.ndarray):\n"
        "    def tolist(self):\n        return [9]\n"
        "    def __eq__(self, other):\n        return True\n"
        "def f(n):\n    return np.array([n]).view(Fake)\n"
    )
    [found] = outcomes(code, {"n": "int"}, "ndarray[int]", (3,))
    assert found.value == {"$array": [3]}


def test_the_package_is_imported_before_any_call() -> None:
    code = (
        "import sys\nEARLY = 'numpy' in sys.modules\n"
        "def f(n):\n    import threading\n    return [EARLY, threading.active_count()]\n"
    )
    found = outcomes(code, {"n": "int"}, "any", (1,), (2,))
    assert [each.value for each in found] == [[True, 1], [True, 1]]
