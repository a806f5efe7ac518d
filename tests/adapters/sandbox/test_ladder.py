from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from specwright.adapters.sandbox import ladder as rungs
from specwright.adapters.sandbox import selftest
from specwright.adapters.sandbox.host.walls import Walls
from specwright.adapters.sandbox.ladder import SandboxSettings, climb, open_strongest, open_tested
from specwright.adapters.sandbox.local.bubblewrap import BubblewrapSandbox
from specwright.core.errors import SandboxUnavailable, UserError
from specwright.languages.common.tools.interpreter import local_interpreter
from specwright.ports.sandbox import Mount, Sandbox
from specwright.sandbox import open_sandbox


@pytest.fixture(autouse=True)
def walls_are_tried_every_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rungs, "tried_walls", selftest.tried_walls)


def probe(sandbox: Sandbox) -> tuple[str, tuple[Mount, ...]]:
    return local_interpreter()


def opened(name: str) -> str:
    async def go() -> str:
        sandbox = await open_sandbox(name)
        await sandbox.close()
        return sandbox.name

    return asyncio.run(go())


def test_auto_takes_the_strongest_and_a_named_one_is_taken() -> None:
    assert opened("auto") == "bubblewrap"
    assert opened("namespaces") == "namespaces"


def test_without_bubblewrap_the_next_rung_is_taken_and_the_missing_one_has_a_remedy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = shutil.which
    monkeypatch.setattr(shutil, "which", lambda name: None if name == "bwrap" else real(name))
    assert opened("auto") == "namespaces"
    with pytest.raises(SandboxUnavailable) as caught:
        opened("bubblewrap")
    assert "apt-get install bubblewrap" in str(caught.value.hint)
    missing = asyncio.run(climb(SandboxSettings(), probe))[0]
    assert (missing.name, missing.available) == ("bubblewrap", False)
    assert "bubblewrap" in missing.remedy


@pytest.mark.parametrize("wall", ["network", "files", "processes", "memory", "environment"])
def test_a_sandbox_whose_wall_is_down_does_not_pass_its_self_test(monkeypatch: pytest.MonkeyPatch, wall: str) -> None:
    async def lowered(settings: SandboxSettings) -> Sandbox:
        return await BubblewrapSandbox.launch(walls=Walls(**{wall: False}))

    monkeypatch.setitem(rungs.RUNGS, "bubblewrap", (lowered, "mend it"))
    with pytest.raises(SandboxUnavailable, match=wall):
        asyncio.run(open_tested("bubblewrap", SandboxSettings(), probe))


def test_where_there_is_none_it_says_so_and_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(settings: SandboxSettings) -> Sandbox:
        raise SandboxUnavailable("it is broken")

    for name, (_, remedy) in list(rungs.RUNGS.items()):
        monkeypatch.setitem(rungs.RUNGS, name, (broken, remedy))
    with pytest.raises(SandboxUnavailable, match="it is broken") as caught:
        asyncio.run(open_strongest(SandboxSettings(), probe))
    assert "specwright doctor" in str(caught.value.hint)


def test_senseless_wishes_are_user_errors() -> None:
    with pytest.raises(UserError):
        asyncio.run(open_sandbox("firejail"))
    with pytest.raises(UserError):
        asyncio.run(open_sandbox(network_mode="host"))
    with pytest.raises(UserError):
        asyncio.run(open_sandbox(memory_limit="plenty"))


KILLED = """
import os, signal, sys
from specwright.adapters.sandbox.selftest import _write_secret
print(_write_secret(sys.argv[1], "word")[1], flush=True)
if sys.argv[2:]: sys.stdin.read()
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_self_test_left_is_removed_by_the_next_and_what_a_living_one_needs_is_not(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    # A folder of its own: in the usual one, any other self-test on this machine would sweep too.
    monkeypatch.setattr(selftest, "_open_folder", lambda: str(tmp_path))
    command = [sys.executable, "-c", KILLED, str(tmp_path)]
    killed = subprocess.run(command, capture_output=True, text=True, check=False)
    with subprocess.Popen([*command, "wait"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as living:
        assert living.stdout is not None
        left, needed = Path(killed.stdout.strip()), Path(living.stdout.readline().strip())
        assert left.exists()
        opened("bubblewrap")
        assert needed.exists()
        assert not left.exists()
        living.communicate("")
    opened("bubblewrap")
    assert list(tmp_path.iterdir()) == []
