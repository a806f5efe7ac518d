"""Further inputs of programs, made by small changes to known ones that keep to their form.

The form of a text is not declared anywhere, so what the known texts show is kept. A number that counts lines, tokens or
letters keeps counting them. Every other number stays in the range of its place.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from specwright.core.program.data import Data
from specwright.core.value import Value

Lines = list[list[str]]
LineColumn = tuple[int, int]
_INTEGER: Final = re.compile(r"[+-]?\d{1,15}")
_COLUMNS: Final = 4
"""Columns that have a range of their own; later ones share the last."""
_CHANGES: Final = (1, 1, 1, 2, 3)


class Streams(Value):
    """What known texts have in common."""

    ranges: dict[str, tuple[int, int]]
    """The least and the largest number, by place."""
    words: tuple[str, ...]
    counts_lines: bool
    """Whether the first number of the first line counts the lines below it."""
    counts_tokens: bool
    """Whether it counts the tokens of the line below it, which is the last."""
    free: bool
    """Whether no number occurs, so that lines and words may come and go."""

    @classmethod
    def of(cls, texts: Sequence[str]) -> Streams:
        read = [parsed for text in texts if (parsed := _parsed(text))]
        ranges: dict[str, tuple[int, int]] = {}
        for lines in read:
            for (row, column), number in _numbers(lines):
                low, high = ranges.get(_role(row, column), (number, number))
                ranges[_role(row, column)] = min(low, number), max(high, number)
        words = {token for lines in read for line in lines for token in line if not _INTEGER.fullmatch(token)}
        return cls(
            ranges=ranges,
            words=tuple(sorted(words)),
            counts_lines=bool(read) and all(_head(lines) == len(lines) - 1 for lines in read),
            counts_tokens=bool(read) and all(len(lines) == 2 and _head(lines) == len(lines[1]) for lines in read),
            free=bool(read) and not ranges,
        )

    def changed(self, text: str, rng: random.Random) -> str:
        """Return a text near this one."""
        lines = _parsed(text)
        for _ in range(rng.choice(_CHANGES)):
            self._change(lines, rng)
        return _written(lines, text)

    def smaller(self, text: str) -> Iterator[str]:
        """Return simpler texts of the same form."""
        lines = _parsed(text)
        fewest = 1 if self.free else max(1, self.ranges.get(_role(0, 0), (1, 1))[0])
        spare = len(lines) - (0 if self.free else 1) > fewest
        for row in range(0 if self.free else 1, len(lines)) if spare and (self.free or self.counts_lines) else ():
            yield _written(self._counted([*lines[:row], *lines[row + 1 :]]), text)
        if self.counts_tokens and len(lines) == 2 and len(lines[1]) > fewest:
            for column in range(len(lines[1])):
                yield _written(self._counted([lines[0], [*lines[1][:column], *lines[1][column + 1 :]]]), text)
        for (row, column), number in _numbers(lines):
            low, high = self.ranges.get(_role(row, column), (number, number))
            for less in {low, max(low, min(high, 0)), max(low, min(high, 1)), (number + low) // 2}:
                if abs(less) < abs(number) and (row, column) not in _counting(lines):
                    yield _written(_with(lines, (row, column), str(less)), text)

    def _change(self, lines: Lines, rng: random.Random) -> None:
        ways = [self._number, self._token]
        if self.counts_lines or self.counts_tokens or self.free:
            ways += [self._structure, self._structure]
        rng.choice(ways)(lines, rng)

    def _number(self, lines: Lines, rng: random.Random) -> None:
        fixed = _counting(lines)
        places = [(place, number) for place, number in _numbers(lines) if place not in fixed]
        if not places:
            return
        (row, column), number = rng.choice(places)
        low, high = self.ranges.get(_role(row, column), (number, number))
        near = [value for value in (number - 1, number + 1, low, high) if low <= value <= high]
        lines[row][column] = str(rng.choice([*near, rng.randint(low, high)]))

    def _token(self, lines: Lines, rng: random.Random) -> None:
        """Change a word into another known one, or let two tokens of a line change places."""
        fixed = _counting(lines)
        places = [(row, column) for row, line in enumerate(lines) for column in range(len(line))]
        places = [place for place in places if place not in fixed]
        if not places:
            return
        row, column = rng.choice(places)
        if not _INTEGER.fullmatch(lines[row][column]) and len(self.words) > 1:
            same = [word for word in self.words if self.free or len(word) == len(lines[row][column])]
            lines[row][column] = rng.choice(same or [lines[row][column]])
            return
        others = [at for at in range(len(lines[row])) if (row, at) not in fixed]
        other = rng.choice(others)
        lines[row][column], lines[row][other] = lines[row][other], lines[row][column]

    def _structure(self, lines: Lines, rng: random.Random) -> None:
        """Repeat, remove or exchange a line or a token, and keep the number that counts them."""
        rows = lines[1][:] if self.counts_tokens and len(lines) == 2 else None
        items: list[object] = list(rows) if rows is not None else list(lines if self.free else lines[1:])
        if not items:
            return
        place, other = rng.randrange(len(items)), rng.randrange(len(items))
        match rng.choice(("repeat", "remove", "exchange")):
            case "repeat":
                items.insert(other, items[place])
            case "remove" if len(items) > 1:
                items.pop(place)
            case _:
                items[place], items[other] = items[other], items[place]
        copied = [list(item) if isinstance(item, list) else item for item in items]
        made = [lines[0], copied] if rows is not None else copied if self.free else [lines[0], *copied]
        lines[:] = self._counted(made)  # type: ignore[arg-type]

    def _counted(self, lines: Lines) -> Lines:
        """Return the lines with the count in the first one set right."""
        if not lines or not lines[0] or self.free:
            return lines
        count = len(lines[1]) if self.counts_tokens and len(lines) == 2 else len(lines) - 1
        return [[str(count), *lines[0][1:]], *lines[1:]] if self.counts_lines or self.counts_tokens else lines


def further_runs(known: Sequence[Mapping[str, Data]], rng: random.Random) -> Iterator[dict[str, Data]]:
    """Return runs near known ones without end; nothing if there are none."""
    streams = Streams.of([text for run in known if (text := _stdin(run))])
    while known:
        run = dict(rng.choice(known))
        donor = rng.choice(known)
        for name in ("args", "files"):
            if name in run and name in donor and rng.random() < 0.3:
                run[name] = donor[name]
        if text := _stdin(run):
            run["stdin"] = streams.changed(text, rng)
        yield run


def smaller_runs(run: Mapping[str, Data], known: Sequence[Mapping[str, Data]]) -> Iterator[dict[str, Data]]:
    """Return runs simpler than this one."""
    streams = Streams.of([text for each in known if (text := _stdin(each))])
    text = _stdin(run)
    yield from ({**run, "stdin": less} for less in streams.smaller(text) if less != text)


def _stdin(run: Mapping[str, Data]) -> str:
    text = run.get("stdin")
    return text if isinstance(text, str) else ""


def _parsed(text: str) -> Lines:
    return [line.split(" ") for line in text.rstrip("\n").split("\n")] if text.strip() else []


def _written(lines: Lines, like: str) -> str:
    return "\n".join(" ".join(line) for line in lines) + ("\n" if like.endswith("\n") else "")


def _with(lines: Lines, place: LineColumn, token: str) -> Lines:
    copied = [list(line) for line in lines]
    copied[place[0]][place[1]] = token
    return copied


def _numbers(lines: Lines) -> Iterator[tuple[LineColumn, int]]:
    for row, line in enumerate(lines):
        for column, token in enumerate(line):
            if _INTEGER.fullmatch(token):
                yield (row, column), int(token)


def _role(row: int, column: int) -> str:
    return f"{min(row, 1)} {min(column, _COLUMNS)}"


def _head(lines: Lines) -> int | None:
    return int(lines[0][0]) if lines and _INTEGER.fullmatch(lines[0][0]) else None


def _counting(lines: Lines) -> set[LineColumn]:
    """Return the numbers that count what follows them: changing one alone would break the form."""
    found = set()
    for (row, column), number in _numbers(lines):
        below = lines[row + 1] if row + 1 < len(lines) else []
        letters = len(below[0]) if len(below) == 1 and not _INTEGER.fullmatch(below[0]) else -1
        rest = len(lines) - row - 1
        if number in (len(below), letters, rest) and below:
            found.add((row, column))
        elif row == 0 and len(lines) > 1 and 0 < number < rest and column == 0:
            found.add((row, column))  # it may count groups of lines
    return found
