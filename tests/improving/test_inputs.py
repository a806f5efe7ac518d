"""Inputs for existing functions."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from specwright.core.errors import UserError
from specwright.core.existing.shape import ArgumentShape, DeclaredFunction, Taken, fitted
from specwright.core.program.data import decode, encode
from specwright.core.program.infer import fits
from specwright.core.program.types import Type
from specwright.core.value import canonical
from specwright.improving.inputs import InputSource, names_of, ways
from specwright.improving.same import read_function
from specwright.languages.loading import observing_for
from specwright.languages.registry import LANGUAGES

LETTER = ArgumentShape(type=Type("str"), letter=True)
BYTE = ArgumentShape.whole(0, 255)
SHAPES = (
    BYTE,
    LETTER,
    ArgumentShape.around("list", ArgumentShape.whole(-128, 127)),
    ArgumentShape.around("list", BYTE, size=3),
    ArgumentShape.around("map", LETTER, ArgumentShape.around("tuple", BYTE, ArgumentShape.of(Type("float")))),
    ArgumentShape.around("set", BYTE),
    ArgumentShape.around("optional", LETTER),
    ArgumentShape.of(Type.parse("list[map[str, optional[int]]]")),
)


def is_of(data: object, shape: ArgumentShape) -> bool:
    """Return whether the value is one of the shape, ranges and lengths included."""
    if not fits(data, shape.type):
        return False
    if shape.type.kind == "int":
        value = decode(data)
        return (shape.least is None or value >= shape.least) and (shape.most is None or value <= shape.most)
    if shape.letter:
        return isinstance(data, str) and len(data) == 1
    if shape.type.kind == "optional":
        return data is None or is_of(data, shape.inner[0])
    if isinstance(data, list):
        return shape.size in (None, len(data)) and all(is_of(item, shape.inner[0]) for item in data)
    if isinstance(data, dict) and shape.inner:
        [(tag, body)] = data.items()
        if tag == "$map":
            return all(is_of(part, kind) for pair in body for part, kind in zip(pair, shape.inner, strict=True))
        kinds = shape.inner if tag == "$tuple" else shape.inner * len(body)
        return all(is_of(part, kind) for part, kind in zip(body, kinds, strict=True))
    return True


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_input_is_of_its_shape_and_comes_once(shape: ArgumentShape) -> None:
    declared = DeclaredFunction(name="f", params=(Taken(name="a", shape=shape), Taken(name="b", shape=shape)))
    source = InputSource(declared, (7, 300, -5, "xy", 0.5), seed=1)
    way = ways(declared)[0]
    made = [*source.samples(way, 9), *source.first(way, 80)]
    made += source.further(way, made, 80, large=True)
    assert len(made) > 100
    assert all(is_of(value, shape) for call in made for value in call.values())
    assert len({canonical(call) for call in made}) == len(made)
    again = InputSource(declared, (7, 300, -5, "xy", 0.5), seed=1)
    assert [*again.samples(way, 9), *again.first(way, 80)] == made[: 9 + 80][: len(made)]


@given(st.integers(), st.integers(-500, 500), st.integers(0, 500))
def test_a_number_is_brought_into_its_range(value: int, least: int, width: int) -> None:
    shape = ArgumentShape.whole(least, least + width)
    assert is_of(fitted(encode(value), shape), shape)
    if least <= value <= least + width:
        assert fitted(value, shape) == value


def test_constants_of_the_code_and_their_neighbours_are_tried() -> None:
    declared = DeclaredFunction(name="f", params=(Taken(name="n", shape=ArgumentShape.of(Type("int"))),))
    made = InputSource(declared, (7919,), seed=0).first(ways(declared)[0], 60)
    assert {7918, 7919, 7920} <= {call["n"] for call in made}


READ = {
    "python": ("def f(a: int, b: 'list[str]' = (), *, c: float): ...", ["int", "list[str]", "float"]),
    "javascript": ("/** @param {number[]} a\n * @param {string} b */\nconst f = (a, b) => a;", ["list[float]", "str"]),
    "typescript": ("export function f(a: Map<number, string>, b?: [number, boolean]): void {}",
                   ["map[float, str]", "tuple[float, bool]"]),
    "java": ("class A { static int f(int[] a, Map<String, List<Long>> b, final char c) { return 1; } }",
             ["list[int]", "map[str, list[int]]", "str"]),
    "go": ("package p\n\ntype P struct {\n\tX, Y int\n}\n\nfunc f(a, b []byte, c map[string]P, d ...rune) error {\n}",
           ["list[int]", "list[int]", "map[str, tuple[int, int]]", "list[int]"]),
    "rust": ("pub fn f<'a>(a: &'a [u8], mut b: Vec<(char, f64)>, c: &mut Option<String>) -> &'a str { \"\" }",
             ["list[int]", "list[tuple[str, float]]", "optional[str]"]),
}  # fmt: skip


def test_declarations_are_read_in_every_language() -> None:
    assert set(READ) == set(LANGUAGES)
    for language, (code, types) in READ.items():
        observing = observing_for(language)
        declared = observing.declared(code, "f")
        assert [str(param.shape and param.shape.type) for param in declared.params] == types, language
        assert "f" in observing.functions(code)
        assert len(set(names_of(declared))) == len(declared.params)


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        ("def f(a):\n    return a.strip()", "str"),
        ("def f(a):\n    return {k: v for k, v in a.items()}", "map[str, int]"),
        ("def f(a):\n    for x, y in a: print(x + y)", "list[tuple[int, int]]"),
        ("def f(a):\n    return [w.lower() for w in a]", "list[str]"),
        ("def f(a=2.5):\n    return a", "float"),
        ("def f(a):\n    '''\n    >>> f({1: 'x'})\n    '''", "map[int, str]"),
        ("def f(matrix): ...", "list[list[int]]"),
        ("def f(a, b):\n    return [a(x) for x in b]", "function[int, int]"),
    ],
)
def test_types_that_are_not_declared_are_guessed(code: str, kind: str) -> None:
    way = ways(observing_for("python").declared(code, "f"))[0]
    assert str(way[0].type) == kind


HOSTILE = {
    "javascript": ["const f = (a) => a;\nlet x = 1 = /" + "[a]" * 3000, "const f = (a) => { return `" + "{" * 5000],
    "java": [
        "class A { static int f(int a) { return 1; } " + "x" * 100_000,
        "class A { static int f(int a) { " + "(" * 9999,
    ],
    "go": ["package p\nfunc f(a int) int {\n" + "if a {" * 5000, "package p\nfunc f(a " + "[]" * 3000 + "int) {\n}\n"],
    "rust": ["fn f(a: i32) -> i32 { " + "'a" * 20_000, "fn f(a: " + "Vec<" * 2000 + "i32" + ">" * 2000 + ") {}"],
    "python": [
        "def f(a):\n    for x in a" + "[0]" * 2000 + ":\n        print(x)\n",
        "def f(a):\n    if a == 0:\n        a\n" + "".join(f"    elif a == {n}:\n        a\n" for n in range(700)),
        "def f(a: " + "list[" * 150 + "int" + "]" * 150 + "): ...",
        "def f(a" + "(" * 9999,
    ],
}


@pytest.mark.parametrize("language", HOSTILE)
def test_no_text_of_a_file_hangs_or_breaks_its_reader(language: str) -> None:
    observing = observing_for(language)
    for code in HOSTILE[language]:
        with contextlib.suppress(UserError):
            declared = read_function(observing, code, "f")
            observed = observing.observed(code, declared, names_of(declared))
            observing.constants(code, declared)
            observing.reach(code, observed, frozenset([1, 2 << 16 | 3]))
