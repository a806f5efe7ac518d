"""HTML by small functions: whatever is not already Html is foreign text, and is escaped on its way in."""

from __future__ import annotations

import html
from collections.abc import Iterable
from typing import Final

from specwright.core.text import printable

_SHORT: Final = 20
_EMPTY_TAGS: Final = frozenset({"br", "col", "meta"})


class Html(str):
    """Text that is HTML already. Only this module makes it from anything else."""

    __slots__ = ()


Content = str | int | Iterable["Html"] | None


def text(value: object) -> Html:
    """Foreign text: what acts on a reader (control and bidirectional characters) is written out, markup is escaped."""
    return Html(html.escape(printable(str(value)), quote=True))


def tag(name: str, *children: Content, **attributes: str | float | bool | None) -> Html:
    """One element. `class_` stands for `class`, `aria_label` for `aria-label`; None and False are left out."""
    words = [name]
    for key, value in attributes.items():
        if value is None or value is False:
            continue
        spelt = key.rstrip("_").replace("_", "-")
        words.append(spelt if value is True else f'{spelt}="{text(value)}"')
    start = f"<{' '.join(words)}>"
    return Html(start if name in _EMPTY_TAGS else f"{start}{join(*children)}</{name}>")


def join(*children: Content) -> Html:
    """Return the children one after the other."""
    return Html("".join(map(_child, children)))


def _child(child: Content) -> str:
    match child:
        case None:
            return ""
        case Html():
            return child
        case str() | int():
            return text(child)
        case _:
            return "".join(child)


def table(head: Iterable[str | Html], rows: Iterable[Iterable[Content]], class_: str | None = None) -> Html:
    """Return a table with a head row; the first cell of each row names the row."""
    names = tuple(head)
    columns = [tag("th", name, scope="col") for name in names]
    body = [_row(tuple(row), names) for row in rows]
    made = tag("table", tag("thead", tag("tr", *columns)), tag("tbody", *body), class_=class_)
    return tag("div", made, class_="scroll", tabindex=0, role="region", aria_label="table")


def _row(cells: tuple[Content, ...], names: tuple[str | Html, ...]) -> Html:
    """Return a row. On a narrow screen each field shows the name of its column."""
    first, *rest = cells
    labels = [None if isinstance(name, Html) else name or None for name in (*names[1:], *("" for _ in rest))]
    fields = (tag("td", cell, data_label=label) for cell, label in zip(rest, labels, strict=False))
    return tag("tr", tag("th", first, scope="row"), *fields)


def folded(summary: Content, *children: Content, open_: bool = False) -> Html:
    """Something that a reader opens if it is wanted; on paper it is open."""
    return tag("details", tag("summary", summary), *children, open=open_)


def mark(passed: bool | None) -> Html:
    """Passed, failed or never run, for eyes and for ears."""
    shape, word = {True: ("✓", "passed"), False: ("✗", "failed"), None: ("–", "not run")}[passed]
    return tag("span", shape, class_=f"mark {word.replace(' ', '-')}", role="img", aria_label=word, title=word)


def badge(words: str, kind: str = "") -> Html:
    return tag("span", words, class_=f"badge {kind}".strip())


def code(value: object, limit: int = 300) -> Html:
    """Return a short piece of code or data."""
    words = str(value)
    return tag("code", words if len(words) <= limit else f"{words[: limit - 1]}…", class_=_short(words))


def _short(words: str) -> str | None:
    """Return the class of text that is never wrapped."""
    return "short" if len(words) <= _SHORT else None
