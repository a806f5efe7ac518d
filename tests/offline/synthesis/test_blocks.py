from __future__ import annotations

import ast
import dataclasses
from typing import Any

import pytest

from specwright.offline.synthesis.blocks import BLOCKS, Block
from specwright.offline.synthesis.kinds import BOOL, INT, STR, kind, list_of
from specwright.offline.synthesis.loops import COMBINE, WORDS
from specwright.offline.synthesis.nodes import Call, Constant, Name, Node
from specwright.offline.synthesis.render import expression
from specwright.offline.synthesis.values import Map

SAMPLES: dict[str, list[Any]] = {
    "int": [1, 0],
    "float": [2.5, 4.0],
    "bool": [True, False],
    "str": ["10 a", "b"],
    "list[int]": [(3, 1, 2), (5,)],
    "list[float]": [(2.5, 1.0), (4.0,)],
    "list[str]": [("b", "a"), ("c",)],
    "list[bool]": [(True, False), (True,)],
    "list[list[int]]": [((1, 2), (3, 4)), ((5,), (6,))],
    "map[str, int]": [Map({"a": 1}), Map({"b": 2})],
    "list[pair[str, int]]": [(("a", 1),), (("b", 2),)],
    "pair[str, int]": [("a", 1), ("b", 2)],
    "any": [1, "b"],
}
FILLED = {"T": "int", "K": "str", "V": "int", "U": "int"}


def concrete(text: str) -> str:
    for letter, instead in FILLED.items():
        text = text.replace(f"[{letter}", f"[{instead}").replace(f" {letter}]", f" {instead}]")
        text = instead if text == letter else text
    return text.replace("list[pair[int, int]]", "list[pair[str, int]]").replace("pair[int, int]", "pair[str, int]")


def plain(value: object) -> object:
    """A held value as Python has it, lists for tuples: the comparison below does not tell the two apart."""
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return {key: plain(item) for key, item in value.items()} if isinstance(value, dict) else value


def unfrozen(value: object, as_kind: str) -> object:
    if as_kind.startswith("list[") and isinstance(value, tuple):
        inner = as_kind[5:-1]
        return [unfrozen(item, inner) for item in value]
    return dict(value) if isinstance(value, Map) else value


def differences(block: Block) -> list[str]:
    """Return how the block's text differs from its `run`; a block that cannot be compared differs too."""
    kinds = [concrete(taken) for taken in block.takes]
    names = [Name(kind(taken), 1, (), 0, f"v{place}") for place, taken in enumerate(kinds)]
    text = expression(Call(kind("int"), 1, (), 0, block, tuple(names)))
    found, compared = [], 0
    for args in ([SAMPLES[taken][row] for taken in kinds] for row in range(2)):
        try:
            expected = block.run(*args)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            continue
        space = {f"v{place}": unfrozen(arg, taken) for place, (arg, taken) in enumerate(zip(args, kinds, strict=True))}
        lines = "import itertools, math\nfrom collections import Counter\n"
        exec(f"{lines}found = {text}", space)
        compared += 1
        if plain(space["found"]) != plain(expected):
            found.append(f"{text} of {args} is {space['found']!r}, not {expected!r}")
    may_fail = block.text in ("chr({0})", "ord({0})", "int({0})", "float({0})", "int({0}, 2)")
    return found if compared or may_fail else [f"{text} was never compared"]


def test_what_a_block_computes_is_what_its_text_does() -> None:
    """The search trusts `run`, the user gets `text`: they must be the same function."""
    assert [difference for block in BLOCKS for difference in differences(block)] == []


def test_a_block_whose_text_does_something_else_is_noticed() -> None:
    block = next(block for block in BLOCKS if block.text == "{0} + {1}" and block.takes == ("int", "int"))
    assert differences(dataclasses.replace(block, text="{0} - {1}"))


def test_no_block_is_listed_twice() -> None:
    assert len({(block.text, block.takes) for block in BLOCKS}) == len(BLOCKS)


def test_every_form_of_loop_has_its_words() -> None:
    assert set(WORDS) == set(COMBINE)


@pytest.mark.parametrize(
    ("outer", "inner", "text"),
    [
        ("{0} * {1}", "{0} + {1}", "(a + b) * c"),
        ("{0} - {1}", "{0} - {1}", "a - b - c"),
        ("{0} ** 2", "{0} + {1}", "(a + b) ** 2"),
        ("abs({0})", "{0} + {1}", "abs(a + b)"),
    ],
)
def test_parentheses_stand_where_they_are_needed_and_only_there(outer: str, inner: str, text: str) -> None:
    def block(template: str) -> Block:
        return next(block for block in BLOCKS if block.text == template and set(block.takes) == {"int"})

    a, b, c = (Name(INT, 1, (), 0, name) for name in "abc")
    first = Call(INT, 1, (), 0, block(inner), (a, b))
    second: tuple[Node, ...] = (c,) if len(block(outer).takes) == 2 else ()
    made = expression(Call(INT, 1, (), 0, block(outer), (first, *second)))
    assert made == text
    ast.parse(made)


def test_a_constant_stands_on_the_right_of_a_comparison() -> None:
    less = next(block for block in BLOCKS if block.text == "{0} < {1}" and block.takes == ("int", "int"))
    zero, n = Constant(INT, 1, (), 0, 0), Name(INT, 1, (), 0, "n")
    assert expression(Call(BOOL, 1, (), 0, less, (zero, n))) == "n > 0"


def test_a_list_made_only_to_be_gone_through_is_left_out() -> None:
    spread = next(block for block in BLOCKS if block.text == "list({0})" and block.takes == ("str",))
    unique = next(block for block in BLOCKS if block.text == "len(set({0:i}))")
    text = Name(STR, 1, (), 0, "text")
    assert expression(Call(INT, 1, (), 0, unique, (Call(list_of(STR), 1, (), 0, spread, (text,)),))) == "len(set(text))"
