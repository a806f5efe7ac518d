"""JavaScript: biome for syntax, layout, lint and security; node for examples; our analyser for the rest."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from specwright.core.evidence.finding import Check, CheckKind, Finding, Severity
from specwright.core.program.package import Package
from specwright.core.program.untrusted import parse_report
from specwright.languages.common.checks import analysis
from specwright.languages.common.checks.documentation import TAGS
from specwright.languages.common.checks.inspecting import GRAMMAR, Inspecting, check, remarks, unformatted
from specwright.languages.common.checks.security import BROKEN_HASH, RUNS_TEXT, STARTS_PROGRAM, DangerRule, dangerous
from specwright.languages.common.checks.tool_run import PROJECT, ToolOutput, encoded, make_run, not_made
from specwright.languages.common.packaging.commands import command_of
from specwright.languages.javascript.commands import node_main
from specwright.languages.javascript.native_tests import public_name
from specwright.languages.registry import ROWS
from specwright.ports.language import ToolRun

_KINDS: Final = (CheckKind.SYNTAX, CheckKind.FORMAT, CheckKind.LINT, CheckKind.SECURITY)
_SETTINGS: Final = {
    "root": True,
    "vcs": {"enabled": False},
    "formatter": {"indentStyle": "space", "useEditorconfig": False},
    "linter": {"rules": {"recommended": True}},
    "assist": {"enabled": False},
}
_COMMON: Final = ("--colors=off", "--config-path=..")
_SECURITY: Final = ("lint/security/", "lint/suspicious/noGlobalEval", "lint/nursery/noFloating")
_DANGERS: Final = (
    DangerRule(
        code="process",
        called=r"^(?:child_process\.)?(?:exec|execSync|spawn|spawnSync|execFile|execFileSync|fork)\(",
        why=STARTS_PROGRAM,
    ),
    DangerRule(code="code", called=r"^(?:new Function\(|Function\(|vm\.run)", why=RUNS_TEXT),
    DangerRule(code="hash", called=r"^(?:crypto\.)?createHash\(['\"](?:md5|sha1)", why=BROKEN_HASH),
)


class JavaScriptInspection(Inspecting):
    """Inspects JavaScript packages; see the Inspection port. The language has no types to check."""

    language = "javascript"
    extensions = ROWS["javascript"].extensions
    node_flags: ClassVar[tuple[str, ...]] = ()
    """How Node runs the examples."""
    form = TAGS
    formatter = "biome"
    settings_files = r"biome\.jsonc?"
    silencers = r"\bbiome-ignore\S*|@ts-(?:ignore|nocheck|expect-error)"
    quick: ClassVar = {"biome": _KINDS}
    analysed = (*analysis.KINDS, CheckKind.COMPLEXITY)
    dangers = _DANGERS

    def commands(self, name: str, package: Package) -> dict[str, Sequence[str]]:
        paths = [*self.sources(package), *self.tests(package)]
        if name != "biome" or not paths:
            return {}
        flags = ("ci", "--reporter=json", "--max-diagnostics=none", *_COMMON)
        return {"biome": [*self.tools.here["biome"].argv, *flags, *paths]}

    def layout(self, paths: Sequence[str]) -> dict[str, Sequence[str]]:
        return {"biome": [*self.tools.here["biome"].argv, "format", "--write", *_COMMON, *paths]}

    def files(self, name: str, package: Package) -> dict[str, bytes]:
        return {"biome.json": json.dumps(_SETTINGS).encode()}

    def read(self, name: str, said: Mapping[str, ToolOutput], package: Package) -> Sequence[Check]:
        biome = self.tools.here["biome"]
        if "biome" not in said:
            return not_made(_KINDS, str(biome), f"the package has no {ROWS[self.language].title}")
        told = _diagnostics(said["biome"])
        if told is None:
            return not_made(_KINDS, str(biome), f"biome failed: {said['biome'].err.strip()[-300:]}")
        texts = {**package.sources, **package.tests}
        found = [_finding(each, texts) for each in told]
        broken = [each for each in found if each.code in ("parse", "files/missingHandler", "internalError/fs")]
        layout = sorted({each.path for each in found if each.code == "format"})
        danger = [each for each in found if each.code.startswith(_SECURITY) and each.path in package.sources]
        calls = analysis.read_report(said.get(GRAMMAR))
        danger += dangerous(calls, self.dangers) if not isinstance(calls, str) else ()
        lint = [each for each in found if each.code.startswith("lint/") and not each.code.startswith(_SECURITY)]
        files = len(self.sources(package)) + len(self.tests(package))
        broken_files = len({each.path for each in broken})
        return [
            check(CheckKind.SYNTAX, biome, broken, {"files": files, "broken": broken_files}),
            unformatted(biome, layout, files),
            remarks(CheckKind.LINT, biome, lint, texts),
            remarks(CheckKind.SECURITY, biome, danger, package.sources),
        ]

    def examples(self, package: Package) -> ToolRun | None:
        """Run each block of code in a document as a program of its own, which must run to its end."""
        node, extension = self.tools.here.get("node"), ROWS[self.language].extension
        blocks = self._blocks(package)
        if node is None or not self.sources(package):
            return None
        files = self.manifest(package)
        if (command := command_of(package)) is not None:
            files |= {f"{PROJECT}/{path}": encoded(text) for path, text in node_main(command, extension).items()}
        paths = {f"example {place}": _place(place, code, extension) for place, (_, _, code) in enumerate(blocks)}
        files |= {f"{PROJECT}/{path}": encoded(blocks[place][2]) for place, path in enumerate(paths.values())}
        commands = {name: [*node.argv, *self.node_flags, path] for name, path in paths.items()}
        return make_run("examples", [CheckKind.EXAMPLES], package, commands, [node], files=files)

    def read_examples(self, run: ToolRun, said: Mapping[str, ToolOutput], package: Package) -> Check:
        blocks = self._blocks(package)
        failed = [
            Finding(tool="node", message=f"the example fails: {_last(said[name])}", path=path, line=line)
            for place, (path, line, _) in enumerate(blocks)
            if (name := f"example {place}") not in said or said[name].status != 0
        ]
        measured = {"examples": len(blocks), "passed": len(blocks) - len(failed)}
        return check(CheckKind.EXAMPLES, self.tools.here["node"], failed, measured)

    def manifest(self, package: Package) -> dict[str, bytes]:
        """Return the file that lets the package's own tests and examples import it by its name."""
        main = min(self.sources(package), key=lambda path: (path.count("/"), "index" not in path, path))
        if "package.json" in package.others:
            return {f"{PROJECT}/package.json": encoded(package.others["package.json"])}
        manifest = {"name": public_name(package.name), "type": "module", "exports": f"./{main}"}
        return {f"{PROJECT}/package.json": json.dumps(manifest).encode()}

    def _blocks(self, package: Package) -> list[tuple[str, int, str]]:
        """Return path, line and text of every block of the language's code in the documents."""
        tags = "|".join(sorted(ROWS[self.language].fence_tags, key=len, reverse=True))
        fence = re.compile(rf"^```(?:{tags})\b[^\n]*\n(.*?)^```", re.DOTALL | re.MULTILINE)
        return [
            (path, text.count("\n", 0, block.start(1)) + 1, block[1])
            for path, text in sorted(package.documents.items())
            for block in fence.finditer(text)
        ]


def _diagnostics(said: ToolOutput) -> list[dict[str, Any]] | None:
    start = said.out.find("{")
    try:
        told = parse_report(said.out[start:].encode("utf-8", "replace")) if start >= 0 else None
        return list(told["diagnostics"]) if told else None
    except (ValueError, TypeError, KeyError):
        return None


def _finding(entry: dict[str, Any], texts: Mapping[str, str]) -> Finding:
    place = entry.get("location") or {}
    named = place.get("path") or {}
    path = str(named.get("file", "") if isinstance(named, dict) else named).removeprefix("./")
    span = place.get("span")
    before = encoded(texts.get(path, ""))[: span[0]] if isinstance(span, list) and span else None
    return Finding(
        tool="biome",
        code=str(entry.get("category", "")),
        severity=Severity.ERROR if entry.get("severity") in ("error", "fatal") else Severity.WARNING,
        message=str(entry.get("description", "")),
        path=path,
        line=None if before is None else before.count(b"\n") + 1,
    )


def _place(number: int, code: str, extension: str) -> str:
    """Return where an example is run: one that imports from a folder beside its own is a test."""
    folder = "test/" if re.search(r"""["'`]\.\./""", code) else ""
    script = re.search(r"\brequire\(", code) and not re.search(r"(?m)^\s*import\b(?!\s*\()", code)
    return f"{folder}example_{number}.{'c' if script else 'm'}{extension}"


def _last(said: ToolOutput | None) -> str:
    lines = [line for line in (said.err if said else "").splitlines() if line.strip()]
    return next((line for line in lines if "Error" in line), lines[-1] if lines else "it did not end")[:300]
