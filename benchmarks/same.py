"""`specwright same` on pairs of versions with a known answer.

    python -m benchmarks.same --quick
    python -m benchmarks.same --hypothesis
    python -m benchmarks.same --data PATH [--take N]

The table `same_data` has pairs in five languages that behave alike or differ in something subtle. It was written
together with the search, so its figures are in-sample. `--hypothesis` gives plain Hypothesis the same types and
the same processor time on the pairs in Python. `--data` takes the right and buggy programs of humanevalpack, which
always differ. Processor seconds are ours and all of the sandbox's. The last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import resource
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from benchmarks.rewards import Sandboxed
from benchmarks.same_hypothesis import found_by_hypothesis
from benchmarks.same_pairs import LANGUAGES, KnownPair, own_pairs, pack_pairs
from specwright.client.asynchronous import AsyncClient
from specwright.core.errors import SpecwrightError
from specwright.core.existing.comparison import Likeness, SameReport


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, help="folder with humanevalpack_LANGUAGE.jsonl.gz")
    parser.add_argument("--take", type=int, default=0, help="only so many pairs of each language, spread over all")
    parser.add_argument("--language", choices=LANGUAGES, action="append")
    parser.add_argument("--hypothesis", action="store_true")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--quick", action="store_true", help="6 pairs of each language")
    given = parser.parse_args()
    Sandboxed.count()
    take = given.take or (6 if given.quick else 0)
    figures: dict[str, Any] = {}
    for language in given.language or LANGUAGES:
        pairs = list(pack_pairs(given.data, language)) if given.data else own_pairs(language)
        chosen = pairs[:: max(1, len(pairs) // take)][:take] if take else pairs
        figures[language] = asyncio.run(measured(chosen, given.seed, hypothesis=given.hypothesis))
    total = {
        key: sum(row[key] for row in figures.values()) for key in ("differ", "found", "alike", "wrong", "undecided")
    }
    share = total["found"] / max(1, total["differ"])
    holds = total["wrong"] == 0 and (share >= 0.95 or given.data is not None)
    print(json.dumps({**figures, "all": total, "found": round(share, 3), "bar_holds": holds}))


async def measured(pairs: Sequence[KnownPair], seed: int, *, hypothesis: bool) -> dict[str, Any]:
    """Compare every pair, and print those with another answer than the known one."""
    counts = dict.fromkeys(("differ", "found", "alike", "wrong", "undecided", "hypothesis"), 0)
    spent = longest = 0.0
    began = time.monotonic()
    async with AsyncClient() as client:
        for pair in pairs:
            with written(pair) as (old, new):
                before = cpu()
                report = await answered(client, old, new, seed)
                likeness = Likeness.UNDECIDED if isinstance(report, str) else report.likeness
                used = cpu() - before
            spent, longest = spent + used, max(longest, used)
            counts["differ" if pair.what else "alike"] += 1
            counts["undecided"] += likeness is Likeness.UNDECIDED
            is_right = likeness is (Likeness.DIFFERENT if pair.what else Likeness.NO_DIFFERENCE)
            counts["found"] += bool(pair.what) and is_right
            counts["wrong"] += not pair.what and likeness is Likeness.DIFFERENT
            if not is_right:
                why = report if isinstance(report, str) else [(x.why, x.difference) for x in report.comparisons]
                print(f"{pair.language:<11} {pair.name}: {likeness.value} {why}", flush=True)
            if hypothesis and pair.language == "python":
                theirs = found_by_hypothesis(pair.old, pair.new, pair.function, max(used, 0.2))
                counts["hypothesis"] += bool(pair.what) and theirs
                if theirs != bool(pair.what):
                    print(f"hypothesis  {pair.name}: {'DIFFERENT' if theirs else 'not found'}", flush=True)
    per = round(spent / max(1, len(pairs)), 2)
    return {**counts, "cpu_s": per, "longest_cpu_s": round(longest, 2), "seconds": round(time.monotonic() - began, 1)}


async def answered(client: AsyncClient, old: str, new: str, seed: int) -> SameReport | str:
    """Return the report, or why there is none."""
    try:
        return await client.same(old, new, seed=seed)
    except SpecwrightError as error:
        return error.message


@contextmanager
def written(pair: KnownPair) -> Iterator[tuple[str, str]]:
    """Write both versions, and return what is compared."""
    with tempfile.TemporaryDirectory() as place:
        paths = [Path(place) / f"{name}{pair.suffix}" for name in ("old", "new")]
        for path, code in zip(paths, (pair.old, pair.new), strict=True):
            path.write_text(code, "utf-8")
        yield f"{paths[0]}::{pair.function}", f"{paths[1]}::{pair.function}"


def cpu() -> float:
    """Return the processor seconds of this process and of its sandboxes."""
    own = resource.getrusage(resource.RUSAGE_SELF)
    return own.ru_utime + own.ru_stime + Sandboxed.seconds


if __name__ == "__main__":
    main()
