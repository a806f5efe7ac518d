"""Which kind of task a problem asks for, by its words and samples."""

from __future__ import annotations

import re
from typing import Final

from specwright.core.program.kind import TaskKind
from specwright.core.work.example import lift_examples
from specwright.core.work.reading.kinds.samples import has_labelled_samples
from specwright.core.work.reading.kinds.sequences import class_named
from specwright.core.work.reading.kinds.services import requests_in
from specwright.core.work.reading.plain import plain
from specwright.core.work.task import Story, Task

_STREAMS: Final = re.compile(
    r"\bstandard\s+(?:input|output|error)\b|\bstd(?:in|out|err)\b|\bexit\s+(?:status|code)\b|\bexits?\s+with\b|"
    r"\bcommand[- ]line\s+(?:program|tool|utility|argument|option|script|app)|\bCLI\b|\bprogram\s+arguments?\b",
    re.IGNORECASE,
)
_LIMITS: Final = re.compile(r"\btime\s+limit\b.{0,30}\d|\bmemory\s+limit\b.{0,30}\d", re.IGNORECASE)
_PROGRAM: Final = re.compile(
    r"\b(?:an?|the|your|this)\s+(?:[\w+#-]+\s+){0,3}?(?:program|script|command|filter)\b", re.IGNORECASE
)
_PRINTS: Final = re.compile(r"\b(?:reads?|prints?|outputs?|displays?)\b", re.IGNORECASE)
_CLASS: Final = re.compile(
    r"\b(?:[Ii]mplement|[Dd]esign|[Ww]rite|[Cc]reate|[Bb]uild|[Dd]efine)\s+(?:an?\s+|the\s+)?(?:\w+\s+){0,2}?class\s+"
    r"(?:called\s+|named\s+)?[`*\"']{0,3}(?P<after>[A-Z]\w*)"
    r"|\b(?:[Ii]mplement|[Dd]esign|[Ww]rite|[Cc]reate|[Bb]uild|[Dd]efine)\s+(?:an?\s+|the\s+)?[`*\"']{0,3}(?P<before>[A-Z]\w*)[`*\"']{0,3}"
    r"\s+class\b"
)
_TOLD_CLASS: Final = re.compile(
    r"(?:\A|[.:\n]\s*|\b(?:[Aa]n?|[Tt]he)\s+)[Cc]lass\s+(?:called\s+|named\s+)?[`*\"']{0,3}(?P<after>[A-Z]\w*)"
    r"|\b(?:[Aa]n?|[Tt]he)\s+[`*\"']{0,3}(?P<before>[A-Z]\w*)[`*\"']{0,3}\s+class\b"
)
"""A class that is described without a word for making it: `Class TextBuffer with`, `a Queue class:`."""
_METHODS: Final = re.compile(
    r"\bmethods?\b|\b[a-z]\w*\(|\b[Cc]lass\s+(?:(?:called|named)\s+)?\W{0,3}[A-Z]\w*\W{0,3}\s+(?:with|that|which|having)\b"
)
_NO_NAME: Final = frozenset({"Solution", "Python", "Java", "JavaScript", "Rust", "The", "A", "It", "Its", "With"})
_SERVICE: Final = re.compile(
    r"\b(?:http|rest|restful|json|web)[- ]?(?:\s+\w+){0,1}?\s*(?:service|server|api|microservice)\b|"
    r"\bmicroservice\b|\bweb\s?server\b|\bapi\s+server\b|\b(?:small|tiny|simple)\s+(?:\w+\s+)?service\b",
    re.IGNORECASE,
)
_ENDPOINT: Final = re.compile(r"\b(?:GET|POST|PUT|PATCH|DELETE)\s+`?/")
_FUNCTION_OF_REQUESTS: Final = re.compile(r"\bfunctions?\b|\bdef\b|\bclass(?:es)?\b|\bregex|\bparser?\b", re.IGNORECASE)
_HOLDS_FUNCTION: Final = re.compile(r"class\s+Solution\b|\bfunction\b", re.IGNORECASE)
_FUNCTION: Final = re.compile(r"\b(?:functions?|methods?|def|returns?|class(?:es)?)\b", re.IGNORECASE)


def kind_of(task: Task) -> TaskKind:
    """Return what the user chose, or what the words ask for. A function if they leave it open."""
    if task.kind is not None:
        return task.kind
    if task.story is not Story.FUNCTION:
        return TaskKind.FUNCTION
    if _asks_for_service(task):
        return TaskKind.SERVICE
    if _asks_for_class(task):
        return TaskKind.CLASS
    if task.entry_point_given:
        return TaskKind.FUNCTION
    return TaskKind.PROGRAM if _asks_for_program(task) else TaskKind.FUNCTION


def class_in(problem: str) -> str | None:
    """Return the class that the words ask for; None if they ask for none, or for several."""
    for form in (_CLASS, _TOLD_CLASS):
        if form is _TOLD_CLASS and not _METHODS.search(problem):
            continue
        names = {name for match in form.finditer(problem) for name in match.groups() if name} - _NO_NAME
        if names:
            return names.pop() if len(names) == 1 else None
    return None


def _asks_for_service(task: Task) -> bool:
    """Return whether endpoints are stated, with examples or for a service, and no function is asked for."""
    words = "\n".join((task.problem, *task.examples))
    if _ENDPOINT.search(words) is None or task.entry_point_given or _has_calls(task):
        return False
    return bool(requests_in(words)) or bool(_SERVICE.search(words) and not _FUNCTION_OF_REQUESTS.search(words))


def _asks_for_class(task: Task) -> bool:
    words = "\n".join((task.problem, *task.examples))
    if class_named(plain(words)) is not None:
        return True
    return class_in(task.problem) is not None and not _HOLDS_FUNCTION.search(task.problem) and not _has_calls(task)


def _asks_for_program(task: Task) -> bool:
    words = task.problem
    if has_labelled_samples(words) and not _has_calls(task):
        return bool(_LIMITS.search(words) or not _FUNCTION.search(words) or _STREAMS.search(words))
    if _FUNCTION.search(words) or _has_calls(task):
        return False
    return bool(_STREAMS.search(words) or (_PROGRAM.search(words) and _PRINTS.search(words)))


def _has_calls(task: Task) -> bool:
    """Return whether an example calls a function or names its parameters."""
    found = lift_examples("\n".join((task.problem, *task.examples)))
    return any(example.called or (set(example.kwargs) - {"stdin", "args", "files"}) for example in found)
