from __future__ import annotations

from collections.abc import Callable

import pytest

from specwright.languages.python import PythonToolchain
from specwright.ports import Job, Limits


@pytest.fixture
def python() -> Callable[..., Job]:
    """Makes a job that runs these lines of Python."""
    toolchain = PythonToolchain()

    def make(code: str, **changes: object) -> Job:
        limits = Limits(wall_seconds=20.0)
        job = Job(
            argv=(toolchain.interpreter, "-S", "main.py"),
            files={"main.py": code.encode()},
            mounts=toolchain.mounts,
            limits=limits,
        )
        return job.model_copy(update=changes)

    return make
