"""Runs commands one after the other, up to the first that fails; runs inside the sandbox. Argument: a JSON array."""

import json
import os
import sys

for command in json.loads(sys.argv[1]):
    pid = os.posix_spawn(command[0], command, os.environ)
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    if code:
        sys.exit(code if code > 0 else 128 - code)
