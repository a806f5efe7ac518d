from __future__ import annotations

import pytest

from specwright.core.errors import UserError
from specwright.core.program.signature import Default, Parameter, Signature
from specwright.core.program.types import Type
from specwright.languages.common.names import camel, pascal, snake, words
from specwright.languages.common.shapes import as_declared
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.loading import toolchain_class
from specwright.languages.python.toolchain import PythonToolchain


def signature(name: str, params: dict[str, str], returns: str, wide: bool = False) -> Signature:
    given = tuple(Parameter(name=name, type=Type.parse(kind)) for name, kind in params.items())
    return Signature(name=name, params=given, returns=Type.parse(returns), wide=wide)


def declared(language: str, wanted: Signature) -> str:
    found = InstalledTools(language=language, version="1", programs={})
    tools = PythonToolchain("python3") if language == "python" else toolchain_class(language)(found)
    return tools.declaration(wanted).splitlines()[-1 if language != "java" else -2].strip()


TWO_SUM = signature("two_sum", {"nums": "list[int]", "target": "int"}, "list[int]")
RICH = signature("group_by", {"type": "map[str, list[float]]", "max_size": "optional[int]"}, "tuple[str, set[int]]")


@pytest.mark.parametrize(
    ("language", "plain", "rich"),
    [
        (
            "javascript",
            "export function twoSum(nums, target)",
            "export function groupBy(type, maxSize)",
        ),
        (
            "typescript",
            "export function twoSum(nums: number[], target: number): number[]",
            "export function groupBy(type: Record<string, number[]>, maxSize: number | null): [string, Set<number>]",
        ),
        (
            "java",
            "public static List<Long> twoSum(List<Long> nums, long target)",
            "public static Pair groupBy(Map<String, List<Double>> type, Long maxSize)",
        ),
        (
            "go",
            "func TwoSum(nums []int, target int) []int",
            "func GroupBy(type_ map[string][]float64, maxSize *int) (string, map[int]struct{})",
        ),
        (
            "rust",
            "pub fn two_sum(nums: Vec<i64>, target: i64) -> Vec<i64>",
            (
                "pub fn group_by(type_: std::collections::BTreeMap<String, Vec<f64>>, max_size: Option<i64>) "
                "-> (String, std::collections::BTreeSet<i64>)"
            ),
        ),
    ],
)
def test_a_signature_is_written_as_the_language_writes_it(language: str, plain: str, rich: str) -> None:
    assert declared(language, TWO_SUM) == plain
    assert declared(language, RICH) == rich


TOP = Signature(
    name="top_items",
    params=(
        Parameter(name="items", type=Type.parse("list[str]")),
        Parameter(name="limit", type=Type.parse("int"), default=Default(value=10)),
    ),
    returns=Type.parse("list[str]"),
)


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("python", "def top_items(items: list[str], limit: int = 10) -> list[str]:"),
        ("javascript", "export function topItems(items, limit = 10)"),
        ("typescript", "export function topItems(items: string[], limit: number = 10): string[]"),
    ],
)
def test_a_default_stands_in_the_declaration(language: str, line: str) -> None:
    assert declared(language, TOP) == line


@pytest.mark.parametrize("language", ["go", "rust", "java"])
def test_a_language_without_defaults_has_them_in_a_comment(language: str) -> None:
    text = toolchain_class(language)(InstalledTools(language=language, version="1", programs={})).declaration(TOP)
    assert "The usual limit is 10" in text


def test_a_default_that_calls_would_share_is_made_anew_in_each() -> None:
    empty = Parameter(name="seen", type=Type.parse("list[int]"), default=Default(value=[]))
    text = PythonToolchain("python3").declaration(TOP.model_copy(update={"params": (empty,)}))
    assert text.splitlines() == [
        "# seen is [] if it is None or left out",
        "def top_items(seen: list[int] | None = None) -> list[str]:",
    ]


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("python", "async def top_items(items: list[str], limit: int = 10) -> list[str]:"),
        ("javascript", "export async function topItems(items, limit = 10)"),
        ("typescript", "export async function topItems(items: string[], limit: number = 10): Promise<string[]>"),
    ],
)
def test_an_asynchronous_function_is_declared_as_one(language: str, line: str) -> None:
    assert declared(language, TOP.model_copy(update={"asynchronous": True})) == line


@pytest.mark.parametrize(
    ("language", "result"), [("go", "([]string, error)"), ("rust", "-> Result<Vec<String>, Error>")]
)
def test_a_function_that_may_fail_declares_its_error(language: str, result: str) -> None:
    assert declared(language, TOP.model_copy(update={"fails": True})).endswith(result)


def test_a_signature_without_the_new_parts_is_stored_as_before() -> None:
    assert TWO_SUM.model_dump(mode="json") == {
        "name": "two_sum",
        "params": [{"name": "nums", "type": "list[int]"}, {"name": "target", "type": "int"}],
        "returns": "list[int]",
        "wide": False,
    }


@pytest.mark.parametrize(
    ("language", "name"), [("typescript", "bigint"), ("java", "BigInteger"), ("go", "*big.Int"), ("rust", "i128")]
)
def test_large_integers_are_declared_as_the_languages_own(language: str, name: str) -> None:
    assert name in declared(language, signature("double", {"n": "int"}, "int", wide=True))


def test_what_rust_cannot_express_is_said() -> None:
    with pytest.raises(UserError, match="no type for a value of any type"):
        declared("rust", signature("show", {"value": "any"}, "str"))


@pytest.mark.parametrize("name", ["two_sum", "twoSum", "TwoSum"])
def test_one_name_is_the_same_words_in_every_style(name: str) -> None:
    assert (snake(name), camel(name), pascal(name)) == ("two_sum", "twoSum", "TwoSum")


def test_digits_and_capitals_stay_with_their_words() -> None:
    assert words("parseHTTP2Header") == ["parse", "http2", "header"]
    assert words("md5_of_x1") == ["md5", "of", "x1"]


@pytest.mark.parametrize(
    ("data", "kind", "shaped"),
    [
        ([1, 2], "tuple[int, int]", {"$tuple": [1, 2]}),
        (None, "list[int]", []),
        (None, "optional[list[int]]", None),
        ({"$map": [[1, True], [2, False]]}, "set[int]", {"$set": [1]}),
        ({"$map": [["1", 2]]}, "map[int, int]", {"$map": [[1, 2]]}),
        ({"$float": "-0.0"}, "int", 0),
        ([1], "set[int]", [1]),
        ({"$tuple": [1]}, "list[int]", {"$tuple": [1]}),
        ("1", "int", "1"),
    ],
)
def test_values_are_read_as_the_declared_type_only_where_the_language_lacks_it(
    data: object, kind: str, shaped: object
) -> None:
    assert as_declared(data, Type.parse(kind)) == shaped
