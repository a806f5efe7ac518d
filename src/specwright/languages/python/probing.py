"""Python: probes of a project's functions and classes, and the tests that are made of what they showed."""

from __future__ import annotations

import ast
import json
import re
import secrets
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.evidence.native import FileCoverage
from specwright.core.existing.calls import (
    CallPlan,
    Mark,
    PlannedTest,
    PlanOutcome,
    StatedPlan,
    TestablePart,
)
from specwright.core.program.data import Data
from specwright.core.program.equality import EXACT
from specwright.core.program.package import Package
from specwright.core.value import canonical
from specwright.languages.common.packaging.layout import flat
from specwright.languages.common.probing import probe_lines
from specwright.languages.common.test_spans import spans_of
from specwright.languages.drivers import driver_file
from specwright.languages.python.observing import PythonObserving
from specwright.languages.python.packaging import source_root
from specwright.languages.python.testing.call_text import call_text, module_path
from specwright.languages.python.testing.literals import PythonLiterals
from specwright.languages.python.testing.parts import python_parts
from specwright.languages.python.testing.stated import agrees, stated_plans
from specwright.languages.python.testing.test_files import PythonStyle, new_path, python_test_file, style_of
from specwright.ports.language import NativeRun
from specwright.ports.probing import ProbeFile, TestFile

_PATTERN: Final = re.compile(r"\\[dswDSW.^$*+?()]|^\^|\$$|\(\?[:P=!]|\[[^\]\n]+\][*+?]")
_LONGEST_PATTERN: Final = 300
_ASSERTED: Final = ("data", "items", "text")


class PythonProbing:
    """See the port `Probing`."""

    measures = False

    def parts(self, package: Package, path: str) -> tuple[TestablePart, ...]:
        return python_parts(package, path)

    def constants(self, package: Package, part: TestablePart) -> tuple[Data, ...]:
        name = part.owner or part.name
        own = PythonObserving().constants(package.sources[part.path], part.declared.model_copy(update={"name": name}))
        patterns = (text for path in self._near(package, part.path) for text in pattern_texts(package.sources[path]))
        return tuple({canonical(each): each for each in (*own, *patterns)}.values())

    def _near(self, package: Package, path: str) -> list[str]:
        """Return the file and the project's modules that it imports."""
        code = package.sources[path]
        modules = {
            module_path(package, each).rsplit(".", 1)[-1]: each for each in package.sources if each.endswith(".py")
        }
        named = re.findall(r"^\s*(?:from|import)\s+[.\w]*?(\w+)(?=\s)", code, re.MULTILINE)
        return [path, *(modules[name] for name in dict.fromkeys(named) if name in modules and modules[name] != path)]

    def stated(self, package: Package, path: str, parts: Sequence[TestablePart]) -> tuple[StatedPlan, ...]:
        return tuple(stated_plans(package.sources[path], path, parts))

    def places(self, package: Package, file: FileCoverage) -> frozenset[Mark]:
        lines = ((file.path, line, -1) for line, hits in file.lines.items() if not hits)
        return frozenset({*lines, *((file.path, line, to) for line, to in file.untaken)})

    def loading(self, package: Package) -> ProbeFile:
        nonce = secrets.token_hex(8)
        name = f"test_zz_{nonce}"
        text = (
            f"def {name}():\n    import contextlib\n    import importlib\n\n"
            f"    for name in {sorted(_modules(package))!r}:\n"
            "        with contextlib.suppress(BaseException):\n            importlib.import_module(name)\n"
        )
        return ProbeFile(path=f"tests/{name}.py", text=text, nonce=nonce)

    def probe(
        self,
        package: Package,
        parts: Mapping[str, TestablePart],
        plans: Sequence[CallPlan],
        *,
        whole: bool = False,
        later: bool = False,
    ) -> ProbeFile:
        nonce = secrets.token_hex(8)
        work = {
            "nonce": nonce,
            "files": sorted(path for path in package.sources if path.endswith(".py")),
            "modules": sorted(_modules(package)),
            "imports": [],
            "plans": [_plan(plan, package, parts) for plan in plans],
            "whole": whole,
            "later": later,
        }
        name = f"test_zz_{nonce}"
        text = (
            f"WORK = {json.dumps(json.dumps(work))}\n"
            f"PROBE = {json.dumps(driver_file('project_probe.py', 'python').decode())}\n\n\n"
            f"def {name}(capfd):\n    import json\n    space = {{'__name__': 'specwright_probe'}}\n"
            "    exec(compile(PROBE, 'specwright_probe.py', 'exec', dont_inherit=True), space)\n"
            "    space['main'](json.loads(WORK), capfd.disabled())\n"
        )
        return ProbeFile(path=f"tests/{name}.py", text=text, nonce=nonce)

    def told(self, output: str, probe: ProbeFile, count: int, package: Package) -> tuple[PlanOutcome | None, ...]:
        files = sorted(path for path in package.sources if path.endswith(".py"))
        return probe_lines(output, probe.nonce, count, files)

    def stirred(self, run: NativeRun) -> NativeRun:
        return run.model_copy(
            update={"job": run.job.model_copy(update={"env": {**run.job.env, "PYTHONHASHSEED": "4242"}})}
        )

    def agrees(self, stated: StatedPlan, outcome: PlanOutcome) -> bool | None:
        return agrees(stated, outcome)

    def shown(self, package: Package, parts: Mapping[str, TestablePart], plan: CallPlan) -> str:
        text = call_text(plan, package, parts, PythonLiterals(EXACT), lambda _: False)
        return flat(text.last)

    def is_testable(self, outcome: PlanOutcome) -> bool:
        told = outcome.told
        if told is None:
            return False
        if outcome.ending == "raised":
            return bool(told["error"]["module"])
        value: Any = told["value"]
        has_more = bool(told.get("receiver") or told.get("changed") or told.get("printed"))
        if value is None or value == ["data", None]:
            return has_more or value is not None or bool(told.get("kept"))
        return value[0] in _ASSERTED or has_more or (value[0] == "object" and bool(value[3])) or value[0] == "long"

    def spans(self, text: str) -> dict[str, tuple[int, int]]:
        return spans_of(text, "python")

    def new_path(self, package: Package, path: str) -> str:
        return new_path(package, path)

    def test_form(self, package: Package, path: str) -> str:
        style = {
            PythonStyle.FUNCTIONS: "plain functions for pytest",
            PythonStyle.CLASSES: "methods of classes for pytest, without any base class",
            PythonStyle.UNITTEST: "methods of a `unittest.TestCase`",
        }[style_of(package)]
        return f"One file of {style}. The code is imported from `{module_path(package, path)}`."

    def written(
        self, package: Package, path: str, parts: Mapping[str, TestablePart], tests: Sequence[PlannedTest]
    ) -> TestFile:
        return python_test_file(package, path, parts, tests)


def pattern_texts(code: str) -> Iterator[str]:
    """Yield the texts of a module that are given to `re`, or read as patterns."""
    for node in ast.walk(ast.parse(code)):
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and len(text) <= _LONGEST_PATTERN and _PATTERN.search(text):
            yield text


def _plan(plan: CallPlan, package: Package, parts: Mapping[str, TestablePart]) -> dict[str, Any]:
    literals = PythonLiterals(EXACT)
    try:
        text = call_text(plan, package, parts, literals)
    except (UserError, KeyError):
        return {
            "imports": [],
            "before": ["raise ValueError"],
            "last": "None",
            "is_value": True,
            "given": [],
            "receiver": "",
        }
    return {
        "imports": [
            *(f"import {name}" for name in sorted(literals.imports)),
            *(f"from {module} import {name}" for module, name in text.imports),
        ],
        "before": [flat(piece) for piece in text.before],
        "last": flat(text.last),
        "is_value": text.is_value,
        "given": list(text.given.values()),
        "receiver": text.receiver,
    }


def _modules(package: Package) -> set[str]:
    root = source_root(package)
    return {
        path.removeprefix(root).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
        for path in package.sources
        if path.endswith(".py")
    }
