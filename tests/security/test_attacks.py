"""Every attack of the corpus fails, and succeeds where its wall alone is lowered, so that failing means something."""

from __future__ import annotations

import json
import os
import socket

import pytest

from specwright.adapters.sandbox.host import cgroup
from specwright.adapters.sandbox.host.walls import ALL_UP, Walls
from specwright.ports.sandbox import ExecResult, Job, Mount
from tests.sandboxes import CONTAINERS, LOCAL, Bench
from tests.security.scene import ATTACKS, Attack, Scene, set_scene, succeeded

_SOCKETS = {"vsock": (40, socket.SOCK_STREAM), "crypto sockets": (38, socket.SOCK_SEQPACKET)}
CORPUS = [Attack.read(path) for path in ATTACKS]


def lacking(attack: Attack) -> str | None:
    """What this machine lacks for the attack to be able to succeed."""
    match attack.said.get("needs"):
        case "control groups" if not cgroup.homes():
            return "no control group can be made here, and without one nothing stops this"
        case "x86_64" if os.uname().machine != "x86_64":
            return "it is written in the machine code of x86_64"
        case "root" if os.getuid() != 0:
            return "only root can run a job without a user namespace"
        case "vsock" | "crypto sockets" as kind:
            try:
                socket.socket(*_SOCKETS[kind]).close()
            except OSError:
                return "the kernel has no such sockets"
        case _:
            return None
    return None


def run(bench: Bench, backend: str, walls: Walls, attack: Attack, scene: Scene) -> ExecResult:
    toolchain = bench.toolchain(backend)
    code = attack.path.read_bytes()
    # Another mount means another container, so only who needs it gets it.
    mounted = (Mount(source=str(scene.folder / "mounted")),) if b"mounted" in code else ()
    job = Job(
        argv=(toolchain.interpreter, "-S", "attack.py"),
        files={"attack.py": code},
        stdin=json.dumps({**scene.told, "interpreter": toolchain.interpreter}).encode(),
        mounts=(*toolchain.mounts, *mounted),
        limits=attack.limits,
        report=True,
        collect=attack.collect,
    )
    result: ExecResult = bench.run(bench.sandbox(backend, walls).run(job))
    return result


@pytest.mark.parametrize("attack", CORPUS, ids=lambda attack: attack.name)
@pytest.mark.parametrize("backend", [*LOCAL, *CONTAINERS])
def test_the_wall_holds(bench: Bench, backend: str, attack: Attack) -> None:
    if attack.said.get("needs") == "control groups" and (why := lacking(attack)):
        pytest.skip(why)
    with set_scene() as scene:
        result = run(bench, backend, ALL_UP, attack, scene)
        assert not succeeded(attack, scene, result, up=True), result
        assert not scene.victim_has_ended()


@pytest.mark.parametrize("attack", CORPUS, ids=lambda attack: attack.name)
@pytest.mark.parametrize("backend", LOCAL)
def test_the_attack_succeeds_with_its_wall_lowered(bench: Bench, backend: str, attack: Attack) -> None:
    if why := lacking(attack):
        pytest.skip(why)
    if attack.said.get("shown in", backend) != backend:
        pytest.skip("here a second wall stands behind the first, which cannot be lowered")
    with set_scene() as scene:
        result = run(bench, backend, attack.lowered, attack, scene)
        assert succeeded(attack, scene, result, up=False), result


def test_the_corpus_is_complete_and_says_what_success_is() -> None:
    assert len(CORPUS) >= 80
    walls = {wall for attack in CORPUS for wall in attack.walls}
    assert walls == {*Walls.__dataclass_fields__, "screen"}
    assert all("success" in attack.said for attack in CORPUS)
