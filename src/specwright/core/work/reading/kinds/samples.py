"""Samples of programs, as contest sites and terminals show them.

    Sample Input 1          Input           ```console
    3                       3               $ echo "1 2" | add
    1 2 3                   1 2 3           3
    Sample Output 1         Output          $ greet --name Ada
    6                       6               Hello, Ada!

An input and an output are paired in the order of the text.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from specwright.core.errors import UserError
from specwright.core.program.data import encode
from specwright.core.program.process.runs import result_of
from specwright.core.work.reading.found import Example, words
from specwright.core.work.testcase import Returns

_IN: Final = r"(?:standard\s+)?input|stdin|eingabe|entrée|entrada|ввод|входные данные|输入|入力|입력"
_OUT: Final = (
    r"(?:expected\s+|standard\s+)?output|stdout|ausgabe|sortie|salida|saída|вывод|выходные данные|输出|出力|출력"
)
_KIND: Final = r"(?:(?P<kind>samples?|examples?|样例|예제|test(?:\s+case)?)\s*(?:\#?\s*\d+\s*)?[:.-]?\s*)?"
_END: Final = r"\s*(?:\#?\s*\d+)?\s*(?:copy)?\s*[*_`]*\s*(?:\(std(?:in|out)\)\s*)?(?P<sign>:?)[*_`]*(?P<rest>.*)$"
_LABEL: Final = re.compile(
    rf"^[\s#>*_`-]*{_KIND}(?:(?P<in>{_IN})|(?P<out>{_OUT})){_END}", re.IGNORECASE
)  # fmt: skip
_EXAMPLES: Final = re.compile(
    r"^[\s#*_-]*(?:samples?|examples?|sample\s+(?:tests?|cases?|i/?o))\s*(?:\#?\s*\d+)?\s*[:.]?[*_]*\s*$", re.IGNORECASE
)
_OTHER: Final = re.compile(
    r"^[\s#*_-]*(?:notes?|explanations?|constraints?|scoring|hints?|limits?|remarks?|sample|examples?|time\s+limit|"
    r"memory\s+limit|subtasks?|source|background|requirements?|rules?)\b[\s\w#]{0,30}[:.]?[*_]*\s*$",
    re.IGNORECASE,
)
_FENCE: Final = re.compile(r"^\s*(?:```|~~~)")
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_PROMPT: Final = re.compile(r"^\s*\$\s+(?P<command>\S.*)$")
_STATUS: Final = re.compile(r"^echo\s+\$\?$")
_FED: Final = re.compile(
    r"""^(?P<how>echo(?:\s+-[en]+)?|printf)\s+(?P<text>"[^"]*"|'[^']*'|[^|"']*?)\s*\|\s*(?P<rest>.+)$"""
)
_SHELL: Final = re.compile(r"[|<>;&`]|\$\(")
_RUNNERS: Final = re.compile(
    r"^(?:(?:python3?|node|ruby|java|deno run|go run|cargo run(?: --quiet| -q)? --)\s+)?(?P<program>\S+)(?P<args>.*)$"
)
_NOT_IT: Final = words("pip npm npx cd ls git mkdir export rm cp mv sudo apt apt-get brew curl wget man which")
MOST: Final = 100


class _LabelledBlock(NamedTuple):
    is_input: bool
    is_sample: bool
    """Whether its label calls it a sample."""
    line: int
    text: str


class Samples(NamedTuple):
    """The samples of a text, and the command lines that could not be read."""

    read: tuple[Example, ...]
    unread: tuple[str, ...]


def samples(text: str) -> Samples:
    """Return the samples of a problem. Raise UserError if inputs and outputs do not pair up."""
    lines = text.replace("\r\n", "\n").split("\n")
    pairs = _paired(_chosen(lines, list(_blocks(lines))[: 2 * MOST]))
    found = [_example(f"{given}\n" if given else "", (), f"{wanted}\n" if wanted else "", 0) for given, wanted in pairs]
    shown, unread = _transcripts(lines)
    return Samples((*found, *shown), unread)


def has_labelled_samples(text: str) -> bool:
    """Return whether the text has blocks that are labelled as samples of input and output."""
    blocks = [block for block in _blocks(text.split("\n")) if block.is_sample]
    return {block.is_input for block in blocks} == {True, False}


def without_samples(text: str) -> str:
    """Return the text without the lines of data below labels of input and output."""
    lines = text.split("\n")
    data = {line.strip() for block in _chosen(lines, list(_blocks(lines))) for line in block.text.split("\n")} - {""}
    return "\n".join(line for line in lines if line.strip() not in data)


def _example(stdin: str, args: Sequence[str], output: str, status: int) -> Example:
    given: dict[str, object] = {"stdin": stdin} if stdin or not args else {}
    if args:
        given["args"] = list(args)
    shown = " ".join([*args, *([repr(stdin)] if stdin else [])])
    return Example(
        kwargs={name: encode(value) for name, value in given.items()},
        expected=Returns(value=result_of({"output": output, "status": status})),
        source=f"{shown} -> {output!r}{f' (exit status {status})' if status else ''}",
    )


def _blocks(lines: Sequence[str]) -> Iterator[_LabelledBlock]:
    below = False
    for number, line in enumerate(lines):
        if _EXAMPLES.match(line):
            below = True
        label = _LABEL.match(line) if len(line) < 500 else None
        if label is None or (label["rest"].strip() and not label["sign"]):
            continue
        inline = label["rest"].strip().strip("`*")
        text = inline or _content(lines, number + 1)
        if inline and _is_prose(inline):
            continue
        yield _LabelledBlock(label["in"] is not None, bool(label["kind"]) or below, number, text)


def _content(lines: Sequence[str], start: int) -> str:
    """Return the data below a label, up to the next label or to words."""
    first = next((at for at in range(start, len(lines)) if lines[at].strip()), len(lines))
    if first < len(lines) and _FENCE.match(lines[first]):
        end = next((at for at in range(first + 1, len(lines)) if _FENCE.match(lines[at])), len(lines))
        return "\n".join(lines[first + 1 : end])
    kept: list[str] = []
    for at in range(first, len(lines)):
        line = lines[at]
        if _ends(line) or (at > first and not lines[at - 1].strip() and _is_prose(line)):
            break
        kept.append(line.rstrip())
    return "\n".join(kept).strip("\n")


def _ends(line: str) -> bool:
    label = _LABEL.match(line)
    named = label is not None and (bool(label["sign"]) or not label["rest"].strip())
    return named or bool(_OTHER.match(line) or _FENCE.match(line) or _PROMPT.match(line))


def _chosen(lines: Sequence[str], blocks: list[_LabelledBlock]) -> list[_LabelledBlock]:
    """Return the blocks that hold data: those called samples; else those below no prose."""
    labelled = [block for block in blocks if block.is_sample]
    if {block.is_input for block in labelled} == {True, False}:
        return labelled
    return [block for block in blocks if block.text and not any(_is_prose(one) for one in block.text.split("\n"))]


def _paired(blocks: list[_LabelledBlock]) -> list[tuple[str, str]]:
    given, wanted = ([block for block in blocks if block.is_input is side] for side in (True, False))
    if len(given) != len(wanted):
        raise UserError(
            f"the problem has {len(given)} sample inputs and {len(wanted)} sample outputs, which do not pair up",
            hint='give each sample both parts, or leave it out and give it with --example \'stdin="1 2" -> "3"\'',
        )
    return [(one.text, other.text) for one, other in zip(given, wanted, strict=True)]


def _transcripts(lines: Sequence[str]) -> tuple[list[Example], tuple[str, ...]]:
    """Read `$ command` and the lines that it printed. Of a command that fails, these may be its error output."""
    starts = [at for at, line in enumerate(lines) if _PROMPT.match(line)][:MOST]
    commands = [_PROMPT.sub(r"\g<command>", lines[at]).strip() for at in starts]
    read, unread = [], []
    for place, (at, command) in enumerate(zip(starts, commands, strict=True)):
        last = starts[place + 1] if place + 1 < len(starts) else len(lines)
        printed = _printed(lines[at + 1 : last])
        asked = place + 1 < len(starts) and _STATUS.match(commands[place + 1])
        status = _printed(lines[last + 1 :]).split("\n")[0] if asked else "0"
        found = _command(command)
        if found is None:
            unread += [command] if _is_about_program(command) else []
        elif status.isdecimal() and len(status) < 4 and (status == "0" or not printed):
            read.append(_example(found[0], found[1], printed, int(status)))
        else:
            unread.append(command)
    return read, tuple(unread)


def _is_about_program(command: str) -> bool:
    return not _STATUS.match(command) and command.split(maxsplit=1)[0] not in _NOT_IT


def _is_prose(line: str) -> bool:
    """Return whether a line is a sentence rather than data."""
    found = _WORD.findall(line)
    return len(found) >= 6 or (len(found) >= 4 and line.rstrip()[-1:] in ".:!?")


def _printed(lines: Sequence[str]) -> str:
    kept: list[str] = []
    for line in lines:
        if _FENCE.match(line) or not line.strip() or _PROMPT.match(line):
            break
        kept.append(line.rstrip())
    return "".join(f"{line}\n" for line in kept)


def _command(text: str) -> tuple[str, list[str]] | None:
    """Return standard input and arguments of a command line; None if it needs a shell to be understood."""
    stdin = ""
    if fed := _FED.match(text):
        said = fed["text"].strip().strip("\"'")
        escaped = fed["how"] != "echo" and "-e" not in fed["how"]
        stdin = said.encode().decode("unicode_escape") if escaped or "-e" in fed["how"] else said
        stdin += "" if fed["how"] == "printf" or "n" in fed["how"].removeprefix("echo") else "\n"
        text = fed["rest"]
    match = _RUNNERS.match(text)
    if _SHELL.search(text) or match is None or _STATUS.match(text) or match["program"] in _NOT_IT:
        return None
    try:
        return stdin, shlex.split(match["args"])
    except ValueError:
        return None
