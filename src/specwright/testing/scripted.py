"""A model that answers from a script: no network, no chance, and an error for every question it does not expect.

The script as a file (JSON or TOML), for `--model scripted:PATH`:

    {"rules": [{"stage": "specify", "reply": {"summary": "..."}},
               {"stage": "write_code", "contains": "Two Sum", "sample": 1, "reply": "def run_code(): ..."}],
     "delay_seconds": 0.0, "ledger": "asked.jsonl"}

A JSON file may also be the bare list of rules. The first rule that fits answers. Rules hold no position, so a script
goes on where it was when a killed run is resumed; `attempt` distinguishes a repeated question from the first.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Final

from pydantic import Field, TypeAdapter, ValidationError, field_validator

from specwright.core.documents import parse_toml
from specwright.core.errors import ModelError, UserError
from specwright.core.value import Value
from specwright.ports.model import Heard, Question, Reply, Usage

Responder = Callable[[Question], "str | Reply | None"]
"""Answers a question, or returns None when the question is not its own. It may raise ModelError."""


class Rule(Value):
    """An answer and the questions that it is for; a condition that is not given holds for every question."""

    reply: Any = None
    """The text of the reply; anything but a string is sent as JSON."""
    stage: str | None = None
    contains: tuple[str, ...] = ()
    """Texts that the last turn must all contain; one text may be given bare."""
    matches: str | None = None
    """A regular expression to be found in the last turn."""
    sample: int | None = None
    attempt: int | None = None
    """0 for a question as first asked, 1 for the first time that it is asked again."""
    times: int | None = None
    """How often this rule answers before it is used up."""
    delay_seconds: float = 0.0
    fails: str | None = None
    """Instead of an answer, the message of a ModelError."""
    cut: bool = False
    usd: float = 0.0

    @field_validator("contains", mode="before")
    @classmethod
    def _one_text_is_enough(cls, given: object) -> object:
        return (given,) if isinstance(given, str) else given

    @field_validator("matches")
    @classmethod
    def _is_a_regular_expression(cls, given: str | None) -> str | None:
        try:
            re.compile(given or "")
        except re.error as error:
            raise ValueError(f"not a regular expression: {error}") from None
        return given

    def fits(self, question: Question) -> bool:
        last = question.turns[-1].text
        return (
            self.stage in (None, question.stage)
            and self.sample in (None, question.sample)
            and self.attempt in (None, sum(turn.role == "assistant" for turn in question.turns))
            and all(text in last for text in self.contains)
            and (self.matches is None or re.search(self.matches, last) is not None)
        )

    @property
    def text(self) -> str:
        return self.reply if isinstance(self.reply, str) else json.dumps(self.reply)


QUESTIONS_KEPT: Final = 100
"""So many questions a model remembers, so that one that serves many runs does not grow."""


class Script(Value):
    """What a script file holds."""

    rules: tuple[Rule, ...] = Field(min_length=1)
    delay_seconds: float = 0.0
    ledger: str | None = None
    """A file, relative to the script, that gets one JSON line for each question before it is answered."""


class ScriptedModel:
    """Answers from rules and responders in their order. Safe for questions asked at the same time.

    Tokens are counted as words: a number that is the same on every machine, and no claim about any real model.
    """

    def __init__(
        self,
        rules: Iterable[Rule | Responder],
        *,
        name: str = "scripted",
        delay_seconds: float = 0.0,
        ledger: Path | None = None,
    ) -> None:
        self._rules: Sequence[Rule | Responder] = tuple(rules)
        self._name = name
        self._delay_seconds = delay_seconds
        self._ledger = ledger
        self._used: Counter[int] = Counter()
        self.asked: Counter[str] = Counter()
        """How often each question came, by its key."""
        self.questions: list[Question] = []
        """The last `QUESTIONS_KEPT` questions in the order in which they came."""

    @classmethod
    def in_order(cls, replies: Iterable[str], *, name: str = "scripted") -> ScriptedModel:
        """Return a model that gives each of these replies once, whatever it is asked."""
        return cls([Rule(reply=reply, times=1) for reply in replies], name=name)

    @classmethod
    def load(cls, path: Path) -> ScriptedModel:
        """Return the model of a script file. Raise UserError when the file cannot be read or is no script."""
        script = _read(path)
        ledger = path.parent / script.ledger if script.ledger else None
        return cls(script.rules, name=f"scripted:{path.name}", delay_seconds=script.delay_seconds, ledger=ledger)

    @property
    def name(self) -> str:
        return self._name

    @property
    def priced(self) -> bool:
        return True

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        """Answer by the first rule that fits. Raise ModelError naming the question when none does."""
        reply, delay = self._recorded_answer(question)
        if delay:
            await asyncio.sleep(delay)
        if hear:
            hear(Heard(output_chars=len(reply.text)))
        return reply.model_copy(update={"seconds": delay})

    def answer(self, question: Question) -> Reply:
        """Answer without waiting, for callers that cannot wait. Raise as `ask` does."""
        return self._recorded_answer(question)[0]

    async def close(self) -> None:
        """There is nothing to let go of."""

    def _recorded_answer(self, question: Question) -> tuple[Reply, float]:
        self._record(question)
        return self._answer(question)

    def _record(self, question: Question) -> None:
        self.asked[question.key] += 1
        self.questions.append(question)
        del self.questions[:-QUESTIONS_KEPT]
        if self._ledger is not None:
            line = json.dumps({"key": question.key, "stage": question.stage, "sample": question.sample}) + "\n"
            # One write to a file opened for appending: lines of two processes never mix, and a kill loses none.
            handle = os.open(self._ledger, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            try:
                os.write(handle, line.encode("ascii"))
            finally:
                os.close(handle)

    def _answer(self, question: Question) -> tuple[Reply, float]:
        for position, rule in enumerate(self._rules):
            if not isinstance(rule, Rule):
                given = rule(question)
                if given is not None:
                    reply = given if isinstance(given, Reply) else self._reply(question, given)
                    return reply, self._delay_seconds
            elif rule.fits(question) and (rule.times is None or self._used[position] < rule.times):
                self._used[position] += 1
                if rule.fails is not None:
                    raise ModelError(rule.fails)
                reply = self._reply(question, rule.text, cut=rule.cut, usd=rule.usd)
                return reply, self._delay_seconds + rule.delay_seconds
        raise self._unexpected(question)

    def _reply(self, question: Question, text: str, *, cut: bool = False, usd: float = 0.0) -> Reply:
        words = [question.instructions, *(turn.text for turn in question.turns)]
        usage = Usage(
            input_tokens=sum(len(part.split()) for part in words),
            output_tokens=len(text.split()),
            usd=usd,
        )
        return Reply(text=text, model=self._name, usage=usage, cut=cut)

    def _unexpected(self, question: Question) -> ModelError:
        last = " ".join(question.turns[-1].text.split())
        attempt = sum(turn.role == "assistant" for turn in question.turns)
        return ModelError(
            f"The script of {self._name} has no answer to this question: stage '{question.stage}', sample "
            f"{question.sample}, attempt {attempt}, asked {self.asked[question.key]} time(s), last turn: {last[:500]}",
            hint="Add a rule for it to the script; the first rule that fits answers.",
        )


def _read(path: Path) -> Script:
    hint = 'A script is a list of rules such as {"stage": "write_code", "contains": "...", "reply": "..."}.'
    try:
        text = path.read_text(encoding="utf-8")
        data = parse_toml(text) if path.suffix == ".toml" else json.loads(text)
        return TypeAdapter(Script).validate_python({"rules": data} if isinstance(data, list) else data)
    except OSError as error:
        raise UserError(f"The script {path} cannot be read: {error.strerror}.", hint=hint) from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the whole"
        raise UserError(f"The script {path} is not valid at {where}: {first['msg']}.", hint=hint) from None
    except (ValueError, RecursionError) as error:
        raise UserError(f"The script {path} is not valid JSON or TOML: {error}.", hint=hint) from None
