from __future__ import annotations

import asyncio
import json

import pytest

from specwright.core.errors import ModelError, ReplyUnusable
from specwright.core.value import Value
from specwright.pipeline.asking.ask import QUOTED_LENGTH, ask, ask_text
from specwright.ports.model import Question, Reply, Turn
from specwright.testing.scripted import Rule, ScriptedModel


class Pair(Value):
    left: int
    right: tuple[int, ...]


QUESTION = Question(stage="specify", instructions="Be exact.", turns=(Turn(role="user", text="A pair, please."),))
GOOD = '{"left": 1, "right": [2, 3]}'


def wanted(model: ScriptedModel, **options: object) -> Pair:
    return asyncio.run(ask(model.ask, QUESTION, Pair, **options))  # type: ignore[arg-type]


def code(model: ScriptedModel, **options: object) -> str:
    return asyncio.run(ask_text(model.ask, QUESTION, frozenset({"python"}), **options))  # type: ignore[arg-type]


def test_a_valid_reply_comes_back_as_its_type_after_one_exchange() -> None:
    model = ScriptedModel.in_order([GOOD])
    assert wanted(model) == Pair(left=1, right=(2, 3))
    schema = model.questions[0].reply_schema or {}
    assert set(schema["properties"]) == set(Pair.model_json_schema()["properties"])
    assert "title" not in str(schema)


def test_a_schema_that_the_question_brings_is_kept() -> None:
    model = ScriptedModel.in_order([GOOD])
    question = QUESTION.model_copy(update={"reply_schema": {"type": "object"}})
    asyncio.run(ask(model.ask, question, Pair))
    assert model.questions[0].reply_schema == {"type": "object"}


@pytest.mark.parametrize(
    ("bad", "said"),
    [
        ("", "It is empty."),
        ("I cannot help with that.", "not valid JSON"),
        ('{"left": 1, "right": ', "not valid JSON"),
        ('{"left": "x", "right": [1]}', "- left: Input should be a valid integer"),
        ('{"left": 1, "right": [1], "more": 2}', "- more: Extra inputs are not permitted"),
        ('Well:\n```json\n{"left": 1}\n```\nDone.', "- right: Field required"),
        ("[" * 50_000, "not valid JSON"),
        ("7", "- the reply: "),
        ("x" * 1_000_001, "1000001 characters"),
    ],
)
def test_a_bad_reply_is_asked_again_with_what_was_wrong(bad: str, said: str) -> None:
    model = ScriptedModel.in_order([bad, GOOD])
    assert wanted(model) == Pair(left=1, right=(2, 3))
    first, second = model.questions
    assert second.turns[:1] == first.turns
    assert [turn.role for turn in second.turns] == ["user", "assistant", "user"]
    assert said in second.turns[2].text
    assert 0 < len(second.turns[1].text) < QUOTED_LENGTH + 100


def test_the_check_sees_the_value_and_its_complaint_goes_to_the_model() -> None:
    model = ScriptedModel.in_order(['{"left": 5, "right": []}', GOOD])
    found = wanted(model, check=lambda pair: "left must be 1" if pair.left != 1 else None)
    assert found.left == 1
    assert "left must be 1" in model.questions[1].turns[-1].text


def test_of_several_valid_objects_the_one_that_the_check_accepts_is_taken() -> None:
    model = ScriptedModel.in_order(
        [f'Not {{"left": 0, "right": []}} but\n```json\n{GOOD}\n```\nand {{"left": 9, "right": []}}']
    )
    assert wanted(model, check=lambda pair: None if pair.left == 1 else "no") == Pair(left=1, right=(2, 3))


def test_after_the_last_attempt_the_error_says_what_was_wrong_and_what_was_said() -> None:
    model = ScriptedModel.in_order(["I cannot help with that."] * 3)
    with pytest.raises(ReplyUnusable) as caught:
        wanted(model)
    assert len(model.questions) == 3
    assert "'specify' in 3 attempts" in caught.value.message
    assert "I cannot help with that." in caught.value.message
    assert caught.value.hint


def test_fifty_thousand_characters_of_rubbish_end_in_a_short_error() -> None:
    model = ScriptedModel.in_order(['{"x": [] "' * 5_000] * 2)
    with pytest.raises(ReplyUnusable) as caught:
        wanted(model, attempts=2)
    assert len(caught.value.message) < 1_000
    assert len(model.questions[1].turns[1].text) < QUOTED_LENGTH + 100


def test_a_reply_that_was_cut_off_is_never_used_even_if_it_reads_well() -> None:
    model = ScriptedModel([Rule(reply="def f():\n    return 1", cut=True, attempt=0), Rule(reply="def g(): ...")])
    assert code(model) == "def g(): ..."
    assert "length limit" in model.questions[1].turns[-1].text
    with pytest.raises(ReplyUnusable) as caught:
        code(ScriptedModel([Rule(reply="def f(): ...", cut=True)]), attempts=1)
    assert "max_tokens" in (caught.value.hint or "")


def test_a_reply_that_was_cut_off_is_asked_for_again_with_twice_the_room() -> None:
    asked: list[int | None] = []

    async def exchange(question: Question) -> Reply:
        asked.append(question.max_tokens)
        return Reply(text="def g(): ...", model="m", cut=question.max_tokens == 100)

    question = Question(stage="s", instructions="i", turns=(Turn(role="user", text="t"),), max_tokens=100)
    assert asyncio.run(ask_text(exchange, question, frozenset({"python"}))) == "def g(): ..."
    assert asked == [100, 200]


def test_an_error_of_the_exchange_is_passed_on_and_not_asked_again() -> None:
    model = ScriptedModel([Rule(fails="The server is gone.")])
    with pytest.raises(ModelError, match="The server is gone"):
        wanted(model)
    assert len(model.questions) == 1


def test_asking_no_times_is_a_mistake_of_the_caller() -> None:
    with pytest.raises(ValueError, match="at least 1"):
        wanted(ScriptedModel.in_order([]), attempts=0)


def test_code_comes_without_its_fence() -> None:
    assert code(ScriptedModel.in_order(["Here:\n```python\ndef f(): ...\n```"])) == "def f(): ..."


def test_code_over_the_limit_is_a_complaint_and_code_at_the_limit_is_not() -> None:
    assert len(code(ScriptedModel.in_order(["x" * 10_000]))) == 10_000
    model = ScriptedModel.in_order(["x" * 10_001, "short"])
    assert code(model) == "short"
    assert "10001 characters; the limit is 10000" in model.questions[1].turns[-1].text
    assert "code alone" in model.questions[1].turns[-1].text


def test_the_first_block_that_the_check_accepts_is_the_code() -> None:
    reply = "```python\nprint(f())\n```\n```python\ndef f(): ...\n```"
    assert (
        code(ScriptedModel.in_order([reply]), check=lambda text: None if "def f" in text else "no f") == "def f(): ..."
    )
    with pytest.raises(ReplyUnusable, match="It is empty"):
        code(ScriptedModel.in_order([" ", "```python\n```\n".strip("`python\n")]), attempts=2)


def test_each_question_of_a_conversation_has_a_key_of_its_own() -> None:
    model = ScriptedModel.in_order(["no", "no", json.dumps({"left": 1, "right": []})])
    seen: list[str] = []

    async def exchange(question: Question) -> Reply:
        seen.append(question.key)
        return await model.ask(question)

    asyncio.run(ask(exchange, QUESTION, Pair))
    assert len(set(seen)) == 3
