"""The first process of a container: runs one job after another, each in a file system made empty before it.

Standard library only; the host hands it to the image's interpreter as text. It talks to the host over its own standard
input and output, which no job ever has: a line of JSON, and after it as many bytes as the line announces.

In:  {"start": {argv, env, files, limits, report, collect, seccomp}}   {"stdin": size, "more": bool}   {"kill": true}
Out: {"ready": true, "limited": bool}   {"out": 1 | 2 | 3, "size": n}   {"end": {..., "dirty": why}}
"""

import base64
import ctypes
import json
import os
import resource
import selectors
import shutil
import signal
import stat
import struct
import sys
from typing import Any, NoReturn

WRITABLE = ("/box", "/tmp", "/dev/shm")
MARK = "/.specwright"
CHUNK = 65536
RESERVED = 4 * 1024**3
_libc = ctypes.CDLL(None, use_errno=True)


class Keeper:
    def __init__(self) -> None:
        self.host = os.dup(0), os.dup(1)
        null = os.open("/dev/null", os.O_RDWR)
        os.dup2(null, 0)
        os.dup2(null, 1)
        self.selector = selectors.DefaultSelector()
        self.selector.register(self.host[0], selectors.EVENT_READ, "host")
        self.heard = b""
        self.job: dict[str, Any] | None = None
        self.pid = self.handle = self.stdin = -1
        self.pending, self.closing = memoryview(b""), False
        self.cpu_before, self.cpu_exceeded = 0.0, False
        self.exhausted, self.refused = oom_kills(), refused_processes()

    def serve(self, limited: bool) -> None:
        self.tell({"ready": True, "limited": limited})
        while True:
            for key, _ in self.selector.select(self.next_look()):
                if self.selector.get_map().get(key.fd) is not key:
                    continue  # the end of the job, in the same batch, has closed it
                if key.data == "host":
                    data = os.read(self.host[0], CHUNK)
                    if not data:
                        return
                    self.heard += data
                    while self.next_message():
                        pass
                elif key.data == "end":
                    self.ended()
                elif key.data == "stdin":
                    self.feed()
                else:
                    self.relay(key.fd, key.data)

    def next_look(self) -> float | None:
        """Watch the processor time of the whole container, and return when to look again."""
        if self.job is None:
            return None
        left: float = self.job["limits"]["cpu_seconds"] - (cpu_seconds() - self.cpu_before)
        if left < 0 and not self.cpu_exceeded:
            self.cpu_exceeded = True
            kill_all()
        return max(0.2, left / (os.cpu_count() or 1))

    def next_message(self) -> bool:
        line, found, rest = self.heard.partition(b"\n")
        if not found:
            return False
        message = json.loads(line)
        size = message.get("size", 0)
        if len(rest) < size:
            return False
        body, self.heard = rest[:size], rest[size:]
        if "start" in message:
            self.start(json.loads(body))
        elif "stdin" in message and self.stdin >= 0:
            self.take_input(body, last=not message.get("more"))
        elif "kill" in message:
            kill_all()
        return True

    def tell(self, message: dict[str, Any], body: bytes = b"") -> None:
        rest = memoryview(json.dumps({**message, "size": len(body)}).encode() + b"\n" + body)
        while rest:
            rest = rest[os.write(self.host[1], rest) :]

    def start(self, job: dict[str, Any]) -> None:
        self.job = job
        self.cpu_before, self.cpu_exceeded = cpu_seconds(), False
        os.umask(0o077)
        for name, content in job["files"].items():
            path = os.path.join("/box", name)
            os.makedirs(os.path.dirname(path), exist_ok=True)
            with open(path, "wb") as file:
                file.write(base64.b64decode(content))
            os.chmod(path, 0o700)
        pipes = [os.pipe() for _ in range(4 if job["report"] else 3)]
        trouble = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            become_job(job, [pipes[0][0], *(ends[1] for ends in pipes[1:])], trouble[1])
        self.stdin = pipes[0][1]
        for place, ends in enumerate(pipes):
            os.close(ends[0] if place == 0 else ends[1])
            if place:
                self.selector.register(ends[0], selectors.EVENT_READ, place)
        os.close(trouble[1])
        self.trouble = trouble[0]
        self.handle = os.pidfd_open(self.pid)
        self.selector.register(self.handle, selectors.EVENT_READ, "end")

    def take_input(self, body: bytes, last: bool) -> None:
        self.pending = memoryview(bytes(self.pending) + body if self.pending else body)
        self.closing = last
        if self.stdin not in self.selector.get_map():
            os.set_blocking(self.stdin, False)
            self.selector.register(self.stdin, selectors.EVENT_WRITE, "stdin")

    def feed(self) -> None:
        try:
            self.pending = self.pending[os.write(self.stdin, self.pending) :]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self.pending, self.closing = memoryview(b""), True
        if self.pending:
            return
        if self.closing:
            self.close_stdin()
        else:
            self.selector.unregister(self.stdin)

    def close_stdin(self) -> None:
        if self.stdin >= 0:
            if self.stdin in self.selector.get_map():
                self.selector.unregister(self.stdin)
            os.close(self.stdin)
            self.stdin = -1
        self.pending, self.closing = memoryview(b""), False

    def relay(self, handle: int, place: int) -> bool:
        data = os.read(handle, CHUNK)
        if data:
            self.tell({"out": place}, data)
            return True
        self.selector.unregister(handle)
        os.close(handle)
        return False

    def ended(self) -> None:
        assert self.job is not None
        self.selector.unregister(self.handle)
        os.close(self.handle)
        _, status, usage = os.wait4(self.pid, 0)
        kill_all()
        reap_all()
        cpu = usage.ru_utime + usage.ru_stime
        self.close_stdin()
        for key in [key for key in self.selector.get_map().values() if isinstance(key.data, int)]:
            while self.relay(key.fd, key.data):
                pass
        failed = os.read(self.trouble, 2000).decode("utf-8", "replace")
        os.close(self.trouble)
        exhausted, refused = oom_kills(), refused_processes()
        end = {
            "code": os.waitstatus_to_exitcode(status),
            "cpu": cpu,
            "cpu_exceeded": self.cpu_exceeded,
            "peak": usage.ru_maxrss * 1024,
            "oom": exhausted - self.exhausted,
            "refused": refused - self.refused,
            "failed": failed,
            "files": collect(self.job["collect"], self.job["limits"]["file_bytes"]),
        }
        self.exhausted, self.refused, self.pid, self.job = exhausted, refused, -1, None
        end["dirty"] = wipe()
        self.tell({"end": True}, json.dumps(end).encode())
        if end["dirty"]:
            sys.exit(1)


def become_job(job: dict[str, Any], handles: list[int], trouble: int) -> NoReturn:
    try:
        os.setsid()
        limits = job["limits"]
        _libc.prctl(4, 1, 0, 0, 0)  # else the next file is not ours
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")
        parked = [os.dup(fd) for fd in (*handles, trouble)]
        for place, fd in enumerate(parked[:-1]):
            os.dup2(fd, place)
        os.dup2(parked[-1], 50, inheritable=False)
        os.closerange(len(handles), 50)
        os.closerange(51, 4096)
        for kind, most in (
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_MSGQUEUE, 0),
            (resource.RLIMIT_MEMLOCK, 64 * 1024),
            (resource.RLIMIT_RTPRIO, 0),
            (resource.RLIMIT_SIGPENDING, 1024),
            (resource.RLIMIT_DATA, limits["memory_bytes"]),
            (resource.RLIMIT_AS, limits["memory_bytes"] + RESERVED),
            (resource.RLIMIT_FSIZE, limits["file_bytes"]),
            (resource.RLIMIT_NOFILE, limits["open_files"]),
        ):
            lower(kind, most, most)
        lower(resource.RLIMIT_CPU, int(limits["cpu_seconds"]), int(limits["cpu_seconds"]) + 1)
        os.chdir("/box")
        for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT):
            signal.signal(number, signal.SIG_DFL)
        stay_inside()
        filter_calls(base64.b64decode(job["seccomp"]))
        os.execvpe(job["argv"][0], job["argv"], job["env"])
    except BaseException as error:
        os.write(50, f"{job['argv'][0]}: {error}".encode())
    finally:
        os._exit(126)


def lower(kind: int, soft: int, hard: int) -> None:
    most = resource.getrlimit(kind)[1]
    if most != resource.RLIM_INFINITY:
        soft, hard = min(soft, most), min(hard, most)
    resource.setrlimit(kind, (soft, hard))


def stay_inside() -> None:
    """Landlock, if the kernel has it: no TCP, and no signal to processes outside of this job."""
    abi = _libc.syscall(444, None, ctypes.c_size_t(0), 1)
    if abi >= 4 and _libc.prctl(38, 1, 0, 0, 0) == 0:
        rules = (ctypes.c_uint64 * 3)(0, 3, 3 if abi >= 6 else 0)
        ruleset = _libc.syscall(444, ctypes.byref(rules), ctypes.c_size_t(24 if abi >= 6 else 16), 0)
        if ruleset >= 0:
            _libc.syscall(446, ruleset, 0)
            os.close(ruleset)


def filter_calls(program: bytes) -> None:
    """Refuse what a test never needs."""
    code = ctypes.create_string_buffer(program, len(program))
    loaded = struct.pack("HP", len(program) // 8, ctypes.addressof(code))
    if _libc.prctl(38, 1, 0, 0, 0) or _libc.prctl(22, 2, loaded, 0, 0):
        raise OSError(ctypes.get_errno(), "the system-call filter could not be set")


def kill_all() -> None:
    """Everything in the container but this process, which is its first."""
    try:
        os.kill(-1, signal.SIGKILL)
    except ProcessLookupError:
        return


def reap_all() -> None:
    """Wait for every process: an orphan becomes a child of the first process."""
    while True:
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def collect(names: list[str], limit: int) -> dict[str, str]:
    """Regular files with one name, found without crossing a link."""
    found = {}
    for name in names:
        content = read_beneath(name, limit)
        if content is not None:
            found[name] = base64.b64encode(content).decode()
            limit -= len(content)
    return found


def read_beneath(name: str, limit: int) -> bytes | None:
    os.chmod("/box", 0o700)  # the job may have closed it
    handle = os.open("/box", os.O_RDONLY | os.O_DIRECTORY)
    try:
        *folders, last = name.split("/")
        for folder in folders:
            if folder in ("", ".", ".."):
                return None
            inner = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=handle)
            os.close(handle)
            handle = inner
        file = os.open(last, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=handle)
    except OSError:
        return None
    finally:
        os.close(handle)
    with os.fdopen(file, "rb") as stream:
        status = os.fstat(file)
        fits = stat.S_ISREG(status.st_mode) and status.st_nlink == 1 and status.st_size <= limit
        return stream.read(limit) if fits else None


def wipe() -> str:
    """Make everything that outlives a process as it was at first; what could not be, in words."""
    try:
        for place in WRITABLE:
            os.chmod(place, 0o700)
            for name in os.listdir(place):
                remove(os.path.join(place, name))
            for name in os.listxattr(place):
                os.removexattr(place, name)
            os.utime(place, (0, 0))
        forget_shared()
    except (OSError, RecursionError) as error:
        return str(error) or type(error).__name__
    return ""


def remove(path: str) -> None:
    if os.path.isdir(path) and not os.path.islink(path):
        open_up(path)
        shutil.rmtree(path)
    else:
        os.unlink(path)


def forget_shared() -> None:
    """Shared memory, queues and semaphores of System V, which stay when no process has them open."""
    for kind, control in (("shm", _libc.shmctl), ("msg", _libc.msgctl), ("sem", _libc.semctl)):
        with open(f"/proc/sysvipc/{kind}") as file:
            numbers = [int(line.split()[1]) for line in file.readlines()[1:]]
        for number in numbers:
            if control(number, 0, None):  # IPC_RMID is 0, and so are the places that are not used
                raise OSError(ctypes.get_errno(), f"something shared of kind {kind} could not be removed")


def open_up(folder: str) -> None:
    """Directories that their owner has closed are opened again, so that they can be removed."""
    os.chmod(folder, 0o700)
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            open_up(entry.path)


def oom_kills() -> int:
    """How often the kernel has killed in this container because memory ran out."""
    return counted("oom_kill", "/sys/fs/cgroup/memory.events", "/sys/fs/cgroup/memory/memory.oom_control")


def refused_processes() -> int:
    """How often the kernel has refused this container another process."""
    return counted("max", "/sys/fs/cgroup/pids.events", "/sys/fs/cgroup/pids/pids.events")


def cpu_seconds() -> float:
    """The time that all processes of this container have used; 0 if it is unknown."""
    try:
        with open("/sys/fs/cgroup/cpuacct/cpuacct.usage") as file:
            return int(file.read()) / 1e9
    except OSError:
        return counted("usage_usec", "/sys/fs/cgroup/cpu.stat") / 1e6


def counted(name: str, *paths: str) -> int:
    for path in paths:
        try:
            with open(path) as file:
                return max((int(line.split()[1]) for line in file if line.split()[0] == name), default=0)
        except OSError:
            continue
    return 0


def limit_files(size: str, most: str) -> bool:
    """Limit the number of files in every writable place that the engine could not limit; return whether that worked.

    For this alone the container is started with privileges, and before any job they are given up for good.
    """
    done = [
        _libc.mount(b"none", place.encode(), None, 32 | 2 | 4, f"size={size},nr_inodes={most}".encode())
        for place in WRITABLE
    ]
    _libc.prctl(47, 4, 0, 0, 0)  # ambient
    for capability in range(64):
        _libc.prctl(24, capability, 0, 0, 0)  # bounding
    header, nothing = (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)()
    number = {"x86_64": 126, "aarch64": 91}[os.uname().machine]
    if _libc.syscall(number, ctypes.byref(header), ctypes.byref(nothing)):
        raise OSError(ctypes.get_errno(), "the privileges could not be given up")
    return not any(done)


def require_container() -> None:
    """Exit unless this is the first process of one of our containers, which have a mark in their read-only root."""
    if os.getpid() != 1 or not os.path.lexists(MARK) or not os.statvfs("/").f_flag & os.ST_RDONLY:
        sys.exit(f"this program empties {', '.join(WRITABLE)}: it runs in a container of specwright only")


if __name__ == "__main__":
    require_container()
    limited = limit_files(*sys.argv[1:]) if len(sys.argv) > 1 else True
    _libc.prctl(4, 0, 0, 0, 0)  # not dumpable: no job can look into this process or take its descriptors
    # The kernel keeps signals from the first process unless it has a handler, and Python has one for this.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Keeper().serve(limited)
