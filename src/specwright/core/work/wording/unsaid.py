"""What a problem says and a specification leaves out.

A clause that was overlooked is in no requirement and no test, so nothing that runs can show it. Its words can.
"""

from __future__ import annotations

import re
from typing import Final

from specwright.core.work.reading.kinds.samples import without_samples

_FENCED: Final = re.compile(r"```.*?```", re.DOTALL)
_NO_WORDS: Final = re.compile(
    r"^[ \t]*(?:(?:async )?def|from|import|class|fn|pub fn|func|function|public)\b[^\n]*[:{;)\w][ \t]*$|https?://\S+",
    re.MULTILINE,
)
"""Lines of code, and addresses."""
_DECLARED: Final = re.compile(r"(\b\w+\([^()\"'\d]*\))\s*->\s*&?[A-Za-z_][\w.]*(?:[\[<][\w\[\]<>, .&|]*[\]>])?")
"""The result's type behind the parameters of a function."""
_GOES_ON: Final = re.compile(r"[ \t]*\n[ \t]*(?=[a-z(])")
_SENTENCE_ENDS: Final = re.compile(r"(?<=[.;!?])\s+|\n+")
_CLAUSE_ENDS: Final = re.compile(r"[,;:()]\s*|\b(?:but|except|unless|otherwise|and then|while|whereas)\b")
_EXAMPLE: Final = re.compile(
    r"->|==|>>>|=>|^\W*(?:example|input|output|explanation|sample)s?\b|^[\W\d]+$", re.IGNORECASE
)
_ORDER: Final = re.compile(
    r"^(?:please\s+)?(?:write|implement|design|create|build|make|define)\b.*?\b(?:function|method|class|program|struct|service|server|api)\b"
    r"(?!.*\b(?:that|which|to|for|of)\b)",
    re.IGNORECASE,
)
"""Words that name the task, and demand nothing else if few stand behind them."""
_WORD: Final = re.compile(r"[a-z]{3,}|\d+(?:\.\d+)?")
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_QUOTED_DATA: Final = re.compile(r"(['\"`])[^'\"`\n]*\d[^'\"`\n]*\1")
COMMON: Final = frozenset(
    re.findall(
        r"\w+",
        """a also an and are as at be by called each example for from function given gives give if in input into is it
        its list must name no not number numbers of on one only or other output python return returned returns same
        should string takes text than that the their them then they this to value values when where which will with
        write""",
    )
)
STEM: Final = 5
_FEWEST_WORDS: Final = 2
_SAID: Final = 0.34
"""A clause is unsaid if a smaller part of its words is in the specification."""
_NAMES_THE_TASK: Final = 3
"""So many words that carry a meaning stand behind an order at most: ``Write a method `List<Integer> visible``."""
_FEWEST_OF_PROBLEM: Final = 9
"""Words that carry a meaning. Recorded problems of one line have seven at most, those with rules ten or more."""
_MOST: Final = 0.5
"""If a larger part of all clauses is unsaid, the specification has other words or another language throughout."""


def unsaid(problem: str, specification: str) -> tuple[str, ...]:
    """Return the clauses of the problem whose words, or numbers, are not in the specification, as they stand there."""
    said, numbers = _stems(specification), set(_NUMBER.findall(specification))
    clauses = [(clause, words) for clause in _clauses(problem) if len(words := _stems(clause)) >= _FEWEST_WORDS]
    missing = [
        clause
        for clause, words in clauses
        if len(words & said) < _SAID * len(words) or not numbers.issuperset(_NUMBER.findall(clause))
    ]
    return tuple(missing) if len(missing) <= _MOST * len(clauses) else ()


def is_told(problem: str) -> bool:
    """Return whether the problem has enough words to say in particular what is wanted."""
    return len(_stems(" ".join(sentences(problem)))) >= _FEWEST_OF_PROBLEM


def sentences(problem: str) -> list[str]:
    """Return the sentences, without code, addresses, lines that are examples, and data of samples."""
    told = _GOES_ON.sub(" ", _NO_WORDS.sub("", _DECLARED.sub(r"\1", _FENCED.sub("", without_samples(problem)))))
    found = (sentence for sentence in _SENTENCE_ENDS.split(told) if _WORD.search(sentence.lower()))
    return [sentence for sentence in found if not _EXAMPLE.search(sentence)]


def _clauses(problem: str) -> list[str]:
    told = (_QUOTED_DATA.sub("", sentence) for sentence in sentences(problem))
    clauses = [clause.strip() for sentence in told for clause in _CLAUSE_ENDS.split(sentence)]
    return [clause for clause in clauses if not _only_names_the_task(clause)]


def _only_names_the_task(clause: str) -> bool:
    order = _ORDER.match(clause)
    return order is not None and len(_stems(clause[order.end() :])) <= _NAMES_THE_TASK


def _stems(text: str) -> set[str]:
    """Return the beginnings of the words that carry a meaning: `rounded` and `rounding` have one."""
    return {word[:STEM] for word in _WORD.findall(text.lower()) if word not in COMMON}
