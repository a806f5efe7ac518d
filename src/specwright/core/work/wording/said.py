"""Whether a sentence of the problem says a requirement. If none does, it was read into the problem.

The test of a requirement that is said need not be confirmed by an example, so every doubt decides against it. A
requirement is a sentence of the problem, word for word and in its order, of which only alternatives may be left out:
`X or Y raises E` says that X raises E. What restricts the rest stays: a condition, a negation, an exception. Or several
requirements together are the sentence (`pieces.py`).

    >>> _derives("Hours go from 0 to 23, minutes from 0 to 59", "Hours go from 0 to 23")
    True
    >>> _derives("Hours go from 0 to 23, minutes from 0 to 59", "Hours go from 0 to 59")
    False
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

from specwright.core.work.reading.found import words
from specwright.core.work.wording.normal import normal_words
from specwright.core.work.wording.pieces import is_piece
from specwright.core.work.wording.unsaid import is_told, sentences

_CONDITIONS: Final = words(
    "if when whenever for of unless except where once after before with within in on until till while from without by "
    "at to than below above under over between beyond"
)
"""What stands behind one of them restricts the rest of its sentence."""
_BINDS: Final = _CONDITIONS | words("that which who whose")
_IFS: Final = words("if when whenever")
_RESTRICTS: Final = words(
    "not never cannot nor neither no except unless only but else otherwise whereas while instead without exactly just"
)
"""Words that are not left out."""
_EXCEPTS: Final = words("unless except but otherwise else instead only")
_VERBS: Final = words(
    "return give print raise throw take add remove drop keep replace write ignore skip leave put stop exit sort make "
    "get is has do come stay can must may become begin append insert join read show round "
    "start reset clear convert turn subtract multiply divide"
)
"""Behind `and`, what another clause begins with, in which the conditions of the one before do not matter."""
_JOINTS: Final = words("or and")
_SUCH: Final = words("such like example")
_CALLED: Final = re.compile(r"(`?)(\w+)\([^()\n]*\)\1\s*")
_IT: Final = re.compile(r"it\s+", re.IGNORECASE)
"""The subject of a sentence: a call, or what stands for the one before."""
_ASIDE: Final = re.compile(r"(?<!\w)\(([^()\n]{12,})\)")
"""What stands in brackets, and is no list of arguments, is a sentence of its own."""
_FEWEST_TOKENS: Final = 3
_LONGEST: Final = 90
_MOST_LEFT_OUT: Final = 3


def is_said(problem: str, requirement: str, others: Sequence[str] = ()) -> bool:
    """Return whether one sentence of the problem says a requirement, in the same words, numbers and order.

    `others` are the other requirements: they may be the rest of the sentence. Of a problem in few words, no sentence
    says anything in particular: too much is left to be read into them.
    """
    if not is_told(problem):
        return False
    told = list(_with_subjects(sentences(problem)))
    return any(_derives(sentence, requirement) or is_piece(sentence, requirement, others) for sentence in told)


def passages(problem: str) -> list[str]:
    """Return the problem's sentences, those in brackets by themselves too: what can be overlooked one by one."""
    return [passage for sentence in sentences(problem) for passage in (sentence, *_ASIDE.findall(sentence))]


def _with_subjects(told: Sequence[str]) -> Iterator[str]:
    """Return the sentences, and what they say with another subject.

    Of `put(x) adds an item; it raises ValueError` that is `put(x) raises ValueError`. If only one call is spoken of,
    it needs no subject: of `f(x) adds` and of `It adds` that is `adds`.
    """
    called = {begins[2] for sentence in told if (begins := _CALLED.match(sentence))}
    subject = ""
    for sentence in told:
        yield sentence
        yield from _ASIDE.findall(sentence)
        begins, it = _CALLED.match(sentence), _IT.match(sentence)
        subject = begins[0].strip() if begins else subject if it else ""
        if subject and it:
            yield f"{subject} {_IT.sub('', sentence, count=1)}"
        if len(called) < 2 and (begins or it):
            yield sentence[begins.end() if begins else it.end() if it else 0 :]


def _derives(sentence: str, requirement: str) -> bool:
    """Return whether the requirement is the sentence but for alternatives that are left out."""
    wanted = tuple(word for word in normal_words(requirement) if word != ",")
    for there in _exchanged(normal_words(sentence)):
        if len(there) <= _LONGEST and any(_matches(form, there) for form in {wanted, *_without_commas(requirement)}):
            return True
    return False


def _without_commas(requirement: str) -> Iterator[tuple[str, ...]]:
    """Return the words of the requirement with its condition behind the rest."""
    for form in _exchanged(normal_words(requirement)):
        yield tuple(word for word in form if word != ",")


def _exchanged(there: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Return the words as they stand, and of `if it is missing, return 0` also `return 0, if it is missing`."""
    yield there
    if there and there[0] in _CONDITIONS and "," in there:
        comma = there.index(",")
        yield (*there[comma + 1 :], ",", *there[:comma])


def _matches(wanted: tuple[str, ...], there: tuple[str, ...]) -> bool:
    """Return whether the wanted words are those that are there, less a few spans that may be left out."""
    words_there = sum(word != "," for word in there)
    if len(wanted) < min(_FEWEST_TOKENS, words_there):
        return False

    @cache
    def rest(at: int, place: int, left: int) -> bool:
        if place == len(there):
            return at == len(wanted)
        if there[place] == "," and rest(at, place + 1, left):
            return True
        if at < len(wanted) and wanted[at] == there[place] and rest(at + 1, place + 1, left):
            return True
        return left > 0 and any(
            rest(at, end, left - 1) for end in range(place + 1, len(there) + 1) if _may_lack(there, place, end)
        )

    return rest(0, 0, _MOST_LEFT_OUT)


def _may_lack(there: tuple[str, ...], first: int, end: int) -> bool:
    """Return whether the sentence says the same of the rest if these words are left out."""
    span, behind = there[first:end], there[end] if end < len(there) else ""
    opens = next((word for word in span if word != "," and word not in _JOINTS), "")
    before = _clause_before(there, first)
    ended = span[-1] == "," or behind == "," or span[-2:] == (",", "and")
    whole = (first == 0 or span[0] == ",") and (not behind or ended)
    if _is_other_clause(there, first, end, opens) or _is_other_reason(span, opens, behind):
        return _EXCEPTS.isdisjoint(span)
    if not behind and opens in ("otherwise", "else") and span[0] == ",":
        return not _IFS.isdisjoint(before)
    if whole and opens not in _SUCH and (first == 0 or not behind):
        if span[:2] == (",", "and") and opens in _CONDITIONS:
            return opens not in _EXCEPTS  # a case of its own, with exceptions of its own
        own = span[:2] == (",", "and") or span[-2:] == (",", "and")
        parallel = any(_is_parallel(opens, kept) for kept in ([behind] if first == 0 else [there[0], *before[:1]]))
        free = opens not in _RESTRICTS | _CONDITIONS or parallel
        return free and (_EXCEPTS - {"only"} if own else _EXCEPTS).isdisjoint(span)
    return _is_alternative(there, first, end, opens) or (opens in _SUCH and whole and _RESTRICTS.isdisjoint(span))


def _is_other_clause(there: tuple[str, ...], first: int, end: int, opens: str) -> bool:
    """Return whether it is a clause beside the rest, joined by `and`: it has a verb and no condition before it."""
    span = there[first:end]
    if end == len(there):
        return span[0] == "and" and opens in _VERBS
    return first == 0 and span[-1] == "and" and there[end] in _VERBS and (_CONDITIONS & {opens} | _IFS).isdisjoint(span)


def _is_alternative(there: tuple[str, ...], first: int, end: int, opens: str) -> bool:
    """Return whether it is one of several things in a row, none of which says more of the others."""
    span, behind = there[first:end], there[end] if end < len(there) else ""
    joint = _joint(there, first, end)
    if joint != "or":
        return (
            joint is not None
            and _BINDS.isdisjoint((*span, *_list_before(there, first)))
            and _RESTRICTS.isdisjoint(span)
        )
    if not (_EXCEPTS - {"only"}).isdisjoint(span):
        return False
    if span[-1] == "or" or span[0] not in ("or", ","):
        return opens not in _CONDITIONS or behind in _CONDITIONS
    return opens in _IFS or _BINDS.isdisjoint(span[1 + (opens in _CONDITIONS) :])


def _joint(there: tuple[str, ...], first: int, end: int) -> str | None:
    """Return what joins the span to its neighbour: of a list with commas, what stands before its last item."""
    span = there[first:end]
    if span[-1] in _JOINTS or span[0] in _JOINTS:
        return span[-1] if span[-1] in _JOINTS else span[0]
    if "," not in (span[-1], span[0]):
        return None
    place = end if span[-1] == "," else first + 1
    while place < len(there) and there[place] not in _JOINTS:
        place += 1
    clause = there[place : place + 1] == ("and",) and not _VERBS.isdisjoint(there[place + 1 : place + 2])
    return None if clause else there[place] if place < len(there) else ","


def _is_parallel(one: str, other: str) -> bool:
    """Return whether both begin a case of its own: with a condition, or with data."""
    return (one in _CONDITIONS and other in _CONDITIONS) or (one[:1] == other[:1] == "'")


def _is_other_reason(span: tuple[str, ...], opens: str, behind: str) -> bool:
    """Return whether it is one of several reasons: `if the name is missing, or` before `if it is too long`."""
    words_of = [word for word in span if word != ","]
    first, last = words_of[:1] == ["or"], words_of[-1:] == ["or"]
    return opens in _IFS and ((first and not behind) or (last and behind in _IFS))


def _list_before(there: tuple[str, ...], place: int) -> tuple[str, ...]:
    """Return the words before a place, less a condition that the sentence begins with: it holds for all of it."""
    first = there.index(",") + 1 if there[0] in _IFS and "," in there[:place] else 0
    return there[first:place]


def _clause_before(there: tuple[str, ...], place: int) -> tuple[str, ...]:
    """Return the words between a place and the comma before it."""
    first = place
    while first and there[first - 1] != ",":
        first -= 1
    return there[first:place]
