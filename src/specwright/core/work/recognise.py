"""Which kind of task a problem asks for, told from its words and samples."""

from __future__ import annotations

import re
from typing import Final

from specwright.core.program.kind import TaskKind
from specwright.core.work.example import lift_examples
from specwright.core.work.reading.samples import has_labelled_samples
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
_FUNCTION: Final = re.compile(r"\b(?:functions?|methods?|def|returns?|class(?:es)?)\b", re.IGNORECASE)


def kind_of(task: Task) -> TaskKind:
    """Return what the user chose, or what the words ask for. A function if they leave it open."""
    if task.kind is not None:
        return task.kind
    if task.story is not Story.FUNCTION or task.entry_point_given:
        return TaskKind.FUNCTION
    return TaskKind.PROGRAM if _asks_for_program(task) else TaskKind.FUNCTION


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
