from __future__ import annotations

from typing import TypeVar

import pytest

from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.candidate import Candidate
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.testcase import Returns, TestCase, Tier
from specwright.pipeline.running.execute import execute
from specwright.ports.language import CallLimits, Toolchain

from .conftest import Bench

INT = Type.parse("int")
F = Signature(name="do_it", params=(Parameter(name="x", type=INT),), returns=INT)
LIMITS = CallLimits(seconds=40.0, memory_bytes=256 * 1024 * 1024)

# 0 is well, 1 loops, 2 overflows the stack, 3 fails, 4 prints a gigabyte, 5 ends the process, 6 takes all memory.
BAD = {
    "python": """
import os
def down(n): return down(n + 1) + 1
def do_it(x):
    if x == 1:
        while True: pass
    if x == 2: return down(0)
    if x == 3: return [][1]
    if x == 4:
        for _ in range(1024): print("x" * 2**20)
    if x == 5: os._exit(0)
    if x == 6: return len(bytearray(10**10))
    return x
""",
    "javascript": """
const down = (n) => down(n + 1) + 1;
export function doIt(x) {
  if (x === 1) for (;;);
  if (x === 2) return down(0);
  if (x === 3) return null.length;
  if (x === 4) for (let i = 0; i < 1024; i++) console.log('x'.repeat(2 ** 20));
  if (x === 5) process.exit(0);
  if (x === 6) { const all = []; for (;;) all.push(new Array(1000).fill(all.length)); }
  return x;
}
""",
    "java": """
import java.util.*;
public class Solution {
    static long down(long n) { return down(n + 1) + 1; }
    public static long doIt(long x) {
        if (x == 1) while (true) { }
        if (x == 2) return down(0);
        if (x == 3) return (new long[0])[(int) x];
        if (x == 4) for (int i = 0; i < 1024; i++) System.out.println("x".repeat(1 << 20));
        if (x == 5) System.exit(0);
        if (x == 6) { List<long[]> all = new ArrayList<>(); while (true) all.add(new long[1 << 16]); }
        return x;
    }
}
""",
    "go": """
package solution

import ("fmt"; "os"; "strings")

func down(n int) int { return down(n+1) + 1 }

func DoIt(x int) int {
	switch x {
	case 1: for { x++ }
	case 2: return down(0)
	case 3: return []int{}[x]
	case 4: for i := 0; i < 1024; i++ { fmt.Println(strings.Repeat("x", 1<<20)) }
	case 5: os.Exit(0)
	case 6: var all [][]byte; for { all = append(all, []byte(strings.Repeat("x", 1<<20))) }
	}
	return x
}
""",
    "rust": """
fn down(n: i64) -> i64 { std::hint::black_box(down(std::hint::black_box(n + 1)) + 1) }
fn do_it(x: i64) -> i64 {
    match x {
        1 => loop { std::hint::black_box(x); },
        2 => down(0),
        3 => Vec::<i64>::new()[std::hint::black_box(1)],
        4 => { for _ in 0..1024 { println!("{}", "x".repeat(1 << 20)); } x }
        5 => std::process::exit(0),
        6 => { let mut all = Vec::new(); loop { all.push(vec![all.len() as i64 + 1; 1 << 16]); } }
        _ => x,
    }
}
""",
}


def named(toolchain: Toolchain) -> str:
    """A program in JavaScript is one in TypeScript."""
    return "javascript" if toolchain.language == "typescript" else toolchain.language


T = TypeVar("T")


def of(table: dict[str, T], toolchain: Toolchain) -> T:
    return table[named(toolchain)]


def run(
    bench: Bench,
    toolchain: Toolchain,
    code: str,
    inputs: list[int],
    *,
    signature: Signature = F,
    limits: CallLimits = LIMITS,
) -> list[Outcome]:
    names = [param.name for param in signature.params]
    cases = [
        TestCase(id=str(x), name="", inputs=dict.fromkeys(names, x), expected=Returns(value=x), tier=Tier.USER)
        for x in inputs
    ]
    candidate = Candidate(id="c", code=code, language=toolchain.language, origin="test")
    done = bench.runner.run(
        execute(bench.sandbox, toolchain, candidate, signature, cases, limits=limits, isolated=True)
    )
    return [result.outcome for result in done.results]


@pytest.mark.timeout(300)
def test_each_bad_end_of_a_call_is_an_outcome_of_that_call_alone(bench: Bench, toolchain: Toolchain) -> None:
    good, overflow, fault, flood, gone, memory, again = run(bench, toolchain, of(BAD, toolchain), [0, 2, 3, 4, 5, 6, 0])
    assert (good.value, again.value) == (0, 0)
    deep = {"python": "RecursionError", "javascript": "RangeError", "java": "StackOverflowError"}
    assert overflow.error == deep.get(named(toolchain), "stack overflow"), overflow
    assert fault.ending is Ending.RAISED
    kinds = {"python": "IndexError", "javascript": "TypeError", "java": "ArrayIndexOutOfBoundsException"}
    assert fault.error == kinds.get(named(toolchain), "panic")
    assert flood.ending in (
        {Ending.OUTPUT_LIMIT, Ending.RAISED} if toolchain.language == "python" else {Ending.OUTPUT_LIMIT}
    )
    assert len(flood.stdout) < 200_000
    assert (gone.ending, gone.error) == (Ending.CRASHED, "ended without returning (exit status 0)")
    assert memory.ending is Ending.OUT_OF_MEMORY, memory


@pytest.mark.timeout(300)
def test_a_call_that_does_not_end_is_ended_and_the_next_one_is_made(bench: Bench, toolchain: Toolchain) -> None:
    limits = CallLimits(seconds=2.0, memory_bytes=LIMITS.memory_bytes)
    loop, good = run(bench, toolchain, of(BAD, toolchain), [1, 0], limits=limits)
    assert (loop.ending, good.value) == (Ending.TIMEOUT, 0)


GOOD = {
    "python": "def do_it(x): return x\n",
    "javascript": "export function doIt(x) { return x; }\n",
    "java": "public class Solution { public static long doIt(long x) { return x; } }\n",
    "go": "package solution\n\nfunc DoIt(x int) int { return x }\n",
    "rust": "pub fn do_it(x: i64) -> i64 { x }\n",
}
BROKEN = {
    "python": ("def do_it(x):\n    return (x\n", "line 2"),
    "javascript": ("export function doIt(x) {\n  return (x;\n}\n", "solution.m"),
    "java": ("public class Solution {\n  public static long doIt(long x) { return y; }\n}\n", "Solution.java:2: error"),
    "go": ("package solution\n\nfunc DoIt(x int) int { return y }\n", "solution.go:3"),
    "rust": ("pub fn do_it(x: i64) -> i64 {\n    y\n}\n", "solution.rs:2"),
}


@pytest.mark.timeout(200)
def test_code_that_does_not_compile_is_told_with_its_place(bench: Bench, toolchain: Toolchain) -> None:
    code, place = of(BROKEN, toolchain)
    [outcome] = run(bench, toolchain, code, [1])
    assert outcome.ending is Ending.NOT_LOADED
    assert place in f"{outcome.error}\n{outcome.detail}"


@pytest.mark.timeout(200)
def test_a_byte_order_mark_is_no_fault(bench: Bench, toolchain: Toolchain) -> None:
    [outcome] = run(bench, toolchain, f"\ufeff{of(GOOD, toolchain)}", [7])
    assert outcome.value == 7, outcome


@pytest.mark.timeout(200)
@pytest.mark.parametrize(
    ("change", "said"),
    [(("do", "re"), "no "), (("x", "\udcff"), ""), (("x", "\0"), "")],
    ids=["missing function", "not UTF-8", "null character"],
)
def test_what_can_be_seen_in_the_text_is_told_without_running_it(
    bench: Bench, toolchain: Toolchain, change: tuple[str, str], said: str
) -> None:
    code = of(GOOD, toolchain).replace(*change).replace(change[0].title(), change[1].title())
    [outcome] = run(bench, toolchain, code, [1])
    assert outcome.ending is Ending.NOT_LOADED
    assert said in (outcome.error or "")


@pytest.mark.timeout(200)
def test_a_wrong_signature_makes_no_call(bench: Bench, toolchain: Toolchain) -> None:
    if named(toolchain) in ("python", "javascript"):
        pytest.skip("the language takes any number of arguments until it is called")
    two = Signature(name="do_it", params=(*F.params, Parameter(name="y", type=INT)), returns=INT)
    [outcome] = run(bench, toolchain, of(GOOD, toolchain), [1], signature=two)
    assert outcome.ending is Ending.NOT_LOADED
    assert "takes 1 arguments, not 2" in (outcome.error or "")


@pytest.mark.timeout(200)
def test_an_argument_that_does_not_fit_the_declared_type_is_said_and_not_bent(
    bench: Bench, toolchain: Toolchain
) -> None:
    if named(toolchain) in ("python", "javascript"):
        pytest.skip("the language declares no types")
    case = TestCase(id="b", name="", inputs={"x": {"$int": hex(2**100)}}, expected=Returns(value=0), tier=Tier.USER)
    candidate = Candidate(id="c", code=of(GOOD, toolchain), language=toolchain.language, origin="test")
    done = bench.runner.run(execute(bench.sandbox, toolchain, candidate, F, [case], limits=LIMITS))
    outcome = done.results[0].outcome
    assert outcome.ending is Ending.NOT_LOADED
    assert "does not fit" in (outcome.error or "")


CLASHES = {
    "python": "import os, json\nchild = run_child = report = main = None\ndef do_it(x): return x\n",
    "javascript": (
        "const decode = 1, encode = 2, entry = 3, work = 4, say = 5, call = 6;\n"
        "JSON.stringify = () => '{}'; Array.isArray = () => true; process.reallyExit = () => {};\n"
        "export function doIt(x) { return x; }\n"
    ),
    "java": (
        "public class Driver { public static long doIt(long x) { return x; } public static void main(String[] a) {} }\n"
        "class Json {} class Encoder {} class Build {}\n"
    ),
    "go": (
        'package main\n\nimport "os"\n\ntype driver struct{}\n\nvar Run, encoder, object = 1, 2, 3\n\n'
        "func main() { os.Exit(3) }\n\nfunc DoIt(x int) int { return x }\n"
    ),
    "rust": (
        "struct Result; struct String; struct Told; struct Arguments; fn told() {} fn run() {} fn main() {}\n"
        "mod specwright_driver {}\npub fn do_it(x: i64) -> i64 { x }\n"
    ),
}


@pytest.mark.timeout(200)
def test_names_of_the_program_do_not_clash_with_the_drivers(bench: Bench, toolchain: Toolchain) -> None:
    [outcome] = run(bench, toolchain, of(CLASHES, toolchain), [7])
    assert outcome.value == 7, outcome
