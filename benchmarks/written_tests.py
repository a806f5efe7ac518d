"""`specwright test` on real packages without their tests: what the new tests reach and notice.

    python -m benchmarks.written_tests --quick
    python -m benchmarks.written_tests --data FOLDER [--only NAME] [--inputs N] [--seed N]

The folder has one of each language (`python`, `javascript`, `go`), and in it one folder for each package: its sources,
with its tests removed. Each source file is a module. Coverage is of lines and branches together, by the language's own
tool. The seeded bugs `noticed`, before and after, are those that the search never saw. `--quick` takes one small module
of our own. The last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import statistics
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.rewards import Sandboxed
from specwright.client.asynchronous import AsyncClient
from specwright.core.existing.tests import FileTests

LANGUAGES = ("python", "javascript", "go")
_SAMPLE = '''"""Ranges of numbers in words."""


def parse(text):
    """Return the numbers of a text.

    >>> parse("1-3,7")
    [1, 2, 3, 7]
    >>> parse("")
    []
    """
    found = []
    for part in filter(None, text.split(",")):
        first, dash, last = part.partition("-")
        if not dash:
            found.append(int(first))
        elif int(first) > int(last):
            raise ValueError("backwards: " + part)
        else:
            found.extend(range(int(first), int(last) + 1))
    return found


def grade(points, *, strict=False):
    if points < 0 or points > 100:
        raise ValueError(points)
    if points >= 90 or (points >= 85 and not strict):
        return "A"
    return "B" if points >= 70 else "C"
'''


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="folder with python/NAME, javascript/NAME, go/NAME")
    parser.add_argument("--only", action="append", help="only the package of that name")
    parser.add_argument("--inputs", type=int, default=2000)
    parser.add_argument("--bugs", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--quick", action="store_true", help="one small module of our own")
    given = parser.parse_args()
    Sandboxed.count()
    with tempfile.TemporaryDirectory() as place:
        if given.quick or given.data is None:
            folder = Path(place) / "python" / "ranges"
            folder.mkdir(parents=True)
            (folder / "ranges.py").write_text(_SAMPLE)
            given.inputs, given.bugs = 300, 6
        data = Path(place) if given.quick or given.data is None else given.data
        rows = [asyncio.run(measured(path, given)) for path in packages(data, given.only)]
    modules = [module for row in rows for module in row["modules"]]
    covered = [module["after"] for module in modules if module["after"] is not None]
    print(
        json.dumps(
            {
                "packages": rows,
                "median_percent_after": round(statistics.median(covered), 1) if covered else None,
                "noticed": [sum(module["noticed"][at] for module in modules) for at in range(2)],
                "others": sum(module["others"] for module in modules),
            }
        )
    )


def packages(data: Path, only: list[str] | None) -> list[Path]:
    found = [path for name in LANGUAGES for path in sorted((data / name).glob("*")) if path.is_dir()]
    return [path for path in found if only is None or path.name in only]


async def measured(folder: Path, given: argparse.Namespace) -> dict[str, Any]:
    """Write the tests of one package, and print what they come to."""
    used = [Sandboxed.seconds, _own_seconds()]
    with tempfile.TemporaryDirectory() as place:
        async with AsyncClient(store=Path(place) / "runs.db") as client:
            result = await client.test(
                folder, language=folder.parent.name, inputs=given.inputs, bugs=given.bugs, seed=given.seed
            )
    assert result.change is not None
    modules = [_figures(file) for file in result.change.evidence.written]
    seconds = round(Sandboxed.seconds - used[0] + _own_seconds() - used[1], 1)
    for module in modules:
        print(f"{folder.name:16} {json.dumps(module)}", flush=True)
    return {"package": folder.name, "language": folder.parent.name, "modules": modules, "cpu_s": seconds}


def _own_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


def _figures(file: FileTests) -> dict[str, Any]:
    counts = Counter(test.origin.value for test in file.kept)
    percents = [
        None if found is None or found.percent is None else round(found.percent, 1)
        for found in (file.before, file.after)
    ]
    noticed = [0 if found is None else found.noticed for found in (file.others_before, file.others_after)]
    guiding = [0 if found is None else found.noticed for found in (file.guiding_before, file.guiding_after)]
    return {
        "path": file.path,
        "before": percents[0],
        "after": percents[1],
        "noticed": noticed,
        "others": file.others_after.bugs if file.others_after else 0,
        "guiding": [*guiding, file.guiding_after.bugs if file.guiding_after else 0],
        "kept": dict(counts),
        "discarded": file.discarded,
        "suspected": [bug.call for bug in file.suspected],
        "tried": file.tried,
    }


if __name__ == "__main__":
    main()
