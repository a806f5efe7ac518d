"""Lays out sources and runs the commands that build them, up to the first that fails; runs inside the sandbox.

It is started ahead of time and waits for its input, one JSON object on descriptor 0: files {name: text}, steps
[[word, ...], ...].
"""

import json
import os
import sys


def require_sandbox() -> None:
    """Exit unless this is one of our sandboxes; see `driver.py`."""
    if not (os.path.lexists("/.specwright") and os.statvfs("/").f_flag & os.ST_RDONLY):
        sys.exit("this program runs untrusted code: it runs in a sandbox of specwright only")


def main() -> None:
    require_sandbox()
    work = json.loads(sys.stdin.buffer.read())
    for name, text in work["files"].items():
        with open(name, "w", encoding="utf-8", newline="") as file:
            file.write(text)
    for command in work["steps"]:
        pid = os.posix_spawn(command[0], command, os.environ)
        code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
        if code:
            sys.exit(code if code > 0 else 128 - code)


if __name__ == "__main__":
    main()
    os._exit(0)  # there is nothing to tidy up, and somebody waits
