"""Runs one program on several inputs, a process for each; runs inside the sandbox.

This process is the trusted one. The program runs in child processes that hold none of our descriptors. It has files of
memory as its standard streams and an empty folder to work in. What it left is read when nothing of it is alive. Its
output, its exit status and its files are all that it can tell us.

Input on descriptor 0, one line of JSON and behind it the contents of the program's files, up to the end:
    argv, env, reads, files {name: size}, runs [{stdin, args, files {path: text}}, ...] (texts may be tagged bytes),
    seconds (of the processor, for each), wall, memory, space (bytes of addresses)
The report is that of `driver.py`: each run is a process with one call, and its output is the standard error.
"""

from __future__ import annotations

import os
import resource
import stat
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    from specwright.languages.drivers import confinement
else:
    import confinement

WORK = "work"
MOST_FILES = 200
MOST_ENTRIES = 2000
MOST_PATH = 1000
KEPT_ERRORS = 64 * 1024
SHOWN_ERRORS = 4000


def content(data: Any) -> bytes:
    """The bytes of a text of the host, which is trusted."""
    return bytes.fromhex(data["$bytes"]) if isinstance(data, dict) else data.encode("utf-8", "surrogatepass")


def tagged(data: bytes) -> Any:
    """Bytes of the untrusted program as tagged data."""
    if len(data) > confinement.MAX_VALUE // 2:
        return {"$cut": "%d bytes" % len(data)}
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return {"$bytes": data.hex()}


def lay_out(home: str, files: dict[str, bytes]) -> None:
    for name, text in files.items():
        path = os.path.join(home, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        handle = os.open(path, os.O_CREAT | os.O_TRUNC | os.O_WRONLY | os.O_NOFOLLOW, 0o700)
        confinement.write_all(handle, text)
        os.close(handle)


def become(work: dict[str, Any], args: list[str], ruleset: int | None, places: tuple[int, ...]) -> NoReturn:
    """Run the program in this child; `places` become descriptors 0, 1 and 2."""
    confinement.isolate(ruleset, places)
    seconds = int(work["seconds"]) + 1
    resource.setrlimit(resource.RLIMIT_AS, (work["space"], work["space"]))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 1))
    confinement.signal.signal(confinement.signal.SIGPIPE, confinement.signal.SIG_DFL)
    argv = [*work["argv"], *args]
    os.execvpe(argv[0], argv, {**os.environ, **work["env"]})  # noqa: S606 - no shell is meant


def found_files(top: str) -> dict[str, bytes] | None:
    """The regular files below a folder by path; None if there are too many, too much, or folders beyond any use.

    The program may have put anything in the place of the folder: links are not followed, mounts not entered.
    """
    files: dict[str, bytes] = {}
    room, seen, pending = confinement.MAX_VALUE // 2, 0, [""]
    device = os.lstat(top).st_dev if os.path.lexists(top) else None
    while pending:
        inside = pending.pop()
        for name in names_in(os.path.join(top, inside), device):
            path = os.path.join(inside, name)
            seen += 1
            if seen > MOST_ENTRIES or len(path) > MOST_PATH:
                return None
            text = regular(os.path.join(top, path), room)
            if text is None:
                pending.append(path)  # a folder, or nothing that is read
                continue
            room -= len(text)
            if room < 0 or len(files) >= MOST_FILES:
                return None
            files[path] = text
    return files


def names_in(folder: str, device: int | None) -> list[str]:
    """The names in a folder of that device; none if it is a link, no folder, or closed."""
    try:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return []
    try:
        return os.listdir(handle) if os.fstat(handle).st_dev == device else []
    finally:
        os.close(handle)


def regular(path: str, most: int) -> bytes | None:
    """The content of a regular file and, if it is longer than that, one byte more than allowed; None for others."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None  # a link, a socket, or closed to itself
    try:
        return confinement.read_back(handle, most + 1) if stat.S_ISREG(os.fstat(handle).st_mode) else None
    finally:
        os.close(handle)


def left(top: str, before: dict[str, bytes]) -> Any:
    """The files that were made, changed or removed, as tagged data."""
    after = found_files(top)
    if after is None:
        return {"$cut": "too many files"}
    changed = {path: tagged(text) for path, text in after.items() if before.get(path) != text}
    gone = {path: None for path in before if path not in after}
    return {"$map": [[tagged(os.fsencode(path)), text] for path, text in sorted({**changed, **gone}.items())]}


def result(work: dict[str, Any], ended: tuple[str, int, float, int], output: int, files: Any, errors: bytes) -> Any:
    """Return the result of the run in the form of a call of `driver.py`; None if its end is the result."""
    how, code, cpu, memory = ended
    said = errors[-SHOWN_ERRORS:].decode("utf-8", "replace")
    if memory > work["memory"]:
        words = "it used %d MiB of memory, and %d are allowed" % (memory >> 20, work["memory"] >> 20)
        return {"ending": "out of memory", "error": "out of memory", "detail": words, "cpu": cpu}
    if how != "exited":
        return None
    printed = confinement.read_back(output, confinement.MAX_VALUE // 2 + 1)
    value = {"$tuple": [tagged(printed), code, files]}
    return {"ending": "returned", "value": value, "detail": said if code else "", "cpu": cpu, "out": [0, len(errors)]}


def run(work: dict[str, Any], place: int, ruleset: int | None, home: str) -> None:
    given = work["runs"][place]
    before = {path: content(text) for path, text in given["files"].items()}
    top = os.path.join(home, WORK)
    lay_out(home, work["contents"])
    os.makedirs(top)
    lay_out(top, before)
    os.chdir(top)
    stdin, output, errors = (os.memfd_create(name) for name in ("stdin", "output", "errors"))
    confinement.write_all(stdin, content(given["stdin"]))
    os.lseek(stdin, 0, os.SEEK_SET)
    pid = os.fork()
    if pid == 0:
        try:
            become(work, given["args"], ruleset, (stdin, output, errors))
        finally:
            os._exit(127)
    how, code, cpu, memory = confinement.settled(confinement.await_end(pid, work["wall"]), work["seconds"])
    if how not in ("timeout", "starved") and cpu > work["seconds"]:
        how, code = "timeout", 0
    if max(os.fstat(output).st_size, os.fstat(errors).st_size) >= resource.getrlimit(resource.RLIMIT_FSIZE)[0]:
        how, code = "signalled", confinement.signal.SIGXFSZ
    said = confinement.read_back(errors, KEPT_ERRORS)
    told = result(work, (how, code, cpu, memory), output, left(top, before), said)
    value = confinement.to_json(told).encode() + b"\n" if told is not None else b""
    for handle in (stdin, output, errors):
        os.close(handle)
    confinement.wipe()  # opens the places that the program closed
    os.chdir(home)
    head = {"first": place, "count": 1, "how": how, "code": int(code), "cpu": cpu, "memory": memory}
    confinement.report({**head, "printed": len(said), "value": len(value), "out": len(said)})
    confinement.write_all(confinement.REPORT, value + said)


def main() -> None:
    confinement.become_driver()
    home = os.getcwd()
    with open(0, "rb", closefd=False) as stdin:
        work = confinement.from_json(stdin.readline())
        work["contents"] = {name: stdin.read(size) for name, size in work["files"].items()}
    ruleset = confinement.landlock_ruleset(work["reads"])
    sys.stdout.flush()
    confinement.wipe()  # the files that we were started from too
    for place in range(len(work["runs"])):
        run(work, place, ruleset, home)
    confinement.finish()
