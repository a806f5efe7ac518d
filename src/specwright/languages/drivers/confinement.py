"""How our programs confine untrusted processes and report on them; runs inside the sandbox, standard library only.

A driver in Python forks a child for untrusted code. The child enters Landlock, has none of the driver's descriptors,
and is awaited as a process. Then all that it left is ended and removed, before the next child begins.
"""

from __future__ import annotations

import ctypes
import fcntl
import os
import resource
import select
import struct
import sys
import time
from _json import encode_basestring_ascii, make_encoder, make_scanner

# The modules `typing`, `json` and `signal` would be a third of the start: they load many others.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as signal  # noqa: PLC0414 - other drivers use it too
    from collections.abc import Iterator
    from typing import Any, NoReturn

    # How a child ended, its code, processor seconds and peak bytes of memory; what `ended_late` says if it was late.
    End = tuple[str, int, float, int, tuple[float, float] | None]
else:
    import _signal as signal

MARK = "/.specwright"
PLACES = ["/box", "/tmp", "/dev/shm"]  # where a job can write
OWN_PROCESSES = os.environ.get("SANDBOX_PIDNS") == "1"  # whether we see no process but those below us
KEPT_OUTPUT = 64 * 1024
MAX_VALUE = 8 * 1024 * 1024
SHARE_OF_TIME = 0.5  # of its limit: whoever computed for less and waited for a processor for the rest had no time
DONE = b"done\n"
# Where the report is from the start of the first child on. A child does not have it.
REPORT = 4

libc = ctypes.CDLL(None, use_errno=True)
PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, PR_SET_CHILD_SUBREAPER = 4, 38, 36
LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT = 444, 445, 446
# Rights to files: what may be done in a place that is read, in the job's own, and in /dev.
EVERY_RIGHT, READ, WRITE_OWN, DEVICES = 0x7FFF, 0x000D, 0x7FFF & ~0x0840, 0x400E
OF_FILES = 0x4007  # of these, the ones that a single file can have
SYSTEM = [
    *("/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/lib", "/lib32", "/lib64", "/libx32"),
    *("/etc/ld.so.cache", "/proc", "/sys/fs/cgroup"),
]


# --- JSON, as the module `json` reads and writes it ----------------------------------------------------------------


class _JsonContext:
    strict = True
    object_hook = object_pairs_hook = None
    parse_float, parse_int, parse_constant = float, int, float


def no_json(value: Any) -> NoReturn:
    raise TypeError("%s is no JSON" % type(value).__name__)


_scan = make_scanner(_JsonContext)  # type: ignore[arg-type]
# Arguments: marks of cycles, other values, strings, indentation, separators, sorted, skipping keys, NaN allowed.
_chunks = make_encoder(None, no_json, encode_basestring_ascii, None, ": ", ", ", False, False, False)


def from_json(text: bytes) -> Any:
    """Return the value that a text of JSON begins with."""
    return _scan(text.decode(), 0)[0]


def to_json(value: Any) -> str:
    """Return a value as JSON. Raise ValueError for NaN, which JSON lacks."""
    return "".join(_chunks(value, 0))


# --- confining a child, and ending it ------------------------------------------------------------------------------


def landlock_ruleset(reads: list[str] | None = None, tcp: bool = False) -> int | None:
    """Return the ruleset that a child enters: no TCP, no signals or abstract sockets to processes outside.

    Return None before Linux 6.7.

    With `reads`, of all files only those and the system's can be read and run, and only the job's own places written,
    whatever else is mounted. With `tcp` the loopback of the sandbox stays open. Must be made when everything is
    mounted: what is mounted later is not in it.
    """
    abi = libc.syscall(LANDLOCK_CREATE, None, ctypes.c_size_t(0), 1)
    if abi < 4:
        return None
    rules = (ctypes.c_uint64 * 3)(0 if reads is None else EVERY_RIGHT, 0 if tcp else 3, 3 if abi >= 6 else 0)
    ruleset = libc.syscall(LANDLOCK_CREATE, ctypes.byref(rules), ctypes.c_size_t(24 if abi >= 6 else 16), 0)
    if ruleset < 0:
        return None
    if reads is not None:
        allow(ruleset, [*SYSTEM, *reads], READ)
        allow(ruleset, ["/dev"], DEVICES)
        allow(ruleset, PLACES, WRITE_OWN)
    high = fcntl.fcntl(ruleset, fcntl.F_DUPFD_CLOEXEC, 64)  # clear of the numbers that a child's descriptors get
    os.close(ruleset)
    return high


def allow(ruleset: int, paths: list[str], rights: int) -> None:
    for path in dict.fromkeys(map(os.path.realpath, paths)):
        try:
            handle = os.open(path, os.O_PATH)
        except OSError:
            continue  # not in this sandbox
        single = not os.path.isdir(path)
        rule = struct.pack("=Qi", rights & OF_FILES if single else rights, handle)
        libc.syscall(LANDLOCK_ADD, ruleset, 1, rule, 0)
        os.close(handle)


def own_reads() -> list[str]:
    """Return the places that this interpreter reads."""
    return [sys.executable, os.path.dirname(os.__file__), *(path for path in sys.path if path.startswith("/"))]


def require_sandbox() -> None:
    """Exit unless this is one of our sandboxes. Call it before anything is removed or run.

    Our sandboxes have a mark in their root directory, which is mounted read-only. No other place has both.
    """
    if not (os.path.lexists(MARK) and os.statvfs("/").f_flag & os.ST_RDONLY):
        sys.exit("this program empties %s: it runs in a sandbox of specwright only" % ", ".join(PLACES))


def become_driver() -> None:
    """Make this process the trusted one: nobody else has the report open, and what children leave becomes ours."""
    require_sandbox()
    os.dup2(3, REPORT, inheritable=False)
    os.dup2(os.open("/dev/null", os.O_WRONLY), 3)
    libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def confine(work: dict[str, Any], ruleset: int | None) -> None:
    """Confine the process of a child, before any of the untrusted code runs.

    Little, because every page that it writes has to be copied: descriptors, seed and who is killed first
    when memory runs out are set by the parent before it forks.
    """
    os.setsid()
    if ruleset is not None and libc.syscall(LANDLOCK_RESTRICT, ruleset, 0):
        raise OSError(ctypes.get_errno(), "Landlock could not be entered")
    os.closerange(REPORT, 1024)
    memory, seconds = work["memory"], int(work.get("cpu", work["seconds"])) + 1
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def isolate(ruleset: int | None, places: tuple[int, ...]) -> None:
    """Prepare a child that becomes an untrusted program. `places` become its only descriptors: 0, 1 and so on."""
    libc.prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")
    except OSError:
        pass  # only makes it likelier that the kernel picks this child
    os.setsid()
    if ruleset is not None:
        libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        if libc.syscall(LANDLOCK_RESTRICT, ruleset, 0):
            raise OSError(ctypes.get_errno(), "Landlock could not be entered")
    parked = [os.dup(fd) for fd in places]
    for place, fd in enumerate(parked):
        os.dup2(fd, place)
    os.closerange(len(places), 1024)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def sweep() -> None:
    """End and reap everything that the child left. In a process namespace of our own one signal reaches all."""
    if OWN_PROCESSES:
        try:
            os.kill(-1, signal.SIGKILL)
        except OSError:
            return  # nobody is left
    while True:
        try:
            pid, _ = os.waitpid(-1, 0 if OWN_PROCESSES else os.WNOHANG)
        except ChildProcessError:
            return
        if pid == 0:
            _kill_children()


def _kill_children() -> None:
    with open("/proc/self/task/%d/children" % os.getpid()) as file:
        for pid in file.read().split():
            os.kill(int(pid), signal.SIGKILL)
    time.sleep(0.001)


def wipe() -> None:
    """Undo what the child did to the places where it can write, so that no call finds a trace of another.

    Extended attributes, flags and what System V shares need no undoing: the sandbox refuses the calls that set them.
    """
    for place in PLACES:
        try:
            os.chmod(place, 0o700)  # the child may have closed it
        except OSError:
            continue  # not in this sandbox
        if os.listdir(place):
            empty(place)
        os.utime(place, (0, 0))


def empty(place: str) -> None:
    """Remove everything in a directory but what is mounted there.

    However deep directories are nested, each is moved up to the place before it is emptied: no path gets too long and
    nothing calls itself. Where something is mounted deeper, the sandbox mounts the first directory on the way too.
    """
    top = os.open(place, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    names = os.listdir(place)
    free = ("%d" % number for number in range(2**31) if "%d" % number not in names)
    pending = [name for name in names if not unlinked(name, top)]
    device = os.fstat(top).st_dev
    while pending:
        name = pending.pop()
        try:
            if os.stat(name, dir_fd=top, follow_symlinks=False).st_dev != device:
                continue  # mounted
            os.chmod(name, 0o700, dir_fd=top)
            inner = os.open(name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW, dir_fd=top)
            pending += moved_up(inner, top, free)
            os.close(inner)
            os.rmdir(name, dir_fd=top)
        except OSError:
            continue  # mounted, or something in it is
    os.close(top)


def moved_up(inner: int, top: int, free: Iterator[str]) -> list[str]:
    """Remove the files of a directory and move the directories in it up; returns their new names."""
    moved = []
    for name in os.listdir(inner):
        if not unlinked(name, inner):
            moved.append(next(free))
            try:
                os.chmod(name, 0o700, dir_fd=inner)
                os.rename(name, moved[-1], src_dir_fd=inner, dst_dir_fd=top)
            except OSError:
                moved.pop()  # mounted
    return moved


def unlinked(name: str, folder: int) -> bool:
    """Remove a name, unless it is that of a directory or mounted."""
    try:
        os.unlink(name, dir_fd=folder)
    except OSError:
        return False
    return True


def await_end(pid: int, seconds: float) -> End:
    """Return how the child ended. Wait on the process itself, not on anything that it could close."""
    handle = os.pidfd_open(pid)
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        late = None if poll.poll(seconds * 1000) else ended_late(pid)
        _, status, usage = os.wait4(pid, 0)
    finally:
        os.close(handle)
    return (*how_it_ended(late is not None, status, usage), late)


def settled(end: End, seconds: float) -> tuple[str, int, float, int]:
    """Return how a child ended (how, code, cpu seconds, peak bytes of memory), once all that it started has ended."""
    how, code, cpu, memory, late = end
    sweep()
    if late and starved(spent() - late[0], late[1], seconds):
        how = "starved"
    return how, code, cpu, memory


def ended_late(pid: int) -> tuple[float, float]:
    """End a child. Return the value of `spent` before, and the seconds for which its threads had no processor."""
    before, delayed = spent(), 0
    try:
        for thread in os.listdir("/proc/%d/task" % pid):
            with open("/proc/%d/task/%s/schedstat" % (pid, thread)) as file:
                delayed += int(file.read().split()[1])
    except (OSError, IndexError, ValueError):
        pass  # a thread has ended, or the kernel does not count
    os.kill(pid, signal.SIGKILL)
    return before, delayed / 1e9


def how_it_ended(late: bool, status: int, usage: resource.struct_rusage) -> tuple[str, int, float, int]:
    used = usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024
    if late:
        return "timeout", 0, *used
    if os.WIFSIGNALED(status):
        return "signalled", os.WTERMSIG(status), *used
    return "exited", os.WEXITSTATUS(status), *used


def spent() -> float:
    """Return the processor seconds of all processes that have ended below us."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def starved(used: float, delayed: float, seconds: float) -> bool:
    """Return whether a late child would have had its time on an idle machine.

    One that slept, or kept itself busy, would not: `used` counts everything that it started.
    """
    return used < SHARE_OF_TIME * seconds <= used + delayed


# --- the report ----------------------------------------------------------------------------------------------------


def pass_on(handle: int, size: int) -> None:
    """Report the start of a file, which the kernel copies: nothing of it stays in our memory for the next child."""
    done = 0
    while done < size:
        done += os.sendfile(REPORT, handle, done, size - done)


def read_back(handle: int, limit: int) -> bytes:
    return os.pread(handle, min(os.fstat(handle).st_size, limit), 0)


def report(head: dict[str, Any]) -> None:
    write_all(REPORT, to_json(head).encode() + b"\n")


def finish() -> NoReturn:
    """Close the report and end at once: taking down an interpreter takes time."""
    write_all(REPORT, DONE)
    os.close(REPORT)
    os._exit(0)


def write_all(handle: int, data: bytes | memoryview) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def shares(alone: int, count: int) -> list[tuple[int, int]]:
    """Return the first call and the number of calls of each child.

    The first `alone` calls have a child each, and all others share one.
    """
    single = [(first, 1) for first in range(min(alone, count))]
    return [*single, (alone, count - alone)] if count > alone else single
