"""Values that answer one reader so and another otherwise are no plain values, whatever they say when they are told."""

from __future__ import annotations

import asyncio
from typing import Final

import pytest

from specwright.adapters.machine.toolchains import ready
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.languages.loading import toolchain_for
from specwright.pipeline.running.execute import call
from specwright.ports.language import Program
from specwright.ports.sandbox import Sandbox

SIGNATURE: Final = Signature(
    name="f", params=(Parameter(name="which", type=Type("int")),), returns=Type.parse("list[int]")
)
LYING: Final = {
    "javascript": (
        "new Proxy([1, 2], { get: (t, k) => (n++ < 9 ? t[k] : 9) })",
        "Object.defineProperty([1, 2], 0, { get: () => (n++ ? 9 : 1), enumerable: true })",
        "Object.assign([9, 9], { [Symbol.iterator]: () => [1, 2].values() })",
        "Object.assign([1, 2], { map: () => [9] })",
        "Object.assign([1, 2], { toJSON: () => [9] })",
        "new (class extends Array { *[Symbol.iterator]() { yield 1; yield 2; } })()",
        "Object.defineProperty(new Uint16Array(3), 'length', { value: 2 })",
    ),
    "java": (
        "new ArrayList<>(List.of(9, 9)) { public Iterator<Integer> iterator() { return List.of(1, 2).iterator(); } }",
        (
            "new AbstractList<>() { int n; public Integer get(int i) { return n++ < 2 ? i + 1 : 9; }"
            " public int size() { return 2; } }"
        ),
        "new ArrayList<>(List.of(1, 2)) { public int size() { return 9; } }",
        "new ArrayList<>(List.of(1, 2)) { public Object[] toArray() { return new Object[] {9, 9}; } }",
    ),
}
PLAIN: Final = {
    "javascript": ("[1, 2]", "Object.assign([1, 2], { index: 0, input: '' })", "Array.of(1, 2)", "[, 2].fill(1, 0, 1)"),
    "java": (
        "List.of(1, 2)",
        "new ArrayList<>() {{ add(1); add(2); }}",
        "new AbstractList<>() { public Integer get(int i) { return i + 1; } public int size() { return 2; } }",
        "Collections.unmodifiableList(Arrays.asList(1, 2))",
    ),
}


def program(language: str, values: tuple[str, ...]) -> str:
    if language == "java":
        cases = " ".join(f"if (which == {place}) return {value};" for place, value in enumerate(values))
        return (
            f"import java.util.*;\nclass Solution {{ static List<Integer> f(int which) {{ {cases} return null; }} }}\n"
        )
    made = ", ".join(f"() => {value}" for value in values)
    return f"let n = 0;\nexport function f(which) {{\n  return [{made}][which]();\n}}\n"


@pytest.mark.parametrize("language", LYING)
def test_values_that_lie_pass_for_nothing_and_plain_ones_for_what_they_are(
    runner: asyncio.Runner, sandbox: Sandbox, language: str
) -> None:
    toolchain = toolchain_for(language, sandbox, ready)
    values = (*LYING[language], *PLAIN[language])
    code = Program(code=program(language, values), signature=SIGNATURE)
    outcomes = runner.run(call(sandbox, toolchain, code, [{"which": place} for place in range(len(values))]))
    lying = outcomes[: len(LYING[language])]
    assert [outcome.value for outcome in outcomes[len(lying) :]] == [[1, 2]] * len(PLAIN[language]), outcomes
    for value, outcome in zip(values, lying, strict=False):
        assert isinstance(outcome.value, dict), (value, outcome)
        assert "$object" in outcome.value, (value, outcome)
