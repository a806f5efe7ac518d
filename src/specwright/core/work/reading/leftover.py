"""Data that looks stated and that no reader accounted for: every value of a text beside a word or sign of a result."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from itertools import islice, pairwise, zip_longest

from specwright.core.value import canonical
from specwright.core.work.reading.joints import PART, is_rich, is_within
from specwright.core.work.reading.tokens import Piece, Sort, tokens
from specwright.core.work.reading.vocabulary import (
    CONDITION,
    COPULA,
    DENIAL,
    ERROR,
    EXAMPLE,
    JOINS,
    LEAD,
    REASON,
    RESULT,
    WANTED,
)

TextSpan = tuple[int, int]
_TAKE = frozenset(("take", "consider", "suppose", "say", "let", "imagine", "assume"))
_HANDLED = frozenset(
    [
        "ignored",
        "removed",
        "skipped",
        "dropped",
        "kept",
        "allowed",
        "counted",
        "reserved",
        "special",
        "left",
        "omitted",
        "excluded",
    ]
)
"""What a rule says is done with the values that it lists."""
_LAYOUT = (Sort.LINE, Sort.BREAK)
_NUMBERS = re.compile(r"^[ \t]*-?\d[\d.]*([,;\t]) ?-?\d[\d.]*\n[ \t]*-?\d[\d.]*\1 ?-?\d[\d.]*[ \t]*$", re.MULTILINE)
"""Two lines of two numbers each."""
_TABLE = re.compile(r"\b(?:tests?|(?:test_?)?cases|examples|samples)\s*(?::=|=)\s*(?=[\[{(])[^\n\0]*", re.IGNORECASE)
"""A table of test cases as code."""
_DATA = re.compile(r"[\[({, ]-?\d|[\"']")
_TESTED = re.compile(r"\b(?:got|want|assert\w*|expect\w*)\b")
_CODES = re.compile(r"[A-Z][A-Z\d]+")
_HEADING = re.compile(
    r"^[ \t]*(?:#{1,6}[ \t]*[^\n]*|\**[^\W\d_][\w ]{0,30}\d*\**:\**[ \t]*|\**[^\W\d_]\w*(?: \d+)?\**[ \t]*)$",
    re.MULTILINE,
)
_EXAMPLES = re.compile(
    r"\b(?:examples?|samples?|beispiele?|exemples?|ejemplos?|esempio?|exemplos?|пример\w*)\b|例", re.IGNORECASE
)
_CONCRETE = re.compile(r"(?<![\w.])-?\d|[\[\"]|'[^'\n]+'")
_MOST_HEADINGS = 300
_SHOWN = 100
_CASES = re.compile(r"(?:test|case|example|sample|expected|pairs)", re.IGNORECASE)


def leftover(text: str, known: Container[str] = ()) -> Iterator[TextSpan]:
    """Return the passages of a text in which what was read is blanked. `known` are the values that were read."""
    row = tokens(text)
    yield from _rows(row)
    yield from _sections(text)
    yield from (match.span() for pattern in (_NUMBERS, _TABLE) for match in pattern.finditer(text))
    given = begun = None
    for clause in _clauses(row):
        if begun and any(token.kind is Sort.VALUE for token in clause) and {t.word for t in clause} & (RESULT | COPULA):
            yield begun[0].start, clause[-1].end
        begun = clause if _is_begun(clause) else None
        given = (
            clause
            if any(token.word == "given" for token in clause) and any(token.is_data for token in clause)
            else given
        )
        if _is_left(clause) and not _is_restated(clause, known):
            yield _place(clause)
        elif given and _opens(clause, "then") and any(token.is_data for token in clause):
            yield given[0].start, clause[-1].end


def _opens(clause: Sequence[Piece], word: str) -> bool:
    """Return whether a line of the clause begins with the word, as in `Given ... When ... Then ...`."""
    return any(token.word == word and (not at or clause[at - 1].kind is Sort.LINE) for at, token in enumerate(clause))


def _sections(text: str) -> Iterator[TextSpan]:
    """Return what stands below a heading `Example` and holds data of which nothing was read."""
    heads = [*islice(_HEADING.finditer(text), _MOST_HEADINGS)]
    for head, following in zip_longest(heads, heads[1:]):
        body = text[head.end() : following.start() if following else len(text)]
        if _EXAMPLES.search(head[0]) and "\0" not in body and _CONCRETE.search(body):
            yield head.start(), head.end() + min(len(body.rstrip()), _SHOWN)


def _is_restated(clause: Sequence[Piece], known: Container[str]) -> bool:
    """Return whether a clause speaks of values that were read elsewhere."""
    rich = [token for token in clause if is_rich(token)]
    calls = any(token.kind in (Sort.CALL, Sort.OPEN) for token in clause)
    return bool(rich) and not calls and all(canonical(token.value) in known for token in rich)


def _is_begun(clause: Sequence[Piece]) -> bool:
    """Return whether a sentence only says what goes in: `Take the input [7, 1, 5].`"""
    rich = [token for token in clause if _is_long(token)]
    return len(rich) == 1 and bool({token.word for token in clause} & _TAKE) and not _is_left(clause)


def _place(clause: Sequence[Piece]) -> TextSpan:
    return clause[0].start, clause[-1].end


def _clauses(row: Sequence[Piece]) -> Iterator[list[Piece]]:
    """Split at stops, blank lines and the ends of lines that end in data or begin with it."""
    clause: list[Piece] = []
    for at, token in enumerate(row):
        ends = token.kind in (Sort.STOP, Sort.BREAK) or (token.kind is Sort.LINE and _parts(row, at))
        if not ends:
            clause.append(token)
            continue
        if clause:
            yield clause
        # What stands behind a semicolon may go on with the same example.
        clause = [one for one in clause[-1:] if one.kind is Sort.READ and token.text == ";"]
    if clause:
        yield clause


def _parts(row: Sequence[Piece], at: int) -> bool:
    before, after = row[at - 1] if at else None, row[at + 1] if at + 1 < len(row) else None
    data = (Sort.VALUE, Sort.CALL, Sort.READ, Sort.COLON)
    return bool(before and before.kind in data) or bool(after and after.kind in (*data, Sort.NAMED))


def _is_left(clause: Sequence[Piece]) -> bool:
    """Return whether a clause holds something that looks like an example."""
    explains = (at for at, token in enumerate(clause) if token.word in REASON - {"as"} or token.kind is Sort.COMMENT)
    reason = next(explains, None)
    own = clause[:reason] if any(token.kind is Sort.READ for token in clause[:reason]) else clause
    data = [
        at
        for at, token in enumerate(own)
        if token.kind is Sort.CALL or (token.is_data and not (is_rich(token) and is_within(own, at)))
    ]
    words = {token.word for token in own}
    return (
        any(own[at].kind is Sort.CALL and any(own[at].value) for at in data)
        or _is_stated(own, data)
        or _is_announced(own, data, words)
        or _is_pair(own, data)
        or _is_open_call(own)
        or _is_ordinal(own)
        or _is_code(own)
        or _is_beside_read(clause)
        or _is_worked_out(own, words)
        or _is_of_part(own)
        or any(
            own[at].kind is Sort.NAMED and _CASES.match(own[at].name) and isinstance(own[at].value, list) for at in data
        )
    )


def _is_stated(clause: Sequence[Piece], data: Sequence[int]) -> bool:
    """Return whether something rich is said to result in something else."""
    for one, other in pairwise(data):
        between = clause[one + 1 : other]
        words = {token.word for token in between}
        arrow = any(token.kind is Sort.ARROW for token in between)
        plain = not is_rich(clause[one]) and clause[one].kind is not Sort.BARE
        if arrow and (is_rich(clause[one]) or is_rich(clause[other]) or one == 0):
            return True
        if words & COPULA <= words and len(between) == 1 and words & COPULA and is_rich(clause[one]) and len(data) > 3:
            return True  # "A" is 1, "B" is 2
        if not arrow and any(token.word in PART for token in between[-1:]):
            continue  # names of columns, fields or keys
        if plain or _is_result(clause, one) or clause[one].kind is Sort.BARE:
            continue
        if words & (RESULT | ERROR) and not words & (CONDITION | {"if", "when", "otherwise", "else"}):
            return True
        if words & COPULA and _words_before(clause, one) & (LEAD | EXAMPLE) - {"of", "if", "from", "with", "has"}:
            return True
    return False


def _is_result(clause: Sequence[Piece], at: int) -> bool:
    """Return whether the value at this place is what comes out by a rule: `return "" if ...`."""
    before = next((token.word for token in reversed(clause[:at]) if token.kind is Sort.WORD), "")
    return before in RESULT - WANTED or before in ("by", "on", "as", "with", "or")


def _words_before(clause: Sequence[Piece], at: int) -> set[str]:
    return {token.word for token in clause[max(0, at - 8) : at]}


def _is_announced(clause: Sequence[Piece], data: Sequence[int], words: set[str]) -> bool:
    """Return whether an example is announced and two values follow, or one and what comes of it."""
    place = next((at for at, token in enumerate(clause) if token.word in EXAMPLE), None)
    after = [at for at in data if place is not None and at > place and clause[at].kind is not Sort.BARE]
    rich = any(is_rich(clause[at]) for at in after)
    return len(after) >= 2 and bool(words & (RESULT | ERROR) or (rich and words & COPULA))


def _is_pair(clause: Sequence[Piece], data: Sequence[int]) -> bool:
    """Return whether two texts or lists are said to be something together: `"ab" and "ba" are anagrams`."""
    for one, other in pairwise(data):
        joined = all(token.word in JOINS or token.kind is Sort.COMMA for token in clause[one + 1 : other])
        after = {token.word for token in clause[other + 1 : other + 3]}
        if (
            joined
            and _is_long(clause[one])
            and _is_long(clause[other])
            and after & (COPULA | {"make", "makes", "give"})
            and not after & _HANDLED
        ):
            return True
    return False


def _is_long(token: Piece) -> bool:
    value = token.value
    return is_rich(token) and (not isinstance(value, str) or sum(char.isalnum() for char in value) > 1)


def _is_open_call(clause: Sequence[Piece]) -> bool:
    """`f(2, x) -> 5`: a call with data in it and with something else, and what it gives; or a test as code."""
    for at, token in enumerate(clause):
        if token.kind is not Sort.OPEN:
            continue
        after = clause[at + 1 : at + 6]
        stated = any(one.kind in (Sort.ARROW, Sort.EQUALS, Sort.COMMENT) or one.word in RESULT for one in after)
        if _DATA.search(token.text) and stated and any(one.is_data or one.kind is Sort.READ for one in after):
            return True
        if _TESTED.search(token.text):
            return True
    return False


def _is_code(clause: Sequence[Piece]) -> bool:
    """`DE should give EUR`."""
    codes = [at for at, token in enumerate(clause) if token.kind is Sort.WORD and _CODES.fullmatch(token.text)]
    pairs = pairwise(codes)
    return any({token.word for token in clause[one + 1 : other]} & RESULT and other - one < 6 for one, other in pairs)


def _is_beside_read(clause: Sequence[Piece]) -> bool:
    """Return whether two more values stand beside what was read, not as its reason and not denied."""
    if not any(token.kind is Sort.READ for token in clause):
        return False
    number = 0
    for at, token in enumerate(clause):
        if token.word in REASON - {"as"} or token.kind is Sort.COMMENT or token.text in "(=+*":
            return False
        denied = at and clause[at - 1].word in DENIAL | {"of"}
        number += token.is_data and token.kind is not Sort.BARE and not denied
    return number >= 2


def _is_ordinal(clause: Sequence[Piece]) -> bool:
    """`the 5th prime is 11`."""
    for at, token in enumerate(clause):
        if token.kind is Sort.ORDINAL:
            following = clause[at + 1 : at + 5]
            value = next((place for place, one in enumerate(following) if one.kind is Sort.VALUE), None)
            if value is not None and any(one.word in COPULA | RESULT for one in following[:value]):
                return True
    return False


def _is_worked_out(clause: Sequence[Piece], words: set[str]) -> bool:
    """`so that 45 hours at 10 an hour are paid as 475`."""
    place = next((at for at, token in enumerate(clause) if token.word in ("so", "thus", "hence", "therefore")), None)
    numbers = [at for at, token in enumerate(clause) if token.kind is Sort.VALUE and place is not None and at > place]
    return len(numbers) >= 2 and bool(words & (COPULA | RESULT))


def _is_of_part(clause: Sequence[Piece]) -> bool:
    """`250 is shown as $2.50`, `12:30 PM turns into 12:30`: what comes out is no literal."""
    for at, token in enumerate(clause):
        if token.is_part and (
            data := [place for place in range(max(0, at - 6), at) if clause[place].is_data or clause[place].is_part]
        ):
            between = {one.word for one in clause[data[-1] + 1 : at]}
            if between & RESULT and not between & (CONDITION | DENIAL):
                return True
    return False


def _rows(row: Sequence[Piece]) -> Iterator[TextSpan]:
    """Return lines below each other that hold data and nothing else, two values or more to a line."""
    lines: list[list[Piece]] = [[]]
    for token in row:
        if token.kind in _LAYOUT:
            lines.append([])
        else:
            lines[-1].append(token)
    sizes = [_size(line) for line in lines]
    for at, line in enumerate(lines):
        near = [size for size in (sizes[at - 1] if at else 0, sizes[at + 1] if at + 1 < len(lines) else 0) if size]
        if sizes[at] and (sizes[at] in near or (sizes[at] < 0 and any(size < 0 for size in near))):
            yield _place(line)


def _size(line: Sequence[Piece]) -> int:
    """Return how many values a line holds that holds nothing else; below zero for texts or lists behind a label."""
    colon = next((at for at, token in enumerate(line[:5]) if token.kind is Sort.COLON), None)
    named = colon and all(token.kind is Sort.WORD for token in line[:colon])
    body = line[colon + 1 :] if colon and named and colon + 1 < len(line) else line
    values = [token for token in body if token.is_data]
    layout = all(token.is_data or token.kind is Sort.COMMA or token.text in "|;/" for token in body)
    labelled = body is not line
    if not layout or not values or (labelled and not all(map(is_rich, values))):
        return 0
    return -len(values) if labelled else len(values) if len(values) > 1 else 0
