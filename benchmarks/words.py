"""What the words of a problem say: classics with one changed clause, and examples as people write them.

    python -m benchmarks.words [--quick] [--set NAME|all] [--only classics|examples] [--questions N]
                               [--show]

Classics: each problem runs through the real loop with no key (sandbox, judge, classics, search). `words_data/changed_*`
are classics with one changed clause and true examples that do not show it; `words_data/plain_*` are classics as they
are. An answer is *wrong* if it is called VERIFIED and fails the check that the solver did not see. The mechanism was
tuned on the files named `tune`; the others were each written after the last mends and counted before the next.

With `--questions N` a simulated user answers up to N questions by the line `= expression` of the problem, a function of
its arguments; without that line they are not sure. A problem is *refused* if the result does not pass what the user
said: it then says that no known problem fits.

Examples: `words_data/forms_*` holds problem texts and the examples that a person reads in them. A text is *right* if
exactly these are read, *reported* if some are not read and the text is named as unread, *dropped* if some are missing
without a word, and *invented* if an example is read that is not there.

`--quick` takes every sixth classic and all texts. The last line is JSON.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from benchmarks.offline_run import NoModel
from specwright.adapters.store.sqlite import SqliteStore
from specwright.core.errors import SpecwrightError
from specwright.core.program.data import decode, encode
from specwright.core.run.events import RunLimits
from specwright.core.run.result import Result
from specwright.core.work.example import Example, read_text
from specwright.core.work.question import Expected, Indifferent, NotSure, UserAnswer, UserQuestion
from specwright.core.work.task import Story, Task
from specwright.core.work.testcase import Returns, Tier
from specwright.languages.python.toolchain import PythonToolchain
from specwright.offline.author import offline_writers
from specwright.pipeline.context import RunContext
from specwright.pipeline.recording.event_log import Log
from specwright.pipeline.run import run
from specwright.sandbox import open_sandbox

DATA = Path(__file__).parent / "words_data"
SETS = ("tune", "fresh", "later", "again", "one", "two", "three")
EVERY = 6
"""`--quick` takes one classic of so many."""


class Classic(NamedTuple):
    """A problem, the examples that the solver sees, and the check that it does not see."""

    kind: str
    problem: str
    examples: tuple[str, ...]
    checks: tuple[str, ...]
    meant: str = ""
    """What the author means, as a Python lambda: answers questions."""


def classics(kind: str, name: str) -> Iterator[Classic]:
    """The blocks of `words_data/KIND_NAME.txt`, separated by blank lines."""
    path = DATA / f"{kind}_{name}.txt"
    for block in path.read_text("utf-8").split("\n\n") if path.exists() else ():
        lines = [line for line in block.strip().splitlines() if not line.startswith("#")]
        if lines:
            problem = "\n".join(line for line in lines if line[:2] not in ("> ", "! ", "= "))
            examples = tuple(line[2:] for line in lines if line.startswith("> "))
            checks = tuple(line[2:] for line in lines if line.startswith("! "))
            meant = next((line[2:] for line in lines if line.startswith("= ")), "")
            yield Classic(kind, problem, examples, checks, meant)


class Author:
    """The simulated user: knows what the problem means, and answers from that."""

    def __init__(self, meant: str) -> None:
        self.meant: Any = eval(meant) if meant else None
        self.asked: list[str] = []

    async def answer(self, question: UserQuestion) -> UserAnswer:
        self.asked.append(question.call)
        if self.meant is None:
            return NotSure()
        try:
            return Expected(expected=Returns(value=encode(self.meant(*map(decode, question.inputs.values())))))
        except Exception:
            return Indifferent()


class Solver:
    """Runs problems with no key; the store lives in memory of the run only."""

    def __init__(self, sandbox: Any, store: SqliteStore, questions: int = 0) -> None:
        self.sandbox, self.store, self.runs, self.questions = sandbox, store, 0, questions
        self.asked: list[str] = []

    async def solve(self, classic: Classic) -> Result | None:
        self.runs += 1
        task = Task(problem=classic.problem, examples=classic.examples)
        log = await Log.open(self.store, f"run{self.runs:06d}")
        writers = offline_writers(Story.FUNCTION, (), ("patterns", "synthesis"))
        limits = RunLimits(candidates=1, questions=self.questions)
        author = Author(classic.meant)
        self.asked = author.asked
        context = RunContext(
            task,
            NoModel(),
            self.sandbox,
            PythonToolchain(),
            log,
            limits,
            writers,
            person=author if self.questions else None,
        )
        try:
            return await run(context)
        except SpecwrightError:
            return None


def holds(result: Result, checks: Sequence[str]) -> bool:
    """Whether the code passes the checks that were kept back."""
    space: dict[str, Any] = {}
    try:
        exec(compile(result.code or "", "answer", "exec"), space)
        return all(eval(check, space) for check in checks)
    except Exception:
        return False


def outcome(result: Result | None, classic: Classic) -> str:
    if result is None or result.code is None:
        return "no answer"
    if any(test.tier is Tier.USER and test.passed is False for test in result.tests):
        return "refused"
    right = "right" if holds(result, classic.checks) else "wrong"
    return f"VERIFIED {right}" if result.verified else f"open {right}"


async def run_classics(chosen: Sequence[Classic], show: bool, questions: int = 0) -> dict[str, Counter[str]]:
    found: dict[str, Counter[str]] = {}
    with tempfile.TemporaryDirectory() as folder:
        sandbox, store = await open_sandbox("auto"), SqliteStore(Path(folder) / "runs.db")
        solver = Solver(sandbox, store, questions)
        try:
            for classic in chosen:
                result = await solver.solve(classic)
                told = outcome(result, classic)
                found.setdefault(classic.kind, Counter())[told] += 1
                if show:
                    _show(classic, result, told)
                    print(*(f"      asked: {call}" for call in solver.asked), sep="\n", flush=True)
        finally:
            await store.close()
            await sandbox.close()
    return found


def _show(classic: Classic, result: Result | None, told: str) -> None:
    print(f"[{classic.kind}] {told:15} {result.written_by if result else '-'} | {classic.problem[:110]}")
    for warning in result.warnings[1:] if result else ():
        print(f"      {warning[:300]}")


class Text(NamedTuple):
    """A problem text, the examples that a person reads in it, and whether something in it must be reported."""

    words: str
    examples: tuple[str, ...]
    reported: bool


def texts(name: str) -> Iterator[Text]:
    """The blocks of `words_data/forms_NAME.txt`."""
    path = DATA / f"forms_{name}.txt"
    for block in path.read_text("utf-8").split("\n----\n")[1:] if path.exists() else ():
        lines = block.splitlines()
        words = "\n".join(line for line in lines if line[:2] not in ("%=", "%?", "%0"))
        examples = tuple(_expected(line[3:]) for line in lines if line.startswith("%="))
        yield Text(words, examples, any(line.startswith("%?") for line in lines))


def _expected(line: str) -> str:
    given, _, value = line.rpartition(" -> ")
    args, kwargs = eval(f"(lambda *a, **k: (a, k))({given})")
    return repr((args, kwargs, value if value.startswith("!") else eval(value)))


def _read(example: Example) -> str:
    expected = example.expected
    value = decode(expected.value) if isinstance(expected, Returns) else f"!{expected.error or ''}"
    return repr((tuple(map(decode, example.args)), {name: decode(one) for name, one in example.kwargs.items()}, value))


def reading(text: Text) -> str:
    """How the examples of a text were read."""
    found = read_text(text.words)
    read, wanted = Counter(map(_read, found.read)), Counter(text.examples)
    if read - wanted:
        return "invented"
    if read == wanted and (found.unread or not text.reported):
        alarm = bool(found.unread) and not text.reported
        return "needless report" if alarm else "right"
    return "reported" if found.unread else "dropped"


def run_texts(name: str, show: bool) -> Counter[str]:
    counts: Counter[str] = Counter()
    for text in texts(name):
        told = reading(text)
        kind = "with examples" if text.examples or text.reported else "without"
        counts[f"{kind}: {told}"] += 1
        if show and told != "right":
            found = read_text(text.words)
            print(f"[{told}] {text.words!r}\n      read {list(map(_read, found.read))} unread {found.unread}")
    return counts


def _rows(found: dict[str, Counter[str]]) -> Iterator[str]:
    columns = ("VERIFIED right", "VERIFIED wrong", "open right", "open wrong", "refused", "no answer")
    yield f"{'set':10}" + "".join(f"{column:>16}" for column in ("tasks", *columns))
    for kind, counts in found.items():
        yield f"{kind:10}" + "".join(f"{number:>16}" for number in (counts.total(), *(counts[c] for c in columns)))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="every sixth classic, all texts")
    parser.add_argument("--set", choices=(*SETS, "all"), default="all", help="which data")
    parser.add_argument("--only", choices=("classics", "examples"), help="one part alone")
    parser.add_argument("--questions", type=int, default=0, metavar="N", help="questions that a simulated user answers")
    parser.add_argument("--show", action="store_true", help="print every outcome")
    given = parser.parse_args()
    started = time.monotonic()
    summary: dict[str, Any] = {}
    names = SETS if given.set == "all" else (given.set,)
    for name in names:
        if given.only != "examples":
            chosen = [*classics("changed", name), *classics("plain", name)][:: EVERY if given.quick else 1]
            counts = asyncio.run(run_classics(chosen, given.show, given.questions))
            print(f"\nclassics, {name}", *_rows(counts), sep="\n")
            summary[f"classics {name}"] = {kind: dict(found) for kind, found in counts.items()}
        if given.only != "classics":
            read = run_texts(name, given.show)
            print(f"\ntexts, {name}", *(f"{number:6}  {what}" for what, number in sorted(read.items())), sep="\n")
            summary[f"texts {name}"] = dict(read)
    print(json.dumps({"seconds": round(time.monotonic() - started), **summary}))


if __name__ == "__main__":
    main()
