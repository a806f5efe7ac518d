"""What a code writer replies to a repair: where the fault is, why, and the code in a block."""

from __future__ import annotations

import json

import pytest

from specwright.pipeline.asking.ask import Complaint
from specwright.pipeline.judging.repair import Fault, read_revision

TAGS = frozenset({"python", "py"})
CODE = 'def f(x):\n    """A "quoted" word."""\n    return x + 1\n'


def test_code_comes_in_a_block_with_the_fault_and_the_cause_before_it() -> None:
    read = read_revision(f"fault: code\nThe sum was one short.\n\n```python\n{CODE}```\n", TAGS)
    assert (read.fault, read.reasoning) == (Fault.CODE, "The sum was one short.")
    assert read.revised_function.strip() == CODE.strip()


@pytest.mark.parametrize("fault", ["test", "environment"])
def test_a_fault_elsewhere_needs_no_code(fault: str) -> None:
    read = read_revision(f"**Fault:** {fault}\n\nThe code does what R1 says.", TAGS)
    assert (read.fault, read.revised_function) == (Fault(fault), "")
    assert "R1" in read.reasoning


def test_a_block_alone_is_a_repair() -> None:
    assert read_revision(f"```py\n{CODE}```", TAGS).fault is Fault.CODE


def test_the_same_as_json_is_read_too() -> None:
    said = json.dumps({"reasoning": "off by one", "revised_function": CODE})
    assert read_revision(said, TAGS).revised_function == CODE


def test_words_alone_are_no_repair() -> None:
    with pytest.raises(Complaint, match="neither"):
        read_revision("I would look at the loop.", TAGS)
