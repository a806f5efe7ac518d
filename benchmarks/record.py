"""How much `--record` slows a project's own tests, and what a comparison of a function costs.

    python -m benchmarks.record --quick

A made-up project's tests call one function 30, 3,000 and 100,000 times. They run in the sandbox as they are, and while
the calls are written down, in turns; processor seconds are the kernel's. The second figure is of `specwright same` on a
function of 50 lines with 2,000 inputs. The last line is JSON, with the bars: a factor below 2, and below 3 seconds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import tempfile
from pathlib import Path
from typing import Any

from benchmarks.rewards import Sandboxed
from benchmarks.same import cpu
from specwright.adapters.machine.runners import packaged
from specwright.app import Resources
from specwright.client.asynchronous import AsyncClient
from specwright.config import load_settings
from specwright.core.program.package import Package
from specwright.languages.loading import packaging_for
from specwright.languages.python.existing.recording import read_recording, recording_job
from specwright.languages.python.packaging import PythonPackaging
from specwright.ports.language import CallLimits

LENGTHS = (30, 3_000, 100_000)
CODE = '''"""Texts."""


def words(text: str, least: int = 1) -> list[str]:
    """Return the words of a text."""
    return [word for word in text.lower().split() if len(word) >= least]
'''
TEST = """from kit import words


def test_words():
    for number in range({count}):
        assert words("The cat number %d and the dog" % number, least=2)[0] == "the"
"""
LONG = "def f(values: list[int], limit: int = 10) -> list[int]:\n    found = []\n"
LONG += "".join(
    f"    for value in values:\n        if value % {n} == {n % 3} and value < limit * {n}:\n"
    f"            found.append(value // {n} + {n})\n        elif value == {n * 7}:\n            found.append(-{n})\n"
    for n in range(2, 12)
)
LONG += "    return sorted(found)\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="3 turns instead of 7")
    given = parser.parse_args()
    Sandboxed.count()
    figures = asyncio.run(measured(3 if given.quick else 7))
    worst = max(figures["factors"].values())
    print(json.dumps({**figures, "bar_holds": worst < 2 and figures["same_cpu_s"] < 3}))


async def measured(turns: int) -> dict[str, Any]:
    async with Resources(load_settings({})) as resources:
        sandbox = await resources.real_sandbox()
        packaging = packaging_for("python", sandbox, packaged)
        assert isinstance(packaging, PythonPackaging)
        factors = {str(length): await factor(sandbox, packaging, length, turns) for length in LENGTHS}
    with tempfile.TemporaryDirectory() as place:
        for name in ("old", "new"):
            Path(place, f"{name}.py").write_text(LONG)
        async with AsyncClient() as client:
            before = cpu()
            report = await client.same(f"{place}/old.py", f"{place}/new.py")
            spent = cpu() - before
    return {
        "factors": factors,
        "same_lines": LONG.count("\n"),
        "same_inputs": report.comparisons[0].tried,
        "same_cpu_s": round(spent, 2),
    }


async def factor(sandbox: Any, packaging: PythonPackaging, length: int, turns: int) -> float:
    """Return how many times as much processor time the tests take while their calls are written down."""
    package = Package(
        name="kit", summary="kit", sources={"kit.py": CODE}, tests={"test_kit.py": TEST.format(count=length)}
    )
    recording = recording_job(packaging, package, "kit.py", ["words"], "pytest -q", CallLimits(memory_bytes=2**30))
    plain = recording_job(packaging, package, "kit.py", [], "pytest -q", CallLimits(memory_bytes=2**30))
    pairs = []
    for _ in range(turns):
        slow, fast = await sandbox.run(recording), await sandbox.run(plain)
        pairs.append(float(slow.cpu_seconds / fast.cpu_seconds))
    [calls] = read_recording(slow, ["words"], "pytest -q")
    print(f"{length:>7} calls: {calls.seen} seen, {len(calls.calls)} written down, factors {sorted(pairs)}", flush=True)
    return round(statistics.median(pairs), 2)


if __name__ == "__main__":
    main()
