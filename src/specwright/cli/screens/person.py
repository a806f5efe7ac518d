"""The one question on a terminal: a short screen, answered by a number, a value or Enter."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext

from rich.console import Console
from rich.text import Text

from specwright.cli.screens.terminal import print_item
from specwright.core.errors import UserError
from specwright.core.program.data import show
from specwright.core.text import counted, printable, shortened
from specwright.core.work.example import parse_example
from specwright.core.work.paste import quoted
from specwright.core.work.question import Expected, Indifferent, NotSure, UserAnswer, UserQuestion
from specwright.core.work.testcase import Expectation, Raises

_LONGEST_LINE = 65_536
_MOST_DIGITS = 5
_MOST_ABOUT = 3


class TerminalPerson:
    """Whoever sits at the terminal. `quiet` pauses whatever else writes to it while they read."""

    def __init__(self, quiet: Callable[[], AbstractContextManager[object]] = nullcontext) -> None:
        self._console = Console(stderr=True, highlight=False)
        self._quiet = quiet

    async def answer(self, question: UserQuestion) -> UserAnswer:
        """Show the question and read the answer, asking again until it can be read."""
        with self._quiet():
            self._console.print()
            print_question(self._console, question)
            while True:
                self._console.print("Answer [dim](Enter: not sure)[/]: ", end="")
                line = await _read_line()
                try:
                    answer = read_answer(question, line)
                except UserError as error:
                    self._console.print(Text(f"{error.message}. {error.hint or ''}".strip()))
                    continue
                self._confirm(question, answer)
                return answer

    def _confirm(self, question: UserQuestion, answer: UserAnswer) -> None:
        if isinstance(answer, Expected):
            example = f"{question.call} -> {_said(answer.expected)}"
            shown = quoted(printable(example))
            said = Text(f"Kept as an example. For next time:\n  --example {shown}\n")
            self._console.print(said, soft_wrap=True)  # a command that is broken in two cannot be copied


def print_question(console: Console, question: UserQuestion) -> None:
    """Print the question and the answers to choose from, in a few lines."""
    for text in question.about[:_MOST_ABOUT]:
        print_item(console, Text(printable(text), style="dim"), lead=Text("About: ", style="dim"))
    if (further := len(question.about) - _MOST_ABOUT) > 0:
        console.print(Text(f"and {counted(further, 'more requirement')}", style="dim"))
    call = printable(f"{question.function}({question.call})")
    if question.confirming:
        console.print(Text.assemble("Is this right?\n  ", (f"{call} -> {_said(question.choices[0].expected)}", "bold")))
        console.print("  [bold]y[/] yes   or type what it should return   [bold]d[/] does not matter")
        return
    console.print(
        Text.assemble("One question decides between the programs: what should this return?\n  ", (call, "bold"))
    )
    for number, choice in enumerate(question.choices, 1):
        console.print(Text(f"  {number}  {_said(choice.expected)}"))
    console.print("  or type another value   [bold]d[/] does not matter")


def _said(expected: Expectation) -> str:
    return "an error" if isinstance(expected, Raises) else printable(show(expected.value, 200))


def read_answer(question: UserQuestion, line: str) -> UserAnswer:
    """Return what a typed line means. Raise UserError if it means nothing.

    A bare number chooses one of several answers; to give a number as the value, write `= 3`.
    """
    text = line.strip()
    if not text or text.lower() in ("?", "n/a", "not sure", "unsure"):
        return NotSure()
    if text.lower() in ("d", "does not matter", "doesn't matter", "any"):
        return Indifferent()
    if question.confirming and text.lower() in ("y", "yes", "right"):
        return Expected(expected=question.choices[0].expected)
    if not question.confirming and text.isdecimal():
        chosen = dict(enumerate(question.choices, 1)).get(int(text) if len(text) < _MOST_DIGITS else 0)
        if chosen is not None:
            return Expected(expected=chosen.expected)
        shown = shortened(text, 20)
        raise UserError(f"there is no answer {shown}", hint=f"for the value {shown}, type: = {shown}")
    if question.confirming and text.lower() in ("n", "no", "wrong"):
        raise UserError("what should it return instead?", hint="type the value, or press Enter if you are not sure")
    if text.lower() in ("error", "an error", "raises", "raises an error"):
        return Expected(expected=Raises())
    return Expected(expected=parse_example(f"input=0 -> {text.removeprefix('=').strip()}").expected)


async def _read_line() -> str:
    """Read one line of standard input without holding up the event loop; an end of input is an empty line."""
    loop = asyncio.get_running_loop()
    ready: asyncio.Future[None] = loop.create_future()
    file = sys.stdin.fileno()

    def heard() -> None:
        if not ready.done():
            ready.set_result(None)

    loop.add_reader(file, heard)
    try:
        await ready
    finally:
        loop.remove_reader(file)
    return os.read(file, _LONGEST_LINE).decode("utf-8", "replace")
