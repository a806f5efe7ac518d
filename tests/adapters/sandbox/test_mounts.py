from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path

import pytest

from specwright.adapters.sandbox.local import sandbox as local
from specwright.adapters.sandbox.local.bubblewrap import BubblewrapSandbox
from specwright.adapters.sandbox.local.namespaces import NamespacesSandbox
from specwright.core.errors import SandboxUnavailable
from specwright.languages.python.toolchain import PythonToolchain
from specwright.ports.sandbox import ExecResult, Job, Mount

PROGRAM = """
import sys
print(open(sys.argv[1] + "/tool").read())
open("/tmp/own", "w").close()
try:
    open(sys.argv[1] + "/spoilt", "w")
except OSError as error:
    print(error.strerror)
"""


@pytest.mark.parametrize("kind", [BubblewrapSandbox, NamespacesSandbox])
def test_what_lies_under_the_private_directory_can_be_mounted_and_only_read(
    kind: type[BubblewrapSandbox | NamespacesSandbox],
) -> None:
    async def run(folder: str) -> ExecResult:
        sandbox = await kind.launch()
        toolchain = PythonToolchain()
        mounts = (*toolchain.mounts, Mount(source=folder))
        try:
            return await sandbox.run(Job(argv=(toolchain.interpreter, "-c", PROGRAM, folder), mounts=mounts))
        finally:
            await sandbox.close()

    with tempfile.TemporaryDirectory(dir="/tmp") as folder:
        Path(folder).chmod(0o755)
        Path(folder, "tool").write_text("at hand")
        result = asyncio.run(run(folder))
    assert result.stdout.decode().splitlines() == ["at hand", "Read-only file system"], result


MOVES = """
import os
for old in ("/tmp/checkout", "/tmp/checkout/.venv", "/tmp/checkout/.venv/lib"):
    try:
        os.rename(old, "/tmp/away")
    except OSError as error:
        print(error.strerror)
print(open("/tmp/checkout/.venv/lib/tool").read())
"""


@pytest.mark.parametrize("kind", [BubblewrapSandbox, NamespacesSandbox])
def test_no_folder_that_leads_to_a_mount_can_be_moved(
    kind: type[BubblewrapSandbox | NamespacesSandbox], tmp_path: Path
) -> None:
    """A toolchain may lie deep below /tmp. Whoever moves a folder on the way takes it from the calls after it."""
    tmp_path.chmod(0o755)
    (tmp_path / "tool").write_text("at hand")

    async def run() -> ExecResult:
        sandbox = await kind.launch()
        toolchain = PythonToolchain()
        mounts = (*toolchain.mounts, Mount(source=str(tmp_path), target="/tmp/checkout/.venv/lib"))
        try:
            return await sandbox.run(Job(argv=(toolchain.interpreter, "-c", MOVES), mounts=mounts))
        finally:
            await sandbox.close()

    result = asyncio.run(run())
    lines = result.stdout.decode().splitlines()
    assert lines[0] == "Device or resource busy", result
    assert (len(lines), lines[-1]) == (4, "at hand"), result


@pytest.mark.parametrize("kind", [BubblewrapSandbox, NamespacesSandbox])
def test_nothing_in_proc_can_be_written_but_what_is_the_program_s_own(
    kind: type[BubblewrapSandbox | NamespacesSandbox],
) -> None:
    """Everybody may write to /proc/pressure, and the kernel then watches the whole machine for them."""
    program = """
import os
for folder, folders, names in os.walk("/proc"):
    folders[:] = [name for name in folders if not name.isdigit() and not name.endswith("self")]
    for path in (f"{folder}/{name}" for name in names):
        try:
            os.close(os.open(path, os.O_WRONLY))
            print(path)
        except OSError:
            continue
"""

    async def run() -> ExecResult:
        sandbox = await kind.launch()
        toolchain = PythonToolchain()
        try:
            return await sandbox.run(Job(argv=(toolchain.interpreter, "-c", program), mounts=toolchain.mounts))
        finally:
            await sandbox.close()

    result = asyncio.run(run())
    assert (result.exit_code, result.stdout) == (0, b""), result


@pytest.mark.parametrize("kind", [BubblewrapSandbox, NamespacesSandbox])
@pytest.mark.parametrize("times", [1, 2])
def test_a_file_of_the_system_may_be_missing_for_a_moment(
    kind: type[BubblewrapSandbox | NamespacesSandbox], times: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    there = local.system_mounts()
    answers = [[*there, ("/not/there", "/not/there")]] * times

    async def run() -> ExecResult:
        sandbox = await kind.launch()
        toolchain = PythonToolchain()
        monkeypatch.setattr(local, "system_mounts", lambda: answers.pop() if answers else there)
        try:
            return await sandbox.run(Job(argv=(toolchain.interpreter, "-c", "print('ran')"), mounts=toolchain.mounts))
        finally:
            await sandbox.close()

    if times == 1:
        assert asyncio.run(run()).stdout == b"ran\n"
    else:
        with pytest.raises(SandboxUnavailable, match=r"could not be built: .*/not/there"):
            asyncio.run(run())
