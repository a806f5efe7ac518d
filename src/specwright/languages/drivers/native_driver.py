"""Builds a project and runs its tests with the language's own tools, step by step; runs inside the sandbox.

This process is the trusted one. Every step is a child that holds none of our descriptors. Its output on the
descriptors 1, 2 and 3 goes to memory files of its own, which are passed on unread. Everything that it started is ended
before the next step begins.

Input, one JSON object on descriptor 0 up to its end:
    runs [{files {path: text}, steps [{name, argv, env, seconds, must, input}], keep [path], nonce}]
Before each run everything is removed that those before it left. The steps of the first are the yardstick: of the others
none may use many times as much of the processor. A step that `must` succeed and does not is the last of its run.
`input` names a step whose output it reads. The project lies in the folder `project`, which is where steps run; `keep`
are files to bring back, given from there.
Report on descriptor 3, one line of JSON for each run:
    nonce, steps {name: {how, code, out, err, said}}, files {path: text}
"""

import json
import os
import resource
import signal
from typing import TYPE_CHECKING, Any, NoReturn

if TYPE_CHECKING:
    from specwright.languages.drivers import confinement
else:
    import confinement

HERE = os.path.dirname(os.path.abspath(__file__))
PROJECT = os.path.join(HERE, "project")
KEPT = {"out": 4 * 1024 * 1024, "err": 512 * 1024, "said": 16 * 1024 * 1024}
KEPT_FILE = 16 * 1024 * 1024
PATIENCE = 10


def become(step: dict[str, Any], ruleset: int | None, places: tuple[int, ...]) -> NoReturn:
    """Run the step's program in this child; `places` become descriptors 0, 1, ..."""
    confinement.isolate(ruleset, places)
    if "cpu" in step:
        resource.setrlimit(resource.RLIMIT_CPU, (step["cpu"], step["cpu"] + 1))
    os.chdir(PROJECT)
    os.execve(step["argv"][0], step["argv"], {**os.environ, **step.get("env", {})})  # noqa: S606 - no shell is meant


def run(step: dict[str, Any], ruleset: int | None, given: bytes) -> dict[str, Any]:
    """Return how the step ended and its output, when nothing of it is alive."""
    kept = {name: os.memfd_create(name) for name in KEPT}
    stdin = os.memfd_create("stdin")
    confinement.write_all(stdin, given)
    os.lseek(stdin, 0, os.SEEK_SET)
    pid = os.fork()
    if pid == 0:
        try:
            become(step, ruleset, (stdin, *kept.values()))
        finally:
            os._exit(127)
    how, code, cpu, *_ = confinement.await_end(pid, step["seconds"])
    confinement.sweep()
    told: dict[str, Any] = {"how": how, "code": code, "cpu": cpu}
    for name, handle in kept.items():
        told[name] = confinement.read_back(handle, KEPT[name]).decode("utf-8", "replace")
        os.close(handle)
    os.close(stdin)
    return told


def lay_out(files: dict[str, str]) -> None:
    os.makedirs(PROJECT, exist_ok=True)
    for path, text in files.items():
        place = os.path.join(PROJECT, path)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "w", encoding="utf-8", errors="surrogatepass", newline="") as file:
            file.write(text)


def brought_back(path: str) -> str | None:
    """The text of a file that a step may have made, links not followed."""
    try:
        handle = os.open(os.path.join(PROJECT, path), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return None
    try:
        return confinement.read_back(handle, KEPT_FILE).decode("utf-8", "replace")
    except OSError:
        return None
    finally:
        os.close(handle)


def make(work: dict[str, Any], ruleset: int | None, used: dict[str, float]) -> dict[str, float]:
    """Make one run and report it. Return its steps' processor seconds; `used` holds those of the first run."""
    lay_out(work["files"])
    steps: dict[str, Any] = {}
    for step in work["steps"]:
        given = steps[step["input"]]["out"].encode() if step.get("input") else b""
        if step["name"] in used:
            step["cpu"] = 5 + int(PATIENCE * used[step["name"]])
        steps[step["name"]] = told = run(step, ruleset, given)
        if step["must"] and (told["how"], told["code"]) != ("exited", 0):
            break
    files = {path: text for path in work["keep"] if (text := brought_back(path)) is not None}
    spent = {name: told.pop("cpu") for name, told in steps.items()}
    confinement.report({"nonce": work["nonce"], "steps": steps, "files": files})
    return spent


def main() -> None:
    confinement.become_driver()
    signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    ruleset = confinement.landlock_ruleset()
    with open(0, "rb", closefd=False) as stdin:
        runs = json.loads(stdin.read())["runs"]
    used: dict[str, float] = {}
    for place, work in enumerate(runs):
        if place:
            confinement.wipe()
        spent = make(work, ruleset, used)
        used = used or spent
