"""Calls that a reader should know of, found by our own rules where a language has no such linter without a network."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from specwright.core.evidence.finding import Check, CheckKind, Finding, Severity
from specwright.core.value import Value
from specwright.languages.common.checks.analysis import Told
from specwright.languages.common.checks.tool import Tool


class Rule(Value):
    """What is called, as a regular expression on the text of the call, and why that is dangerous."""

    code: str
    called: str
    why: str


_PROCESS: Final = "it starts another program"
_HASH: Final = "this hash is broken: nothing secret may rest on it"
_OBJECTS: Final = "objects read from outside can run code"
_CODE: Final = "it runs text as code"

JAVASCRIPT: Final = (
    Rule(
        code="process",
        called=r"^(?:child_process\.)?(?:exec|execSync|spawn|spawnSync|execFile|execFileSync|fork)\(",
        why=_PROCESS,
    ),
    Rule(code="code", called=r"^(?:new Function\(|Function\(|vm\.run)", why=_CODE),
    Rule(code="hash", called=r"^(?:crypto\.)?createHash\(['\"](?:md5|sha1)", why=_HASH),
)
JAVA: Final = (
    Rule(code="process", called=r"^(?:[\w.]*Runtime\.getRuntime\(\)|\w+)\.exec\(|^ProcessBuilder$", why=_PROCESS),
    Rule(code="hash", called=r"^MessageDigest\.getInstance\(\s*\"(?:MD5|SHA-?1)\"", why=_HASH),
    Rule(code="objects", called=r"^(?:ObjectInputStream|XMLDecoder)$", why=_OBJECTS),
    Rule(code="code", called=r"^(?:Class\.forName|\w*[eE]ngine\w*\.eval)\(", why=_CODE),
    Rule(code="query", called=r"^\w+\.execute\w*\(\s*\"[^\"]*\"\s*\+", why="a query is glued together"),
    Rule(code="exit", called=r"^System\.exit\(", why="it ends the program of whoever calls it"),
)
GO: Final = (
    Rule(code="process", called=r"^(exec\.Command(Context)?|syscall\.Exec|os\.StartProcess)$", why=_PROCESS),
    Rule(code="hash", called=r"^(md5|sha1)\.(New|Sum)$", why=_HASH),
    Rule(code="tls", called=r"^InsecureSkipVerify\s*:\s*true", why="anybody can pretend to be the other side"),
    Rule(code="unsafe", called=r"^unsafe\.", why="the compiler no longer guards memory"),
)
RUST: Final = (
    Rule(code="process", called=r"^(std::process::)?Command::new$", why=_PROCESS),
    Rule(code="unsafe", called=r"^unsafe\b", why="the compiler no longer guards memory"),
    Rule(code="transmute", called=r"transmute(::<|$)", why="the compiler no longer guards types"),
)


def dangerous(told: Told, rules: Sequence[Rule]) -> tuple[Finding, ...]:
    """Every call that one of the rules names."""
    return tuple(
        Finding(
            tool="security",
            code=rule.code,
            severity=Severity.WARNING,
            message=f"{' '.join(text.split())[:60]}: {rule.why}",
            path=path,
            line=line,
        )
        for path, line, text in told.calls
        for rule in rules
        if re.search(rule.called, text)
    )


def security(told: Told, tool: Tool, rules: Sequence[Rule]) -> Check:
    found = dangerous(told, rules)
    return Check(
        kind=CheckKind.SECURITY,
        tool=str(tool),
        findings=found,
        measured={"lines": told.lines, "findings": len(found)},
    )
