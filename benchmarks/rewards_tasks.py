"""The completions that `rewards.py` scores: right, partly right and broken ones, with the share that each must get."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from textwrap import dedent, indent
from typing import Any, Final, NamedTuple

CASES_EACH: Final = 20
ROLLOUTS: Final = 16
"""Completions of one prompt, as GRPO draws them."""
_WORDS: Final = ("level", "specwright", "A man a plan", "", "noon", "abca", "xyz", "banana", "été", "a")


class Problem(NamedTuple):
    name: str
    parameters: str
    body: str
    """Of the right program."""

    def draw(self, source: random.Random) -> tuple[Any, ...]:
        """Return the arguments of one call."""
        return tuple(_DRAWS[name](source) for name in self.parameters.split(", "))


class Prompt(NamedTuple):
    """One prompt of a batch: its cases, its completions and what share of the cases each completion passes."""

    entry_point: str
    cases: list[dict[str, Any]]
    completions: list[str]
    shares: list[float]


def _numbers(source: random.Random) -> list[int]:
    return [source.randint(-50, 50) for _ in range(source.randint(0, 12))]


def _text(source: random.Random) -> str:
    return source.choice(_WORDS) + "".join(source.choice("abc ") for _ in range(source.randint(0, 20)))


_BODIES: Final = {
    "largest_gap(nums)": """
        s = sorted(nums)
        return max((b - a for a, b in zip(s, s[1:])), default=0)""",
    "running_sums(nums)": """
        out, total = [], 0
        for n in nums:
            total += n
            out.append(total)
        return out""",
    "is_palindrome(text)": """
        t = [c.lower() for c in text if c.isalnum()]
        return t == t[::-1]""",
    "word_counts(text)": """
        counts = {}
        for w in text.split():
            counts[w] = counts.get(w, 0) + 1
        return counts""",
    "pair_with_sum(nums, target)": """
        seen = {}
        for i, x in enumerate(nums):
            if target - x in seen:
                return [seen[target - x], i]
            seen.setdefault(x, i)
        return []""",
    "primes_below(n)": """
        return [k for k in range(2, n) if all(k % d for d in range(2, int(k**0.5) + 1))]""",
    "rotate(items, k)": """
        if not items:
            return []
        k %= len(items)
        return items[-k:] + items[:-k]""",
    "power(base, exponent)": """
        return base ** exponent""",
}
_DRAWS: Final[Mapping[str, Callable[[random.Random], Any]]] = {
    "nums": _numbers,
    "items": _numbers,
    "text": _text,
    "target": lambda r: r.randint(-60, 60),
    "n": lambda r: r.randint(0, 200),
    "k": lambda r: r.randint(0, 30),
    "base": lambda r: r.randint(2, 99),
    "exponent": lambda r: r.randint(0, 60),
}
PROBLEMS: Final = tuple(
    Problem(head.split("(")[0], head.split("(")[1][:-1], indent(dedent(body).strip(), "    ") + "\n")
    for head, body in _BODIES.items()
)


def prompts(count: int, seed: int = 0) -> list[Prompt]:
    """Return prompts with `count` completions in all."""
    source = random.Random(seed)
    made: list[Prompt] = []
    while count > 0:
        made.append(_prompt(PROBLEMS[len(made) % len(PROBLEMS)], min(count, ROLLOUTS), source))
        count -= ROLLOUTS
    return made


def _prompt(problem: Problem, rollouts: int, source: random.Random) -> Prompt:
    arguments = [problem.draw(source) for _ in range(CASES_EACH)]
    right = _function(problem, problem.body)
    answers = [right(*given) for given in arguments]
    cases = [{"args": list(given), "expected": answer} for given, answer in zip(arguments, answers, strict=True)]
    completions, shares = [], []
    for place in range(rollouts):
        text, body = _completion(problem, source.choice(_MAKERS), place)
        completions.append(text)
        shares.append(0.0 if body is None else _share(_function(problem, body), arguments, answers))
    return Prompt(problem.name, cases, completions, shares)


def _head(problem: Problem) -> str:
    return f"def {problem.name}({problem.parameters}):\n"


def _right(problem: Problem) -> str:
    return problem.body


def _partly(problem: Problem) -> str:
    first = problem.parameters.split(",")[0]
    return f"    if len(str({first})) % 3 == 0:\n        return None\n{problem.body}"


def _raising(problem: Problem) -> str:
    first = problem.parameters.split(",")[0]
    return f"    if len(str({first})) % 2:\n        raise ValueError('odd')\n{problem.body}"


def _wrong(problem: Problem) -> str:
    return "    return 'wrong'\n"


_MAKERS: Final[Sequence[Callable[[Problem], str] | str]] = (
    _right, _right, _right, _partly, _partly, _raising, _wrong, "broken", "refused",
)  # fmt: skip


def _completion(problem: Problem, maker: Callable[[Problem], str] | str, place: int) -> tuple[str, str | None]:
    """Return a model's reply, and the body of the program in it if it has one."""
    if maker == "refused":
        return "I am sorry, I cannot help with that.", None
    if isinstance(maker, str):
        return f"```python\n{_head(problem)}    return (\n```", None
    body = maker(problem)
    return f"This is attempt {place}.\n\n```python\n{_head(problem)}{body}```\n", body


def _function(problem: Problem, body: str) -> Callable[..., Any]:
    space: dict[str, Any] = {}
    exec(_head(problem) + body, space)
    return space[problem.name]  # type: ignore[no-any-return]


def _share(function: Callable[..., Any], arguments: list[tuple[Any, ...]], answers: list[Any]) -> float:
    passed = 0
    for given, answer in zip(arguments, answers, strict=True):
        try:
            value = function(*given)
        except ValueError:
            continue
        passed += type(value) is type(answer) and value == answer
    return passed / len(answers)
