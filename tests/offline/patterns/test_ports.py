"""Ports of patterns: each is checked against the Python through the real toolchain of its language."""

from __future__ import annotations

import asyncio

import pytest
from tests.offline.patterns.port_check import MADE, PortReport, check_port
from tests.tiers import sampled

from specwright.adapters.machine.toolchains import ready
from specwright.languages.loading import toolchain_for
from specwright.languages.python.toolchain import PythonToolchain
from specwright.languages.registry import ROWS
from specwright.offline.patterns.catalogue import PORTS, catalogue, named
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
    assert {language for _, language in PORTED} >= {"javascript", "go"}


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
