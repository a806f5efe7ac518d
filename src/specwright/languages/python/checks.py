"""Python: ruff for layout, lint, security and complexity, mypy for types, doctest for examples, our analyser."""

from __future__ import annotations

import json
import platform
import re
import secrets
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from specwright.core.errors import ToolchainMissing
from specwright.core.evidence.finding import Check, CheckKind, Finding, Severity
from specwright.core.program.package import Package
from specwright.core.program.untrusted import parse_report
from specwright.languages.common.checks import analysis
from specwright.languages.common.checks.documentation import DOCSTRING
from specwright.languages.common.checks.inspecting import Inspecting, check, remarks, unformatted
from specwright.languages.common.checks.tool import PACKAGES, Tool
from specwright.languages.common.checks.tool_run import PROJECT, SAME_PYTHON, ToolOutput, make_run, not_made
from specwright.languages.common.tools.libraries import ONE_THREAD
from specwright.languages.drivers import driver_file
from specwright.languages.python.packaging import runner_packages, started
from specwright.ports.language import ToolRun
from specwright.ports.sandbox import Mount

LINT_RULES: Final = ("E", "W", "F", "B", "C4", "I", "N", "PIE", "RET", "SIM", "UP", "A", "PERF", "RUF")
"""PEP 8 (E, W, N), mistakes (F, B), order of imports (I), and what ruff's authors and users add for clear code."""
_IGNORED: Final = ("RUF001", "RUF002", "RUF003")
"""Letters of other scripts are no mistake."""
SECURITY_RULES: Final = ("S",)
"""Bandit's rules, as ruff has them."""
_COMPLEXITY: Final = re.compile(r"`(.+)` is too complex \((\d+) >")
MYPY_FLAGS: Final = (
    # A configuration in the project could name plugins, which are code.
    "--strict", "--config-file=/dev/null", "--show-column-numbers", "--no-pretty", "--no-error-summary",
    "--no-color-output", "--show-error-codes", "--explicit-package-bases",
)  # fmt: skip
"""The options of mypy; its prepared cache of the standard library holds for these alone."""
_RUFF_KINDS: Final = (
    CheckKind.SYNTAX,
    CheckKind.FORMAT,
    CheckKind.LINT,
    CheckKind.SECURITY,
    CheckKind.COMPLEXITY,
)
_MYPY: Final = re.compile(r"^(.+?):(\d+):(\d+): (error|warning): (.*?)(?:  \[([\w-]+)\])?$")
_NOT_INSTALLED: Final = ("import-not-found", "import-untyped")
"""A dependency that is not in the sandbox is no fault of a package's types."""
_NOT_TYPED: Final = (*_NOT_INSTALLED, "no-any-return")
"""What a dependency returns is not known where its types are not."""
_WIDTH: Final = ("--config", "line-length=88")


class PythonInspection(Inspecting):
    """Inspects Python packages; see the Inspection port."""

    language = "python"
    extensions = (".py",)
    form = DOCSTRING
    quick: ClassVar = {"ruff": _RUFF_KINDS}
    slow: ClassVar = {"mypy": (CheckKind.TYPES,)}
    analysed = analysis.KINDS
    formatter = "ruff"
    environment: ClassVar = {"MYPYPATH": "src"}
    settings_files = r"\.?ruff\.toml|pyproject\.toml|\.?mypy\.ini|setup\.cfg|tox\.ini"
    # Ruff's `noqa` is not among them: it is not heeded.
    silencers = r"#\s*type:\s*ignore|#\s*mypy:\s*\S+|#\s*fmt:\s*(?:off|skip)"

    def commands(self, name: str, package: Package) -> dict[str, Sequence[str]]:
        if name == "ruff":
            return _ruff_commands(self.tools.here["ruff"])
        sources = self.sources(package)
        return {"mypy": _mypy_command(self.tools.here["mypy"], sources)} if sources else {}

    def read(self, name: str, said: Mapping[str, ToolOutput], package: Package) -> Sequence[Check]:
        tool = self.tools.here[name]
        if name == "ruff":
            return _ruff_checks(said, package, tool)
        return [_types_check(said.get("mypy"), package, tool)]

    def layout(self, paths: Sequence[str]) -> dict[str, Sequence[str]]:
        """Sort imports too: ruff checks their order, but its formatter does not change it."""
        ruff, common = self.tools.here["ruff"].argv, ("--isolated", "--no-cache", *_WIDTH)
        return {
            "imports": [*ruff, "check", *common, "--quiet", "--select", "I", "--fix", *paths],
            "format": [*ruff, "format", *common, *paths],
        }

    def examples(self, package: Package) -> ToolRun | None:
        command = [*SAME_PYTHON, "../doctests.py"]
        files = {"doctests.py": driver_file("doctests.py", "python")}
        made = {**started(package), **package.documents}
        texts = {f"{PROJECT}/{path}": text.encode("utf-8", "replace") for path, text in made.items()}
        documents = (path for path in sorted(package.documents) if path.endswith(".md"))
        commands = {"doctest": [*command, *self.sources(package), *documents, secrets.token_hex(12)]}
        kinds = [CheckKind.EXAMPLES]
        mounts = self.tools.image or _test_runner()  # the image that has the tools has the test runner too
        needs = self.tools.dependencies
        path = {"PYTHONPATH": ":".join((PACKAGES, *(mount.target or mount.source for mount in needs))), **ONE_THREAD}
        files = {**texts, **files}
        return make_run("examples", kinds, package, commands, [], files=files, env=path, mounts=(*mounts, *needs))

    def read_examples(self, run: ToolRun, said: Mapping[str, ToolOutput], package: Package) -> Check:
        return _examples_check(said.get("doctest"), _word(run))


def _test_runner() -> tuple[Mount, ...]:
    """Return an example may be a test; without a runner it fails."""
    try:
        return runner_packages()
    except ToolchainMissing:
        return ()


# --- ruff ------------------------------------------------------------------------------------------------------


def _ruff_commands(ruff: Tool) -> dict[str, Sequence[str]]:
    common = ("--isolated", "--no-cache", "--output-format", "json")
    rules = ",".join((*LINT_RULES, *SECURITY_RULES, "C901"))
    return {
        "check": (
            *ruff.argv, "check", *common, *_WIDTH, "--exit-zero", "--ignore-noqa", "--select", rules,
            "--ignore", ",".join(_IGNORED), "--config", "lint.mccabe.max-complexity=0", ".",
        ),
        "format": (*ruff.argv, "format", *common, *_WIDTH, "--check", "."),
    }  # fmt: skip


def _ruff_checks(said: Mapping[str, ToolOutput], package: Package, ruff: Tool) -> list[Check]:
    told, layout = _listed(said["check"]), _listed(said["format"])
    if told is None or layout is None:
        why = f"ruff failed: {(said['check'].err or said['format'].err).strip()[-300:]}"
        return list(not_made(_RUFF_KINDS, str(ruff), why))
    found = [_finding(entry) for entry in told]
    broken = [each for each in found if each.code == "invalid-syntax" or each.code.startswith("E9") or not each.code]
    security = [each for each in found if _is_security(each) and each.path in package.sources]
    complexity = {}
    for each in found:
        if (named := _COMPLEXITY.search(each.message)) and each.path in package.sources:
            complexity[f"{each.path}:{each.line} {named[1]}"] = float(named[2])
    lint = [
        each for each in found if each not in broken and each.code.startswith(LINT_RULES) and not _is_security(each)
    ]
    paths = [path for path in (*package.sources, *package.tests) if path.endswith(".py")]
    changed = sorted({_finding(entry).path for entry in layout})
    broken_files = len({each.path for each in broken})
    return [
        check(CheckKind.SYNTAX, ruff, broken, {"files": len(paths), "broken": broken_files}),
        unformatted(ruff, changed, len(paths)),
        remarks(CheckKind.LINT, ruff, lint, {**package.sources, **package.tests}),
        remarks(CheckKind.SECURITY, ruff, security, package.sources),
        check(CheckKind.COMPLEXITY, ruff, (), complexity),
    ]


def _is_security(finding: Finding) -> bool:
    return re.fullmatch(r"S\d+", finding.code) is not None


def _listed(said: ToolOutput) -> list[dict[str, Any]] | None:
    try:
        told = parse_report(said.out.encode("utf-8", "replace"))
    except ValueError:
        return None
    return told if isinstance(told, list) and said.status in (0, 1, 2) else None


def _finding(entry: dict[str, Any]) -> Finding:
    place = entry.get("location") or {}
    return Finding(
        tool="ruff",
        code=str(entry.get("code") or ""),
        severity=Severity.WARNING if entry.get("code") else Severity.ERROR,
        message=str(entry.get("message", "")),
        path=str(entry.get("filename", "")).split(f"/{PROJECT}/", 1)[-1],
        line=place.get("row"),
        column=place.get("column"),
    )


# --- mypy ------------------------------------------------------------------------------------------------------


def _mypy_command(mypy: Tool, sources: Sequence[str]) -> list[str]:
    return [*mypy.argv, *MYPY_FLAGS, *sources]


def _types_check(said: ToolOutput | None, package: Package, mypy: Tool) -> Check:
    if said is None or said.status not in (0, 1):
        blocked = said is not None and said.status == 2 and "error:" in said.out
        why = f"mypy failed: {(said.out if blocked else said.err).strip()[-300:] if said else 'it said nothing'}"
        return Check(kind=CheckKind.TYPES, tool=str(mypy), unavailable=why)
    found = [
        Finding(
            tool="mypy",
            code=match[6] or "",
            severity=Severity.ERROR,
            message=match[5],
            path=match[1],
            line=int(match[2]),
            column=int(match[3]),
        )
        for line in said.out.splitlines()
        if (match := _MYPY.match(line))
        and match[4] == "error"
        and match[6] not in (_NOT_TYPED if package.dependencies else _NOT_INSTALLED)
    ]
    return remarks(CheckKind.TYPES, mypy, found, package.sources)


# --- examples --------------------------------------------------------------------------------------------------


def _word(run: ToolRun) -> str:
    """Return the random word whose example must fail."""
    return str(json.loads(run.job.stdin)["commands"]["doctest"][-1])


def _examples_check(said: ToolOutput | None, word: str) -> Check:
    tool = f"doctest of Python {platform.python_version()}"
    try:
        told = parse_report(said.out.encode("utf-8", "replace")) if said and said.status == 0 else None
        failed = [(str(path), int(line), str(why)) for path, line, why in told["failed"]] if told else []
        examples = int(told["examples"]) if told else 0
    except (ValueError, TypeError, KeyError):
        told = None
    if told is None:
        why = f"the examples did not come to an end: {said.err.strip()[-300:] if said else 'nothing was said'}"
        return Check(kind=CheckKind.EXAMPLES, tool=tool, unavailable=why)
    if all(path != word for path, _, _ in failed):
        return Check(kind=CheckKind.EXAMPLES, tool=tool, unavailable="a check example that must fail passed")
    failed = [each for each in failed if each[0] != word]
    findings = [
        Finding(tool="doctest", message=f"the example fails: {why}"[:500], path=path, line=line)
        for path, line, why in failed
    ]
    passed = max(0, examples - len(failed))
    return Check(
        kind=CheckKind.EXAMPLES,
        tool=tool,
        findings=tuple(findings),
        measured={"examples": examples, "passed": passed},
    )
