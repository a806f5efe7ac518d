"""Rewards for reinforcement learning: completions of a model, run on cases in the sandbox.

    rewards = Rewards(entry_point="two_sum")
    rewards(completions, cases)                       # -> [1.0, 0.35, 0.0, ...]
    GRPOTrainer(reward_funcs=[rewards.for_trl()], ...)

Everything that is scored together goes into few sandboxes, whatever its cases are. A completion is given inputs alone,
so that it cannot read what is expected, and it cannot change the score of another. docs/integrations.md has the forms
in which cases are understood, among them those of verl and APPS.
"""

from __future__ import annotations

import asyncio
import math
import os
import threading
from collections.abc import Awaitable, Callable, Mapping, Sequence
from concurrent.futures import Future
from typing import Any, NamedTuple, Protocol

from specwright.client.scoring import PATIENCE, Score, Submission, program_in
from specwright.client.synchronous import Client
from specwright.core.errors import SandboxUnavailable, UserError
from specwright.core.evidence.case_set import CaseSet, read_case_set
from specwright.integrations.gathering import Gathering

Completion = str | Sequence[Mapping[str, Any]]
"""A text, or the messages of a conversation, of which the last one counts."""


class TrlReward(Protocol):
    def __call__(self, completions: Sequence[Completion], **columns: Any) -> list[float | None]: ...


class _Attempt(NamedTuple):
    code: str
    cases: CaseSet


class Rewards:
    """Scores completions. Calls may come from several threads and processes; `close` ends what they share.

    The reward is the share of the cases that pass. With `strict` it is 1.0 for a completion that passes every case
    and 0.0 for any other. `seconds` is for all cases of one completion together, or for each run of a program.

    Our own failure is no reward: what the sandbox could not run is tried again, `tries` times in all, and then raises
    SandboxUnavailable.
    """

    _own: Client | None
    """The client of this process, once it is needed."""
    _process: int
    _gathering: Gathering[_Attempt, Score]

    def __init__(
        self,
        *,
        entry_point: str = "run_code",
        language: str = "python",
        strict: bool = False,
        seconds: float = 10.0,
        memory: str | int = "512m",
        at_once: int | None = None,
        tries: int = 2,
        client: Client | None = None,
    ) -> None:
        self._entry_point = entry_point
        self._language = language
        self._strict = strict
        patience = 1 if strict else PATIENCE  # one failure decides
        self._options = {"seconds": seconds, "memory": memory, "at_once": at_once, "patience": patience}
        self._tries = tries
        self._given = client
        self._fresh()

    def __call__(self, completions: Sequence[Completion], cases: Any) -> list[float]:
        """Return a reward for each completion, in their order.

        `cases` are those of one problem for all completions, or a list with those for each. Raise UserError for cases
        that cannot be read, and SandboxUnavailable.
        """
        return [self._reward(score) for score in self.scores(completions, cases)]

    def scores(self, completions: Sequence[Completion], cases: Any) -> list[Score]:
        """Return what each completion did on its cases, in their order. Raise as a call does."""
        sets = self._sets(cases, len(completions))
        return self._scored([_Attempt(self._program(text), own) for text, own in zip(completions, sets, strict=True)])

    def one(self, completion: Completion, cases: Any) -> float:
        """Return the reward of one completion. What several threads ask for at the same time is scored together."""
        return self._reward(self._gather(completion, cases).result())

    async def ascore(self, completion: Completion, cases: Any) -> Score:
        """Return what one completion did. What is awaited at the same time is scored together."""
        return await asyncio.wrap_future(self._gather(completion, cases))

    async def aone(self, completion: Completion, cases: Any) -> float:
        """Return the reward of one completion. What is awaited at the same time is scored together."""
        return self._reward(await self.ascore(completion, cases))

    def for_trl(self, column: str = "cases", *, skip_failures: bool = False) -> TrlReward:
        """Return the function that TRL's trainers take; the cases come from that column of the data set.

        With `skip_failures` a batch that our sandbox failed gets no reward, None, which TRL leaves out.
        """

        def specwright_reward(completions: Sequence[Completion], **columns: Any) -> list[float | None]:
            if column not in columns:
                raise UserError(f"the data set has no column {column!r}", hint="name the column that holds the cases")
            try:
                return list(self(completions, list(columns[column])))
            except SandboxUnavailable:
                if not skip_failures:
                    raise
                return [None] * len(completions)

        return specwright_reward

    def for_verl(self) -> Callable[..., float]:
        """Return verl's `compute_score(data_source, solution_str, ground_truth, extra_info)`."""

        def compute_score(
            data_source: str, solution_str: str, ground_truth: Any, extra_info: Any = None, **_: Any
        ) -> float:
            return self.one(solution_str, ground_truth)

        return compute_score

    def for_verl_loop(self) -> Callable[..., Awaitable[float]]:
        """Return the same as a coroutine function, for verl's reward loop: all that is open is scored together."""

        async def compute_score(
            data_source: str, solution_str: str, ground_truth: Any, extra_info: Any = None, **_: Any
        ) -> float:
            return await self.aone(solution_str, ground_truth)

        return compute_score

    def for_verl_batch(self) -> Callable[..., list[float]]:
        """Return the function for verl's reward manager `batch`."""

        def compute_score(
            data_sources: Any, solution_strs: Sequence[str], ground_truths: Sequence[Any], extra_infos: Any, **_: Any
        ) -> list[float]:
            return self(solution_strs, list(ground_truths))

        return compute_score

    def for_verifiers(self) -> Callable[..., Awaitable[float]]:
        """Return a rubric function of verifiers; `answer` holds the cases.

        A rubric makes 0.0 of every error. Where nothing could be scored the reward is therefore NaN.
        """

        async def passes_cases(completion: Completion, answer: Any, **_: Any) -> float:
            try:
                return await self.aone(completion, answer)
            except (SandboxUnavailable, UserError):
                return math.nan

        return passes_cases

    def close(self) -> None:
        """Close the client, unless it was passed in."""
        client, self._own = self._own, None
        if client is not None and self._process == os.getpid():
            client.close()

    def __getstate__(self) -> dict[str, Any]:
        """Return what another process needs, which opens a client of its own."""
        if self._given is not None:
            raise TypeError("rewards with a client of the caller's stay in its process")
        shared = ("_lock", "_own", "_gathering", "_process")
        return {name: value for name, value in self.__dict__.items() if name not in shared}

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._fresh()

    def _fresh(self) -> None:
        self._lock = threading.Lock()
        self._own = None
        self._gathering = Gathering(self._scored)
        self._process = os.getpid()

    def _client(self) -> Client:
        if self._given is not None:
            return self._given
        if self._process != os.getpid():  # a fork: the threads of the client are the parent's
            self._fresh()
        with self._lock:
            if self._own is None:
                self._own = Client(model="none")
            return self._own

    def _gather(self, completion: Completion, cases: Any) -> Future[Score]:
        self._client()
        asked = _Attempt(self._program(completion), read_case_set(cases, entry_point=self._entry_point))
        return self._gathering.submit(asked)

    def _scored(self, asked: Sequence[_Attempt]) -> list[Score]:
        found: dict[int, Score] = {}
        for left in reversed(range(self._tries)):
            open_places = [place for place in range(len(asked)) if place not in found]
            if not open_places:
                break
            try:
                self._score(asked, open_places, found)
            except SandboxUnavailable:
                if not left:
                    raise
        if len(asked) > 1 and all(score.starved for score in found.values()):
            raise SandboxUnavailable(
                f"the machine was too busy to give any of {len(asked)} completions its time",
                hint="score fewer at once (`at_once`), or allow more `seconds`",
            )
        return [found[place] for place in range(len(asked))]

    def _score(self, asked: Sequence[_Attempt], places: list[int], found: dict[int, Score]) -> None:
        submissions = [Submission(str(place), *asked[place]) for place in places]
        for score in self._client().score_each(submissions, language=self._language, **self._options):
            found[int(score.name)] = score

    def _reward(self, score: Score) -> float:
        return float(score.all_passed) if self._strict else score.share

    def _program(self, completion: Completion) -> str:
        text = completion if isinstance(completion, str) else _last_text(completion)
        return program_in(text, self._language)

    def _sets(self, cases: Any, count: int) -> list[CaseSet]:
        """Return the cases for each completion. Equal ones are read once."""
        if not count:
            return []
        if not _one_for_each(cases):
            return [read_case_set(cases, entry_point=self._entry_point)] * count
        if len(cases) != count:
            raise UserError(f"{count} completions have {len(cases)} lists of cases", hint="give each its own")
        read: dict[str, CaseSet] = {}
        by_object: dict[int, CaseSet] = {}
        for own in cases:
            if id(own) not in by_object:
                key = own if isinstance(own, str) else repr(own)
                if key not in read:
                    read[key] = read_case_set(own, entry_point=self._entry_point)
                by_object[id(own)] = read[key]
        return [by_object[id(own)] for own in cases]


def _one_for_each(cases: Any) -> bool:
    """Return whether these are the cases for each completion, and not those of one problem."""
    if isinstance(cases, str | bytes | Mapping) or not isinstance(cases, Sequence) or not cases:
        return False
    first = cases[0]
    return not (isinstance(first, Mapping) and {"input", "args", "stdin"} & set(first))


def _last_text(messages: Sequence[Mapping[str, Any]]) -> str:
    """Return the text of the last message; a message of tool calls alone has none."""
    content = messages[-1].get("content") if messages else None
    if isinstance(content, list | tuple):
        content = "".join(str(part.get("text") or "") for part in content if isinstance(part, Mapping))
    return content if isinstance(content, str) else ""
