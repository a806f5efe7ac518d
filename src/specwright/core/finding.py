"""What a tool says of a place in a file: a compiler's error, a linter's remark, a function that is too complex."""

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


class Check(Value):
    """What one tool found in a package. `measured` are its figures, such as the complexity of each function."""

    kind: CheckKind
    tool: str
    """With its version."""
    findings: tuple[Finding, ...] = ()
    measured: dict[str, float] = Field(default_factory=dict)
    unavailable: str | None = None
    """Why the tool did not run; what was not measured never counts as good."""
