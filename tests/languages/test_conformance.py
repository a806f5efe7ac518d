from __future__ import annotations

import pytest

from specwright.ports.language import Toolchain
from specwright.testing.language_conformance import disagreements, source, suite

from .conftest import Bench


def test_the_suite_has_at_least_forty_cases_of_both_verdicts() -> None:
    verdicts = [verdict.passes for _, verdicts in suite() for verdict in verdicts]
    assert len(verdicts) >= 40
    assert verdicts.count(False) >= 8


@pytest.mark.timeout(400)
def test_the_same_cases_come_to_the_same_verdicts_in_every_language(bench: Bench, toolchain: Toolchain) -> None:
    found = bench.runner.run(disagreements(bench.sandbox, toolchain, source(toolchain.language)))
    assert found == {}


@pytest.mark.timeout(400)
def test_a_wrong_function_is_seen_by_the_suite(bench: Bench) -> None:
    code = source("python").replace("x / 2", "x / 3")
    found = bench.runner.run(disagreements(bench.sandbox, bench.toolchain("python"), code))
    assert {name.split("-")[0] for name in found} == {"halve"}
