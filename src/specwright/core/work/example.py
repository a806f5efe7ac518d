"""Examples as people write them, read without a model.

    nums=[3,3], target=6 -> [0,1]          two_sum([3, 3], 6) == [0, 1]          >>> two_sum([3, 3], 6)
    Input: nums = [3,3], target = 6        root(-1) raises ValueError            [0, 1]
    Output: [0,1]                          Given 3 it should return 6            1 -> 2; 2 -> 4

`read_text` returns the examples of a text, and the passages that look like one and could not be read. The readers are
in `reading/`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Final

from specwright.core.errors import UserError
from specwright.core.program.data import Data, untag
from specwright.core.value import Value
from specwright.core.work.reading.alternatives import alternatives
from specwright.core.work.reading.blocks import blocks, tables
from specwright.core.work.reading.calls import assertions, doctests
from specwright.core.work.reading.found import Example, Found
from specwright.core.work.reading.literals import is_expression
from specwright.core.work.reading.pairs import pairs
from specwright.core.work.reading.plain import plain
from specwright.core.work.reading.statements import statements
from specwright.core.work.reading.unread import unread
from specwright.core.work.testcase import Returns

__all__ = ["Example", "Examples", "lift_every_example", "lift_examples", "parse_example", "read_text"]

_READERS: Final[tuple[Callable[[str], Iterator[Found]], ...]] = (
    doctests, assertions, blocks, tables, alternatives, pairs, statements,
)  # fmt: skip
"""In this order: a passage that one has read is no longer offered to the next."""


class Examples(Value):
    """The examples of a text, and the passages that look like one and could not be read."""

    read: tuple[Example, ...] = ()
    unread: tuple[str, ...] = ()


def parse_example(text: str) -> Example:
    """Read one example that the user gave as such. Raise UserError when it has no form we know."""
    words = text.strip()
    found = (_all(words) if is_expression(words) else ()) or _all(plain(words))
    calls = sum(one.example.called is not None for one in found)
    if len(found) > 1 and calls != 1:
        raise UserError(
            f"{words[:200]!r} are {calls or len(found)} examples",
            hint="give each an --example (or an item of the list) of its own",
        )
    if not found:
        quotes = "put it in quotes, as the shell takes > for itself; " if words.endswith(("-", "=")) else ""
        raise UserError(
            f"cannot read the example {text.strip()[:200]!r}",
            hint=f"{quotes}write it like  nums=[3,3], target=6 -> [0,1]  or  two_sum([3,3], 6) == [0,1]  "
            "or  root(-1) raises ValueError",
        )
    return found[0].example.model_copy(update={"source": words})


def read_text(text: str, entry_point: str | None = None, given: Sequence[Example] = ()) -> Examples:
    """The examples of one function that stand in a text, each once, and what looks like an example and is none.

    A sentence about fewer values than an example that the user gave elsewhere is a rule: `a width of 0 is an error`.
    """
    words = plain(text)
    counts = {len(_shape(example)[0]) for example in given}
    found = [one for one in _all(words) if not counts or not one.is_prose or _is_of(one.example, counts)]
    whole = _whole(_alike(found))
    examples = _of_one_function([one.example for one in whole], entry_point)
    clear = [one for one in found if not one.is_prose]
    partial = [
        one.example.source
        for one in found
        if (one not in whole and not (one.is_prose and len(clear) > 1)) or _is_rival(one.example, examples, found)
    ]
    return Examples(read=examples, unread=(*partial, *unread(words, found)))


def lift_examples(text: str, entry_point: str | None = None, given: Sequence[Example] = ()) -> tuple[Example, ...]:
    """Return the examples that stand in a problem text in a clear form, each once, in the order they stand there."""
    return read_text(text, entry_point, given).read


def _is_of(example: Example, counts: Collection[int]) -> bool:
    """Return whether it has so many arguments, or texts or lists among them, which no rule has."""
    return len(_shape(example)[0]) in counts or any(isinstance(value, str | list | dict) for value in example.args)


def lift_every_example(text: str) -> tuple[Example, ...]:
    """Return the same for a text that speaks of several functions: no call is left out."""
    found: dict[tuple[str | None, str], Example] = {}
    for example in (one.example for one in _all(plain(text))):
        found.setdefault((example.called, example.identity), example)
    named = {identity for called, identity in found if called}
    return tuple(one for (called, identity), one in found.items() if called or identity not in named)


def _all(text: str) -> list[Found]:
    """What the readers find, in the order of the text, no passage twice."""
    kept: list[Found] = []
    for reader in _READERS:
        for one in reader(text):
            if all(one.end <= other.start or one.start >= other.end for other in kept):
                kept.append(one)
    return sorted(kept, key=lambda one: one.start)


def _alike(found: Sequence[Found]) -> list[Found]:
    """Without sentences that speak of other data than the clear examples, or than each other: they explain."""
    called = {_shape(one.example) for one in found if one.example.called}
    clear = called or {_shape(one.example) for one in found if not one.is_prose}
    prose = Counter(_shape(one.example)[0] for one in found if one.is_prose)
    if clear:
        return [one for one in found if one.example.called or _fits(_shape(one.example), clear)]
    return [one for one in found if len(prose) == 1 and not _has_set(one.example)]


def _has_set(example: Example) -> bool:
    """Return whether an argument is a set: within a sentence braces may be a list of another language."""
    return any(isinstance(value, dict) and untag(value)[0] == "$set" for value in example.args)


def _fits(shape: tuple[tuple[str, ...], str], others: Collection[tuple[tuple[str, ...], str]]) -> bool:
    loose = ("error", "NoneType", "bool")
    return any(shape[0] == given and (shape[1] in (result, *loose) or result in loose) for given, result in others)


def _shape(example: Example) -> tuple[tuple[str, ...], str]:
    """Return the kinds of the arguments, and of what comes out."""
    given = (*example.args, *example.kwargs.values())
    result = _kind(example.expected.value) if isinstance(example.expected, Returns) else "error"
    return tuple(map(_kind, given)), result


def _kind(value: Data) -> str:
    if isinstance(value, dict):
        return "list" if untag(value)[0] in ("$tuple", "$set") else untag(value)[0]
    return "number" if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__


def _whole(found: Sequence[Found]) -> list[Found]:
    """Without statements about one of several parameters: `if k = 0, the answer is 1` is a rule."""
    most = max((set(one.example.kwargs) for one in found if not one.example.args), key=len, default=set[str]())
    return [one for one in found if one.example.args or one.example.called or not set(one.example.kwargs) < most]


def _is_rival(example: Example, kept: Sequence[Example], found: Sequence[Found]) -> bool:
    """Return whether it calls another function just as often as those that are kept: which one is meant is open."""
    names = Counter(one.example.called for one in found)
    kept_name = next((one.called for one in kept if one.called), None)
    return example.called not in (None, kept_name) and names[example.called] >= names[kept_name]


def _of_one_function(examples: list[Example], entry_point: str | None) -> tuple[Example, ...]:
    """Leave out calls of other functions: the entry point wins, else the name called most."""
    names = Counter(example.called for example in examples if example.called)
    wanted = entry_point if entry_point in names or not names else names.most_common(1)[0][0]
    once: dict[str, Example] = {}
    for example in examples:
        if example.called in (None, wanted):
            once.setdefault(example.identity, example)
    return tuple(once.values())
