from __future__ import annotations

import pytest

from specwright.cli.options import EXIT_TABLE
from specwright.cli.screens.report import EXIT_BY_STATE, PASSING_UNVERIFIED
from specwright.core.errors import EXIT_STATUS, SandboxUnavailable, SpecwrightError, kind_of
from specwright.core.run.result import State


def kinds(root: type[SpecwrightError] = SpecwrightError) -> set[type[SpecwrightError]]:
    """All that the core defines."""
    return {root}.union(*(kinds(kind) for kind in root.__subclasses__() if kind.__module__ == root.__module__))


def test_an_adapters_own_kind_is_told_as_what_it_is_a_kind_of() -> None:
    class Gone(SandboxUnavailable):
        pass

    assert kind_of(Gone("it ended")) is SandboxUnavailable
    assert kind_of(SandboxUnavailable("none")) is SandboxUnavailable


def test_every_error_maps_to_an_exit_status() -> None:
    assert set(EXIT_STATUS) == kinds()
    assert all(0 < status < 256 for status in EXIT_STATUS.values())


def test_every_error_has_a_code_of_its_own() -> None:
    codes = [kind.code for kind in kinds()]
    assert len(set(codes)) == len(codes)
    assert all(code == code.upper() for code in codes)


def test_every_state_of_a_result_maps_to_an_exit_status() -> None:
    assert set(EXIT_BY_STATE) == set(State)
    assert {EXIT_BY_STATE[state] for state in State if state.passing} == {0}
    assert all(EXIT_BY_STATE[state] != 0 for state in State if not state.passing)


@pytest.mark.parametrize(
    "status", sorted({*EXIT_STATUS.values(), *EXIT_BY_STATE.values(), *PASSING_UNVERIFIED.values()} - {70})
)
def test_every_exit_status_is_in_the_documented_table(status: int) -> None:
    assert f" {status} " in f" {EXIT_TABLE} "


def test_an_error_carries_what_happened_and_what_to_do_next() -> None:
    error = SpecwrightError("it broke", hint="mend it")
    assert (str(error), error.message, error.hint) == ("it broke", "it broke", "mend it")
