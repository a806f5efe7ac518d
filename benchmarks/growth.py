"""Is the growth of cost told right? Forty functions of known complexity, measured in the sandbox.

    python -m benchmarks.growth [--quick] [--rounds N] [--only NAME]

Right means that the class is told and is the known one. `unknown` is allowed; confidently wrong by more than one class
is not. The bar is 36 of 40 right and none wrong by more than one.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import textwrap
import time
from typing import Any, Final

from benchmarks.growth_functions import FUNCTIONS, Known
from specwright.core.work.performance import Growth
from specwright.languages.python.toolchain import PythonToolchain
from specwright.pipeline.running.timing import measure, timed_program
from specwright.ports.language import CallLimits, Program
from specwright.ports.sandbox import Sandbox
from specwright.quality.growth import ORDER, estimate
from specwright.sandbox import open_sandbox

BAR: Final = 36
LIMITS: Final = CallLimits(seconds=20.0)


async def tell(sandbox: Sandbox, known: Known) -> dict[str, Any]:
    program = Program(code=textwrap.dedent(known.code), signature=known.signature)
    began = time.monotonic()
    measured = await measure(await timed_program(sandbox, PythonToolchain(), program, LIMITS))
    found = estimate(measured.samples)
    told: Growth | None = found.growth if found else None
    off = abs(ORDER.index(told) - ORDER.index(known.growth)) if told else None
    return {
        "name": known.signature.name,
        "known": known.growth.value,
        "told": told.value if told else None,
        "off": off,
        "shape": measured.shape.name if measured.shape else "",
        "words": found.words if found else measured.note or "nothing fits",
        "samples": [[sample.size, sample.cpu_seconds] for sample in measured.samples],
        "seconds": round(time.monotonic() - began, 1),
    }


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="every fifth function")
    parser.add_argument("--rounds", type=int, default=1, help="measure everything so many times")
    parser.add_argument("--only", help="only functions whose name contains this")
    chosen = parser.parse_args()
    functions = FUNCTIONS[::5] if chosen.quick else FUNCTIONS
    functions = tuple(one for one in functions if not chosen.only or chosen.only in one.signature.name)
    sandbox = await open_sandbox("auto")
    rows = []
    print(f"{'function':24}{'known':>12}{'told':>12}  how")
    try:
        for _ in range(chosen.rounds):
            for known in functions:
                row = await tell(sandbox, known)
                rows.append(row)
                mark = "" if row["off"] == 0 else "  ?" if row["off"] is None else "  WRONG"
                shown = f"{row['name']:24}{row['known']:>12}{row['told'] or 'unknown':>12}"
                print(f"{shown}{mark}  {row['words']} ({row['shape']}, {row['seconds']} s)", flush=True)
    finally:
        await sandbox.close()
    right = sum(row["off"] == 0 for row in rows)
    far = sum((row["off"] or 0) > 1 for row in rows)
    unknown = sum(row["off"] is None for row in rows)
    print(f"{right} of {len(rows)} right, {unknown} unknown, {far} wrong by more than one class")
    whole = not chosen.quick and not chosen.only
    met = right >= BAR * chosen.rounds and far == 0 if whole else None
    figures = {"right": right, "of": len(rows), "unknown": unknown, "far": far, "met": met}
    print(json.dumps({"benchmark": "growth", **figures, "rows": rows}))


if __name__ == "__main__":
    asyncio.run(main())
