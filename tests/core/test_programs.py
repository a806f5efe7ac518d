"""Programs as values: samples, limits, texts, results, and which problems ask for one."""

from __future__ import annotations

import pytest

from specwright.core.errors import UserError
from specwright.core.program.equality import Comparison, equal
from specwright.core.program.kind import TaskKind
from specwright.core.program.signature import Signature, program_signature
from specwright.core.program.texts import TextComparison
from specwright.core.work.limits import stated_limits
from specwright.core.work.reading.kinds.samples import samples
from specwright.core.work.recognise import kind_of
from specwright.core.work.task import Task
from specwright.judge.probes.inputs import from_known, smaller
from specwright.pipeline.writing.specify import read_examples

CODEFORCES = """time limit per test1 second
memory limit per test64 megabytes
Pete wants to divide a watermelon.

Input
The only input line contains an integer w (1 <= w <= 100), the weight of the watermelon.

Output
Print YES if it can be divided into two even parts, and NO otherwise.

Examples
InputCopy
8
OutputCopy
YES
Note
For example, the boys can divide it into two parts.
"""
ATCODER = """Time Limit: 2 sec / Memory Limit: 1024 MB

Print the sum of N numbers.

Sample Input 1

3
1 2 3

Sample Output 1

6

The sum is 6, as one can see at once.

Sample Input 2

1
5

Sample Output 2

5
"""
MARKDOWN = "Read integers from standard input.\n\n### Input\n```\n3\n```\n### Output\n```\na\n\nb\n```\n"
TERMINAL = """Write a command-line tool that greets.
```console
$ greet --name "Ada L"
Hello, Ada L!
$ echo "x" | greet
Hello, x!
$ greet --bad
$ echo $?
2
$ greet < names.txt
Hello!
```"""


def read(text: str) -> list[tuple[dict[str, object], object]]:
    return [(example.kwargs, example.expected.value["$tuple"]) for example in samples(text).read]  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (CODEFORCES, [({"stdin": "8\n"}, ["YES\n", 0, {"$map": []}])]),
        (
            ATCODER,
            [({"stdin": "3\n1 2 3\n"}, ["6\n", 0, {"$map": []}]), ({"stdin": "1\n5\n"}, ["5\n", 0, {"$map": []}])],
        ),
        (MARKDOWN, [({"stdin": "3\n"}, ["a\n\nb\n", 0, {"$map": []}])]),
        (
            TERMINAL,
            [
                ({"args": ["--name", "Ada L"]}, ["Hello, Ada L!\n", 0, {"$map": []}]),
                ({"stdin": "x\n"}, ["Hello, x!\n", 0, {"$map": []}]),
                ({"args": ["--bad"]}, ["", 2, {"$map": []}]),
            ],
        ),
    ],
    ids=["codeforces", "atcoder", "markdown", "terminal"],
)
def test_samples_are_read_as_people_paste_them(text: str, expected: object) -> None:
    assert read(text) == expected
    assert kind_of(Task(problem=text)) is TaskKind.PROGRAM


def test_a_command_that_needs_a_shell_is_reported() -> None:
    assert samples(TERMINAL).unread == ("greet < names.txt",)


def test_samples_that_do_not_pair_up_are_an_error() -> None:
    with pytest.raises(UserError, match="2 sample inputs and 1 sample outputs"):
        samples(ATCODER.rsplit("Sample Output 2", 1)[0])


@pytest.mark.parametrize(
    "text",
    [
        "Write a python program to find the sum of a list.",
        "Write a function that prints the sum to stdout.",
        "Given an array nums, find the pair.\nExample 1:\nInput: nums = [2,7], target = 9\nOutput: [0,1]",
        "Return the sum. add(1, 2) == 3",
    ],
)
def test_these_words_ask_for_a_function(text: str) -> None:
    assert kind_of(Task(problem=text)) is TaskKind.FUNCTION


def test_the_users_choice_wins() -> None:
    assert kind_of(Task(problem=ATCODER, kind=TaskKind.FUNCTION)) is TaskKind.FUNCTION
    assert kind_of(Task(problem="Add numbers.", kind=TaskKind.PROGRAM)) is TaskKind.PROGRAM


def test_stated_limits_are_read_in_every_unit() -> None:
    limits = stated_limits(CODEFORCES)
    assert limits is not None
    assert (limits.seconds, limits.memory_bytes) == (1.0, 64 * 2**20)
    short = stated_limits("Time limit: 500 ms. Memory limit: 1 GB")
    assert short is not None
    assert (short.seconds, short.memory_bytes) == (0.5, 2**30)
    assert stated_limits("It must be fast.") is None


def test_an_example_says_what_a_program_is_given_and_leaves() -> None:
    text = 'args=["-u"], stdin="a" -> {"output": "A", "status": 1, "files": {"o.txt": "x"}}'
    [example] = read_examples(Task(problem="Shout.", examples=(text,), kind=TaskKind.PROGRAM))
    signature = program_signature()
    assert example.bind(signature) == {"stdin": "a", "args": ["-u"]}
    assert example.expectation(signature).value == {"$tuple": ["A", 1, {"$map": [["o.txt", "x"]]}]}  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ({"files": {"../a": "x"}}, "no path below"),
        ({"files": {"/etc/passwd": "x"}}, "no path below"),
        ({"stdin": 3}, "is a text"),
        ({"args": ["a", 1]}, "list of texts"),
        ({"args": ["a\0"]}, "null character"),
    ],
)
def test_what_no_program_can_be_given_is_refused(given: dict[str, object], why: str) -> None:
    with pytest.raises(UserError, match=why):
        program_signature().inputs(given)


@pytest.mark.parametrize("value", [{"output": 3}, {"status": 300, "output": ""}, {"out": "x"}, [1, 2]])
def test_what_no_program_can_leave_is_refused(value: object) -> None:
    with pytest.raises(UserError):
        program_signature().expected(value, {})


LOOSE = [
    (TextComparison.EXACT, {}, "a\n", "a", False),
    (TextComparison.LINES, {}, "a \nb\n\n", "a\nb", True),
    (TextComparison.LINES, {}, "a b", "a  b", False),
    (TextComparison.LINES, {"any_order": True}, "b\na\n", "a\nb\n", True),
    (TextComparison.LINES, {"any_order": True}, "a\na\nb", "a\nb\nb", False),
    (TextComparison.TOKENS, {}, "1 2\n3", "1\t2 3", True),
    (TextComparison.TOKENS, {"tolerance": 1e-6}, "0.3333333", "0.33333333", True),
    (TextComparison.TOKENS, {"tolerance": 1e-6}, "1000000", "1000001", False),
    (TextComparison.TOKENS, {"tolerance": 1e-6}, "0.5 x", "0.5 y", False),
]


@pytest.mark.parametrize(("kind", "ways", "left", "right", "same"), LOOSE)
def test_texts_are_compared_as_stated(
    kind: TextComparison, ways: dict[str, object], left: str, right: str, same: bool
) -> None:
    comparison = Comparison.model_validate({"text": kind, **ways})
    assert equal(left, right, comparison=comparison) is same


def test_a_plain_signature_and_comparison_are_stored_as_before() -> None:
    assert "text" not in Comparison().model_dump(mode="json")
    plain = Signature.model_validate({"name": "f", "params": [], "returns": "int"})
    assert set(plain.model_dump(mode="json")) == {"name", "params", "returns", "wide"}
    assert "kind" not in Task(problem="x").model_dump(mode="json")


def test_further_inputs_keep_the_counts_of_the_known_ones() -> None:
    known = [{"stdin": "3\n5 1 2\n"}, {"stdin": "2\n9 9\n"}, {"stdin": "5\n1 2 3 4 5\n"}]
    made = from_known(known, 0, 40, program_signature())
    assert len(made) >= 20
    for run in made:
        head, row = run["stdin"].strip().split("\n")
        assert int(head) == len(row.split())
        assert all(1 <= int(token) <= 9 for token in row.split())
    for run in smaller(made[0], program_signature(), known):
        head, row = run["stdin"].strip("\n").split("\n")
        assert int(head) == len(row.split())
