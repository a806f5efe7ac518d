"""Account for the words of a problem: which of them does a program's description leave uncovered?

Every word and number of a problem must be covered: by the description of the program, by the words that any task uses
(`NEUTRAL`), or by an idiom whose meaning the program shares. What is left may ask for something else, and a program
that leaves it uncovered must not be called verified.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from specwright.core.value import Value
from specwright.offline.patterns.plain_words import (
    ABSENCE,
    ALIKE,
    ASKING,
    ASSUMED,
    MARK,
    NEUTRAL,
    NOUNS,
    PROMISES,
    TRUTH,
)

_TOKEN: Final = re.compile(
    r"(?<![\w.)])-\d+(?:\.\d+)?|\d+(?:\.\d+)?(?:st|nd|rd|th)?\b|[^\W\d_]+(?:'[^\W\d_]+)?|[^\W_]+"
)
_CLAUSES: Final = re.compile(
    r"(?<=[.?!;])\s+|\n+|[;:()]+|,\s+(?!\d)|\s+[-–—]+\s+|\s+(?=but\b|then\b|except\b|unless\b)"
)
_CODE: Final = re.compile(r"`{3}.*?`{3}|https?://\S+|^[ \t`>]*(?:async\s+)?def\s+.*$", re.DOTALL | re.MULTILINE)
_BOUNDS: Final = re.compile(
    r"(?:-?\d[\d,]*(?:\s?[*^]+\s?-?\d+)*|[a-z_]\w*(?:\.length|\[i\])?)\s*(?:<=?|≤)\s*`?[a-z_][\w.\[\]()]*`?"
    r"(?:\s*(?:<=?|≤)\s*(?:-?\d[\d,]*(?:\s?[*^]+\s?-?\d+)*|[a-z_]\w*(?:\.length)?))?",
    re.IGNORECASE,
)
"""A stated range of the inputs, such as `1 <= n <= 10^4`. It narrows what the program is asked and nothing else."""
_PROMISE: Final = re.compile(
    r"\b(?:given|takes?|taking|accepts?|accepting|receives?|of|from|whether|if|check|that)\s+"
    r"(?:a|an|the|two|some|your|given|the given|n)\s+(?:(?:given|" + "|".join(PROMISES) + r")[\s,]+(?:and\s+)?)+"
    r"(?=(?:" + "|".join(NOUNS) + r")s?\b)"
    r"|\b(?:list|array|lists|arrays|string|sequence|collection|tuple)\s+of\s+"
    r"(?:(?:" + "|".join(PROMISES) + r")\s+)+(?=(?:" + "|".join(NOUNS) + r")s?\b)",
    re.IGNORECASE,
)
"""What the inputs are said to be: `given a non-empty list of positive integers`."""
_ORDINAL: Final = re.compile(r"\b([nki])(?:\s?-\s?|['’])th\b|\b([nk])\s+th\b", re.IGNORECASE)
_TWO: Final = re.compile(r"\b(?:two|2)\s+(?:\w+\s+)?(?=(?:" + "|".join(NOUNS) + r")s\b)", re.IGNORECASE)


class Uncovered(Value):
    """A clause of the problem, and its words that nothing covers."""

    clause: str
    words: tuple[str, ...]


class Vocabulary(Value):
    """The words that a program's descriptions explain, in their common form."""

    words: frozenset[str]
    bound: frozenset[tuple[str, str]]
    """A negation or a condition, with the word that it is about."""
    marks: frozenset[str]
    """Values that the descriptions name for nothing found."""
    numbers: frozenset[str] = frozenset()
    truth: bool = False
    """Whether the answer is yes or no."""
    parameters: int = 1


def vocabulary(
    texts: Iterable[str],
    *,
    names: Iterable[str] = (),
    numbers: Iterable[str] = (),
    truth: bool = False,
    parameters: int = 1,
) -> Vocabulary:
    """The vocabulary of these descriptions; `names` are those of parameters, `numbers` constants of the code.

    A word that stands behind a negation is explained only together with it.
    """
    passages = list(texts)
    found = [[common(token) for token in _tokens(clause)] for text in passages for clause in _clauses(text)]
    bound = {pair for tokens in found for pair in _bound(tokens)}
    words = {token for tokens in found for token in _unnegated(tokens)} - {"none"}
    marks = {mark.lower() for text in passages for pair in MARK.findall(text) for mark in pair if mark}
    return Vocabulary(
        words=frozenset(words | marks | {name.lower() for name in names}),
        bound=frozenset(bound),
        marks=frozenset(marks),
        numbers=frozenset(numbers),
        truth=truth,
        parameters=parameters,
    )


def uncovered(
    problem: str, known: Vocabulary, read: Iterable[str] = (), names: Iterable[str] = ()
) -> tuple[Uncovered, ...]:
    """The clauses of the problem with words that the vocabulary does not explain, in the order of the text.

    `read` are passages that were read as examples; `names` are those of the function and its parameters.
    """
    mine = frozenset(name.lower() for name in names)
    found = []
    for sentence in _SENTENCES.split(_plain(problem, read, known)):
        free = mine | _free(sentence, known)
        left = {clause: words for clause in _clauses(sentence) if (words := _left(clause, known, free))}
        if left:
            whole = sentence if len(left) > 1 else next(iter(left))
            every = dict.fromkeys(word for some in left.values() for word in some)
            found.append(Uncovered(clause=" ".join(whole.split()).strip(" .,;"), words=tuple(every)))
    return tuple(found)


def says_all(problem: str, text: str) -> bool:
    """Whether the problem uses every word of this description that means anything."""
    return not unsaid(problem, text)


def unsaid(problem: str, text: str) -> tuple[str, ...]:
    """The words of this description that the problem does not use."""
    said = {common(token) for token in _tokens(problem)}
    return tuple(word for word in _tokens(text) if common(word) not in said | NEUTRAL and word.lower() not in NEUTRAL)


def common(word: str) -> str:
    """The form that all words of one meaning share."""
    lowered = word.lower()
    return ALIKE.get(lowered) or ALIKE.get(stem := _stem(lowered)) or stem


_SENTENCES: Final = re.compile(r"(?<=[.?!;])\s+|\n+")
_NEGATIONS: Final = frozenset({"not", "no", "without", "never", "except", "cannot"})
_NOTHING: Final = frozenset({"not", "no", "none", "nothing", "cannot", "absent", "missing", "impossibl", "otherwise"})
_CONDITIONS: Final = frozenset({"if", "when"})


def _plain(problem: str, read: Iterable[str], known: Vocabulary) -> str:
    """The problem without code, examples and what only narrows the inputs."""
    text = problem
    for passage in sorted(read, key=len, reverse=True):
        text = text.replace(passage, "\n")
    text = _CODE.sub("\n", text)
    text = _BOUNDS.sub(" ", text)
    text = _ORDINAL.sub("nth", text)
    text = _PROMISE.sub(" a ", text)
    return _TWO.sub(" ", text) if known.parameters > 1 else text


def _clauses(text: str) -> Iterator[str]:
    return (clause for clause in _CLAUSES.split(text) if clause and clause.strip())


def _tokens(text: str) -> list[str]:
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", _ORDINAL.sub("nth", text).replace("_", " ").replace("’", "'"))
    spaced = re.sub(r"\b(non)-(?=\w)", r"\1", re.sub(r"n't\b", " not", spaced), flags=re.IGNORECASE)
    return [token.removesuffix("'s") for token in _TOKEN.findall(spaced)]


def _bound(tokens: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each negation and condition with the next word that means anything."""
    for place, token in enumerate(tokens):
        if token in _NEGATIONS or token in _CONDITIONS:
            yield token, next((word for word in tokens[place + 1 :] if word not in NEUTRAL), "")


def _unnegated(tokens: Sequence[str]) -> list[str]:
    negated = {about for word, about in _bound(tokens) if word in _NEGATIONS}
    return [token for token in tokens if token not in _NEGATIONS | _CONDITIONS and token not in negated]


def _free(sentence: str, known: Vocabulary) -> frozenset[str]:
    """The words that mean nothing by themselves in this sentence."""
    said = {common(token) for token in _tokens(sentence)}
    free = NEUTRAL | (TRUTH if known.truth else frozenset())
    if known.marks & said and said & _NOTHING:
        free |= ABSENCE
    if said & {"assum", "guarante"}:
        free |= ASSUMED | {common(word) for word in ASSUMED}
    return free


def _left(clause: str, known: Vocabulary, free: frozenset[str]) -> list[str]:
    """The words of a clause that are neither free nor explained."""
    raw = _tokens(clause)
    tokens = [common(token) for token in raw]
    bound = dict(_bound(tokens))
    negated = {bound[word] for word in bound if word in _NEGATIONS and (word, bound[word]) in known.bound}
    left = []
    for place, (word, token) in enumerate(zip(raw, tokens, strict=True)):
        if token in free or word.lower() in free or token in negated:
            continue
        if token in _CONDITIONS and place and raw[place - 1].lower() in ASKING:
            continue
        if token in bound and (token, bound[token]) in known.bound:
            continue
        if token in known.words or word in known.numbers or (word.lower() == "one" and "1" in known.words):
            continue
        left.append(word)
    return left


def _stem(word: str) -> str:
    if len(word) < 4 or not word.isalpha():
        return word
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return (
                _undoubled(word[: -len(ending)]) + instead
                if ending in ("ing", "ed")
                else word[: -len(ending)] + instead
            )
    return word.removesuffix("e")


_ENDINGS: Final = (
    ("ities", "ity"), ("ies", "y"), ("sses", "ss"), ("ches", "ch"), ("shes", "sh"), ("xes", "x"), ("ing", ""),
    ("ied", "y"), ("ed", ""), ("ss", "ss"), ("us", "us"), ("is", "is"), ("es", ""), ("s", ""), ("ly", ""),
)  # fmt: skip


def _undoubled(stem: str) -> str:
    doubled = len(stem) > 3 and stem[-1] == stem[-2] and stem[-1] not in "sl"
    return stem[:-1] if doubled else stem.removesuffix("e")
