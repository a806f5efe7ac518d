"""Imports packages once and tells what that took and left; runs inside the sandbox, standard library only.

Arguments: the folder of the packages, and for each required package its name and modules as `NAME=MODULE,MODULE`.
Report on descriptor 3: JSON with `imported`, `failed` {name: error}, `left` (what calls could share), `memory` and
`address` (bytes), `files` (the modules that were loaded, below the folder).
"""

from __future__ import annotations

import json
import os
import sys


def main() -> None:
    """Import, look, report."""
    folder, *packages = sys.argv[1:]
    sys.path.append(folder)
    before, known = sizes(), descriptors()
    imported: list[str] = []
    failed: dict[str, str] = {}
    for package in packages:
        name, _, modules = package.partition("=")
        errors = []
        for module in modules.split(",") if modules else []:
            try:
                __import__(module)
                imported.append(module)
            except BaseException as error:
                errors.append("%s: %s" % (type(error).__name__, error))
        if errors and not set(modules.split(",")) & set(imported):
            failed[name] = errors[0]
    after = sizes()
    told = {
        "imported": imported,
        "failed": failed,
        "left": left_behind(known),
        "address": max(0, after[0] - before[0]),
        "memory": max(0, after[1] - before[1]),
        "files": loaded(folder),
    }
    with os.fdopen(3, "w") as report:
        json.dump(told, report)
    sys.stderr.flush()
    os._exit(0)


def sizes() -> tuple[int, int]:
    """Bytes of address space and of memory."""
    with open("/proc/self/statm") as file:
        total, resident, *_ = map(int, file.read().split())
    page = os.sysconf("SC_PAGE_SIZE")
    return total * page, resident * page


def left_behind(known: set[str]) -> list[str]:
    """What an import left that two forked calls would share, or that a fork would not copy."""
    found = []
    if len(os.listdir("/proc/self/task")) > 1:
        found.append("threads")
    with open("/proc/self/task/%d/children" % os.getpid()) as file:
        if file.read().strip():
            found.append("processes")
    if descriptors() - known:
        found.append("descriptors")
    with open("/proc/self/maps") as file:
        if any(line.split()[1][1] == "w" and line.split()[1][3] == "s" for line in file):
            found.append("shared memory")
    return found


def descriptors() -> set[str]:
    """What is open; listing it opens one more, which is gone again."""
    return {name for name in os.listdir("/proc/self/fd") if os.path.lexists("/proc/self/fd/" + name)}


def loaded(folder: str) -> list[str]:
    places = [getattr(module, "__file__", None) for module in list(sys.modules.values())]
    return sorted({os.path.relpath(str(place), folder) for place in places if str(place).startswith(folder + "/")})


if __name__ == "__main__":
    main()
