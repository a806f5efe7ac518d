"""Rewards for reinforcement learning: completions of a model, run on cases in the sandbox.

    rewards = Rewards(entry_point="two_sum")
    rewards(completions, cases)                       # -> [1.0, 0.35, 0.0, ...]
    GRPOTrainer(reward_funcs=[rewards.for_trl()], ...)

Everything that is scored together goes into few sandboxes. A completion is given inputs alone, so that it cannot read
what is expected, and it cannot change the score of another.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, Protocol

from specwright.client.scoring import program_in
from specwright.client.synchronous import Client
from specwright.core.errors import UserError
from specwright.core.program.untrusted import parse_untrusted
from specwright.core.work.given import GivenCase

Completion = str | Sequence[Mapping[str, Any]]
"""A text, or the messages of a conversation, of which the last one counts."""
Cases = Sequence[GivenCase]


class TrlReward(Protocol):
    def __call__(self, completions: Sequence[Completion], **columns: Any) -> list[float]: ...


class Rewards:
    """Scores completions. Calls may come from several threads; they share one client, which closes with `close`.

    `strict` gives 1.0 for a completion that passes every case and 0.0 for any other; otherwise the reward is the share
    of the cases that pass. `seconds` is for all cases of one completion together.
    """

    def __init__(
        self,
        *,
        entry_point: str = "run_code",
        language: str = "python",
        strict: bool = False,
        seconds: float = 10.0,
        memory: str | int = "512m",
        at_once: int | None = None,
        client: Client | None = None,
    ) -> None:
        self._entry_point = entry_point
        self._language = language
        self._strict = strict
        self._limits = {"seconds": seconds, "memory": memory, "at_once": at_once}
        self._given = client
        self._lock = threading.Lock()

    def __call__(self, completions: Sequence[Completion], cases: Cases | Sequence[Cases]) -> list[float]:
        """Return a reward for each completion, in their order.

        `cases` is one list for all completions, or a list for each. Raise UserError for cases that cannot be read,
        and SandboxUnavailable: our own failure is never a reward of 0.
        """
        rewards = [0.0] * len(completions)
        for chosen, places in _grouped(completions, cases):
            programs = {str(place): self._program(completions[place]) for place in places}
            scores = self._client.score(
                programs, chosen, entry_point=self._entry_point, language=self._language, **self._limits
            )
            for score in scores:
                rewards[int(score.name)] = float(score.all_passed) if self._strict else score.share
        return rewards

    def for_trl(self, column: str = "cases") -> TrlReward:
        """Return the function that TRL's trainers take; the cases come from that column of the data set."""

        def reward(completions: Sequence[Completion], **columns: Any) -> list[float]:
            if column not in columns:
                raise UserError(f"the data set has no column {column!r}", hint="name the column that holds the cases")
            return self(completions, [_decoded(cases) for cases in columns[column]])

        reward.__name__ = "specwright_reward"
        return reward

    def for_verl(self) -> Callable[..., float]:
        """Return verl's `compute_score(data_source, solution_str, ground_truth, extra_info)`."""

        def compute_score(data_source: str, solution_str: str, ground_truth: Any, extra_info: Any = None) -> float:
            return self([solution_str], _decoded(ground_truth))[0]

        return compute_score

    def for_verifiers(self) -> Callable[..., float]:
        """Return a rubric function of verifiers; `answer` holds the cases."""

        def passes_cases(completion: Completion, answer: Any, **_: Any) -> float:
            return self([completion], _decoded(answer))[0]

        return passes_cases

    def close(self) -> None:
        """Close the client, unless it was passed in."""
        if self._given is None and "_client" in self.__dict__:
            self._client.close()

    @cached_property
    def _client(self) -> Client:
        with self._lock:
            return self._given or Client(model="none")

    def _program(self, completion: Completion) -> str:
        text = completion if isinstance(completion, str) else _last_text(completion)
        return program_in(text, self._language)


def _grouped(
    completions: Sequence[Completion], cases: Cases | Sequence[Cases]
) -> list[tuple[Sequence[GivenCase], list[int]]]:
    """Return each list of cases with the places of the completions that it is for."""
    if not completions:
        return []
    if not cases or not isinstance(cases[0], list | tuple):
        return [(cases, list(range(len(completions))))]  # type: ignore[list-item]
    if len(cases) != len(completions):
        raise UserError(f"{len(completions)} completions have {len(cases)} lists of cases")
    groups: dict[str, tuple[Sequence[GivenCase], list[int]]] = {}
    for place, own in enumerate(cases):
        key = repr(own)
        groups.setdefault(key, (own, []))[1].append(place)  # type: ignore[arg-type]
    return list(groups.values())


def _decoded(cases: Any) -> Any:
    """Return the cases of a data set, in which they may be a JSON text."""
    if not isinstance(cases, str):
        return cases
    try:
        return parse_untrusted(cases.encode("utf-8", "surrogatepass"))
    except ValueError as error:
        raise UserError(f"the cases are no JSON: {error}") from None


def _last_text(messages: Sequence[Mapping[str, Any]]) -> str:
    """Return the text of the last message; a message of tool calls alone has none."""
    content = messages[-1].get("content") if messages else None
    if isinstance(content, list | tuple):
        content = "".join(str(part.get("text") or "") for part in content if isinstance(part, Mapping))
    return content if isinstance(content, str) else ""
