from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from specwright.core.errors import ModelError, UserError
from specwright.ports.model import Heard, Question, Reply, Turn
from specwright.testing.scripted import QUESTIONS_KEPT, Rule, ScriptedModel


def question(text: str = "hello world", stage: str = "specify", sample: int = 0, again: int = 0) -> Question:
    more = (Turn(role="assistant", text="no"), Turn(role="user", text=text)) * again
    return Question(stage=stage, instructions="", turns=(Turn(role="user", text=text), *more), sample=sample)


def said(model: ScriptedModel, asked: Question) -> str:
    return asyncio.run(model.ask(asked)).text


def test_the_first_rule_that_fits_answers() -> None:
    model = ScriptedModel(
        [
            Rule(stage="write_code", reply="code"),
            Rule(contains=("hello", "moon"), reply="moon"),
            Rule(matches=r"w\w+d$", sample=1, reply="second sample"),
            Rule(attempt=1, reply="asked again"),
            lambda asked: "callable" if "call" in asked.turns[-1].text else None,
            Rule(contains="hello", reply={"json": [1]}),
        ]
    )
    assert said(model, question(stage="write_code")) == "code"
    assert said(model, question("hello moon")) == "moon"
    assert said(model, question(sample=1)) == "second sample"
    assert said(model, question(again=1)) == "asked again"
    assert said(model, question("call me")) == "callable"
    assert json.loads(said(model, question())) == {"json": [1]}


def test_a_question_that_no_rule_fits_is_an_error_that_names_it() -> None:
    model = ScriptedModel([Rule(stage="write_code", reply="code")])
    with pytest.raises(ModelError) as caught:
        said(model, question("what is this?", sample=2))
    assert "stage 'specify', sample 2, attempt 0" in caught.value.message
    assert "what is this?" in caught.value.message
    assert not caught.value.retryable


def test_a_rule_that_is_used_up_answers_no_more() -> None:
    model = ScriptedModel.in_order(["one", "two"])
    assert [said(model, question()), said(model, question())] == ["one", "two"]
    with pytest.raises(ModelError, match=r"asked 3 time\(s\)"):
        said(model, question())


def test_how_often_each_question_came_is_counted() -> None:
    model = ScriptedModel([Rule(reply="x")])
    for sample in (0, 1, 1):
        said(model, question(sample=sample))
    assert model.asked == {question(sample=0).key: 1, question(sample=1).key: 2}
    assert [asked.sample for asked in model.questions] == [0, 1, 1]


def test_a_callable_may_give_a_whole_reply() -> None:
    model = ScriptedModel([lambda _: Reply(text="t", model="other", cut=True)])
    reply = asyncio.run(model.ask(question()))
    assert reply.cut
    assert reply.model == "other"


def test_a_slow_answer_is_heard_and_can_be_cancelled() -> None:
    heard: list[Heard] = []

    async def scenario() -> None:
        model = ScriptedModel([Rule(reply="quick", times=1), Rule(reply="x", delay_seconds=60)], delay_seconds=0.01)
        assert (await model.ask(question(), heard.append)).seconds == pytest.approx(0.01)
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(model.ask(question()), 0.02)

    asyncio.run(scenario())
    assert heard == [Heard(output_chars=5)]


def test_usage_is_counted_and_priced_as_the_rule_says() -> None:
    reply = asyncio.run(ScriptedModel([Rule(reply="a b c", usd=0.5)]).ask(question()))
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.usd) == (2, 3, 0.5)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("s.json", '[{"stage": "specify", "contains": "hello", "reply": {"a": 1}}]'),
        ("s.json", '{"rules": [{"reply": {"a": 1}}], "delay_seconds": 0.0}'),
        ("s.toml", '[[rules]]\nstage = "specify"\nreply = \'{"a": 1}\'\n'),
    ],
)
def test_a_script_is_read_from_json_and_from_toml(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text)
    model = ScriptedModel.load(path)
    assert json.loads(said(model, question())) == {"a": 1}
    assert model.name == f"scripted:{name}"


def test_the_ledger_of_a_script_outlives_the_model(tmp_path: Path) -> None:
    path = tmp_path / "s.json"
    path.write_text('{"rules": [{"reply": "x"}], "ledger": "asked.jsonl"}')
    for _ in range(2):
        said(ScriptedModel.load(path), question())
    lines = [json.loads(line) for line in (tmp_path / "asked.jsonl").read_text().splitlines()]
    assert lines == [{"key": question().key, "stage": "specify", "sample": 0}] * 2


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not valid JSON or TOML"),
        ("[]", "rules"),
        ('[{"stge": "x", "reply": "y"}]', "rules.0.stge"),
        ('[{"matches": "(", "reply": "y"}]', "not a regular expression"),
        ("7", "not valid"),
        ("\udcff", "not valid JSON or TOML"),
    ],
)
def test_a_bad_script_is_a_user_error_that_says_where(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "s.json"
    path.write_bytes(text.encode("utf-8", "surrogateescape"))
    with pytest.raises(UserError) as caught:
        ScriptedModel.load(path)
    assert said in caught.value.message
    assert caught.value.hint


def test_a_script_that_is_not_there_is_a_user_error(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        ScriptedModel.load(tmp_path / "none.json")


def test_only_the_last_questions_are_remembered_and_all_are_counted() -> None:
    model = ScriptedModel([Rule(reply="yes")])
    for sample in range(QUESTIONS_KEPT + 3):
        model.answer(question(sample=sample))
    assert [each.sample for each in model.questions] == list(range(3, QUESTIONS_KEPT + 3))
    assert len(model.asked) == QUESTIONS_KEPT + 3
