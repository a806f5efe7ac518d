"""Ports of patterns: each is checked against the Python through the real toolchain of its language."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import cast

import pytest
from tests.offline.patterns.port_check import MADE, PortReport, check_port
from tests.tiers import sampled

from specwright.adapters.machine.toolchains import ready
from specwright.core.program.data import encode
from specwright.core.work.testcase import Returns
from specwright.languages.loading import toolchain_for
from specwright.languages.python.toolchain import PythonToolchain
from specwright.languages.registry import ROWS
from specwright.offline.patterns.catalogue import PORTS, catalogue, named
from specwright.offline.porting import is_holdable, ported
from specwright.ports.sandbox import Sandbox
from specwright.sandbox import open_sandbox

PORTED = [(pattern.name, language) for pattern in catalogue() for language in pattern.code if language != "python"]


def report(name: str, language: str, code: str | None = None) -> PortReport:
    async def scenario() -> PortReport:
        sandbox = await open_sandbox("auto")
        try:
            toolchain = toolchain_for(language, sandbox, ready)
            pattern = named(name)
            return await check_port(sandbox, PythonToolchain(), toolchain, pattern, code or pattern.code[language])
        finally:
            await sandbox.close()

    return asyncio.run(scenario())


def test_every_file_of_a_port_belongs_to_a_pattern() -> None:
    files = sorted(path.relative_to(PORTS).as_posix() for path in PORTS.rglob("*.*"))
    assert files == sorted(f"{language}/{name}.{ROWS[language].extension}" for name, language in PORTED)


def test_sixty_classics_and_more_are_known_in_every_language_and_named_in_the_documents() -> None:
    known = [pattern.name for pattern in catalogue() if set(ROWS) <= set(pattern.code)]
    assert len(known) >= 60
    document = (Path(__file__).parents[3] / "docs" / "offline.md").read_text()
    listed = document.partition("## Other languages")[2].partition("\n## ")[0]
    assert f"{len(known)} classics" in listed
    names = listed.partition("generated inputs:")[2].strip().partition(".")[0]
    assert [" ".join(name.split()) for name in names.split(",")] == [name.replace("_", " ") for name in known]


@pytest.mark.parametrize(("language", "fits"), [("javascript", False), ("go", True)])
def test_numbers_that_a_language_cannot_hold_are_left_out(language: str, fits: bool) -> None:
    case = named("fibonacci").cases()[0]
    large = case.model_copy(update={"expected": Returns(value=encode(2**60))})
    assert is_holdable(large, ROWS[language]) is fits
    assert is_holdable(case, ROWS[language])


def test_a_port_under_another_name_keeps_its_texts() -> None:
    asked = named("median").signature.model_copy(update={"name": "mid"})
    code = ported(named("median"), asked, toolchain_for("typescript", cast("Sandbox", None), ready))
    assert code is not None
    assert "function mid(" in code
    assert "an empty list has no median" in code


@pytest.mark.timeout(120)
@pytest.mark.parametrize(("name", "language"), sampled(PORTED, 2, kind=lambda port: port[1], name="-".join))
def test_a_port_does_what_the_python_does(name: str, language: str) -> None:
    found = report(name, language)
    assert found.holds, found
    assert found.compared > len(named(name).tests) + MADE // 4, "hardly any made input was compared"


def test_a_port_with_a_fault_is_found_out_on_the_input_that_shows_it() -> None:
    # Sorting as texts, as JavaScript does when nothing is said, passes every test whose numbers have one digit.
    right = named("merge_intervals").code["javascript"]
    wrong = right.replace("(a, b) => a[0] - b[0] || a[1] - b[1]", "")
    assert wrong != right
    found = report("merge_intervals", "javascript", wrong)
    assert not found.holds
    assert all("merge_intervals(" in failure and ", not " in failure for failure in found.failures)


def test_a_text_without_the_function_is_refused_before_anything_runs() -> None:
    found = report("two_sum", "javascript", "export const nothing = 1;\n")
    assert not found.holds
    assert found.compared == 0
    assert "twoSum" in (found.objection or "")
