"""A lock is opened for jobs only after its packages were imported once in the sandbox."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from tests.libraries import write_wheel

from specwright.adapters.packages.locking import lock_packages, open_libraries
from specwright.core.errors import ToolchainMissing, UserError
from specwright.languages.common.kinds.by_kind import ByKind
from specwright.languages.common.tools.libraries import Libraries
from specwright.languages.python.toolchain import PythonToolchain
from specwright.sandbox import open_sandbox

SHARING = "import mmap\nSHARED = mmap.mmap(-1, 4096)\n"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "own-cache"))


def opened(folder: Path, *required: str, platform: str = "") -> Libraries:
    lock = lock_packages(required, "python", None, folder)
    if platform:
        lock = lock.model_copy(update={"platform": platform})

    async def open_lock() -> Libraries:
        sandbox = await open_sandbox()
        try:
            return await open_libraries(lock, sandbox, ByKind(PythonToolchain()), folder, verifying=False)
        finally:
            await sandbox.close()

    return asyncio.run(open_lock())


def test_only_what_leaves_nothing_is_imported_ahead(tmp_path: Path) -> None:
    write_wheel(tmp_path, {"wordkit.py": "VALUE = 1\n"}, name="wordkit")
    write_wheel(tmp_path, {"sharing.py": SHARING}, name="sharing")
    assert opened(tmp_path, "wordkit").ahead == ("wordkit",)
    both = opened(tmp_path, "wordkit", "sharing")
    assert both.ahead == (), "together they leave shared memory"
    assert [name for name, _ in both.imports] == ["sharing", "wordkit"]


def test_a_package_that_cannot_be_imported_is_refused(tmp_path: Path) -> None:
    write_wheel(tmp_path, {"broken.py": "import nothing_of_that_name\n"}, name="broken")
    with pytest.raises(UserError, match="broken cannot be imported in the sandbox: ModuleNotFoundError"):
        opened(tmp_path, "broken")
    write_wheel(tmp_path, {"leaving.py": "import os\nos._exit(0)\n"}, name="leaving")
    with pytest.raises(UserError, match="cannot be imported in the sandbox"):
        opened(tmp_path, "leaving")


def test_a_lock_for_another_machine_is_not_opened(tmp_path: Path) -> None:
    write_wheel(tmp_path, {"wordkit.py": ""}, name="wordkit")
    with pytest.raises(ToolchainMissing, match="locked for cp39 windows"):
        opened(tmp_path, "wordkit", platform="cp39 windows amd64")
