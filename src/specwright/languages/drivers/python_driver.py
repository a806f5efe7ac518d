"""Makes calls of untrusted Python code; runs inside the sandbox, standard library only.

This process is started ahead of time and waits for its input. It compiles the code but never runs it: that happens in
forked children, one for each call or one for all, each with limits of its own. A child cannot reach this process: it
holds none of its descriptors, this process is not dumpable, and where the kernel has Landlock the child is in a domain
below ours, from which it can neither trace nor signal us. After each child every process that it left is killed.

Of several programs each has a child to itself, for all of its calls. None can learn of another: neither a program's
text, nor its arguments, nor what it says ever enters the memory of this process, which every child inherits, and what
outlives a process is undone before the next.

Input on descriptor 0 up to its end: twelve digits that tell the size of one JSON object, this object
    sizes [bytes, ...], alone, seconds, memory, seed, exact, modules [name, ...] (what the programs import),
    programs [{text, calls, count, entry, awaits (a coroutine is asked for)}, ...]
and parts of these sizes, one after the other. A program names by number the part that is its text and the one that has
its calls: [[argument, ...], ...] as JSON (tagged data), `count` of them. Programs can share a part.
Report on descriptor 3, written by this process alone: for each child one line of JSON
    {"first", "count", "how": "exited" | "signalled" | "timeout" | "starved", "code", "cpu", "memory", "last", "value",
    "out"}
and then `value` bytes of what the child says came of its calls (one JSON line for each) and `out` bytes of what it
printed; `last` is how many seconds ago it spoke last. The calls of the second program are numbered after those of the
first, and so on. A child can say what it likes about its own calls, and nothing about others.
When all is reported the line `done` follows and the report is closed: nobody waits for our end then.
"""

from __future__ import annotations

import ctypes
import fcntl
import gc
import os
import resource
import select
import struct
import sys
import time
import types
from _json import encode_basestring_ascii, make_encoder, make_scanner

# The modules `typing`, `json`, `signal` and `traceback` would be a third of the start: they load many others.
TYPE_CHECKING = False
if TYPE_CHECKING:
    import signal as signal  # noqa: PLC0414 - other drivers use it too
    from collections.abc import Callable, Iterator
    from typing import Any, NoReturn

    Compiled = tuple[types.CodeType | None, dict[str, Any] | None]
else:
    import _signal as signal

MARK = "/.specwright"
PLACES = ["/box", "/tmp", "/dev/shm"]  # where a job can write
KEPT_OUTPUT = 64 * 1024
MAX_VALUE = 8 * 1024 * 1024
TIMES = 20
SHOWN_REPEATS = 3
SHARE_OF_TIME = 0.5  # of its limit: whoever computed for less and waited for a processor for the rest had no time
REHEARSALS = 16  # the interpreter specialises what ran so often
MAX_DEPTH = 180
MAX_TEXT = 4000
SAFE_INT = 2**53
DONE = b"done\n"
# Where the descriptors are from the start of the first child on. A child has the first four and no other.
OUTPUT, VALUE, REPORT = 1, 3, 4


# --- JSON, as the module `json` reads and writes it ----------------------------------------------------------------


class _JsonContext:
    strict = True
    object_hook = object_pairs_hook = None
    parse_float, parse_int, parse_constant = float, int, float


def _no_json(value: Any) -> NoReturn:
    raise TypeError("%s is no JSON" % type(value).__name__)


_scan = make_scanner(_JsonContext)  # type: ignore[arg-type]
# Arguments: marks of cycles, other values, strings, indentation, separators, sorted, skipping keys, NaN allowed.
_chunks = make_encoder(None, _no_json, encode_basestring_ascii, None, ": ", ", ", False, False, False)
_canonical_chunks = make_encoder(None, _no_json, encode_basestring_ascii, None, ":", ",", True, False, True)


def from_json(text: bytes) -> Any:
    """The value of JSON text that begins with it."""
    return _scan(text.decode(), 0)[0]


def to_json(value: Any) -> str:
    """The JSON text of a value. NaN is none."""
    return "".join(_chunks(value, 0))


# --- tagged data -------------------------------------------------------------------------------------------------


def decode(data: Any) -> Any:
    """The Python value of tagged data from the host, which is trusted."""
    if isinstance(data, list):
        return [decode(item) for item in data]
    if not isinstance(data, dict):
        return data
    [(tag, body)] = data.items()
    if tag == "$int":
        return int(body, 16)
    if tag == "$float":
        return float(body)
    if tag == "$tuple":
        return tuple(decode(item) for item in body)
    if tag == "$set":
        return {_hashable(decode(item)) for item in body}
    if tag == "$map":
        return {_hashable(decode(key)): decode(value) for key, value in body}
    if tag == "$bytes":
        return bytes.fromhex(body)
    raise ValueError("a value tagged %s cannot be an argument" % tag)


def _hashable(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_hashable(item) for item in value)
    return frozenset(value) if isinstance(value, set) else value


class Encoder:
    """Tags a value by what is really stored in it: overridden methods of subclasses are not asked."""

    def __init__(self) -> None:
        self.room = MAX_VALUE
        self.open: list[Any] = []

    def encode(self, value: Any) -> Any:
        self.room -= 8
        if self.room < 0:
            return {"$cut": "too large"}
        kind = type(value)
        if value is None or kind is bool:
            return value
        if issubclass(kind, int):
            return self.integer(int.__index__(value))
        if issubclass(kind, float):
            return self.real(float.__float__(value))
        if issubclass(kind, str):
            return self.text(str.__str__(value))
        if issubclass(kind, (bytes, bytearray)):
            return self.binary(value)
        return self.container(value, kind)

    def integer(self, number: int) -> Any:
        self.room -= number.bit_length() // 4
        if self.room < 0:
            return {"$cut": "an integer of %d bits" % number.bit_length()}
        return number if -SAFE_INT < number < SAFE_INT else {"$int": hex(number)}

    def real(self, number: float) -> Any:
        if number != number:
            return {"$float": "nan"}
        if number in (float("inf"), float("-inf")):
            return {"$float": "inf" if number > 0 else "-inf"}
        return {"$float": "-0.0"} if number == 0 and str(number)[0] == "-" else number

    def text(self, text: str) -> Any:
        self.room -= len(text)
        if self.room < 0:
            return {"$cut": "a string of %d characters" % len(text)}
        try:
            text.encode()
        except UnicodeEncodeError:
            return {"$cut": "a string that is not Unicode: %s" % ascii(text)[:200]}
        return text

    def binary(self, value: Any) -> Any:
        plain = bytes(memoryview(value))
        self.room -= 2 * len(plain)
        return {"$bytes": plain.hex()} if self.room >= 0 else {"$cut": "%d bytes" % len(plain)}

    def container(self, value: Any, kind: type) -> Any:
        if len(self.open) >= MAX_DEPTH:
            return {"$cut": "nested too deep"}
        for up, outer in enumerate(reversed(self.open), 1):
            if outer is value:
                return {"$cycle": up}
        self.open.append(value)
        try:
            return self.inside(value, kind)
        finally:
            self.open.pop()

    def inside(self, value: Any, kind: type) -> Any:
        if issubclass(kind, list):
            return [self.encode(item) for item in list.__iter__(value)]
        if issubclass(kind, tuple):
            return {"$tuple": [self.encode(item) for item in tuple.__iter__(value)]}
        if issubclass(kind, (set, frozenset)):
            base = set if issubclass(kind, set) else frozenset
            return {"$set": sorted((self.encode(item) for item in base.__iter__(value)), key=_canonical)}
        if issubclass(kind, dict):
            return {"$map": [[self.encode(k), self.encode(v)] for k, v in dict.items(value)]}
        return self.instance(value, kind)

    def instance(self, value: Any, kind: type) -> Any:
        fields = None
        if type.__getattribute__(kind, "__eq__") is not object.__eq__:
            try:
                stored = object.__getattribute__(value, "__dict__")
                fields = {"$map": [[self.encode(k), self.encode(v)] for k, v in dict.items(stored)]}
            except (AttributeError, TypeError):
                fields = None
        return {"$object": [type.__getattribute__(kind, "__name__"), fields, _repr(value)]}


def _canonical(data: Any) -> str:
    return "".join(_canonical_chunks(data, 0))


def _repr(value: Any) -> str:
    try:
        return _plain(str.__str__(repr(value))[:200])
    except BaseException as error:
        return "<repr failed: %s>" % type(error).__name__


def _plain(text: str) -> str:
    return text.encode("utf-8", "backslashreplace").decode()


# --- inside a child: the untrusted side ----------------------------------------------------------------------------


def _failure(error: BaseException, code_file: str) -> dict[str, Any]:
    """What a call came to that ended with an exception."""
    kind = type(error)
    if issubclass(kind, MemoryError):
        return {"ending": "out of memory", "error": "out of memory"}
    text = _traceback(error, code_file)
    no_process = issubclass(kind, BlockingIOError) or (
        kind is RuntimeError and error.args[:1] == ("can't start new thread",)
    )
    if no_process:
        return {"ending": "process limit", "error": "process limit", "detail": text}
    return {"ending": "raised", "error": _plain(kind.__name__)[:200], "detail": text}


def _traceback(error: BaseException, code_file: str) -> str:
    try:
        return _plain((_frames(error.__traceback__, code_file) + _last_line(error))[-MAX_TEXT:])
    except BaseException as second:
        return "the error could not be shown: %s" % type(second).__name__


def _frames(trace: types.TracebackType | None, code_file: str) -> str:
    """The frames of the code among the last twenty, one line each, as Python shows frames whose text it has not."""
    places = []
    while trace is not None:
        code = trace.tb_frame.f_code
        places.append((code.co_filename, trace.tb_lineno, code.co_name))
        trace = trace.tb_next
    runs: list[tuple[tuple[str, int, str], int]] = []
    for place in (each for each in places[-20:] if each[0] == code_file):
        times = runs.pop()[1] if runs and runs[-1][0] == place else 0
        runs.append((place, times + 1))
    lines = []
    for place, times in runs:
        lines += ['  File "%s", line %d, in %s\n' % place] * min(times, SHOWN_REPEATS)
        if more := max(0, times - SHOWN_REPEATS):
            lines.append("  [Previous line repeated %d more time%s]\n" % (more, "s" if more > 1 else ""))
    return "".join(lines)


def _last_line(error: BaseException) -> str:
    """What Python shows of the exception itself."""
    hinted = sys.version_info >= (3, 12) and isinstance(error, (NameError, AttributeError, ImportError))
    if hinted or hasattr(error, "__notes__"):
        import traceback

        return "".join(traceback.format_exception_only(error))
    kind = type(error)
    if kind in (SyntaxError, IndentationError, TabError):
        return _syntax_error(error, kind.__name__)
    name = (
        kind.__qualname__ if kind.__module__ in ("__main__", "builtins") else kind.__module__ + "." + kind.__qualname__
    )
    try:
        text = str(error)
    except BaseException:
        text = "<exception str() failed>"
    return name + ": " + text + "\n" if text else name + "\n"


def _syntax_error(error: Any, name: str) -> str:
    """What Python shows of code that it cannot compile. The module `traceback` takes longer than most programs."""
    lines = [] if error.lineno is None else ['  File "%s", line %d\n' % (error.filename or "<string>", error.lineno)]
    if error.text is not None:
        shown = error.text.rstrip("\n")
        text = shown.lstrip(" \n\f")
        lines.append("    %s\n" % text)
        first = (error.offset or 0) - 1 - (len(shown) - len(text))
        if first >= 0:
            wide = max(1, (error.end_offset or 0) - error.offset)
            lines.append("    %s%s\n" % ("".join(c if c.isspace() else " " for c in text[:first]), "^" * wide))
    return "".join(lines) + "%s: %s\n" % (name, error.msg or "<no detail available>")


def _load(code: types.CodeType, entry: str, name: str) -> tuple[Any, dict[str, Any] | None]:
    """The function to call, or why there is none."""
    module = types.ModuleType(name)
    module.__file__ = name + ".py"
    sys.modules[name] = module
    sys.modules["__main__"] = module
    try:
        exec(code, module.__dict__)
    except BaseException as error:
        why = _failure(error, module.__file__)
        return None, {**why, "ending": "not loaded"}
    function = module.__dict__.get(entry)
    if not callable(function):
        return None, {"ending": "not loaded", "error": "no function named %s" % entry}
    return function, None


def _awaited(value: Any, awaits: bool) -> Any:
    """The result of a coroutine; any other value as it is, unless a coroutine is asked for."""
    if type(value) is not types.CoroutineType:
        if awaits:
            raise TypeError("the function is not asynchronous: its result cannot be awaited")
        return value
    import asyncio

    return asyncio.run(value)


def _call(
    function: Any,
    arguments: list[Any],
    code_file: str,
    exact: bool,
    *,
    awaits: bool = False,
    clock: Callable[[], float] = time.thread_time,
) -> dict[str, Any]:
    """Make one call. Its time is the function's own, without that of making its arguments and telling its value.

    Where a process's time is limited the kernel keeps it to a tick; a thread's is exact. With `exact` the call is
    made many times, and the mean counts.
    """
    began, ended = clock(), 0.0
    try:
        values = [decode(item) for item in arguments]
        began = clock()
        value = _awaited(function(*values), awaits)
        ended = clock()
        if exact and values == [decode(item) for item in arguments]:
            # It leaves its arguments alone, so that it can be called with them again.
            _awaited(function(*values), awaits)
            began = clock()
            for _ in range(TIMES):
                _awaited(function(*values), awaits)
            ended = began + (clock() - began) / TIMES
        outcome = {"ending": "returned", "value": Encoder().encode(value)}
    except BaseException as error:
        outcome = _failure(error, code_file)
    outcome["cpu"] = (ended or clock()) - began
    return outcome


def _say(outcome: dict[str, Any], printed_from: int) -> int:
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        outcome.setdefault("detail", "its output could not be written")
    outcome["out"] = [printed_from, os.lseek(OUTPUT, 0, os.SEEK_CUR)]
    write_all(VALUE, to_json(outcome).encode() + b"\n")
    return int(outcome["out"][1])


def compiled(text: bytes) -> Compiled:
    """The program, or why it is none."""
    try:
        return compile(text.decode("utf-8", "surrogatepass"), "solution.py", "exec", dont_inherit=True), None
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
        why = {"ending": "not loaded", "error": type(error).__name__}
        why["detail"] = _plain(_last_line(error))[-MAX_TEXT:]
        return None, why


def child(program: dict[str, Any], exact: bool, compiled: Compiled, calls: list[Any]) -> NoReturn:
    """Make the calls and tell what came of each. Never returns."""
    sys.stderr.flush()
    printed = os.lseek(OUTPUT, 0, os.SEEK_CUR)  # by the compiler, which may have warned
    code, why = compiled
    function, problem = _load(code, program["entry"], "solution") if code else (None, why)
    for arguments in calls:
        outcome = (
            dict(problem) if problem else _call(function, arguments, "solution.py", exact, awaits=program["awaits"])
        )
        printed = _say(outcome, printed)
        if problem:
            break
    os._exit(0)


# --- the trusted side ----------------------------------------------------------------------------------------------

_libc = ctypes.CDLL(None, use_errno=True)
PR_SET_DUMPABLE, PR_SET_NO_NEW_PRIVS, PR_SET_CHILD_SUBREAPER = 4, 38, 36
LANDLOCK_CREATE, LANDLOCK_ADD, LANDLOCK_RESTRICT = 444, 445, 446


# Rights to files: what may be done in a place that is read, in the job's own, and in /dev.
EVERY_RIGHT, READ, WRITE_OWN, DEVICES = 0x7FFF, 0x000D, 0x7FFF & ~0x0840, 0x400E
OF_FILES = 0x4007  # of these, the ones that a single file can have
SYSTEM = [
    *("/usr/lib", "/usr/lib32", "/usr/lib64", "/usr/libx32", "/lib", "/lib32", "/lib64", "/libx32"),
    *("/etc/ld.so.cache", "/proc", "/sys/fs/cgroup"),
]


def landlock_ruleset(reads: list[str] | None = None) -> int | None:
    """What a child enters: no TCP, no signals or abstract sockets to anybody outside. None before Linux 6.7.

    With `reads`, of all files only those and the system's can be read and run, and only the job's own places written,
    whatever else is mounted. Must be made when everything is mounted: what is mounted later is not in it.
    """
    abi = _libc.syscall(LANDLOCK_CREATE, None, ctypes.c_size_t(0), 1)
    if abi < 4:
        return None
    rules = (ctypes.c_uint64 * 3)(0 if reads is None else EVERY_RIGHT, 3, 3 if abi >= 6 else 0)
    ruleset = _libc.syscall(LANDLOCK_CREATE, ctypes.byref(rules), ctypes.c_size_t(24 if abi >= 6 else 16), 0)
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
        _libc.syscall(LANDLOCK_ADD, ruleset, 1, rule, 0)
        os.close(handle)


def own_reads() -> list[str]:
    """What this interpreter needs."""
    return [sys.executable, os.path.dirname(os.__file__), *(path for path in sys.path if path.startswith("/"))]


def require_sandbox() -> None:
    """Exit unless this is one of our sandboxes. Call it before anything is removed or run.

    Our sandboxes have a mark in their root directory, which is mounted read-only. No other place has both.
    """
    if not (os.path.lexists(MARK) and os.statvfs("/").f_flag & os.ST_RDONLY):
        sys.exit("this program empties %s: it runs in a sandbox of specwright only" % ", ".join(PLACES))


def confine(work: dict[str, Any], ruleset: int | None) -> None:
    """What the child does to itself before any of the untrusted code runs.

    Little, because every page that it writes has to be copied: descriptors, seed and who is killed first
    when memory runs out are set by the parent before it forks.
    """
    os.setsid()
    if ruleset is not None and _libc.syscall(LANDLOCK_RESTRICT, ruleset, 0):
        raise OSError(ctypes.get_errno(), "Landlock could not be entered")
    os.closerange(REPORT, 1024)
    memory, seconds = work["memory"], int(work.get("cpu", work["seconds"])) + 1
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))


def isolate(ruleset: int | None, places: tuple[int, ...]) -> None:
    """Prepare a child that becomes an untrusted program. `places` become its only descriptors: 0, 1 and so on."""
    _libc.prctl(PR_SET_DUMPABLE, 1, 0, 0, 0)
    try:
        with open("/proc/self/oom_score_adj", "w") as file:
            file.write("1000")
    except OSError:
        pass  # only makes it likelier that the kernel picks this child
    os.setsid()
    if ruleset is not None:
        _libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        if _libc.syscall(LANDLOCK_RESTRICT, ruleset, 0):
            raise OSError(ctypes.get_errno(), "Landlock could not be entered")
    parked = [os.dup(fd) for fd in places]
    for place, fd in enumerate(parked):
        os.dup2(fd, place)
    os.closerange(len(places), 1024)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def sweep() -> None:
    """End and reap everything that the child left. In a process namespace of our own one signal reaches all."""
    if os.environ.get("SANDBOX_PIDNS") == "1":
        try:
            os.kill(-1, signal.SIGKILL)
        except OSError:
            return  # nobody is left
    while True:
        try:
            pid, _ = os.waitpid(-1, 0 if os.environ.get("SANDBOX_PIDNS") == "1" else os.WNOHANG)
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


def await_end(pid: int, seconds: float) -> tuple[str, int, float, int, float]:
    """How the child ended: (how, code, cpu seconds, peak bytes of memory, seconds without a processor if it was late).

    Waits on the process itself, not on anything it could close.
    """
    handle = os.pidfd_open(pid)
    try:
        poll = select.poll()
        poll.register(handle, select.POLLIN)
        late = not poll.poll(seconds * 1000)
        delayed = ended_late(pid) if late else 0.0
        _, status, usage = os.wait4(pid, 0)
    finally:
        os.close(handle)
    return (*how_it_ended(late, status, usage), delayed)


def ended_late(pid: int) -> float:
    """End a child; returns the seconds for which its threads were ready to compute and had no processor."""
    delayed = 0
    try:
        for thread in os.listdir("/proc/%d/task" % pid):
            with open("/proc/%d/task/%s/schedstat" % (pid, thread)) as file:
                delayed += int(file.read().split()[1])
    except (OSError, IndexError, ValueError):
        pass  # a thread has ended, or the kernel does not count
    os.kill(pid, signal.SIGKILL)
    return delayed / 1e9


def how_it_ended(late: bool, status: int, usage: resource.struct_rusage) -> tuple[str, int, float, int]:
    used = usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024
    if late:
        return "timeout", 0, *used
    if os.WIFSIGNALED(status):
        return "signalled", os.WTERMSIG(status), *used
    return "exited", os.WEXITSTATUS(status), *used


def spent() -> float:
    """Processor seconds of all processes that have ended below us."""
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def starved(used: float, delayed: float, seconds: float) -> bool:
    """Whether a late child would have had its time on an idle machine. One that slept, or kept itself busy, would not:
    `used` counts everything that it started."""
    return used < SHARE_OF_TIME * seconds <= used + delayed


class Forker:
    """Forks children that can report to nobody but us."""

    def __init__(self, work: dict[str, Any], ruleset: int | None = None) -> None:
        self.work = work
        self.ruleset = landlock_ruleset() if ruleset is None else ruleset
        os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
        os.dup2(VALUE, REPORT, inheritable=False)
        try:
            self.oom_score = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
        except OSError:
            self.oom_score = os.open("/dev/null", os.O_WRONLY)
        _libc.prctl(PR_SET_DUMPABLE, 0, 0, 0, 0)
        if "random" in sys.modules:
            sys.modules["random"].seed(work["seed"])

    def run(self, body: Callable[[Any], object], fetch: Callable[[], Any] = bytes) -> dict[str, Any]:
        """How a child that runs this ended, and what it left, once nothing of it is alive.

        `fetch` gets what the body needs over a descriptor that the child then loses.
        """
        self.fresh_files()
        # A child is killed before us when memory runs out: it inherits the worse score.
        os.pwrite(self.oom_score, b"1000", 0)
        pid = os.fork()
        if pid == 0:
            try:
                fetched = fetch()
                confine(self.work, self.ruleset)
                body(fetched)
            finally:
                os._exit(120)
        os.pwrite(self.oom_score, b"0", 0)
        before = spent()
        how, status, cpu, memory, delayed = await_end(pid, self.work["seconds"])
        sweep()
        if how == "timeout" and starved(spent() - before, delayed, self.work["seconds"]):
            how = "starved"
        return {"how": how, "code": status, "cpu": cpu, "memory": memory, "printed": os.fstat(OUTPUT).st_size}

    def fresh_files(self) -> None:
        """New memory files, so that no child finds anything of another's, as descriptors 1, 2 and 3."""
        output, value = os.memfd_create("output"), os.memfd_create("value")
        os.dup2(output, OUTPUT)
        os.dup2(output, 2)
        os.dup2(value, VALUE)
        os.close(output)
        os.close(value)


def make_calls(
    forker: Forker, first: int, count: int, body: Callable[[Any], object], fetch: Callable[[], Any] = bytes
) -> None:
    """Have a child make these calls, and report what it leaves."""
    ended = forker.run(body, fetch)
    last = max(0.0, time.time() - os.fstat(VALUE).st_mtime)
    value = min(os.fstat(VALUE).st_size, MAX_VALUE * 2 + 65536 * count)
    output = min(os.fstat(OUTPUT).st_size, KEPT_OUTPUT * (count if count == 1 else 8))
    wipe()
    report({"first": first, "count": count, **ended, "last": last, "value": value, "out": output})
    pass_on(VALUE, value)
    pass_on(OUTPUT, output)


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
    """All is reported. Nobody needs to wait until a whole interpreter has been taken down."""
    write_all(REPORT, DONE)
    os.close(REPORT)
    os._exit(0)


def write_all(handle: int, data: bytes | memoryview) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def warm_up() -> None:
    sys.set_int_max_str_digits(0)
    rehearse()
    keep()


def keep() -> None:
    """Never collect what is alive now, so that children do not copy its pages."""
    gc.collect()
    gc.freeze()


def preload(modules: list[str]) -> None:
    """Import what the programs name, once for all children."""
    # None of these needs to be told of a fork, because we have one thread. `random` would draw a seed of its own in
    # every child, and `threading` look for the threads that are gone, which costs as much as the fork.
    register, os.register_at_fork = os.register_at_fork, lambda **_: None
    for name in modules:
        try:
            __import__(name)
        except ImportError:
            pass  # a Python built without it
    os.register_at_fork = register
    if modules:
        keep()


def rehearse() -> None:
    """Do what children do, so that they find caches filled and code specialised: each page they write costs a copy."""
    main = sys.modules["__main__"]
    code, _ = compiled(b"def f(x):\n    return x\n")
    assert code
    for _ in range(REHEARSALS):
        function, _ = _load(code, "f", "solution")
        to_json(_call(function, [[1]], "solution.py", False))
    sys.modules["__main__"] = main
    del sys.modules["solution"]


def get_ready() -> None:
    """Everything that can be done ahead of time."""
    _libc.prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    _libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warm_up()


def wait_for_work() -> dict[str, Any]:
    """Everything that can be done ahead of time, and then the input: one JSON object."""
    get_ready()
    with open(0, "rb", closefd=False) as stdin:
        work: dict[str, Any] = from_json(stdin.read())
    return work


class Parts:
    """The parts of the input, in a file: none enters our memory until it is read."""

    def __init__(self, handle: int, start: int, sizes: list[int]) -> None:
        self.handle, self.sizes, self.starts = handle, sizes, [start]
        for size in sizes:
            self.starts.append(self.starts[-1] + size)

    def text(self, program: dict[str, Any]) -> bytes:
        return self._read(program["text"])

    def calls(self, program: dict[str, Any]) -> list[Any]:
        calls: list[Any] = from_json(self._read(program["calls"]))
        return calls

    def _read(self, place: int) -> bytes:
        return os.pread(self.handle, self.sizes[place], self.starts[place])


def take_in() -> tuple[dict[str, Any], Parts]:
    """What is to be done, and the parts of the input, which go through one buffer."""
    file = os.memfd_create("input")
    handle = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 64)  # clear of the numbers that a child's descriptors get
    os.close(file)
    buffer = bytearray(65536)
    while count := os.readv(0, [buffer]):
        write_all(handle, memoryview(buffer)[:count])
    buffer[:] = bytes(len(buffer))
    size = int(os.pread(handle, 12, 0))
    work: dict[str, Any] = from_json(os.pread(handle, size, 12))
    return work, Parts(handle, 12 + size, work["sizes"])


def shares(alone: int, count: int) -> list[tuple[int, int]]:
    """The first call and the number of calls of each child: one each for the first `alone`, one for all others."""
    single = [(first, 1) for first in range(min(alone, count))]
    return [*single, (alone, count - alone)] if count > alone else single


def try_one(forker: Forker, program: dict[str, Any], parts: Parts) -> None:
    """Make the calls of the only program: it is compiled here, once for all of its children."""
    calls, code, exact = parts.calls(program), compiled(parts.text(program)), forker.work["exact"]
    # One that does not compile says so once for all of its calls.
    for first, count in shares(forker.work["alone"] if code[0] else 0, len(calls)):
        make_calls(forker, first, count, _known(program, exact, code, calls[first : first + count]))


def _known(program: dict[str, Any], exact: bool, code: Compiled, calls: list[Any]) -> Callable[[Any], object]:
    """What a child does whose program and calls are known to all of them."""
    return lambda _: child(program, exact, code, calls)


def try_many(forker: Forker, parts: Parts) -> None:
    """Make the calls of each of several programs."""
    first = 0
    for program in forker.work["programs"]:
        make_calls(forker, first, program["count"], *_of_its_own(forker, program, parts))
        first += program["count"]


def _of_its_own(
    forker: Forker, program: dict[str, Any], parts: Parts
) -> tuple[Callable[[Any], object], Callable[[], Any]]:
    """What a child does that alone knows its program and its calls, and how it gets them."""
    exact = forker.work["exact"]
    return (
        lambda own: child(program, exact, compiled(own[0]), own[1]),
        lambda: (parts.text(program), parts.calls(program)),
    )


def main() -> NoReturn:
    require_sandbox()
    wipe()  # the files that we were started from too, which one call could change for the next
    ruleset = landlock_ruleset(own_reads())
    get_ready()
    work, parts = take_in()
    preload(work["modules"])
    forker = Forker(work, ruleset)
    if len(work["programs"]) == 1:
        try_one(forker, work["programs"][0], parts)
    else:
        try_many(forker, parts)
    finish()
