"""What a problem says and a specification leaves out, and what a specification says and the problem does not.

A clause that was overlooked is in no requirement and no test, so nothing that runs can show it. Its words can. A
requirement whose words no sentence of the problem has was read into it.
"""

from __future__ import annotations

import re
from typing import Final

_FENCED: Final = re.compile(r"```.*?```", re.DOTALL)
_NO_WORDS: Final = re.compile(
    r"^[ \t]*(?:(?:async )?def|from|import|class|fn|pub fn|func|function|public)\b[^\n]*[:{;)\w][ \t]*$|https?://\S+",
    re.MULTILINE,
)
"""Lines of code, and addresses."""
_GOES_ON: Final = re.compile(r"[ \t]*\n[ \t]*(?=[a-z(])")
_SENTENCE_ENDS: Final = re.compile(r"(?<=[.;!?])\s+|\n+")
_CLAUSE_ENDS: Final = re.compile(r"[,;:()]\s*|\b(?:but|except|unless|otherwise|and then|while|whereas)\b")
_EXAMPLE: Final = re.compile(
    r"->|==|>>>|=>|^\W*(?:example|input|output|explanation|sample)s?\b|^[\W\d]+$", re.IGNORECASE
)
_WORD: Final = re.compile(r"[a-z]{3,}|\d+(?:\.\d+)?")
_NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
_QUOTED_DATA: Final = re.compile(r"(['\"`])[^'\"`\n]*\d[^'\"`\n]*\1")
_COMMON: Final = frozenset(
    re.findall(
        r"\w+",
        """a also an and are as at be by called each example for from function given gives give if in input into is it
        its list must name no not number numbers of on one only or other output python return returned returns same
        should string takes text than that the their them then they this to value values when where which will with
        write""",
    )
)
_QUOTED: Final = re.compile(r"\"[^\"\n]*\"|(?<!\w)'[^'\n]*'(?!\w)|`[^`\n]*`")
_DENIED: Final = re.compile(r"\b(?:not|never|cannot|nor|neither|except|unless)\b|n't\b", re.IGNORECASE)
_DECIDES: Final = re.compile(r"\b(?:no|only|other|same)\b")
_SHORTEST: Final = 2
_STEM: Final = 5
_ADDED: Final = frozenset(
    word[:_STEM]
    for word in re.findall(
        r"\w+",
        """all also any both call called case cases being been counted counts do does done each every function get gets
        give given gives had has have itself may must one ones own result results some still such there these those
        treated two used was were when whole whose would""",
    )
)
"""Words that a requirement may add to what the problem says."""
_FEWEST_WORDS: Final = 2
_SAID: Final = 0.34
"""A clause is unsaid if a smaller part of its words is in the specification."""
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


def is_said(problem: str, requirement: str) -> bool:
    """Return whether one sentence of the problem says a requirement in the same words and numbers.

    One other word may turn the meaning round, so only words without one of their own may be added, and no negation may
    be added or left out. Of a problem in few words, no sentence says anything in particular: too much is left to be
    read into them.
    """
    wanted = _stems(_QUOTED.sub(" ", requirement)) - _ADDED
    if not is_told(problem) or len(wanted) < _FEWEST_WORDS:
        return False
    return any(_says(sentence, requirement, wanted) for sentence in sentences(problem))


def _says(sentence: str, requirement: str, wanted: set[str]) -> bool:
    if len(_shared(sentence, wanted)) < len(wanted) or not _quoted(requirement) <= _quoted(sentence):
        return False
    nearest = max(_CLAUSE_ENDS.split(sentence), key=lambda clause: len(_shared(clause, wanted)))
    decides = set(_DECIDES.findall(requirement.lower())) <= set(_DECIDES.findall(nearest.lower()))
    return decides and bool(_DENIED.search(requirement)) == bool(_DENIED.search(nearest))


def _shared(text: str, wanted: set[str]) -> set[str]:
    """Return those of the wanted stems whose words are in the text."""
    stems = _stems(text)
    return {word for word in wanted if any(_same(word, other) for other in stems)}


def _quoted(text: str) -> set[str]:
    return {quoted[1:-1] for quoted in _QUOTED.findall(text)}


def _same(one: str, other: str) -> bool:
    """Return whether two stems are of one word: `seat` and `seats` are."""
    short, long = sorted((one, other), key=len)
    return short == long or (len(short) > _SHORTEST and short.isalpha() and long.startswith(short))


def is_told(problem: str) -> bool:
    """Return whether the problem has enough words to say in particular what is wanted."""
    return len(_stems(" ".join(sentences(problem)))) >= _FEWEST_OF_PROBLEM


def sentences(problem: str) -> list[str]:
    """Return the sentences, without code, addresses and lines that are examples."""
    told = _GOES_ON.sub(" ", _NO_WORDS.sub("", _FENCED.sub("", problem)))
    found = (sentence for sentence in _SENTENCE_ENDS.split(told) if _WORD.search(sentence.lower()))
    return [sentence for sentence in found if not _EXAMPLE.search(sentence)]


def _clauses(problem: str) -> list[str]:
    told = (_QUOTED_DATA.sub("", sentence) for sentence in sentences(problem))
    return [clause.strip() for sentence in told for clause in _CLAUSE_ENDS.split(sentence)]


def _stems(text: str) -> set[str]:
    """Return the beginnings of the words that carry a meaning: `rounded` and `rounding` have one."""
    return {word[:_STEM] for word in _WORD.findall(text.lower()) if word not in _COMMON}
