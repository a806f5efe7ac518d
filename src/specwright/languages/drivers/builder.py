"""Lays out sources and runs the commands that build them, up to the first that fails; runs inside the sandbox.

It is started ahead of time and waits for its input, one JSON object on descriptor 0: files {name: text}, steps
[[word, ...], ...], cpu (processor seconds for each step, so that no program takes the time of all).
"""

import json
import os
import resource
import signal
import sys


def require_sandbox() -> None:
    """Exit unless this is one of our sandboxes; see `confinement.py`."""
    if not (os.path.lexists("/.specwright") and os.statvfs("/").f_flag & os.ST_RDONLY):
        sys.exit("this program runs untrusted code: it runs in a sandbox of specwright only")


def main() -> None:
    require_sandbox()
    work = json.loads(sys.stdin.buffer.read())
    for name, text in work["files"].items():
        with open(name, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    allowed = work["cpu"] if most == resource.RLIM_INFINITY else min(work["cpu"], most)
    resource.setrlimit(resource.RLIMIT_CPU, (allowed, most))  # of our children too; we ourselves use next to nothing
    for command in work["steps"]:
        pid = os.posix_spawn(command[0], command, os.environ)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if code == -signal.SIGXCPU:
            sys.stderr.write(f"the compiler used up its {allowed} seconds of processor time\n")
        if code:
            sys.exit(code if code > 0 else 128 - code)


if __name__ == "__main__":
    main()
    os._exit(0)  # there is nothing to tidy up, and the host waits
