"""Cases as a pytest file, written as a person would write it."""

from __future__ import annotations

import builtins
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.program.data import Data, untag
from specwright.core.program.equality import Comparison
from specwright.core.program.package import Item, Package
from specwright.core.program.special.frames import FRAMES
from specwright.core.work.testcase import Raises, TestCase
from specwright.languages.common.packaging.cases import (
    provenance,
    signature_of,
    test_names,
    tuples_are_alike,
)
from specwright.languages.common.packaging.layout import BracketGroup, flat, group, wrapped
from specwright.languages.python.testing.literals import LAYOUT, PythonLiterals, text_literal

_TAKEN: Final = frozenset({"result", "matches", "pytest", "math", "caught"})
"""Names that a test file uses itself: a function of such a name is imported under another."""
_ANY_ORDER: Final = '''

def matches(actual, expected):
    """Whether both hold the same items; their order does not count."""
    if isinstance(expected, dict):
        return actual.keys() == expected.keys() and all(
            matches(actual[key], value) for key, value in expected.items()
        )
    if not isinstance(expected, ({kinds})):
        return {equal}
    remaining = list(actual)
    if len(remaining) != len(expected):
        return False
    for wanted in expected:
        found = [place for place, got in enumerate(remaining) if matches(got, wanted)]
        if not found:
            return False
        del remaining[found[0]]
    return True
'''


class _PythonTestFile(PythonLiterals):
    """What one test file needs beside its tests."""

    def __init__(self, package: Package, item: Item, comparison: Comparison) -> None:
        super().__init__(comparison)
        self.package = package
        self.signature = signature_of(item)
        name = self.signature.name
        self.called = f"{name}_" if name in _TAKEN else name
        shown = name if self.called == name else f"{name} as {self.called}"
        self.names: dict[str, str] = {shown: module_of(package, name)}
        self.helper = False

    def test(self, name: str, case: TestCase) -> str:
        given = self.signature.bound(case.inputs, omits=True)
        call = group(f"{self.called}(", [self.literal(value) for value in given.values()], ")")
        if self.signature.asynchronous:
            self.imports.add("asyncio")
            call = replace(call, opening=f"asyncio.run({call.opening}", closing=f"{call.closing})")
        head = f"# {provenance(case)}\ndef test_{name}():\n"
        if isinstance(case.expected, Raises):
            return head + self.raises(call, case.expected.error)
        return head + self.returns(call, case.expected.value)

    def raises(self, call: BracketGroup, kind: str | None) -> str:
        self.imports.add("pytest")
        known = kind is not None and self.known_error(kind)
        if kind is None or known:
            return f"    with pytest.raises({kind or 'Exception'}):\n{LAYOUT.statement(call, '        ')}"
        body = LAYOUT.statement(call, "        ")
        named = f"    assert type(caught.value).__name__ == {text_literal(kind)}\n"
        return f"    with pytest.raises(Exception) as caught:\n{body}{named}"

    def known_error(self, kind: str) -> bool:
        """Return whether the kind is one of Python's, or a class of the package, which is imported then."""
        found = getattr(builtins, kind, None)
        if isinstance(found, type) and issubclass(found, BaseException):
            return True
        if any(re.search(rf"^class {re.escape(kind)}\b", text, re.MULTILINE) for text in self.package.sources.values()):
            self.names[kind] = module_of(self.package, kind)
            return True
        return False

    def returns(self, call: BracketGroup, expected: Data) -> str:
        if isinstance(expected, dict) and untag(expected)[0] in FRAMES.values():
            return self.same_content(call, *untag(expected))
        if self.comparison.any_order and _holds_sequence(expected):
            return self.unordered(call, expected)
        if expected == {"$float": "nan"}:
            self.imports.add("math")
            return self.asserted(call, "math.isnan(", ")")
        if expected is None or isinstance(expected, bool):
            return self.asserted(call, "", f" is {expected}")
        wanted = self.close(expected)
        one = wrapped("assert ", wrapped("", call, f" == {flat(wanted)}"))
        if LAYOUT.fits(one, "    "):
            return LAYOUT.statement(one, "    ")
        first = LAYOUT.statement(wrapped("result = ", call), "    ")
        return first + LAYOUT.statement(wrapped("assert result == ", wanted), "    ")

    def same_content(self, call: BracketGroup, tag: str, body: Any) -> str:
        """Return the comparison of an array, a series or a data frame, as its library makes it."""
        bounds = f"rtol={self.comparison.tolerance or 1e-9!r}, atol={self.comparison.tolerance or 0!r}"
        wanted = self.literal({tag: body})
        result = LAYOUT.statement(wrapped("result = ", call), "    ")
        expected = LAYOUT.statement(wrapped("expected = ", wanted), "    ")
        if self.comparison.any_order:
            raise UserError("a table in any order cannot be compared in a native test")
        if tag == "$array":
            numbers = all(isinstance(item, int | float) for item in _leaves(body))
            check = f"allclose(result, expected, {bounds})" if numbers else "array_equal(result, expected)"
            return f"{result}{expected}    np.testing.assert_{check}\n"
        same = f"check_dtype=False, check_names={tag == '$frame'}, {bounds}"
        if tag == "$frame" and body[2] is None:
            result += "    result = result.reset_index(drop=True)\n"
            same = f"check_dtype=False, {bounds}"
        kind = "frame" if tag == "$frame" else "series"
        return f"{result}{expected}    pd.testing.assert_{kind}_equal(\n        result, expected, {same}\n    )\n"

    def asserted(self, call: BracketGroup, before: str, behind: str) -> str:
        one = wrapped(f"assert {before}", call, behind)
        if LAYOUT.fits(one, "    "):
            return LAYOUT.statement(one, "    ")
        return LAYOUT.statement(wrapped("result = ", call), "    ") + f"    assert {before}result{behind}\n"

    def unordered(self, call: BracketGroup, expected: Data) -> str:
        if _sortable(expected):
            ordered = self.literal(sorted(expected))
            one = wrapped("assert sorted(", call, f") == {flat(ordered)}")
            if LAYOUT.fits(one, "    "):
                return LAYOUT.statement(one, "    ")
        else:
            self.helper = True
        first = LAYOUT.statement(wrapped("result = ", call), "    ")
        if _sortable(expected):
            return first + LAYOUT.statement(wrapped("assert sorted(result) == ", ordered), "    ")
        return first + LAYOUT.statement(group("assert matches(", ["result", self.literal(expected)], ")"), "    ")

    def text(self, tests: Sequence[str]) -> str:
        head = "".join(f"import {name}\n" for name in sorted(self.imports - {"pytest"}))
        runs = (self.helper and self.comparison.tolerance) or "pytest" in self.imports
        third = "".join(f"import {name}\n" for name in sorted({*self.third, *(["pytest"] if runs else [])}))
        by_module: dict[str, list[str]] = {}
        for name, module in self.names.items():
            by_module.setdefault(module, []).append(name)
        own = "".join(f"from {module} import {', '.join(sorted(names))}\n" for module, names in by_module.items())
        parts = [part for part in (head, third, own) if part]
        helper = self.any_order() if self.helper else ""
        title = f'"""Tests of {self.signature.name}."""\n'
        return f"{title}\n" + "\n".join(parts) + helper + "".join(f"\n\n{test}" for test in tests)

    def any_order(self) -> str:
        kinds = "list, set, frozenset" + (", tuple" if tuples_are_alike(self.signature.returns) else "")
        bounds = ", ".join(["expected", *self.bounds()])
        equal = "actual == expected"
        if self.comparison.tolerance is not None:
            equal = (
                f"actual == (\n            pytest.approx({bounds})\n"
                "            if isinstance(expected, float)\n            else expected\n        )"
            )
        return _ANY_ORDER.replace("{kinds}", kinds).replace("{equal}", equal)


def render(package: Package, item: Item, cases: Sequence[TestCase], comparison: Comparison) -> str:
    """Return the test file of one function."""
    file = _PythonTestFile(package, item, comparison)
    return file.text([file.test(name, case) for name, case in zip(test_names(cases), cases, strict=True)])


def module_of(package: Package, name: str) -> str:
    """Return the module to import a name from: the package itself, or the one of its modules that alone has it."""
    main = f"src/{package.name}/__init__.py"
    if re.search(rf"\b{re.escape(name)}\b", package.sources.get(main, "")):
        return package.name
    defined = rf"^(?:async def|def|class) {re.escape(name)}\b|^{re.escape(name)}\s*[:=]"
    for path, text in sorted(package.sources.items()):
        if path.endswith(".py") and path.startswith("src/") and re.search(defined, text, re.MULTILINE):
            return path.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return package.name


def _holds_sequence(data: Data) -> bool:
    if isinstance(data, dict):
        tag, body = untag(data)
        return tag in ("$tuple", "$set") or (tag == "$map" and any(_holds_sequence(value) for _, value in body))
    return isinstance(data, list)


def _leaves(data: Data) -> Iterator[Data]:
    if isinstance(data, list):
        for item in data:
            yield from _leaves(item)
    else:
        yield data


def _sortable(data: Data) -> bool:
    """Return whether it is a flat list of texts or integers, for which sorting both sides is enough."""
    return isinstance(data, list) and (
        all(isinstance(item, str) for item in data) or all(type(item) is int for item in data)
    )
