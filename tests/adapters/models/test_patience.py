from __future__ import annotations

import pytest

from specwright.adapters.models.hosted.patience import Patience
from specwright.adapters.models.hosted.redact import HIDDEN, Redactor

PATIENCE = Patience(tries=4, wait_seconds=1, longest_wait_seconds=3, longest_retry_after_seconds=10, total_seconds=100)


def test_waits_double_up_to_the_longest_and_then_end() -> None:
    assert [PATIENCE.wait(failures, None, 0, 1.0) for failures in (1, 2, 3, 4)] == [1, 2, 3, None]


def test_the_jitter_shortens_a_wait_by_half_at_most() -> None:
    assert PATIENCE.wait(2, None, 0, 0.0) == 1


def test_what_the_server_asks_for_is_never_undercut() -> None:
    assert PATIENCE.wait(1, 7, 0, 0.0) == 7
    assert PATIENCE.wait(1, 7, 0, 1.0) == pytest.approx(7.7)
    assert PATIENCE.wait(1, -3, 0, 0.0) == 0


def test_a_wait_that_is_too_long_or_ends_too_late_is_not_begun() -> None:
    assert PATIENCE.wait(1, 10.1, 0, 0.0) is None
    assert PATIENCE.wait(1, 5, 96, 0.0) is None
    assert PATIENCE.wait(1, 5, 94, 0.0) == 5


@pytest.mark.parametrize(
    "text",
    [
        "Incorrect API key: sk-proj-abc***xyz.",
        "AIzaSyA-0123456789abc",
        "Authorization: Bearer abc.def-ghi",
        "gsk_0123456789",
    ],
)
def test_what_looks_like_a_key_is_hidden_in_messages(text: str) -> None:
    assert HIDDEN in Redactor([]).clean(text)


def test_a_secret_is_hidden_whatever_it_looks_like_and_nothing_else_is() -> None:
    redactor = Redactor(["hunter2", "hunter2longer", ""])
    assert redactor.hide("a hunter2longer b hunter2 c sk-0123456789") == f"a {HIDDEN} b {HIDDEN} c sk-0123456789"
    assert redactor.clean("task-force, key_function, context-lamp") == "task-force, key_function, context-lamp"
