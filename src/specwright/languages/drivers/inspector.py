"""Runs tools over a project, one after the other, and reports their output; runs inside the sandbox.

Its input is one JSON object on descriptor 0: commands {name: [word, ...]}, seconds (for each). The report, on
descriptor 3, is {name: [exit status or None, stdout, stderr]}. The project lies in the folder `project`. A command
whose first word is `python` is run by this interpreter.
"""

import json
import os
import subprocess
import sys
from typing import Any


def run(command: list[str], seconds: float) -> list[Any]:
    program = [sys.executable] if command[0] == "python" else command[:1]
    try:
        done = subprocess.run(
            [*program, *command[1:]], capture_output=True, timeout=seconds, check=False, stdin=subprocess.DEVNULL
        )
    except subprocess.TimeoutExpired:
        return [None, "", "the time was up"]
    except OSError as error:
        return [None, "", str(error)]
    return [done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")[-20000:]]


def require_sandbox() -> None:
    """Exit unless this is one of our sandboxes; see `confinement.py`."""
    if not (os.path.lexists("/.specwright") and os.statvfs("/").f_flag & os.ST_RDONLY):
        sys.exit("this program runs untrusted code: it runs in a sandbox of specwright only")


def main() -> None:
    require_sandbox()
    work = json.loads(sys.stdin.buffer.read())
    os.chdir("project")
    told = {name: run(command, work["seconds"]) for name, command in work["commands"].items()}
    with os.fdopen(3, "wb") as report:
        report.write(json.dumps(told).encode())


if __name__ == "__main__":
    main()
