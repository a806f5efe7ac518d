"""The code generator of PocketFlow's cookbook beside ours: recorded programs and tests, some of the tests wrong.

    python -m benchmarks.pocketflow --data PATH
    python -m benchmarks.pocketflow --data PATH --quick

Both flows ask the same model: recorded tests, recorded programs in a drawn order, and a reviser that cannot tell who is
wrong. Asked for a test it makes the test expect what the code gives; asked for code it sends the next recorded program.
In the cookbook's flow the model also decides which of the two to revise, so it is measured three times: always the
test, always the code, and by a coin. The functions run in our sandbox in both. Tokens are counted as words.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
import resource
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from pocketflow import BatchNode, Flow, Node

from benchmarks.judge_pools import Problem, read_pool
from specwright import Client, load_settings
from specwright.integrations.pocketflow import code_generator_flow
from specwright.ports.model import Question
from specwright.testing.scripted import ScriptedModel

POOL: Final = "he_pool_llm_code_and_tests.jsonl.gz"
TESTS: Final = 8
ITERATIONS: Final = 5
_DOUBTED = re.compile(
    r"^id: (t\d+).*?\n(?:.*\n)*?expected: (.*)\nwhat \d+ independent program\(s\) gave: (.*)$", re.MULTILINE
)
Shared = dict[str, Any]


class Recorded:
    """One problem: what the model of both flows replies, and the truth."""

    def __init__(self, problem: Problem, cases: list[dict[str, Any]], valid: list[bool]) -> None:
        name = problem.signature.name
        self.prompt = re.sub(rf"\b{name}\b", "run_code", problem.prompt)
        entries = list(problem.entries)
        random.Random(problem.id).shuffle(entries)  # a pool lists them by their models
        self.programs = [re.sub(rf"\b{name}\b", "run_code", entry.code) for entry in entries]
        self.right = [entry.right for entry in entries]
        self.signature = problem.signature
        self.cases = cases
        self.valid = valid
        self.words = 0
        self._next = 0

    def restart(self) -> None:
        self.words, self._next = 0, 0

    def say(self, asked: str, reply: str) -> str:
        self.words += len(asked.split()) + len(reply.split())
        return reply

    def program(self) -> str:
        """Return the next recorded program; the last one again when there is none."""
        code = self.programs[min(self._next, len(self.programs) - 1)]
        self._next += 1
        return code

    def answer(self, question: Question) -> str:
        """Return what the model replies to a question of ours."""
        text = question.turns[-1].text
        match question.stage:
            case "specify":
                params = [{"name": p.name, "type": str(p.type)} for p in self.signature.params]
                requirements = [{"text": _sentence(self.prompt)}]
                reply: Any = {"summary": _sentence(self.prompt), "params": params, "requirements": requirements}
                reply["returns"] = str(self.signature.returns)
            case "write_tests":
                cases = [{**case, "requirement": "R1"} for case in self.cases]
                reply = {"cases": cases}
            case "revise_tests":
                revised = [{"id": found[0], "expected": _value(found[2], found[1])} for found in _DOUBTED.findall(text)]
                reply = {"reasoning": "as the code has it", "revised_test_cases": revised}
            case "revise_code":
                reply = {"reasoning": "another way", "revised_function": self.program()}
            case _:
                reply = f"```python\n{self.program()}\n```"
        return self.say(question.instructions + text, reply if isinstance(reply, str) else json.dumps(reply))

    def outcome(self, shared: Shared, seconds: float) -> dict[str, Any]:
        """Return what a flow came to, by the truth."""
        code = shared["function_code"].strip()
        at = next((n for n, program in enumerate(self.programs) if program.strip() == code), None)
        now = {json.dumps(case["input"]): case["expected"] for case in shared["test_cases"]}
        kept = [now.get(json.dumps(case["input"]), _GONE) == case["expected"] for case in self.cases]
        return {
            "solved": at is not None and self.right[at],
            "green": all(result["passed"] for result in shared["test_results"]),
            "right_tests_changed": sum(valid and not same for valid, same in zip(self.valid, kept, strict=True)),
            "wrong_tests_kept": sum(not valid and same for valid, same in zip(self.valid, kept, strict=True)),
            "words": self.words,
            "cpu_seconds": seconds,
        }


_GONE: Final = object()


class Generate(Node):  # type: ignore[misc]
    def exec(self, prep_res: Any) -> None:
        """The cookbook asks for the tests first."""

    def post(self, shared: Shared, prep_res: Any, exec_res: Any) -> None:
        recorded = shared["recorded"]
        recorded.say(shared["problem"], json.dumps(recorded.cases))
        shared["test_cases"] = [dict(case) for case in recorded.cases]


class Implement(Node):  # type: ignore[misc]
    def post(self, shared: Shared, prep_res: Any, exec_res: Any) -> None:
        recorded = shared["recorded"]
        shared["function_code"] = recorded.program()
        recorded.say(shared["problem"] + json.dumps(shared["test_cases"]), shared["function_code"])


class RunAll(BatchNode):  # type: ignore[misc]
    """Runs the function on each test, and decides only whether all pass."""

    def prep(self, shared: Shared) -> list[tuple[str, list[dict[str, Any]], Client]]:
        return [(shared["function_code"], shared["test_cases"], shared["client"])]

    def exec(self, prep_res: tuple[str, list[dict[str, Any]], Client]) -> list[dict[str, Any]]:
        code, cases, client = prep_res
        done = client.run_cases(code, cases, seconds=2)
        return [{"passed": bool(each.passed), "actual": each.actual, "error": each.error} for each in done]

    def post(self, shared: Shared, prep_res: Any, exec_res: list[list[dict[str, Any]]]) -> str:
        shared["test_results"] = exec_res[0]
        shared["iteration_count"] = shared.get("iteration_count", 0) + 1
        if all(result["passed"] for result in exec_res[0]):
            return "success"
        return "max_iterations" if shared["iteration_count"] >= ITERATIONS else "failure"


class ReviseBoth(Node):  # type: ignore[misc]
    """Asks one model for whatever it wants to change, and takes it."""

    def __init__(self, blames_test: Callable[[], bool]) -> None:
        super().__init__()
        self._blames_test = blames_test

    def post(self, shared: Shared, prep_res: Any, exec_res: Any) -> None:
        recorded, results = shared["recorded"], shared["test_results"]
        asked = shared["problem"] + shared["function_code"] + json.dumps(results)
        changed: dict[str, Any] = {}
        wants_code = False
        for case, result in zip(shared["test_cases"], results, strict=True):
            if result["passed"]:
                continue
            if result["error"] is None and self._blames_test():
                case["expected"] = changed[case["name"]] = result["actual"]
            else:
                wants_code = True
        if wants_code:
            shared["function_code"] = recorded.program()
        recorded.say(asked, json.dumps(changed) + (shared["function_code"] if wants_code else ""))


def cookbook(blames_test: Callable[[], bool]) -> Flow:
    """Return the flow of PocketFlow's cookbook."""
    generate, implement, run, revise, end = Generate(), Implement(), RunAll(), ReviseBoth(blames_test), Node()
    generate >> implement >> run
    run - "failure" >> revise
    run - "success" >> end
    run - "max_iterations" >> end
    revise >> run
    return Flow(start=generate)


def problems(file: Path, count: int) -> list[Recorded]:
    """Return the first problems whose recorded tests can be stated as data, with a wrong one among the first eight."""
    found = []
    for problem in read_pool(file, every_program=False, limit=None).problems:
        tests = [(case, test.valid) for test in problem.tests if (case := _case(test.text, problem)) is not None]
        wrong = [test for test in tests if not test[1]]
        chosen = [*wrong[:2], *[test for test in tests if test[1]]][:TESTS]
        if wrong and len(chosen) >= 4 and len(problem.entries) >= 3:
            cases = [{"name": f"case {n}", **case} for n, (case, _) in enumerate(chosen, 1)]
            found.append(Recorded(problem, cases, [valid for _, valid in chosen]))
    return found[:count]


def _case(text: str, problem: Problem) -> dict[str, Any] | None:
    """Return an assertion of the form `assert f(...) == value` as data; None for any other."""
    try:
        left, right = ast.unparse(ast.parse(text.removeprefix("assert ")).body[0]).split(" == ", 1)
        call = ast.parse(left, mode="eval").body
        if not isinstance(call, ast.Call) or call.keywords:
            return None
        values = [ast.literal_eval(each) for each in call.args]
        names = [p.name for p in problem.signature.params]
        case = {"input": dict(zip(names, values, strict=True)), "expected": ast.literal_eval(right)}
        return case if json.loads(json.dumps(case)) == case else None
    except (SyntaxError, ValueError, TypeError, IndexError):
        return None


def _sentence(prompt: str) -> str:
    found = re.search(r'"""\s*(.*?)(?:>>>|"""|$)', prompt, re.DOTALL)
    return " ".join((found[1] if found else prompt).split()) or "See the problem."


def _value(shown: str, otherwise: str) -> Any:
    for text in (shown.split("; ", maxsplit=1)[0], otherwise):
        for read in (json.loads, ast.literal_eval):
            try:
                return read(text)
            except (ValueError, SyntaxError):
                continue
    return None


def _cpu() -> float:
    spent = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(each.ru_utime + each.ru_stime for each in spent)


def measure(way: str, recorded: Recorded, folder: Path) -> dict[str, Any]:
    """Run one flow on one problem."""
    recorded.restart()
    coin = random.Random(recorded.prompt)
    settings = load_settings({"store": {"path": folder / "runs.db"}}, environ={}, directory=folder)
    began = _cpu()
    with Client(settings, model=ScriptedModel([recorded.answer]), candidates=3, call_timeout=2) as client:
        shared: Shared = {"problem": recorded.prompt, "max_iterations": ITERATIONS}
        if way == "ours":
            code_generator_flow(client).run(shared)
        else:
            blames = {"tests": lambda: True, "code": lambda: False, "coin": lambda: coin.random() < 0.5}[way]
            shared |= {"recorded": recorded, "client": client}
            cookbook(blames).run(shared)
    return recorded.outcome(shared, _cpu() - began)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the folder of recorded pools")
    parser.add_argument("--quick", action="store_true", help="three problems")
    options = parser.parse_args()
    chosen = problems(options.data / POOL, 3 if options.quick else 20)
    wrong, tests = sum(not v for r in chosen for v in r.valid), sum(len(r.valid) for r in chosen)
    print(f"{len(chosen)} problems of {options.data / POOL}, {wrong} wrong tests of {tests}")
    titles = ("solved", "green", "green and wrong", "right tests changed", "wrong tests kept", "words", "cpu seconds")
    print(f"{'flow':<15}", *(f"{title:>{max(8, len(title))}}" for title in titles))
    figures: dict[str, dict[str, float]] = {}
    for way, title in {
        "tests": "cookbook, test",
        "code": "cookbook, code",
        "coin": "cookbook, coin",
        "ours": "ours",
    }.items():
        with tempfile.TemporaryDirectory() as folder:
            rows = [measure(way, recorded, Path(folder)) for recorded in chosen]
        sums: dict[str, float] = {name: sum(row[name] for row in rows) for name in rows[0]}
        sums["green_and_wrong"] = sum(row["green"] and not row["solved"] for row in rows)
        figures[way] = {name: round(value, 1) for name, value in sums.items()}
        named = {column: sums[column.replace(" ", "_")] for column in titles}
        print(f"{title:<15}", *(f"{value:>{max(8, len(column))}.0f}" for column, value in named.items()), flush=True)
    print(json.dumps({"benchmark": "pocketflow", "problems": len(chosen), **figures}))


if __name__ == "__main__":
    main()
