"""A source as the rules see it, and a finding in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from specwright.audit.subject import AuditSubject
from specwright.core.evidence.finding import Finding, Severity
from specwright.languages.registry import ROWS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ast_grep_py import SgNode


class ParsedSource(NamedTuple):
    """One source with its tree."""

    path: str
    language: str
    text: str
    root: SgNode
    is_test: bool


def sources(subject: AuditSubject) -> Iterator[ParsedSource]:
    """Yield every source that can be parsed. Raise ModuleNotFoundError if no parser is installed."""
    for path, language in subject.folder.languages.items():
        root = subject.syntax.root(path)
        if root is not None:
            is_test = re.search(ROWS[language].test_files, path) is not None
            yield ParsedSource(path, language, subject.folder.texts[path], root, is_test)


def error_at(source: ParsedSource, code: str, message: str, line: int) -> Finding:
    """Return a finding of a rule at its line."""
    return Finding(tool="audit", code=code, severity=Severity.ERROR, message=message, path=source.path, line=line)
