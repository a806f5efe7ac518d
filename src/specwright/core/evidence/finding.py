"""Findings of tools about places in files: a compiler's error, a linter's remark, a function that is too complex."""

from __future__ import annotations

from enum import StrEnum

from pydantic import Field

from specwright.core.value import Value


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


class Finding(Value):
    tool: str
    code: str = ""
    """The tool's own name of the rule, such as `E501`."""
    severity: Severity = Severity.ERROR
    message: str
    path: str = ""
    line: int | None = None
    column: int | None = None


class CheckKind(StrEnum):
    SYNTAX = "syntax"
    FORMAT = "format"
    LINT = "lint"
    TYPES = "types"
    COMPLEXITY = "complexity"
    DOCUMENTATION = "documentation"
    SECURITY = "security"
    DUPLICATION = "duplication"
    EXAMPLES = "examples"
    """Whether the examples in the documentation run and give the stated results."""
    ASSERTIONS = "assertions"
    """Whether the tests state anything at all."""
    MUTATION = "mutation"
    """Whether the tests notice bugs that were put in on purpose."""


class Spot(Value):
    """A place where one small change makes a bug, for finding out whether the tests notice it."""

    path: str
    start: int
    """In bytes from the beginning of the file, as is `end`."""
    end: int
    line: int
    old: str
    new: str


class Check(Value):
    """What one tool found in a package. `measured` are its figures, by kind:

    syntax: files, broken; format: files, unformatted; lint, types, security: lines, findings; complexity: the figure
    of each function, named `path:line name`; documentation: parts, documented (of what should be described, how much
    is); duplication: lines, duplicated; examples: examples, passed; assertions: tests, asserting; mutation: mutants,
    noticed.
    """

    kind: CheckKind
    tool: str
    """With its version."""
    findings: tuple[Finding, ...] = ()
    measured: dict[str, float] = Field(default_factory=dict)
    survivors: tuple[Spot, ...] = ()
    """Of seeded bugs: those that no test noticed."""
    unavailable: str | None = None
    """Why the tool did not run. A missing figure never counts as good."""
