"""Measure how completely public code is documented: its purpose, each parameter, the result, each error.

Every such part counts once. A description that only repeats the words of the name has no information, so it counts
as missing. Each language's own form of documentation is read; if the form is prose, a mention is enough.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from specwright.core.evidence.finding import Finding, Severity
from specwright.core.value import Value

TOOL: Final = "documentation"
_FILLER_WORDS: Final = (
    "a an the this that these those of for to in on at by with and or is are be it its as from into which what given "
    "input output value values function method class module package crate parameter param argument arg return returns "
    "returned result results get gets set sets do does type object data helper implementation implements implement "
    "simple none self"
)
_FILLER: Final = frozenset(_FILLER_WORDS.split())
_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


class PublicItem(Value):
    """One thing that users of the package meet, as the analyser found it."""

    path: str
    line: int
    kind: str
    name: str
    doc: str
    params: tuple[str, ...] = ()
    returns: bool = False
    errors: tuple[str, ...] = ()
    """The names of the errors that it raises itself, or one word for all if the language has no names."""


class DocumentationForm(Value):
    """How a language's documentation is read: each takes the text, and gives the description or None."""

    description: Callable[[str], str]
    param: Callable[[str, str], str | None]
    returns: Callable[[str], str | None]
    error: Callable[[str, str], str | None]
    prose: bool = False
    """Whether parameters have no section of their own. The sentence that names one must then add more."""


class DocumentedPart(Value):
    """One thing that should be described, and whether it is."""

    item: PublicItem
    what: str
    problem: str = ""
    """Empty where all is well, else `is not described` or `only repeats the name`."""


def parts(items: Sequence[PublicItem], form: DocumentationForm) -> list[DocumentedPart]:
    """Return everything that should be described."""
    return [part for item in items for part in _parts(item, form)]


def findings(judged: Sequence[DocumentedPart]) -> tuple[Finding, ...]:
    """Return a finding for each part that is missing."""
    return tuple(
        Finding(
            tool=TOOL,
            code="restates" if "repeats" in part.problem else "missing",
            severity=Severity.WARNING,
            message=f"{part.what} of {part.item.kind} {part.item.name} {part.problem}",
            path=part.item.path,
            line=part.item.line,
        )
        for part in judged
        if part.problem
    )


def _parts(item: PublicItem, form: DocumentationForm) -> Iterator[DocumentedPart]:
    doc = item.doc.strip()
    named = [item.name, *item.params]
    yield _part(item, "the purpose", form.description(doc) if doc else None, named)
    for name in item.params:
        known = named if form.prose else [name]
        yield _part(item, f"the parameter {name}", form.param(doc, name) if doc else None, known)
    if item.returns:
        yield _part(item, "the result", form.returns(doc) if doc else None, [item.name])
    for name in item.errors:
        yield _part(item, f"the error {name}", form.error(doc, name) if doc else None, [name])


def _part(item: PublicItem, what: str, text: str | None, named: Sequence[str]) -> DocumentedPart:
    if text is None or not text.strip():
        return DocumentedPart(item=item, what=what, problem="is not described")
    return DocumentedPart(item=item, what=what, problem="" if says_more(text, named) else "only repeats the name")


def says_more(text: str, names: Sequence[str]) -> bool:
    """Return whether the text has a word that is neither filler nor of the names."""
    known = [word for name in names for word in words(name)]
    return any(not _related(word, known) for word in words(text) if word not in _FILLER)


def words(text: str) -> list[str]:
    """Return the words of prose or of a name in any case, in lower case."""
    found = [word.lower() for word in _WORD.findall(text)]
    # Text in another script counts too.
    return found or [word for word in re.findall(r"[^\W\d_]+", text) if not word.isascii()]


def _related(word: str, known: Sequence[str]) -> bool:
    """Return whether it is one of the known words or a form of it: `sorted` of `sort`."""
    for other in known:
        common = next(
            (place for place, (a, b) in enumerate(zip(word, other, strict=False)) if a != b),
            min(len(word), len(other)),
        )
        if word == other or common >= max(3, min(len(word), len(other)) - 2):
            return True
    return False


# --- docstrings ------------------------------------------------------------------------------------------------

_HEADS: Final = r"Args|Arguments|Parameters|Params|Returns?|Yields?|Raises|Examples?|Attributes|Notes?"
_SECTION: Final = re.compile(
    rf"^\s*(?:(?:{_HEADS})\s*:?\s*$|:(?:param|returns?|raises?|type|rtype)\b|>>>)", re.MULTILINE
)


def _found(pattern: str, doc: str) -> str | None:
    match = re.search(pattern, doc, re.MULTILINE)
    return match.group(match.lastindex or 0) if match else None


def _docstring_description(doc: str) -> str:
    section = _SECTION.search(doc)
    return doc[: section.start()] if section else doc


def _docstring_entry(doc: str, name: str) -> str | None:
    """Return the text of an entry: `name: text`, `:param name: text`, or the name on a line and the text below it."""
    quoted = re.escape(name)
    return (
        _found(rf"^([ \t]*)\*{{0,2}}{quoted}\s*(?:\([^)\n]*\))?\s*:(?!\w*:)[ \t]*(\S.*(?:\n\1[ \t]+\S.*)*)", doc)
        or _found(rf":(?:param|parameter|arg|raises?|exception)\s+(?:[\w\[\], .|]+\s)?{quoted}:\s*(\S.*)", doc)
        or _found(rf"^\s*\*{{0,2}}{quoted}\s*(?::.*)?\n\s+(\S.*)", doc)
    )


def _sentence(doc: str, pattern: str) -> str | None:
    """Return the sentence in which it stands."""
    return next((each for each in re.split(r"(?<=[.;!?])\s+|\n\s*\n", doc) if re.search(pattern, each)), None)


def _docstring_param(doc: str, name: str) -> str | None:
    return _docstring_entry(doc, name) or _sentence(_docstring_description(doc), rf"[`*]{re.escape(name)}[`*]")


def _docstring_returns(doc: str) -> str | None:
    return (
        _found(r"^([ \t]*)(?:Returns?|Yields?)[ \t]*:[ \t]*\n?[ \t]*(\S.*(?:\n\1[ \t]+\S.*)*)", doc)
        or _found(r"^\s*(?:Returns|Yields)\n\s*-+\s*\n((?:.*\n?){1,4})", doc)
        or _found(r":(?:returns?|yields?):\s*(\S.*)", doc)
        or _found(r"(?:^|[.;]\s+)(?:Returns?|Yields?|Gives?)\b\s*([^.]+)", _docstring_description(doc))
    )


def _docstring_error(doc: str, name: str) -> str | None:
    return _docstring_entry(doc, name) or _sentence(_docstring_description(doc), rf"\b{re.escape(name)}\b")


DOCSTRING: Final = DocumentationForm(
    description=_docstring_description,
    param=_docstring_param,
    returns=_docstring_returns,
    error=_docstring_error,
)


# --- tags: Javadoc and JSDoc -----------------------------------------------------------------------------------


def _tag_description(doc: str) -> str:
    tagged = re.search(r"^\s*@(?!link|code)\w+", doc, re.MULTILINE)
    before = doc[: tagged.start()] if tagged else doc
    return before if before.strip() else _found(r"@(?:description|summary)\s+(\S.*)", doc) or ""


def _tag_text(doc: str, head: str) -> str | None:
    """Return the text after a tag, up to the next tag, without a dash before it."""
    found = re.search(rf"@{head}(?![\w$])[ \t]*[-–:]?[ \t]*((?:(?!^\s*@\w).*\n?)*)", doc, re.MULTILINE)
    return found.group(1) if found else None


def _tag_param(doc: str, name: str) -> str | None:
    return _tag_text(doc, rf"param\s+(?:\{{.*?\}}\s+)?\[?{re.escape(name)}(?:=[^\]]*)?\]?")


def _tag_returns(doc: str) -> str | None:
    return _tag_text(doc, r"returns?(?:\s+\{.*?\}(?=\s))?")


def _tag_error(doc: str, name: str) -> str | None:
    return _tag_text(doc, rf"(?:throws|exception)\s+\{{?[\w.]*?{re.escape(name.rsplit('.', 1)[-1])}\}}?")


TAGS: Final = DocumentationForm(description=_tag_description, param=_tag_param, returns=_tag_returns, error=_tag_error)

# --- prose: Go and Rust ----------------------------------------------------------------------------------------

_GIVING: Final = re.compile(
    r"\b(?:returns?|reports?|yields?|gives?|results?|computes?|calculates?|creates?|constructs?|builds?|makes?|finds?|"
    r"counts?|converts?|parses?)\b([^.]*)",
    re.IGNORECASE,
)
_AFTER_A: Final = r"(?=\s*(?:[,.;:)'`]|$|\b(?:and|or|is|to|from|by|with|in|must|may|if|as|has|equals?|exceeds?)\b))"


def _prose(doc: str) -> str:
    """Return the text without examples and without sections of its own."""
    plain = re.sub(r"^(```|~~~).*?^\1", "", doc, flags=re.MULTILINE | re.DOTALL)
    return re.split(r"^#+ ", plain, maxsplit=1, flags=re.MULTILINE)[0]


def _prose_param(doc: str, name: str) -> str | None:
    after = _AFTER_A if name in ("a", "i") else ""
    found = re.search(rf"(?<![\w`]){re.escape(name)}(?![\w`]){after}|`[&*]?{re.escape(name)}\b[^`]*`", doc)
    return f"{name}: {_sentence(doc, re.escape(found.group())) or doc}" if found else None


def _prose_returns(doc: str) -> str | None:
    found = _GIVING.search(_prose(doc))
    return found.group(1) if found else None


def _prose_error(doc: str, name: str) -> str | None:
    return _sentence(doc, r"(?i)\b(?:errors?|err[A-Z]?\w*|fails?)\b")


def _section_error(doc: str, name: str) -> str | None:
    return _found(rf"^#+ {name}\s*\n((?:(?!#).*\n?)+)", doc)


PROSE: Final = DocumentationForm(
    description=_prose, param=_prose_param, returns=_prose_returns, error=_prose_error, prose=True
)
RUSTDOC: Final = PROSE.model_copy(update={"error": _section_error})
