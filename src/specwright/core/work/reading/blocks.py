"""Examples under labels: `Input: ... Output: ...` in several languages, and tables."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Sequence
from itertools import islice
from typing import Any, Final

from specwright.core.work.reading.found import MOST, Found, found, wanted, words
from specwright.core.work.reading.literals import Arguments, Literal, arguments, closing, literal
from specwright.core.work.testcase import Expectation, Raises, Returns

_IN: Final = (
    r"inputs?|in|stdin|arguments?|args|eingaben?|entr[ée]es?|entradas?|entrata|ingresso|вход(?:ные данные)?|ввод|"
    r"输入|輸入|入力|입력|invoer|wej[sś]cie|girdi|intrare|"
    r"(?:what\s+)?i\s+have|before|vorher|avant|antes|from(?=[ \t]*:?[ \t]*\n)"
)
_OUT: Final = (
    r"(?:expected\s+)?(?:outputs?|results?|answers?|returns?)|expected|out|stdout|return value|ausgaben?|ergebnis|"
    r"erwartet|sorties?|r[ée]sultats?|salidas?|sa[ií]das?|resultados?|uscita|risultato|выход(?:ные данные)?|вывод|"
    r"результат|输出|輸出|出力|출력|uitvoer|wyj[sś]cie|[çc][ıi]kt[ıi]|ie[sș]ire|(?:what\s+)?i\s+(?:want|need|expect)|after|nachher|après|"
    r"después|to(?=[ \t]*:?[ \t]*\n)"
)
_KIND: Final = r"(?:sample|example|test|expected|desired|wanted|erwartete|the|my|样例|示例|期望|примерн\w+|ожидаем\w+)"
_DATA_KIND: Final = r"(?:list|string|array|data|text|number|value|dict|is|will be|should be)"
_SIGN: Final = r"[\"'*`_) ]*(?:\d+[ *`_]*)?[ \t]*(?::|=(?![=>])|(?:-+>|=>|→)(?=\s*[\[({\"'\d-])|\n)[*`_ ]*\s*"
INPUT = re.compile(rf"(?<![\w.])[\"']?(?:{_KIND}\s+)?(?:{_IN})\b(?:[ \t]+{_DATA_KIND})?{_SIGN}", re.IGNORECASE)
OUTPUT = re.compile(
    rf"(?<![\w.])[\"']?(?:{_KIND}\s+)?(?:{_OUT})(?:\s+(?:attendue?|esperad[ao]|prevista|{_DATA_KIND}))?\b{_SIGN}",
    re.IGNORECASE,
)
IN_SENTENCE = re.compile(
    rf"(?<![\w.])(?:{_IN})\s*(?:is\s+|of\s+)?(?P<given>(?:[a-z_]\w*\s*=\s*)?[\[({{\"'\d-][^\n]{{0,200}}?)[,;]?\s*(?:(?:and|the|et|und|y|en)\s+)*"
    rf"\b(?:{_OUT})\s*(?:is\s+|of\s+)?(?P<value>[\[({{\"'\d-][^\s.;]*)",
    re.IGNORECASE,
)
"""`input 3, output 9` within a sentence."""
_LONGEST_INPUT: Final = 4000
_PROSE: Final = words(
    "a an the of or and in is are list string integer number numbers array text their its first second two one line "
    "lines each n k int str none same"
)
_JOINS = re.compile(r"(?:->|=>|→|⇒|,|;|\{|\bsample\b|\bexpected\b|\bthe\b)\s*$")
_RULE = re.compile(r"^[\s|+:=-]+$")
_NAME = re.compile(r"[A-Za-z_]\w*")
_GAP = re.compile(r"\t\s*| {2,}")
_HEADER = re.compile(r"[A-Za-z_]\w*(?:\([\w, ]*\)| [A-Za-z]+)?")
_TEXT = re.compile(r"[^\W_][\w'.+-]*")
_FAILED = re.compile(
    r"(?:(?:raises?|throws?)\s+)?(?:an?\s+)?(?:([A-Z]\w*(?:Error|Exception))|error|exception)", re.IGNORECASE
)
_CALLED = re.compile(r"(?<![\w.])([A-Za-z_]\w*)\(")


def blocks(text: str) -> Iterator[Found]:
    """An input under its label and an output under its own."""
    at = 0
    for output in islice(OUTPUT.finditer(text), MOST):
        inputs = list(INPUT.finditer(text, max(at, output.start() - _LONGEST_INPUT), output.start()))
        at = output.end()
        if not inputs:
            continue
        # `Input: input = [1, 2]` has two labels, and the one with the colon is the heading.
        heading = next((label for label in reversed(inputs) if ":" in label[0]), inputs[0])
        given_text = cleaned(text[heading.end() : output.start()])
        if '"""' in given_text or "'''" in given_text:
            continue  # whether the lines of the quotes belong to the text is open
        given = _listed(heading[0], arguments(given_text.replace("\n", " ")))
        expected = wanted(text, at)
        line_end = text.find("\n", at) if "\n" in text[at:] else len(text)
        if given is not None and (given[0] or given[1]) and expected is not None:
            yield found(text, inputs[0].start(), expected.end, given, expected.expectation)
        elif bare := _bare(given_text, given, text[at:line_end]):
            yield found(text, inputs[0].start(), line_end, bare[0], Returns(value=bare[1]))


def _listed(label: str, given: Arguments | None) -> Arguments | None:
    """Return the arguments; a list under the label `args` holds all of them."""
    if given is None or given[1] or not re.search(r"arg", label, re.IGNORECASE):
        return given
    return (tuple(given[0][0]), {}) if len(given[0]) == 1 and isinstance(given[0][0], list) else given


def cleaned(text: str) -> str:
    """Return the text between two labels, without joining words."""
    stripped = _JOINS.sub("", text.strip().strip("`*,;").strip()).strip().strip(",")
    return stripped[:-1].strip(" ,") if stripped.count('"') % 2 and stripped.endswith('"') else stripped


def _bare(given_text: str, given: Arguments | None, value_text: str) -> tuple[Arguments, Any] | None:
    """Texts without quotes, if input and output are plainly data: `Input: hello`, `Output: olleh`."""
    value_text = value_text.strip().rstrip(".`")
    read = literal(value_text, 0)
    ended = read is not None and not value_text[read.end :].strip()
    if given is None and not (_is_word(given_text) or _is_rearranged([given_text], value_text)):
        return None
    first: Arguments = given if given is not None else ((given_text,), {})
    if read is not None and ended:
        return first, read.value
    texts = [one for one in (*first[0], *first[1].values()) if isinstance(one, str)]
    akin = _is_word(value_text) and any(_akin(one, value_text) for one in texts)
    if akin or _is_rearranged(texts, value_text):
        return first, value_text
    return None


def _is_word(text: str) -> bool:
    used = text.lower().split()
    plain = re.fullmatch(r"[A-Za-z][\w'-]*(?:[ ,]+[A-Za-z][\w'-]*){0,7}[!?]?", text.strip())
    return bool(plain) and len(text.strip()) > 1 and not any(word.strip(",") in _PROSE for word in used)


def _is_rearranged(texts: Sequence[str], value: str) -> bool:
    """Return whether one of the texts has the words of the value, or its letters, in whatever order."""
    return any("\n" not in one and " " in one and sorted(one.split()) == sorted(value.split()) for one in texts)


def _akin(one: str, other: str) -> bool:
    """Return whether the texts are made of much the same letters."""
    a, b = Counter(one.lower()), Counter(other.lower())
    return (a & b).total() >= 0.6 * min(a.total(), b.total()) and bool(a)


def tables(text: str) -> Iterator[Found]:
    """The rows of a table with one column of outputs, or with one of calls and one of values."""
    names = called_names(text)
    for start, rows in table_rows(text):
        (_, header), *body = rows[:MOST]
        column = output_column(header, names)
        quoted = _text_columns(header, [cells for _, cells in body], column, names)
        for begin, cells in body:
            called = _called(cells) if column is None or len(header) == 2 else None
            read = called or (_row(header, cells, column, quoted) if column is not None else None)
            if read is not None:
                end = text.find("\n", start + begin)
                end = end if end >= 0 else len(text)
                yield found(text, start + begin, end, read[0], read[1], read[2])


def called_names(text: str) -> frozenset[str]:
    """Return the names that the text calls or declares."""
    return frozenset(match[1] for match in islice(_CALLED.finditer(text), MOST))


def output_column(header: Sequence[str], names: Container[str]) -> int | None:
    """Return the column of outputs: the last, or the only one with such a name. The name of the function is one."""
    named = [at for at, name in enumerate(header) if is_output(name)]
    last = len(header) - 1
    return last if last in named or header[last] in names else named[0] if len(named) == 1 else None


def _text_columns(
    header: Sequence[str], body: Sequence[Sequence[str]], column: int | None, names: Container[str]
) -> frozenset[int]:
    """Return the columns that hold texts without quotes: single words, not all of them literals.

    The header must leave no doubt that the rows are examples: it names the function, or all of inputs and outputs.
    """
    if column is None:
        return frozenset()
    plain = [name.strip(" `*_") for name in header]
    labelled = all(re.fullmatch(_OUT if at == column else _IN, name, re.IGNORECASE) for at, name in enumerate(plain))
    if not (labelled or plain[column] in names or re.fullmatch(r"\w+\(.*\)", plain[column])):
        return frozenset()
    columns = [[cells[at].strip(" `") for cells in body] for at in range(len(header))]
    return frozenset(
        at
        for at, cells in enumerate(columns)
        if not all(_whole(cell) or _FAILED.fullmatch(cell) for cell in cells) and all(map(_TEXT.fullmatch, cells))
    )


def _row(
    header: list[str], cells: list[str], column: int, quoted: Container[int]
) -> tuple[Arguments, Expectation, None] | None:
    others = [at for at in range(len(header)) if at != column]
    texts = [repr(cell.strip(" `")) if at in quoted else cell for at, cell in enumerate(cells)]
    given = _cells([header[at] for at in [*others, column]], [texts[at] for at in [*others, column]])
    failed, value = _FAILED.fullmatch(cells[column].strip(" `")), _whole(texts[column])
    if given is None or (failed is None and value is None):
        return None
    return (given, Raises(error=failed[1]) if failed else Returns(value=value.value if value else None), None)


def _called(cells: list[str]) -> tuple[Arguments, Expectation, str] | None:
    """Return the call in the first of two cells, and the value in the second."""
    call = cells[0].strip(" `")
    head = re.match(r"([A-Za-z_]\w*)\(", call)
    given = arguments(call[head.end() : -1]) if head and closing(call, head.end() - 1) == len(call) else None
    value = _whole(cells[1]) if len(cells) == 2 else None
    return (given, Returns(value=value.value), head[1]) if head and given is not None and value else None


def _whole(cell: str) -> Literal | None:
    """Return the literal that fills the cell."""
    value = literal(cell, 0)
    return value if value and not cell[value.end :].strip(" `") else None


def table_rows(text: str) -> Iterator[tuple[int, list[tuple[int, list[str]]]]]:
    """Each table: its beginning, and its rows with their places and cells. The first row is the header."""
    at = begun = 0
    rows: list[tuple[int, list[str]]] = []
    for line in [*text.split("\n"), ""]:
        cells = _split_row(line, is_header=not rows)
        if cells and (not rows or len(cells) == len(rows[0][1])):
            if not rows:
                begun = at
            rows.append((at - begun, cells))
        elif not _RULE.match(line) or not line.strip():
            if len(rows) > 1 and len({len(cells) for _, cells in rows}) == 1 and len(rows[0][1]) > 1:
                yield begun, rows
            rows = []
        at += len(line) + 1


def _split_row(line: str, *, is_header: bool) -> list[str]:
    """Return the cells between bars, or between wide gaps if the header has nothing but names."""
    if len(line) >= 2000 or _RULE.match(line):
        return []
    if "|" in line:
        return [cell.strip() for cell in line.strip().strip("|").split("|")]
    cells = _GAP.split(line.strip())
    named = all(_HEADER.fullmatch(cell) for cell in cells) or not is_header
    return cells if len(cells) > 1 and named else []


def is_output(header: str) -> bool:
    """Return whether a column of this header holds results."""
    named = header.strip(" `*_")
    return bool(re.fullmatch(rf"(?:the\s+)?(?:{_OUT})", named, re.IGNORECASE) or re.fullmatch(r"\w+\(.*\)", named))


def _cells(header: list[str], cells: list[str]) -> Arguments | None:
    names = [name.strip(" `*_") for name in header[:-1]]
    values = [cell.strip().strip("`") for cell in cells[:-1]]
    named = all(_NAME.fullmatch(name) for name in names) and not any(
        re.fullmatch(_IN, name, re.IGNORECASE) for name in names
    )
    called = re.fullmatch(r"\w+\(.*\)", header[-1].strip(" `*_"))
    if named and not called:
        return arguments(", ".join(f"{name}={value}" for name, value in zip(names, values, strict=True)))
    return arguments(", ".join(values))
