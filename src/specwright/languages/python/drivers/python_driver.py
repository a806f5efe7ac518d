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

import fcntl
import gc
import os
import resource
import sys
import time
import types

# The modules `typing`, `json`, `signal` and `traceback` would be a third of the start: they load many others.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, NoReturn

    from specwright.languages.drivers import confinement
    from specwright.languages.python.drivers import failures, tagged

    Compiled = tuple[types.CodeType | None, dict[str, Any] | None]
else:
    import confinement
    import failures
    import tagged

TIMES = 20
REHEARSALS = 16  # the interpreter specialises what ran so often
# Where the descriptors are from the start of the first child on. A child has the first four and no other.
OUTPUT, VALUE = 1, 3


# --- inside a child: the untrusted side ----------------------------------------------------------------------------


def _load(code: types.CodeType, entry: str, name: str) -> tuple[Any, dict[str, Any] | None]:
    """Return the function to call, or else the reason why there is none."""
    module = types.ModuleType(name)
    module.__file__ = name + ".py"
    sys.modules[name] = module
    sys.modules["__main__"] = module
    try:
        exec(code, module.__dict__)
    except BaseException as error:
        why = failures.failure(error, module.__file__)
        return None, {**why, "ending": "not loaded"}
    function = module.__dict__.get(entry)
    if not callable(function):
        return None, {"ending": "not loaded", "error": "no function named %s" % entry}
    return function, None


def _awaited(value: Any, awaits: bool) -> Any:
    """Return the result of a coroutine, or another value as it is, unless a coroutine is asked for."""
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
    """Make one call. Its time is the function's own, without arguments being made and the value being encoded.

    Where a process's time is limited the kernel keeps it to a tick; a thread's is exact. With `exact` the call is
    made many times, and the mean counts.
    """
    began, ended = clock(), 0.0
    try:
        values = [tagged.decode(item) for item in arguments]
        began = clock()
        value = _awaited(function(*values), awaits)
        ended = clock()
        if exact and values == [tagged.decode(item) for item in arguments]:
            # It leaves its arguments alone, so that it can be called with them again.
            _awaited(function(*values), awaits)
            began = clock()
            for _ in range(TIMES):
                _awaited(function(*values), awaits)
            ended = began + (clock() - began) / TIMES
        outcome = {"ending": "returned", "value": tagged.Encoder().encode(value)}
    except BaseException as error:
        outcome = failures.failure(error, code_file)
    outcome["cpu"] = (ended or clock()) - began
    return outcome


def _say(outcome: dict[str, Any], printed_from: int) -> int:
    try:
        sys.stdout.flush()
        sys.stderr.flush()
    except BaseException:
        outcome.setdefault("detail", "its output could not be written")
    outcome["out"] = [printed_from, os.lseek(OUTPUT, 0, os.SEEK_CUR)]
    confinement.write_all(VALUE, confinement.to_json(outcome).encode() + b"\n")
    return int(outcome["out"][1])


def compiled(text: bytes) -> Compiled:
    """Return the compiled program, or else the outcome of every call of it."""
    try:
        return compile(text.decode("utf-8", "surrogatepass"), "solution.py", "exec", dont_inherit=True), None
    except (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError) as error:
        why = {"ending": "not loaded", "error": type(error).__name__}
        why["detail"] = failures.last_line(error)
        return None, why


def child(program: dict[str, Any], exact: bool, compiled: Compiled, calls: list[Any]) -> NoReturn:
    """Make the calls and write the outcome of each. Never return."""
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


class Forker:
    """Forks children that can report to nobody but us."""

    def __init__(self, work: dict[str, Any], ruleset: int | None = None) -> None:
        self.work = work
        self.ruleset = confinement.landlock_ruleset() if ruleset is None else ruleset
        os.dup2(os.open("/dev/null", os.O_RDONLY), 0)
        os.dup2(VALUE, confinement.REPORT, inheritable=False)
        try:
            self.oom_score = os.open("/proc/self/oom_score_adj", os.O_WRONLY)
        except OSError:
            self.oom_score = os.open("/dev/null", os.O_WRONLY)
        confinement.libc.prctl(confinement.PR_SET_DUMPABLE, 0, 0, 0, 0)
        if "random" in sys.modules:
            sys.modules["random"].seed(work["seed"])

    def run(self, body: Callable[[Any], object], fetch: Callable[[], Any] = bytes) -> dict[str, Any]:
        """Return how a child that runs this ended, once nothing of it is alive.

        `fetch` gets what the body needs over a descriptor that the child then loses.
        """
        self.fresh_files()
        # A child is killed before us when memory runs out: it inherits the worse score.
        os.pwrite(self.oom_score, b"1000", 0)
        pid = os.fork()
        if pid == 0:
            try:
                fetched = fetch()
                confinement.confine(self.work, self.ruleset)
                body(fetched)
            finally:
                os._exit(120)
        os.pwrite(self.oom_score, b"0", 0)
        seconds = self.work["seconds"]
        how, code, cpu, memory = confinement.settled(confinement.await_end(pid, seconds), seconds)
        return {"how": how, "code": code, "cpu": cpu, "memory": memory}

    def fresh_files(self) -> None:
        """Open new memory files as descriptors 1, 2 and 3, so that no child finds anything of another's."""
        output, value = os.memfd_create("output"), os.memfd_create("value")
        os.dup2(output, OUTPUT)
        os.dup2(output, 2)
        os.dup2(value, VALUE)
        os.close(output)
        os.close(value)


def make_calls(
    forker: Forker, first: int, count: int, body: Callable[[Any], object], fetch: Callable[[], Any] = bytes
) -> None:
    """Have a child make these calls, and report its outcomes and its output."""
    ended = forker.run(body, fetch)
    said, printed = os.fstat(VALUE), os.fstat(OUTPUT).st_size
    last = max(0.0, time.time() - said.st_mtime)
    value = min(said.st_size, confinement.MAX_VALUE * 2 + 65536 * count)
    output = min(printed, confinement.KEPT_OUTPUT * (count if count == 1 else 8))
    confinement.wipe()
    head = {"first": first, "count": count, **ended, "printed": printed}
    confinement.report({**head, "last": last, "value": value, "out": output})
    confinement.pass_on(VALUE, value)
    confinement.pass_on(OUTPUT, output)


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
        except Exception:
            pass  # a Python built without it, or a package that the code imports itself if it needs it
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
        confinement.to_json(_call(function, [[1]], "solution.py", False))
    sys.modules["__main__"] = main
    del sys.modules["solution"]


def get_ready() -> None:
    """Do everything that can be done ahead of time."""
    confinement.libc.prctl(confinement.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    confinement.libc.prctl(confinement.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    warm_up()


def wait_for_work() -> dict[str, Any]:
    """Get ready, and return the input, one JSON object."""
    get_ready()
    with open(0, "rb", closefd=False) as stdin:
        work: dict[str, Any] = confinement.from_json(stdin.read())
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
        calls: list[Any] = confinement.from_json(self._read(program["calls"]))
        return calls

    def _read(self, place: int) -> bytes:
        return os.pread(self.handle, self.sizes[place], self.starts[place])


def take_in() -> tuple[dict[str, Any], Parts]:
    """Return the work and the parts of the input, which go through one buffer."""
    file = os.memfd_create("input")
    handle = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 64)  # clear of the numbers that a child's descriptors get
    os.close(file)
    buffer = bytearray(65536)
    while count := os.readv(0, [buffer]):
        confinement.write_all(handle, memoryview(buffer)[:count])
    buffer[:] = bytes(len(buffer))
    size = int(os.pread(handle, 12, 0))
    work: dict[str, Any] = confinement.from_json(os.pread(handle, size, 12))
    return work, Parts(handle, 12 + size, work["sizes"])


def try_one(forker: Forker, program: dict[str, Any], parts: Parts) -> None:
    """Make the calls of the only program: it is compiled here, once for all of its children."""
    calls, code, exact = parts.calls(program), compiled(parts.text(program)), forker.work["exact"]
    # One that does not compile says so once for all of its calls.
    for first, count in confinement.shares(forker.work["alone"] if code[0] else 0, len(calls)):
        make_calls(forker, first, count, _known(program, exact, code, calls[first : first + count]))


def _known(program: dict[str, Any], exact: bool, code: Compiled, calls: list[Any]) -> Callable[[Any], object]:
    """Return the body of a child whose program and calls are known to all of them."""
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
    """Return the body of a child that alone knows its program and its calls, and how it gets them."""
    exact = forker.work["exact"]
    return (
        lambda own: child(program, exact, compiled(own[0]), own[1]),
        lambda: (parts.text(program), parts.calls(program)),
    )


def have_libraries(folder: str) -> None:
    """Let programs import the packages in a folder, behind everything else."""
    sys.path.insert(0, ".")
    tagged.tables = __import__("tables")
    del sys.path[0]
    sys.path.append(folder)


def main() -> NoReturn:
    confinement.require_sandbox()
    folder, *libraries = sys.argv[1:] or [""]
    if folder:
        have_libraries(folder)
    confinement.wipe()  # the files that we were started from too, which one call could change for the next
    ruleset = confinement.landlock_ruleset(confinement.own_reads())
    get_ready()
    preload(libraries)
    work, parts = take_in()
    preload(work["modules"])
    forker = Forker(work, ruleset)
    if len(work["programs"]) == 1:
        try_one(forker, work["programs"][0], parts)
    else:
        try_many(forker, parts)
    confinement.finish()
