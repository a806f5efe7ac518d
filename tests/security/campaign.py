"""Tries attacks of the corpus on one machine, as whoever runs it.

    python -m tests.security.campaign BACKEND up|lowered [NAME ...]

With `up` all walls stand and no attack may succeed; with `lowered` each is tried with its own walls lowered and must
succeed. Prints a JSON object {attack: what went wrong}; what this machine lacks is left out.
"""

from __future__ import annotations

import errno
import json
import os
import socket
import sys
import time

from specwright.adapters.sandbox.host import cgroup
from specwright.adapters.sandbox.host.walls import ALL_UP, Walls
from specwright.core.errors import SandboxUnavailable
from specwright.ports.sandbox import ExecResult, Job, Mount
from tests.sandboxes import LOCAL, Bench, Engines
from tests.security.scene import ATTACKS, Attack, Scene, set_scene, succeeded

CORPUS = [Attack.read(path) for path in ATTACKS]
_SOCKETS = {"vsock": (40, socket.SOCK_STREAM), "crypto sockets": (38, socket.SOCK_SEQPACKET)}


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
        loopback=attack.said.get("loopback") == "yes",
        collect=attack.collect,
    )
    result: ExecResult = bench.run(bench.sandbox(backend, walls).run(job))
    return result


def broken(bench: Bench, backend: str, attack: Attack) -> str | None:
    """Try it with all walls up: what it did; None if the walls held."""
    bench.sandbox(backend)  # an engine takes its time, and the scene does not wait
    with set_scene() as scene:
        result = run(bench, backend, ALL_UP, attack, scene)
        if succeeded(attack, scene, result, up=True):
            return f"it succeeded: {result}"
        return "the victim has ended" if scene.victim_has_ended() else None


def harmless(bench: Bench, backend: str, attack: Attack) -> str | None:
    """Try it with its own walls lowered: what came of it; None if it succeeded."""
    with set_scene() as scene:
        result = run_with_patience(bench, backend, attack, scene)
        return None if succeeded(attack, scene, result, up=False) else f"it failed: {result}"


def run_with_patience(bench: Bench, backend: str, attack: Attack, scene: Scene) -> ExecResult:
    """Run it with its own walls lowered, and again if other tests leave it no process.

    Without a user namespace of its own, the processes of all jobs count against its limit.
    """
    for _ in range(20):
        try:
            return run(bench, backend, attack.lowered, attack, scene)
        except SandboxUnavailable as error:
            if os.strerror(errno.EAGAIN) not in error.message:
                raise
            time.sleep(0.5)
    return run(bench, backend, attack.lowered, attack, scene)


def tried(bench: Bench, backend: str, *, up: bool, names: list[str]) -> dict[str, str]:
    """What went wrong with these attacks, or with all of the corpus."""
    wrong = {}
    for attack in CORPUS:
        needed = attack.said.get("needs") == "control groups" if up else True
        elsewhere = not up and attack.said.get("shown in", backend) != backend
        if (names and attack.name not in names) or elsewhere or (needed and lacking(attack)):
            continue
        why = broken(bench, backend, attack) if up else harmless(bench, backend, attack)
        if why is not None:
            wrong[attack.name] = why
    return wrong


def main() -> None:
    backend, how, *names = sys.argv[1:]
    assert backend in LOCAL
    engines = Engines()
    bench = Bench(engines)
    try:
        print(json.dumps(tried(bench, backend, up=how == "up", names=names)))
    finally:
        bench.close()
        engines.close()


if __name__ == "__main__":
    main()
