"""What does the sandbox cost? A function task of 20 cases against compiling and running the same program by hand.

    python benchmarks/languages_speed.py [--quick] [--rounds N] [--language NAME ...]

By hand means: the language's own commands on a program that makes the same 20 calls and prints the results, with no
sandbox. Ours means: the same function through `execute`, sandboxes kept warm, all 20 cases compared. Rounds of both
take turns, and the ratio is that of the medians. `ten` is ten candidates of the same task, built and run together,
against one, both with no sandbox ready; `ten warm` the same with one build and one run ready in each.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from platformdirs import user_cache_path

from specwright.adapters.toolchains import ready
from specwright.core.candidate import Candidate
from specwright.core.signature import Parameter, Signature
from specwright.core.testcase import Returns, TestCase, Tier
from specwright.core.types import Type
from specwright.languages.found import Found
from specwright.languages.python import local_interpreter
from specwright.languages.registry import toolchain_for
from specwright.pipeline.build import Builds
from specwright.pipeline.execute import execute
from specwright.ports import CallLimits, Program, Sandbox, Toolchain
from specwright.sandbox import open_sandbox

INT: Final = Type.parse("int")
SIGNATURE: Final = Signature(name="count_primes", params=(Parameter(name="limit", type=INT),), returns=INT)
LIMITS: Final = CallLimits(seconds=60.0)
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


def commands(language: str, found: Found | None) -> list[list[str]]:
    tools = found.programs if found else {}
    match language:
        case "python":
            return [[local_interpreter()[0], "main.py"]]
        case "javascript":
            return [[tools["node"], "main.mjs"]]
        case "java":
            return [[tools["javac"], "Main.java", "Solution.java"], [tools["java"], "Main"]]
        case "go":
            return [[tools["go"], "build", "-o", "main", "main.go"], ["./main"]]
        case _:
            return [[tools["rustc"], "--edition=2021", "-Copt-level=1", "main.rs"], ["./main"]]


def by_hand(language: str, found: Found | None) -> Callable[[], None]:
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
    await asyncio.sleep(3.0 * count)


async def timed(work: Any) -> float:
    began = time.monotonic()
    await work
    return time.monotonic() - began


async def measure(sandbox: Sandbox, language: str, rounds: int) -> dict[str, Any]:
    found = None if language == "python" else await asyncio.to_thread(ready, language)
    toolchain = toolchain_for(language, sandbox, ready)
    hand = by_hand(language, found)
    await asyncio.to_thread(hand)
    bare, boxed, ten, cold, cold_ten = [], [], [], [], []
    comment = "#" if language == "python" else "//"
    for round_ in range(rounds):
        bare.append(await timed(asyncio.to_thread(hand)))
        await ready_sandboxes(sandbox, toolchain, 1)
        boxed.append(await timed(ours(sandbox, toolchain, CODE[language])))
        if language in ("java", "go", "rust"):
            many = [f"{CODE[language]}{comment} {round_} {n}\n" for n in range(10)]
            await ready_sandboxes(sandbox, toolchain, 1)
            ten.append(await timed(ours(sandbox, toolchain, *many)))
            await ready_sandboxes(sandbox, toolchain, 0)
            cold.append(await timed(ours(sandbox, toolchain, CODE[language])))
            cold_ten.append(await timed(ours(sandbox, toolchain, *many)))
    hand_s, ours_s = statistics.median(bare), statistics.median(boxed)
    told: dict[str, Any] = {"language": language, "bare_s": hand_s, "ours_s": ours_s, "ratio": ours_s / hand_s}
    if ten:
        told["ten_to_one"] = statistics.median(cold_ten) / statistics.median(cold)
        told["ten_to_one_warm"] = statistics.median(ten) / ours_s
    return told


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="one round")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--language", action="append", choices=sorted(CODE), help="only this one; repeatable")
    chosen = parser.parse_args()
    sandbox = await open_sandbox("auto")
    measured = []
    print(f"{'language':12}{'by hand s':>10}{'ours s':>9}{'ratio':>7}{'ten to one':>12}{'ten warm':>10}")
    try:
        for language in chosen.language or CODE:
            told = await measure(sandbox, language, 1 if chosen.quick else chosen.rounds)
            measured.append(told)
            ten = f"{told['ten_to_one']:>12.2f}{told['ten_to_one_warm']:>10.2f}" if "ten_to_one" in told else ""
            print(f"{language:12}{told['bare_s']:>10.3f}{told['ours_s']:>9.3f}{told['ratio']:>7.2f}{ten}", flush=True)
    finally:
        await sandbox.close()
    print(json.dumps({"benchmark": "languages_speed", "languages": measured}))


if __name__ == "__main__":
    asyncio.run(main())
