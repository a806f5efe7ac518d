"""The calling agent as the model of a run: questions wait here until an answer comes in another call."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Mapping
from typing import Any

from specwright.api import answer_in_json
from specwright.core.errors import UserError
from specwright.core.work.question import UserAnswer, UserQuestion
from specwright.ports.model import Heard, Question, Reply, Usage

SETTLING_SECONDS = 0.05
"""Questions that are asked side by side come within this time of each other."""
PERSON = "person"
"""The id of the question about the task itself."""
_FOR_PERSON = (
    "Only your user can answer this. Ask them and pass on what they say: your own view would count as theirs, and the "
    'word VERIFIED would rest on it. Answer with the JSON value that the call should return, {"raises": "ValueError"} '
    'for an error, {"indifferent": true} if it does not matter to them, or null if they do not know or cannot be asked.'
)


class Turns:
    """A model and a person that are asked by leaving questions, and answered by `give`."""

    name = "mcp:caller"
    priced = False

    def __init__(self) -> None:
        self._waiting: dict[str, asyncio.Future[Any]] = {}
        self._views: dict[str, dict[str, Any]] = {}
        self._asked = asyncio.Event()

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        """Leave a question and return its answer when it is given. Never raise but for a cancellation."""
        began = time.monotonic()
        text = await self._wait(self._free(question.key[:12]), _view(question))
        if hear:
            hear(Heard(output_chars=len(text)))
        asked = len(question.instructions) + sum(len(turn.text) for turn in question.turns)
        usage = Usage(input_tokens=asked // 4, output_tokens=len(text) // 4, usd=None)
        return Reply(text=text, model=self.name, usage=usage, seconds=time.monotonic() - began)

    async def ask_person(self, question: UserQuestion) -> UserAnswer:
        """Leave the one question that decides between the programs, and return its answer."""
        view = {
            "call": f"{question.function}({question.call})",
            "choices": [str(choice.expected) for choice in question.choices],
            "instructions": _FOR_PERSON,
        }
        if question.about:
            view["about"] = list(question.about)
        return answer_in_json(await self._wait(PERSON, view))

    async def close(self) -> None:
        """Do nothing: an open question ends with its run."""

    def pending(self) -> list[dict[str, Any]]:
        """Return the questions without an answer, in the order in which they were asked."""
        return [{"id": name, **self._views[name]} for name in self._waiting]

    def give(self, answers: Mapping[str, Any]) -> None:
        """Answer questions by their ids. Raise UserError, with nothing answered, if one is not open or no text."""
        for name, answer in answers.items():
            if name not in self._waiting:
                open_ids = ", ".join(self._waiting) or "none"
                raise UserError(f"no question {name!r} is open", hint=f"answer one of these: {open_ids}")
            if name != PERSON and not isinstance(answer, str):
                raise UserError(f"the answer to {name!r} is not a text", hint="pass the whole reply as one string")
            if name == PERSON:
                answer_in_json(answer)
        for name, answer in answers.items():
            self._waiting[name].set_result(answer)
            del self._waiting[name]
            del self._views[name]
        if not self._waiting:
            self._asked.clear()

    async def asked(self) -> None:
        """Return when there is a question, with all that are asked beside it."""
        await self._asked.wait()
        await asyncio.sleep(SETTLING_SECONDS)

    def _free(self, name: str) -> str:
        """Return an id that no open question has: several samples may be asked for in the same words."""
        names = (name, *(f"{name}-{number}" for number in range(2, len(self._waiting) + 2)))
        return next(each for each in names if each not in self._waiting)

    async def _wait(self, name: str, view: dict[str, Any]) -> Any:
        answer = asyncio.get_running_loop().create_future()
        self._waiting[name] = answer
        self._views[name] = view
        self._asked.set()
        try:
            return await answer
        finally:
            if self._waiting.get(name) is answer:
                del self._waiting[name], self._views[name]


def _view(question: Question) -> dict[str, Any]:
    view: dict[str, Any] = {
        "stage": question.stage,
        "instructions": question.instructions,
        "messages": [{"role": turn.role, "text": turn.text} for turn in question.turns],
    }
    if question.reply_schema is not None:
        view["schema"] = question.reply_schema
    if question.sample:
        view["sample"] = question.sample
    return view
