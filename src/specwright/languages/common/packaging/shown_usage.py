"""A test file as a README shows usage: statements with their results, without the test around them.

The test ran, so the results are true. What is no plain comparison stays as it was written.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from specwright.languages.common.packaging.brackets import closing, split

_CALL: Final = re.compile(r"(?P<indent>[ \t]*)(?P<name>[\w.]+)\(")


class Assertion(NamedTuple):
    """How a call of a library of assertions reads as a statement."""

    shown: int
    """The place of the argument that is shown."""
    result: int | str
    """The place of the result among the arguments, or the result itself."""
    raises: bool = False
    """Whether the result is an error, and the shown argument a function without parameters."""


class UsageForm(NamedTuple):
    """What a language's test files are made of."""

    test: str
    """A regular expression that matches the head of a test up to its opening bracket."""
    imports: str
    """One that matches the import lines that a README keeps."""
    assertions: Mapping[str, Assertion] = {}
    end: str = ";"
    strings: str = r'"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`'
    """One that matches its literals of text, in which brackets and commas mean nothing."""


def as_usage(text: str, form: UsageForm) -> str:
    """Return the imports that users need, and the bodies of the tests; the text itself if it has no test."""
    bodies = []
    masked = _masked(text, form)
    for found in re.finditer(form.test, text, re.MULTILINE):
        end = closing(masked, found.end() - 1)
        body = textwrap.dedent(text[found.end() : end]).strip("\n").rstrip()
        if end > found.end() and body:
            bodies.append("\n".join(_shown(line, form) for line in _statements(body, form)))
    if not bodies:
        return text.strip()
    imports = "\n".join(found[0].strip() for found in re.finditer(form.imports, text, re.MULTILINE))
    return "\n\n".join(filter(None, (imports, *bodies)))


def _masked(text: str, form: UsageForm) -> str:
    """Return the text with its literals as blanks of the same length."""
    return re.sub(form.strings, lambda found: " " * len(found[0]), text)


def _statements(body: str, form: UsageForm) -> Sequence[str]:
    """Return the lines of the body, a call of several lines as one."""
    found, pending, depth = [], "", 0
    for line in body.split("\n"):
        pending = f"{pending} {line.strip()}" if pending else line
        plain = _masked(line, form)
        depth += sum(plain.count(each) for each in "([{") - sum(plain.count(each) for each in ")]}")
        if depth <= 0 or not _CALL.match(pending):
            found.append(pending)
            pending = ""
            depth = 0
    return [*found, pending] if pending else found


def _arguments(text: str, masked: str) -> list[str]:
    """Return the arguments of a call; `masked` is the text without the signs in its literals."""
    places, found = 0, []
    for part in split(masked):
        start = masked.index(part, places)
        places = start + len(part)
        found.append(text[start:places].strip())
    return found


def _shown(line: str, form: UsageForm) -> str:
    call = _CALL.match(line)
    known = form.assertions.get(call["name"]) if call else None
    if call is None or known is None:
        return line
    masked = re.sub(form.strings, lambda found: "_" * len(found[0]), line)
    end = closing(masked, call.end() - 1)
    arguments = _arguments(line[call.end() : end], masked[call.end() : end])
    if line[end + 1 :].strip() != form.end or len(arguments) <= known.shown:
        return line
    shown = arguments[known.shown]
    if known.raises:
        thrown = re.fullmatch(r"(?:async )?\(\) (?:=>|->) \{?\s*(?P<body>[^;]+?);?\s*\}?", shown)
        kind = (
            arguments[known.result] if isinstance(known.result, int) and known.result < len(arguments) else "an error"
        )
        if thrown is None:
            return line
        return f"{call['indent']}{thrown['body']}{form.end} // throws {kind.removesuffix('.class')}"
    result = known.result if isinstance(known.result, str) else arguments[known.result]
    return f"{call['indent']}{shown}{form.end} // {result}"
