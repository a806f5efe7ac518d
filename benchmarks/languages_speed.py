"""What does the sandbox cost? A function task of 20 cases against compiling and running the same program by hand.

    python benchmarks/languages_speed.py [--quick] [--rounds N] [--language NAME ...]

By hand means: the language's own commands on a program that makes the same 20 calls and prints the results, with no
sandbox; what is generated is optimised and checked alike. Ours means: the same function through `execute`, sandboxes
kept warm, all 20 cases compared. In every round one follows the other, now this first and now that, and each round has
its own ratio, so that a machine that is busy for a while burdens both: told are the median of these, the smallest and
the largest. `ten` is ten candidates of the same task, built and run together, against one, both with no sandbox ready;
`ten warm` the same with one build and one run ready in each. The bars are 1.3 for the ratio and 4 for `ten`; the exit
status is 1 where one does not hold.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, Final

from platformdirs import user_cache_path

from benchmarks.plain import plain_python
from specwright.adapters.machine.toolchains import ready
from specwright.core.program.candidate import Candidate
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.loading import toolchain_for
from specwright.languages.rust.toolchain import CODE_OPTIONS
from specwright.pipeline.running.build import Builds
from specwright.pipeline.running.execute import execute
from specwright.ports.language import CallLimits, Program, Toolchain
from specwright.ports.sandbox import Sandbox
from specwright.sandbox import open_sandbox

INT: Final = Type.parse("int")
SIGNATURE: Final = Signature(name="count_primes", params=(Parameter(name="limit", type=INT),), returns=INT)
LIMITS: Final = CallLimits(seconds=60.0)
BAR: Final = 1.3
BAR_OF_TEN: Final = 4.0
STARTING_SECONDS: Final = 1.0
"""What a sandbox gets to become ready in."""
CODE: Final = {
    "python": (
        "def count_primes(limit):\n"
        "    return sum(all(n % d for d in range(2, int(n**0.5) + 1)) for n in range(2, limit))\n"
    ),
    "javascript": (
        "export function countPrimes(limit) {\n  let count = 0;\n  next: for (let n = 2; n < limit; n++) {\n"
        "    for (let d = 2; d * d <= n; d++) if (n % d === 0) continue next;\n    count++;\n  }\n  return count;\n}\n"
    ),
    "java": (
        "public class Solution {\n  public static long countPrimes(long limit) {\n    long count = 0;\n"
        "    next: for (long n = 2; n < limit; n++) {\n      for (long d = 2; d * d <= n; d++) if (n % d == 0) "
        "continue next;\n      count++;\n    }\n    return count;\n  }\n}\n"
    ),
    "go": (
        "package solution\n\nfunc CountPrimes(limit int) int {\n\tcount := 0\nnext:\n"
        "\tfor n := 2; n < limit; n++ {\n\t\tfor d := 2; d*d <= n; d++ {\n\t\t\tif n%d == 0 {\n\t\t\t\tcontinue next\n"
        "\t\t\t}\n\t\t}\n\t\tcount++\n\t}\n"
        "\treturn count\n}\n"
    ),
    "rust": (
        "pub fn count_primes(limit: i64) -> i64 {\n    (2..limit).filter(|n| (2..).take_while(|d| d * d <= *n)"
        ".all(|d| n % d != 0)).count() as i64\n}\n"
    ),
}
CALLS: Final = {
    "python": ("main.py", "{code}\nfor limit in range(20):\n    print(count_primes(limit))\n"),
    "javascript": ("main.mjs", "{code}\nfor (let limit = 0; limit < 20; limit++) console.log(countPrimes(limit));\n"),
    "java": (
        "Main.java",
        (
            "class Main { public static void main(String[] a) { for (long l = 0; l < 20; l++) "
            "System.out.println(Solution.countPrimes(l)); } }\n"
        ),
    ),
    "go": ("main.go", "{code}\nfunc main() {{ for l := 0; l < 20; l++ {{ fmt.Println(CountPrimes(l)) }} }}\n"),
    "rust": ("main.rs", '{code}\nfn main() {{ for l in 0..20 {{ println!("{{}}", count_primes(l)); }} }}\n'),
}


def commands(language: str, found: InstalledTools | None) -> list[list[str]]:
    tools = found.programs if found else {}
    match language:
        case "python":
            return [[plain_python(), "main.py"]]
        case "javascript":
            return [[tools["node"], "main.mjs"]]
        case "java":
            return [[tools["javac"], "Main.java", "Solution.java"], [tools["java"], "Main"]]
        case "go":
            return [[tools["go"], "build", "-o", "main", "main.go"], ["./main"]]
        case _:
            return [[tools["rustc"], "--edition=2021", *CODE_OPTIONS, "main.rs"], ["./main"]]


def by_hand(language: str, found: InstalledTools | None) -> Callable[[], None]:
    name, text = CALLS[language]
    code = CODE[language]
    if language == "go":
        code = code.replace("package solution\n", 'package main\n\nimport "fmt"\n')
    env = {**os.environ, "GOCACHE": str(user_cache_path("specwright") / "go-build"), "GOTOOLCHAIN": "local"}

    def run() -> None:
        with tempfile.TemporaryDirectory() as folder:
            Path(folder, name).write_text(text.format(code=code) if "{code}" in text else text)
            Path(folder, "Solution.java").write_text(code)
            for command in commands(language, found):
                subprocess.run(command, cwd=folder, check=True, capture_output=True, env=env)

    return run


def cases() -> list[TestCase]:
    primes = [0, 0, 0, 1, 2, 2, 3, 3, 4, 4, 4, 4, 5, 5, 6, 6, 6, 6, 7, 7]
    return [
        TestCase(id=f"t{n}", name="", inputs={"limit": n}, expected=Returns(value=count), tier=Tier.USER)
        for n, count in enumerate(primes)
    ]


async def ours(sandbox: Sandbox, toolchain: Toolchain, *codes: str) -> None:
    """The candidates as a run of ours would try them: built together, each in sandboxes of its own."""
    builds = Builds()
    programs = [Program(code=code, signature=SIGNATURE) for code in codes]

    async def one(program: Program) -> None:
        candidate = Candidate(id="c", code=program.code, language=toolchain.language, origin="benchmark")
        built = await builds.of(sandbox, toolchain, program, programs)
        done = await execute(sandbox, toolchain, candidate, SIGNATURE, cases(), limits=LIMITS, built=built)
        assert done.all_passed, done.results[0].outcome

    await asyncio.gather(*map(one, programs))


async def ready_sandboxes(sandbox: Sandbox, toolchain: Toolchain, count: int) -> None:
    for job in (toolchain.idle_build(), toolchain.idle(LIMITS)):
        if job is not None:
            await sandbox.warm(job, count)
    await asyncio.sleep(STARTING_SECONDS * count)


async def timed(work: Awaitable[None]) -> float:
    began = time.monotonic()
    await work
    return time.monotonic() - began


async def beside_hand(sandbox: Sandbox, toolchain: Toolchain, hand: Callable[[], None], rounds: int) -> dict[str, Any]:
    """One candidate in warm sandboxes against the same by hand."""
    bare, boxed = [], []
    for round_ in range(rounds):
        await ready_sandboxes(sandbox, toolchain, 1)
        if round_ % 2:
            bare.append(await timed(asyncio.to_thread(hand)))
        boxed.append(await timed(ours(sandbox, toolchain, CODE[toolchain.language])))
        if not round_ % 2:
            bare.append(await timed(asyncio.to_thread(hand)))
    ratios = [mine / theirs for mine, theirs in zip(boxed, bare, strict=True)]
    return {"bare_s": statistics.median(bare), "ours_s": statistics.median(boxed), **spread("ratio", ratios)}


async def beside_one(sandbox: Sandbox, toolchain: Toolchain, rounds: int) -> dict[str, Any]:
    """Ten candidates against one, with and without sandboxes that are ready."""
    code = CODE[toolchain.language]
    ratios: dict[int, list[float]] = {0: [], 1: []}
    for round_ in range(rounds):
        many = [f"{code}// {round_} {n}\n" for n in range(10)]
        for count, found in ratios.items():
            await ready_sandboxes(sandbox, toolchain, count)
            one = await timed(ours(sandbox, toolchain, code))
            await ready_sandboxes(sandbox, toolchain, count)
            found.append(await timed(ours(sandbox, toolchain, *many)) / one)
    return spread("ten_to_one", ratios[0]) | spread("ten_to_one_warm", ratios[1])


def spread(name: str, ratios: list[float]) -> dict[str, Any]:
    return {name: statistics.median(ratios), f"{name}_range": [min(ratios), max(ratios)]}


async def measure(sandbox: Sandbox, language: str, rounds: int, tens: int) -> dict[str, Any]:
    found = None if language == "python" else await asyncio.to_thread(ready, language)
    toolchain = toolchain_for(language, sandbox, ready)
    hand = by_hand(language, found)
    await asyncio.to_thread(hand)
    told = {"language": language, "rounds": rounds, **await beside_hand(sandbox, toolchain, hand, rounds)}
    if language in ("java", "go", "rust"):
        told |= await beside_one(sandbox, toolchain, tens)
    told["holds"] = told["ratio"] <= BAR and told.get("ten_to_one", 0.0) < BAR_OF_TEN
    return told


def line(told: dict[str, Any]) -> str:
    """A row of the table."""

    def shown(name: str) -> str:
        if name not in told:
            return ""
        least, most = told[f"{name}_range"]
        return f"{told[name]:.2f} ({least:.2f}-{most:.2f})"

    seconds = f"{told['bare_s']:>10.3f}{told['ours_s']:>9.3f}"
    ratios = "".join(f"{shown(name):>19}" for name in ("ratio", "ten_to_one", "ten_to_one_warm"))
    return f"{told['language']:12}{seconds}{ratios}"


async def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="three rounds, two of ten candidates")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--language", action="append", choices=sorted(CODE), help="only this one; repeatable")
    chosen = parser.parse_args()
    rounds, tens = (3, 2) if chosen.quick else (chosen.rounds, max(1, chosen.rounds // 2))
    sandbox = await open_sandbox("auto")
    measured = []
    print(f"{'language':12}{'by hand s':>10}{'ours s':>9}{'ratio':>19}{'ten to one':>19}{'ten warm':>19}")
    try:
        for language in chosen.language or CODE:
            measured.append(await measure(sandbox, language, rounds, tens))
            print(line(measured[-1]), flush=True)
    finally:
        await sandbox.close()
    print(json.dumps({"benchmark": "languages_speed", "quick": chosen.quick, "languages": measured}))
    return 0 if all(told["holds"] for told in measured) else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
