"""Tokens per verified function, beside asking once and beside a plain loop of tests, code and repair.

    python -m benchmarks.trust [--data PATH] [--quick] [--candidates N] [--only NAME]

Recorded: the functions of `strong_exchanges.jsonl.gz` run through the real pipeline and sandbox. Each question is
answered with the reply that a strong model gave at the same stage of the same run; prompts may have changed since. If a
specification is asked for together with its tests, the two recorded replies are one. A stage that the recorded run
never reached has no reply, and the run goes on without it. Scripted: built-in stories with a user example, without one,
and with a first program that is wrong.

Tokens are characters / 4, of instructions, turns and replies; the schema of a reply is not counted. *Once* is one plain
question for the code with its reply. *Loop* is a question for tests, one for code with those tests, and a repair if
the first program fails them. A run *agrees* if its first program passed every test that was written.

`--quick` takes the stories and a few Python functions. The last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import gzip
import json
import re
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.trust_stories import STORIES
from specwright import api
from specwright.config import load_settings
from specwright.core.errors import ReplyUnusable, SpecwrightError
from specwright.core.run.result import Result
from specwright.core.work.task import Task
from specwright.pipeline.asking.reply import json_texts
from specwright.ports.model import Question
from specwright.testing.scripted import ScriptedModel

FILE: Final = "strong_exchanges.jsonl.gz"
QUICK: Final = ("A3", "A5", "A6")
STAGES: Final = (
    ("You turn a problem statement", "specify"),
    ("You write test cases", "write_tests"),
    ("You implement one function", "write_code"),
    ("You review test cases", "revise_tests"),
    ("You write a reference implementation", "write_oracle"),
    ("A function does not behave", "revise_code"),
    ("Several programs were written", "write_inputs"),
)
ONCE: Final = (
    "You are an experienced programmer. Write the function that the problem describes. Reply with one complete source "
    "file in one fenced code block, without any explanation. Use the standard library only.\n\nLanguage: {}\n\n{}\n{}"
)
FOR_TESTS: Final = (
    "Write test cases for this problem, edge cases included, as JSON with name, input and expected.\n\n{}\n{}"
)
"""The questions that asking once and the plain loop would put."""


class Recorded(NamedTuple):
    name: str
    task: Task
    replies: dict[str, list[str]]


class Said(NamedTuple):
    """One question with its reply, in tokens."""

    stage: str
    asked: float
    replied: float


class Row(NamedTuple):
    name: str
    language: str
    result: Result
    said: tuple[Said, ...]
    once: float
    loop: float
    agrees: bool

    @property
    def tokens(self) -> float:
        return sum(one.asked + one.replied for one in self.said)


def read_runs(path: Path) -> list[Recorded]:
    """The recorded functions, with the replies of each stage in their order."""
    replies: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    tasks: dict[str, Task] = {}
    with gzip.open(path, "rt") as lines:
        for row in map(json.loads, lines):
            words = row["messages"][0]["text"]
            stage = next((stage for begin, stage in STAGES if begin in words), None)
            if stage is None or row["cut"]:
                continue
            replies[row["run"]][stage].append(row["reply"])
            if stage == "specify":
                tasks.setdefault(row["run"], _task(row["messages"][1]["text"]))
    return [Recorded(name, task, dict(replies[name])) for name, task in tasks.items()]


def _task(prompt: str) -> Task:
    found = re.search(
        r"<problem>\n(.*)\n</problem>\n\nName of the function: (\S+)\nLanguage of the implementation: (\S+)",
        prompt,
        re.DOTALL,
    )
    assert found is not None
    given = re.search(r"always right\):\n(.*?)\n\nWrite the", prompt, re.DOTALL)
    examples = tuple(line[2:] for line in given[1].splitlines() if line.startswith("- ")) if given else ()
    return Task(
        problem=found[1],
        examples=examples,
        entry_point=found[2],
        entry_point_given=found[2] != "run_code",
        language=found[3],
    )


def answering(run: Recorded) -> Callable[[Question], str]:
    """Answer each question as the recorded run did at that stage; raise ReplyUnusable if it never came there."""
    asked: dict[str, int] = defaultdict(int)

    def answer(question: Question) -> str:
        known = run.replies.get(question.stage, [])
        place = question.sample if question.stage == "write_code" else asked[question.stage]
        asked[question.stage] += 1
        if place >= len(known):
            raise ReplyUnusable(f"the recorded run was asked for {question.stage} {len(known)} times")
        wants_tests = "cases" in (question.reply_schema or {}).get("properties", {})
        tests = run.replies.get("write_tests", []) if question.stage == "specify" and wants_tests else []
        return _with_tests(known[place], tests[0]) if tests else known[place]

    return answer


def _with_tests(specification: str, tests: str) -> str:
    """Return one reply with both, as they are asked for now of a small problem."""
    [one], [other] = (list(json_texts(text))[:1] for text in (specification, tests))
    return json.dumps(json.loads(one) | {"cases": json.loads(other)["cases"]})


async def measure(run: Recorded, candidates: int | None, folder: Path) -> Row:
    """Run one task and count."""
    said: list[Said] = []
    answer = answering(run)

    def counted(question: Question) -> str:
        text = answer(question)
        asked = _tokens(question.instructions, *(turn.text for turn in question.turns))
        said.append(Said(question.stage, asked, _tokens(text)))
        return text

    flags: dict[str, dict[str, Any]] = {"store": {"path": folder / f"{run.name}.db"}}
    if candidates:
        flags["code_generation"] = {"candidates": candidates}
    settings = load_settings(flags, environ={}, directory=folder)
    result = await api.solve_task(run.task, settings, model=ScriptedModel([counted]))
    state = await api.load_run(result.run_id, settings)
    first = next((e for e in state.executions if e.candidate_id == "c1"), None)
    agrees = first is not None and first.all_passed and not result.revisions
    code, tests = run.replies.get("write_code", [""])[0], run.replies.get("write_tests", [""])[0]
    words = "\n".join((run.task.problem, *run.task.examples))
    once = _tokens(ONCE.format(run.task.language, words, ""), code)
    loop = _tokens(FOR_TESTS.format(words, ""), tests) + _tokens(ONCE.format(run.task.language, words, tests), code)
    if not agrees:
        loop += _tokens(ONCE.format(run.task.language, words, tests), code, code)
    return Row(run.name, run.task.language, result, tuple(said), once, loop, agrees)


def _tokens(*texts: str) -> float:
    return sum(map(len, texts)) / 4


def told(row: Row) -> str:
    """One line of the table."""
    verdict = "VERIFIED" if row.result.verified else "-"
    bars = "; ".join(sorted({bar.kind.value for bar in row.result.bars}))
    return (
        f"{row.name:14} {row.language:10} {len(row.said):5} {row.tokens:7.0f} {row.once:6.0f} "
        f"{row.tokens / row.once:6.1f} {row.tokens / row.loop:6.1f} {'yes' if row.agrees else 'no':6} "
        f"{row.result.confidence or 0:5.2f} {verdict:8} "
        f"{row.result.execution_result.value} {bars}"
    )


def summary(rows: Sequence[Row]) -> dict[str, Any]:
    """The figures of these rows; None if there is nothing to count."""
    agreeing = [row for row in rows if row.agrees]
    shown = [row for row in agreeing if any(test.tier.value == "user" for test in row.result.tests)]
    verified = [row for row in rows if row.result.verified]
    return {
        "runs": len(rows),
        "verified": len(verified),
        "agreeing": len(agreeing),
        "times_once_where_agreeing": _middle(row.tokens / row.once for row in agreeing),
        "times_once_agreeing_with_example": _middle(row.tokens / row.once for row in shown),
        "times_once_all": _middle(row.tokens / row.once for row in rows),
        "times_loop_all": _middle(row.tokens / row.loop for row in rows),
        "tokens_per_verified": round(sum(row.tokens for row in rows) / len(verified)) if verified else None,
        "stages": _stages(rows),
    }


def _stages(rows: Sequence[Row]) -> dict[str, dict[str, float]]:
    """Return where the tokens go: by stage, the questions of a run and their tokens in units of asking once."""
    found: dict[str, list[tuple[float, float]]] = defaultdict(list)
    for row in rows:
        for one in row.said:
            found[one.stage].append((one.asked / row.once, one.replied / row.once))
    return {
        stage: {
            "questions": round(len(said) / len(rows), 2),
            "asked": round(sum(asked for asked, _ in said) / len(rows), 2),
            "replied": round(sum(replied for _, replied in said) / len(rows), 2),
        }
        for stage, said in sorted(found.items())
    }


def _middle(values: Iterable[float]) -> float | None:
    found = sorted(values)
    return round(median(found), 1) if found else None


async def main() -> None:
    options = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    options.add_argument("--data", type=Path, help=f"the folder that holds {FILE}; without it only the stories run")
    options.add_argument("--quick", action="store_true")
    options.add_argument("--candidates", type=int, help="a fixed number, instead of as many as doubt calls for")
    options.add_argument("--only", help="one run by its name")
    given = options.parse_args()
    stories = [Recorded(*story) for story in STORIES]
    recorded = read_runs(given.data / FILE) if given.data else []
    if given.data:
        print(f"read {given.data / FILE}")
    if given.quick:
        recorded = [run for run in recorded if run.name in QUICK]
    groups: dict[str, list[Row]] = {"stories": [], "recorded": []}
    print("run            language   calls  tokens   once  /once  /loop agrees   sure verdict  state")
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        for group, runs in (("stories", stories), ("recorded", recorded)):
            for run in runs:
                if given.only and run.name != given.only:
                    continue
                try:
                    row = await measure(run, given.candidates, Path(folder))
                except SpecwrightError as error:
                    print(f"{run.name:14} {run.task.language:10} not run: {error.message}")
                    continue
                groups[group].append(row)
                print(told(row), flush=True)
    figures: dict[str, Any] = {group: summary(rows) for group, rows in groups.items()}
    print(
        json.dumps({"benchmark": "trust", "quick": given.quick, "seconds": round(time.monotonic() - began), **figures})
    )


if __name__ == "__main__":
    asyncio.run(main())
