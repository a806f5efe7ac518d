"""`specwright solve` and `specwright resume`."""

from __future__ import annotations

import asyncio
import json
import os
import shlex
import sys
from collections.abc import Callable, Coroutine
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from enum import Enum
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.text import Text

from specwright import api
from specwright.cli.options import project_language
from specwright.cli.screens.example_words import kind_of_tests, option_text
from specwright.cli.screens.failure import explain_json
from specwright.cli.screens.progress import ProgressDisplay
from specwright.cli.screens.report import STOPPED, exit_status, print_result, result_json
from specwright.cli.screens.terminal import open_console, print_item
from specwright.cli.screens.words import spent_in_words
from specwright.cli.session import run_until_done
from specwright.client.events import Listener
from specwright.config import Settings, load_settings, override
from specwright.core.errors import SpecwrightError, UserError
from specwright.core.place import read_place
from specwright.core.run.events import Entry, Progress
from specwright.core.run.result import Result, State
from specwright.core.text import printable
from specwright.core.work.paste import quoted
from specwright.core.work.question import NotSure, UserAnswer
from specwright.core.work.task import Task
from specwright.core.work.testcase import Tier
from specwright.ports.person import AskedLater, Person

_MOST_BYTES: Final = api.MAX_PROBLEM * 4
"""A character of UTF-8 takes four bytes at most."""


class Asking(Enum):
    """Whether the user may be asked."""

    IF_THERE = "on a terminal, but not in CI"
    NOW = "here"
    LATER = "by a run that ends with its question"


def asking(now: bool, later: bool) -> Asking:
    """Return what the flags `--interactive` and `--ask-later` mean. Raise UserError for both."""
    if now and later:
        raise UserError("--interactive and --ask-later were both given", hint="choose one")
    return Asking.NOW if now else Asking.LATER if later else Asking.IF_THERE


@dataclass(frozen=True, slots=True)
class ResultPlaces:
    """Where the result goes, and where its record is kept."""

    out: Path | None = None
    branch: str | None = None
    """Of a commit; empty for the usual name, None for no commit."""
    store: str | None = None
    apply: bool = False
    """Whether a change of existing code is written into its project."""


@dataclass(frozen=True, slots=True)
class View:
    """How the user wants to see it."""

    as_json: bool = False
    events: bool = False
    quiet: bool = False
    verbose: bool = False
    places: ResultPlaces = ResultPlaces()
    ask: Asking = Asking.IF_THERE


@dataclass(frozen=True, slots=True)
class Request:
    """What the user asked for, as it stands on the command line."""

    problem: str | None
    """With a follow-up: the earlier run."""
    examples: tuple[str, ...] = ()
    entry_point: str | None = None
    language: str | None = None
    """None for that of the project here."""
    follow_up: str | None = None
    kind: str | None = None
    require: tuple[str, ...] = ()
    strategy: str | None = None


Work = Callable[[tuple[Listener, ...], Settings, Person | None], Coroutine[Any, Any, Result]]
"""What a command does, given who listens, the settings in force, and who may be asked."""
_SHORT_EXAMPLE: Final = 60
"""Characters of an example that is offered to be confirmed."""


def solve(request: Request, out: Path | None = None) -> Work:
    """Return the work of solving the problem."""

    def work(listeners: tuple[Listener, ...], settings: Settings, person: Person | None) -> Coroutine[Any, Any, Result]:
        # Reading standard input may take long, and Ctrl-C must end that too: it is done before the event loop runs.
        task = _task(request) if request.follow_up is None else None
        return _solve(request, task, out, settings, listeners=listeners, person=person)

    return work


async def _solve(
    request: Request,
    task: Task | None,
    out: Path | None,
    settings: Settings,
    *,
    listeners: tuple[Listener, ...],
    person: Person | None,
) -> Result:
    task = task or await _follow_up(request, settings)
    return await api.solve_task(task, settings, listeners=listeners, person=person, out=out)


def _task(request: Request) -> Task:
    if request.problem is None:
        raise UserError(
            "there is no problem to solve",
            hint="say it in words: specwright solve 'Return the sum of a list of integers.'",
        )
    return api.make_task(
        read_problem(request.problem),
        examples=request.examples,
        entry_point=request.entry_point,
        language=request.language or project_language(),
        kind=request.kind,
        strategy=request.strategy,
        require=request.require,
    )


async def _follow_up(request: Request, settings: Settings) -> Task:
    """Return the task of the earlier run with the correction, in the language that is asked for now, if any is."""
    run_id = await api.find_run(request.problem or "last", settings)
    words = request.follow_up or ""
    task = await api.follow_up_task(run_id, words, settings, examples=request.examples)
    return task.model_copy(update={"language": request.language}) if request.language else task


def resume(run: str, answer: str | None = None) -> Work:
    """Return the work of resuming the run; `answer` is the user's answer to its question."""

    async def work(listeners: tuple[Listener, ...], settings: Settings, person: Person | None) -> Result:
        run_id = await api.find_run(run, settings)
        said = None if answer is None else await _answer(run_id, answer, settings)
        return await api.resume_run(run_id, settings, listeners=listeners, person=person, answer=said)

    return work


async def _answer(run_id: str, text: str, settings: Settings) -> UserAnswer:
    """Return what the user's words mean as an answer to the run's question. Raise UserError."""
    from specwright.cli.screens.person import read_answer  # noqa: PLC0415 - seldom needed

    result = (await api.load_run(run_id, settings)).result
    return NotSure() if result is None or result.question is None else read_answer(result.question, text)


def show(work: Work, flags: dict[str, dict[str, Any]], view: View) -> int:
    """Do the work while showing it, and then its result. Returns the exit status; raises unless the view is JSON."""
    try:
        if view.as_json and view.events:
            raise UserError("--json and --events were both given", hint="choose one: a document at the end, or lines")
        settings = with_questions(load_settings(flags), view)
        out = view.places.out
        if out:
            api.check_out(out)
        branch = wanted_branch(view.places.branch, out)
        if branch:
            api.check_branch(branch)
        if settings.llm_config.specification.rstrip(":") == "local":
            from specwright.cli.local import prepare_local  # noqa: PLC0415 - heavy, and seldom needed

            prepare_local(settings)
        display = nullcontext() if view.quiet or view.events else ProgressDisplay()
        with display as listener:
            interruption = api.Interruption(print_event if view.events else listener)
            person = person_at_hand(settings, view, listener.paused if listener else nullcontext)
            result = run_until_done(work((interruption,), settings, person), interruption)
        out = out or asyncio.run(api.recorded_out(result.run_id, settings))
        view = replace(view, places=replace(view.places, out=out))
        saved = asyncio.run(api.write_out(result.run_id, out, settings)) if out else None
        committed = asyncio.run(api.commit_result(result, branch, settings))
        if view.places.apply and result.change is not None and result.change.offered:
            asyncio.run(api.apply_run(result.run_id, settings))
    except SpecwrightError as error:
        if view.as_json:
            return explain_json(error)
        raise
    _print(result, view, saved, committed)
    return exit_status(result)


def wanted_branch(name: str | None, out: Path | None) -> api.BranchRequest | None:
    """Return what `--branch` asks for in the repository of the working directory; None without it."""
    return None if name is None else api.BranchRequest(repository=Path.cwd(), name=name, out=out)


def print_committed(console: Console, committed: api.Committed) -> None:
    print_item(console, f"Committed {committed.folder} to branch {committed.branch} ({committed.commit[:12]})")


def with_questions(settings: Settings, view: View) -> Settings:
    """Return the settings with how often the user may be asked: by default twice, if there is a terminal.

    Raise UserError if they want to be asked on a terminal and there is none.
    """
    if view.ask is Asking.NOW and not _has_terminal():
        raise UserError("there is no terminal to ask on", hint="use --ask-later, which ends the run with its question")
    code = settings.code_generation
    if "questions" in code.model_fields_set:
        return settings
    watched = not (view.as_json or view.events or view.quiet or os.environ.get("CI"))
    asked = view.ask is not Asking.IF_THERE or (watched and _has_terminal())
    return override(settings, {"code_generation": {"questions": api.USUAL_QUESTIONS if asked else 0}})


def _has_terminal() -> bool:
    return sys.stdin.isatty() and sys.stderr.isatty()


def person_at_hand(
    settings: Settings, view: View, quiet: Callable[[], AbstractContextManager[object]]
) -> Person | None:
    """Return who may be asked. Without a terminal there is no one, and in CI only on request."""
    if not settings.code_generation.questions:
        return None
    if view.ask is Asking.LATER:
        return AskedLater()
    if not _has_terminal() or (os.environ.get("CI") and view.ask is not Asking.NOW):
        return None
    from specwright.cli.screens.person import TerminalPerson  # noqa: PLC0415 - not needed if nobody is asked

    return TerminalPerson(quiet)


def _print(result: Result, view: View, saved: Path | None, committed: api.Committed | None) -> None:
    if view.as_json:
        print(result_json(result, committed))
    elif view.quiet:
        _print_alone(result)
    elif not view.events:
        console = open_console()
        print_result(console, result, view.verbose)
        console.print()
        if not view.verbose:
            print_item(console, Text(f"Run {result.run_id}: {spent_in_words(result.spending)}", style="dim"))
        if saved:
            print_item(console, f"Written to {saved}")
        if committed:
            print_committed(console, committed)
        elif view.places.branch is not None:
            print_item(console, "Nothing was committed: there is no code")
        for line in _next_steps(result, view, committed):
            console.print(Text(printable(line)), soft_wrap=True)  # a command that is broken in two cannot be copied


def _about_change(result: Result, view: View, committed: api.Committed | None, named: str) -> list[str]:
    """Return what may be done next with a change of existing code."""
    lines = []
    offered = result.change is not None and result.change.offered
    if committed:
        lines.append(f"See what it changes:      git show {committed.commit[:12]}")
    elif offered and view.places.apply:
        lines.append(f"It is written. Undo it:   specwright undo {result.run_id}{named}")
    elif offered:
        lines.append(f"Nothing is written yet:   specwright apply {result.run_id}{named}")
    elif not result.execution_result.final:
        lines.append(f"Go on with this run:      specwright resume last{named}")
    if not view.verbose:
        lines.append(f"All figures and inputs:   specwright show last{named}")
    return lines


def _next_steps(result: Result, view: View, committed: api.Committed | None) -> list[str]:
    """Return what a person may want to do next, one command a line."""
    named = _named_store(view)
    lines = []
    if example := next_example(result):
        lines += ["If this is right, add it to the command and run it again:", f"  --example {quoted(example)}"]
    if result.execution_result is State.SPEC_CONFLICT:
        lines.append("Correct what contradicts, or leave it out, and run it again.")
    if saved := view.places.out:
        lines.append(f"Check the folder:         specwright verify {shlex.quote(str(saved))}")
    if result.change is not None:
        return lines + _about_change(result, view, committed, named)
    if committed:
        lines.append(f"Check the commit:         specwright verify --commit {committed.commit[:12]}")
        lines.append(f"See what it changes:      git show --stat {committed.commit[:12]}")
    if not view.verbose and (result.code or result.tests):
        lines.append(f"Tests, reasons and cost:  specwright show last{named}")
    if result.code and not view.places.out:
        lines.append(f"Save code and tests:      specwright show last --out DIR{named}")
    if result.question is not None:
        lines.append(f"Answer the question:      specwright resume last --answer VALUE{named}")
    elif not result.execution_result.final:
        needs = (
            "Once there is a model:   "
            if result.execution_result is State.MODEL_UNAVAILABLE
            else "Go on with this run:     "
        )
        lines.append(f"{needs} specwright resume last{named}")
    return lines


def next_example(result: Result) -> str | None:
    """Return a passing test as the user would write it, if nothing that they gave speaks for the code yet.

    One that wants something empty, or a copy of its input, says little, and is taken only if there is no other.
    """
    if (
        result.verified
        or result.question is not None
        or any(bar.example for bar in result.bars)
        or any(test.tier is Tier.USER for test in result.tests)
    ):
        return None
    written = [test for test in result.tests if test.passed and test.tier is not Tier.ORACLE]
    telling = [test for test in written if test.expected and test.expected not in list(test.input.values())]
    written = telling or written
    texts = [text for test in written if (text := option_text(test, kind_of_tests(result)))]
    short = sorted((text for text in texts if len(text) <= _SHORT_EXAMPLE), key=len)
    return short[len(short) // 2] if short else None


def _named_store(view: View) -> str:
    return f" --store {shlex.quote(str(read_place(view.places.store)))}" if view.places.store else ""


def _print_alone(result: Result) -> None:
    """Print the code and nothing else; what a person must know about it goes to standard error."""
    if result.change is not None:
        print_code(result.change.change.diff)
    elif result.code:
        print_code(result.code)
    if (status := exit_status(result)) and result.change is not None:
        print(f"specwright: exit status {status}: {printable(result.explanation)}", file=sys.stderr)
    elif status:
        passing = result.execution_result.passing
        word = result.word.lower() if passing else STOPPED.get(result.execution_result, "tests fail")
        print(f"specwright: {word} (exit status {status}): {printable(result.explanation)}", file=sys.stderr)


def print_event(heard: Entry | Progress) -> None:
    """Print one event as a line of JSON."""
    print(json.dumps(heard.model_dump(mode="json")), flush=True)


def print_code(code: str) -> None:
    """The code as it is, for a file or a pipe; on a terminal nothing in it may act on the terminal."""
    shown = printable(code) if sys.stdout.isatty() else code
    print(shown, end="" if shown.endswith("\n") else "\n")


def read_problem(argument: str) -> str:
    """The problem: standard input for `-`, the content of a file that is named, else the words themselves."""
    if argument == "-":
        return _decoded(sys.stdin.buffer.read(_MOST_BYTES + 1), "standard input")
    path = Path(argument)
    try:
        named = len(argument) < 1000 and "\n" not in argument
        is_file, is_folder = named and path.is_file(), named and bool(argument) and path.is_dir()
    except (OSError, ValueError):
        is_file = is_folder = False
    if is_folder:
        raise UserError(f"{argument} is a folder", hint="name a file in it, or say it in words")
    if not is_file:
        if argument.endswith((".txt", ".md")) and " " not in argument:
            raise UserError(f"there is no file {argument}", hint="correct the path, or give the problem in words")
        return argument
    try:
        with path.open("rb") as file:
            return _decoded(file.read(_MOST_BYTES + 1), argument, path.stat().st_size)
    except OSError as error:
        raise UserError(f"cannot read {argument}: {error.strerror}", hint="check the file's permissions") from None


def _decoded(content: bytes, name: str, size: int | None = None) -> str:
    if len(content) > _MOST_BYTES:
        found = f"more than {_MOST_BYTES:,}" if size is None else f"{size:,}"
        raise UserError(
            f"{name} has {found} bytes; the limit is {api.MAX_PROBLEM:,} characters",
            hint="describe one function at a time",
        )
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UserError(f"{name} is not UTF-8 text", hint="give the problem as plain UTF-8 text") from None
