"""The process that starts sandboxes and sees to it that nothing stays. Standard library only.

One guardian serves one sandbox object. It is small, so that forking it is cheap, and it outlives the process it serves
by just as long as it takes to end every job: when its socket closes, however that came about, it kills all trees and
removes all groups. Should the guardian itself be killed, the kernel ends the jobs (each is set to die with its parent)
and the next guardian removes the groups.

Messages are packets of JSON. In:  {"start": id} with descriptors (specification, stdin, stdout, stderr, status, then
the report and the folder where wanted), {"kill": id}. Out: {"ready": ...} once, {"id", "status", ...} for every end.
"""

from __future__ import annotations

import contextlib
import json
import os
import selectors
import signal
import socket
import sys
import time
from dataclasses import dataclass, field
from typing import Any, Final

from specwright.adapters.sandbox.host import cgroup, kernel
from specwright.adapters.sandbox.host.seccomp import seccomp_filter
from specwright.adapters.sandbox.host.start import Descriptors, Start
from specwright.adapters.sandbox.host.through_bubblewrap import exec_bubblewrap
from specwright.adapters.sandbox.host.through_namespaces import exec_in_namespaces

_MESSAGE: Final = 65536
_MOST_DESCRIPTORS: Final = 8
_WATCH_SECONDS: Final = 0.2
_SWEEP_SECONDS: Final = 0.02
FAILED: Final = 125
_BUILDERS: Final = {"bubblewrap": exec_bubblewrap, "namespaces": exec_in_namespaces}


@dataclass
class _Running:
    id: int
    pid: int
    handle: int
    group: cgroup.Group | None
    cpu_limit: float | None
    sealed: bool
    """Whether it has a process namespace of its own."""
    cpu_exceeded: bool = field(default=False)
    look_at: float = field(default=0.0)
    """When its processor time is looked at next."""


class Guardian:
    def __init__(self, channel: socket.socket, cpus: float | None) -> None:
        self.channel = channel
        self.cpus = cpus
        self.home = cgroup.homes()
        self.running: dict[int, _Running] = {}
        self.empty_groups = cgroup.left_by_others(self.home)
        self.selector = selectors.DefaultSelector()
        self.selector.register(channel, selectors.EVENT_READ, None)

    def serve(self) -> None:
        """Until the other side is gone."""
        self.tell({"ready": os.getpid(), "cgroups": {name: str(folder) for name, folder in self.home.items()}})
        while True:
            for key, _ in self.selector.select(self.next_look()):
                if key.data is not None:
                    self.ended(key.data)
                elif not self.listen():
                    return
            self.watch_cpu()
            self.remove_groups()

    def listen(self) -> bool:
        try:
            data, handles, _, _ = socket.recv_fds(self.channel, _MESSAGE, _MOST_DESCRIPTORS)
        except ConnectionResetError:
            return False
        if not data:
            return False
        message = json.loads(data)
        if "start" in message:
            self.start(message["start"], handles)
        elif (job := self.running.get(message["kill"])) is not None:
            kill_tree(job.pid)
        return True

    def start(self, id_: int, handles: list[int]) -> None:
        with os.fdopen(handles[0], "rb") as file:
            file.seek(0)
            spec = json.loads(file.read())
        wants_folder = spec.pop("folder")
        start = Start.read(spec)
        extra = handles[5:]
        handed = Descriptors(
            stdin=handles[1],
            stdout=handles[2],
            stderr=handles[3],
            status=handles[4],
            report=extra.pop(0) if start.report else None,
            folder=extra.pop(0) if wants_folder else None,
        )
        try:
            group = self.group(id_, start)
        except OSError as error:
            group = None
            os.write(handed.status, json.dumps({"failed": f"no control group could be made: {error}"}).encode() + b"\n")
            self.tell({"id": id_, "status": FAILED << 8, "cpu": 0.0})
        else:
            pid = os.fork()
            if pid == 0:
                _child(start, handed, group)
            handle = os.pidfd_open(pid)
            cpu_limit = start.limits["cpu_seconds"] if start.walls.cpu else None
            self.running[id_] = _Running(id_, pid, handle, group, cpu_limit, start.walls.processes)
            self.selector.register(handle, selectors.EVENT_READ, id_)
        for fd in handles[1:]:
            os.close(fd)

    def group(self, id_: int, start: Start) -> cgroup.Group | None:
        if not self.home:
            return None
        walls, limits = start.walls, start.limits
        group = cgroup.group_of(self.home, os.getpid(), id_)
        cgroup.make_group(
            group,
            memory=limits["memory_bytes"] if walls.memory else None,
            # bubblewrap's own two processes are counted here too
            processes=limits["processes"] + 2 if walls.process_count else None,
            cpus=self.cpus if walls.cpu else None,
        )
        return group

    def ended(self, id_: int) -> None:
        job = self.running.pop(id_)
        self.selector.unregister(job.handle)
        os.close(job.handle)
        _, status, usage = os.wait4(job.pid, 0)
        told: dict[str, Any] = {"id": id_, "status": status, "cpu": usage.ru_utime + usage.ru_stime}
        told["cpu_exceeded"] = job.cpu_exceeded
        told["peak"] = usage.ru_maxrss * 1024
        if job.group is not None:
            spent = job.group.spent()
            told |= {"oom": spent.oom_kills, "refused": spent.refused_processes, "grouped": True}
            told |= {"peak": spent.peak_memory, "cpu": spent.cpu_seconds or told["cpu"]}
            self.empty_groups.append(job.group)
        self.tell(told)
        # Only now, because no caller waits for it any more.
        if job.group is not None and job.sealed:
            job.group.kill()  # of a process namespace nothing is left; this is for a kernel that thinks otherwise

    def remove_groups(self) -> None:
        self.empty_groups = [group for group in self.empty_groups if not group.remove()]

    def next_look(self) -> float | None:
        """The seconds until some job could have used up its processor time."""
        times = [job.look_at for job in self.running.values() if job.group and job.cpu_limit is not None]
        pause = max(_WATCH_SECONDS, min(times) - time.monotonic()) if times else None
        return _SWEEP_SECONDS if self.empty_groups else pause

    def watch_cpu(self) -> None:
        """The processor time of a whole tree, which no rlimit counts."""
        now = time.monotonic()
        for job in self.running.values():
            if job.group is None or job.cpu_limit is None or job.look_at > now:
                continue
            left = job.cpu_limit - (job.group.spent().cpu_seconds or 0)
            if left < 0 and not job.cpu_exceeded:
                job.cpu_exceeded = True
                kill_tree(job.pid)
            # Not even all processors together use it up before this.
            job.look_at = now + max(_WATCH_SECONDS, left / (os.cpu_count() or 1))

    def tell(self, message: dict[str, Any]) -> None:
        try:
            self.channel.send(json.dumps(message).encode())
        except OSError:
            return  # the other end is closed; the next read ends us

    def close(self) -> None:
        """End and reap every tree."""
        deadline = time.monotonic() + 10
        self.selector.unregister(self.channel)
        self.empty_groups += cgroup.left_by_others(self.home)  # of who was killed since we came
        for job in self.running.values():
            kill_tree(job.pid)
        while (self.running or self.empty_groups) and time.monotonic() < deadline:
            for key, _ in self.selector.select(_SWEEP_SECONDS):
                if key.data is not None:
                    self.ended(key.data)
            self.remove_groups()
            for job in self.running.values():
                kill_tree(job.pid)


def kill_tree(pid: int) -> None:
    """End a job by ending the first process of its namespace, so that its parent still sees the end of all.

    If that one does not exist yet, the starting process itself is ended.
    """
    try:
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:  # noqa: PTH123
            children = [int(word) for word in file.read().split()]
    except OSError:
        children = []
    for target in children or [pid]:
        try:
            os.kill(target, signal.SIGKILL)
        except ProcessLookupError:
            continue


def _child(start: Start, handed: Descriptors, group: cgroup.Group | None) -> None:
    """Become the job, or report why that failed. Never return."""
    try:
        os.setsid()
        kernel.prctl(kernel.PR_SET_PDEATHSIG, signal.SIGKILL)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        if group is not None:
            group.join()
        _BUILDERS[start.technology](start, handed)
    except BaseException as error:  # noqa: BLE001 - whatever it was, it is told
        try:
            os.write(handed.status, json.dumps({"failed": str(error)}).encode() + b"\n")
        except OSError:
            os.write(10, json.dumps({"failed": str(error)}).encode() + b"\n")
    finally:
        os._exit(FAILED)


def main() -> None:
    """`guardian <socket> <cpus or 0>`"""
    cpus, channel_number = float(sys.argv[-1]) or None, int(sys.argv[-2])
    kernel.rename_process(b"specwright-guardian")
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C in the terminal is for the process that we serve
    with contextlib.suppress(KeyError):
        seccomp_filter(os.uname().machine)  # once for all children
    with socket.socket(fileno=channel_number) as channel:
        guardian = Guardian(channel, cpus)
        try:
            guardian.serve()
        finally:
            guardian.close()
