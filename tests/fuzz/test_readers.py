"""What comes from inside, from a model or from a file never raises past the place where it is read.

pytest tests/fuzz -m slow          100,000 inputs, of a seed that changes with every run and is printed
"""

from __future__ import annotations

import json
import secrets
from collections import Counter

import pytest

from tests.fuzz.found import found
from tests.fuzz.grammar import Drawn
from tests.fuzz.readers import READERS

SAMPLE = 100
EACH = -(-100_000 // len(READERS))


def faults(name: str, seeds: range) -> dict[int, str]:
    """Return by seed what reading its input raised."""
    draw, read = READERS[name]
    raised = {}
    for seed in seeds:
        content = draw(Drawn(seed))
        try:
            read(content)
        except Exception as error:  # noqa: BLE001 - that it raises at all is the fault
            raised[seed] = f"{type(error).__name__}: {str(error)[:200]}"
    return raised


@pytest.mark.parametrize("name", READERS)
def test_a_sample_of_inputs_raises_nothing(name: str) -> None:
    assert faults(name, range(SAMPLE)) == {}


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", READERS)
def test_very_many_inputs_raise_nothing(name: str) -> None:
    first = secrets.randbelow(2**40)
    raised = faults(name, range(first, first + EACH))
    kinds = Counter(text.split(":", 1)[0] for text in raised.values())
    assert raised == {}, f"{kinds}; add one of each kind to tests/fuzz/found.py"


def test_what_was_found_stays_mended() -> None:
    for name, content in found():
        READERS[name][1](content)


@pytest.mark.parametrize("language", ["python", "javascript", "java", "go", "rust"])
def test_tools_that_print_line_breaks_without_end_are_read(language: str) -> None:
    """Time that grows with the square of the lines would never come to an end here."""
    text = "\n" * 400_000
    said = {
        name: [1, text, text] for name in ("rustfmt", "clippy", "rustdoc", "rustc", "javac", "mypy", "gofmt", "vet")
    }
    READERS[f"tools of {language}"][1](json.dumps(said).encode())


def test_the_grammar_draws_both_well_formed_and_broken_inputs() -> None:
    """Inputs that nothing accepts would show nothing."""
    accepted = Counter[bool]()
    for seed in range(200):
        try:
            READERS["tagged values"][0](Drawn(seed)).decode()
            accepted[True] += 1
        except UnicodeDecodeError:
            accepted[False] += 1
    assert accepted[True] > 20
    assert accepted[False] > 5
