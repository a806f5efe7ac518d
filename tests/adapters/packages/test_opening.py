"""A lock is opened for jobs only after its packages were imported once in the sandbox."""

from __future__ import annotations

import asyncio
import json
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


@pytest.mark.parametrize(
    "told",
    [
        '{"imported": 1, "failed": {}, "left": [], "memory": 0, "address": 0, "files": []}',
        '{"imported": [], "failed": [], "left": [], "memory": 0, "address": 0, "files": []}',
        '{"imported": [], "failed": {}, "left": [], "memory": 1e999, "address": NaN, "files": [[]]}',
        "[" * 5_000,
    ],
    ids=["no list", "no errors", "no numbers", "too deep"],
)
def test_a_package_that_writes_the_report_itself_raises_nothing(tmp_path: Path, told: str) -> None:
    write_wheel(tmp_path, {"liar.py": f"import os\nos.write(3, {told.encode()!r})\nos._exit(0)\n"}, name="liar")
    with pytest.raises(UserError, match="cannot be imported in the sandbox"):
        opened(tmp_path, "liar")


def test_a_package_that_claims_memory_or_names_modules_gets_no_more_than_it_had(tmp_path: Path) -> None:
    told = {"imported": ["liar", "os", "solution"], "failed": {}, "left": [], "memory": 2**60, "address": 2**60}
    code = f"import os\nos.write(3, {json.dumps(told).encode()!r})\nos._exit(0)\n"
    write_wheel(tmp_path, {"liar.py": code}, name="liar")
    libraries = opened(tmp_path, "liar")
    assert libraries.ahead == ("liar",)
    assert libraries.memory_bytes == 4 * 1024**3
    assert libraries.address_bytes == 2**40


def test_a_lock_for_another_machine_is_not_opened(tmp_path: Path) -> None:
    write_wheel(tmp_path, {"wordkit.py": ""}, name="wordkit")
    with pytest.raises(ToolchainMissing, match="locked for cp39 windows"):
        opened(tmp_path, "wordkit", platform="cp39 windows amd64")
