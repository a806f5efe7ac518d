"""Account for the words of a problem: which of them does a program's description leave uncovered?

Every word and number of a problem must be covered: by the description of the program, by the words that any task uses
(`NEUTRAL`), or by an idiom whose meaning the program shares. The rest may ask for something else. A program that
leaves it uncovered must not be verified.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from specwright.core.value import Value
from specwright.offline.patterns.plain_words import ABSENCE, ASKING, ASSUMED, MARK, NEUTRAL, TRUTH
from specwright.offline.patterns.statement import SENTENCES, statement
from specwright.offline.patterns.stems import EMPTY, common, symbols, tokens

_CLAUSES: Final = re.compile(
    r"(?<=[.?!;])\s+|\n+|[;:()]+|,\s+(?!\d)|\s+[-–—]+\s+|\s+(?=but\b|then\b|except\b|unless\b)"
)


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
    texts: tuple[frozenset[str], ...] = ()
    """The words of each description by itself."""
    orders: frozenset[tuple[str, ...]] = frozenset()
    """The numbers of each description, in their order."""
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
    passages, mine = list(texts), frozenset(name.lower() for name in names)
    found = [[common(token) for token in tokens(clause)] for text in passages for clause in _clauses(text)]
    bound = {pair for clause in found for pair in _bound(clause)}
    words = {token for clause in found for token in _unnegated(clause)} - {"none"}
    words |= {symbol for text in passages for symbol in symbols(text)}
    marks = {mark.lower() for text in passages for pair in MARK.findall(text) for mark in pair if mark}
    orders = {tuple(filter(str.isdigit, map(common, tokens(text)))) for text in passages}
    return Vocabulary(
        texts=tuple(frozenset(map(common, tokens(text))) | mine for text in passages),
        orders=frozenset(orders),
        words=frozenset(words | marks | mine),
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
    text = statement(problem, read, known.parameters)
    for place, sentence in enumerate(SENTENCES.split(text)):
        free = mine | _free(sentence, known, first=place == 0)
        left = {clause: words for clause in _clauses(sentence) if (words := _left(clause, known, free))}
        if place and not left and not _is_restated(sentence, known, free):
            left = {sentence: [token for token in tokens(sentence) if common(token) not in EMPTY | free]}
        if left:
            whole = sentence if len(left) > 1 else next(iter(left))
            every = dict.fromkeys(word for some in left.values() for word in some)
            found.append(Uncovered(clause=" ".join(whole.split()).strip(" .,;"), words=tuple(every)))
    return (*found, *_reordered(text, known))


def _is_restated(sentence: str, known: Vocabulary, free: frozenset[str]) -> bool:
    """Return whether one description covers a later sentence: words of several make something new."""
    said = {common(token) for token in tokens(sentence) if token.lower() not in free} - EMPTY - free
    return len(said) < 2 or any(said <= text for text in known.texts)


def _reordered(text: str, known: Vocabulary) -> list[Uncovered]:
    """The numbers, if the problem names those of the descriptions in another order: 5 and 3 for 3 and 5."""
    said = [token for token in dict.fromkeys(map(common, tokens(text))) if token in known.words and token.isdigit()]
    kept = any([number for number in dict.fromkeys(order) if number in said] == said for order in known.orders)
    return [] if kept or len(said) < 2 else [Uncovered(clause=" ".join(text.split())[:80], words=tuple(said))]


def says_all(problem: str, text: str) -> bool:
    """Whether the problem uses every word of this description that means anything."""
    return not unsaid(problem, text)


def unsaid(problem: str, text: str) -> tuple[str, ...]:
    """The words of this description that the problem does not use."""
    said = {common(token) for token in tokens(problem)}
    return tuple(word for word in tokens(text) if common(word) not in said | NEUTRAL and word.lower() not in NEUTRAL)


_NEGATIONS: Final = frozenset({"not", "no", "without", "never", "except", "cannot"})
_NOTHING: Final = frozenset({"not", "no", "none", "nothing", "cannot", "absent", "missing", "impossibl", "otherwise"})
_CONDITIONS: Final = frozenset({"if"})
_ONE: Final = "one"


def _clauses(text: str) -> Iterator[str]:
    return (clause for clause in _CLAUSES.split(text) if clause and clause.strip())


def _bound(said: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Each condition with the next word that means anything, each negation with all that follow in the clause."""
    for place, token in enumerate(said):
        about = [word for word in said[place + 1 :] if word not in EMPTY]
        if token in _NEGATIONS:
            yield from ((token, word) for word in about or [""])
        elif token in _CONDITIONS:
            yield token, about[0] if about else ""


def _unnegated(said: Sequence[str]) -> list[str]:
    first = next((place for place, token in enumerate(said) if token in _NEGATIONS), len(said))
    return [token for token in said[:first] if token not in _CONDITIONS]


def _free(sentence: str, known: Vocabulary, *, first: bool) -> frozenset[str]:
    """The words that mean nothing by themselves in this sentence.

    A later sentence that names only one of yes and no states a case of its own.
    """
    said = {common(token) for token in tokens(sentence)}
    both = first or {"tru", "fals"} <= said or bool(said & {"otherwis", "els"})
    free = NEUTRAL | (TRUTH if known.truth and both else frozenset())
    if known.marks & said and said & _NOTHING:
        free |= ABSENCE
    if said & {"assum", "guarante"}:
        free |= ASSUMED | {common(word) for word in ASSUMED}
    return free


def _left(clause: str, known: Vocabulary, free: frozenset[str]) -> list[str]:
    """The words of a clause that are neither free nor explained."""
    raw = tokens(clause)
    said = [common(token) for token in raw]
    negated: str | None = None
    left = []
    for place, (word, token) in enumerate(zip(raw, said, strict=True)):
        about = next((other for other in said[place + 1 :] if other not in EMPTY), "")
        if token in _NEGATIONS:
            negated = token
        if token in free or word.lower() in free or (negated and (negated, token) in known.bound):
            continue
        if token in _CONDITIONS and place and raw[place - 1].lower() in ASKING:
            continue
        if token in _CONDITIONS and known.truth and place == len(said) - 1:
            continue  # it introduces the sentences that follow, which are looked at by themselves
        if token in _NEGATIONS | _CONDITIONS and (token, about) in known.bound:
            continue
        if token in known.words or word in known.numbers or (token == _ONE and "1" in known.words):
            continue
        left.append(word)
    return [*left, *(symbol for symbol in symbols(clause) if symbol not in known.words | known.numbers)]
