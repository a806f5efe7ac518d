"""A test as the value of `--example`: a text that the reader of examples reads back as the same test."""

from __future__ import annotations

import json
import shlex
from collections.abc import Callable, Iterator
from decimal import Decimal

from specwright.core.errors import UserError
from specwright.core.program.data import Data, decode, untag
from specwright.core.program.kind import TaskKind
from specwright.core.program.signature import CALLS, Signature
from specwright.core.program.steps import UNSTATED, error_of
from specwright.core.value import digest
from specwright.core.work.example import Example, parse_example
from specwright.core.work.reading.kinds.samples import samples
from specwright.core.work.reading.kinds.sequences import sequences
from specwright.core.work.reading.kinds.services import requests_in
from specwright.core.work.testcase import Raises, Returns, TestCase

_Write = Callable[[str], str]


def as_option(case: TestCase, signature: Signature) -> str | None:
    """Return the test as the value of `--example`; None if no form of it is read back as the same test."""
    return next((text for text in _forms(case, signature) if _reads_back(text, case, signature)), None)


def read_option(text: str, kind: TaskKind) -> tuple[Example, ...]:
    """Return the examples in the value of one `--example`. Raise UserError if there is none."""
    if kind is TaskKind.CLASS:
        found = sequences(text)
        if not found:
            raise UserError(
                f"cannot read the example {text[:200]!r}",
                hint='write it like  ["LRUCache(2)", "put(1, 1)", "get(1) -> 1"]',
            )
        return found
    if kind is TaskKind.SERVICE and (found := requests_in(text.replace("; ", "\n") if "\n" not in text else text)):
        return found
    return (tuple(samples(text).read) if kind is TaskKind.PROGRAM else ()) or (parse_example(text),)


def quoted(example: str) -> str:
    """Return the example as one word of a shell, in the quotes that leave it readable."""
    return f'"{example}"' if "'" in example and not set(example) & set('"$`\\!') else shlex.quote(example)


def _reads_back(text: str, case: TestCase, signature: Signature) -> bool:
    try:
        [example] = read_option(text, signature.kind)
        inputs, expected = example.bind(signature), example.expectation(signature)
        same = digest(signature.bound(inputs)) == digest(signature.bound(case.inputs))
    except (UserError, ValueError, KeyError):
        return False
    return same and expected == case.expected and text.isprintable()


def _forms(case: TestCase, signature: Signature) -> Iterator[str]:
    """Yield the forms to try, the most readable first. The later ones escape what a reader may take for a sign."""
    for write in (_plain, _escaped):
        try:
            if signature.kind is TaskKind.CLASS:
                yield json.dumps(_steps(case, write), ensure_ascii=False)
                continue
            given = ", ".join(f"{name}={_written(value, write)}" for name, value in case.inputs.items())
            expected = _expected(case, signature.kind, write)
        except (ValueError, TypeError, UserError):
            continue  # a value that has no literal
        is_error = isinstance(case.expected, Raises)
        yield f"{given} {expected}" if is_error else f"{given} -> {expected}"
        if signature.kind is TaskKind.FUNCTION:
            call = f"{signature.name}({given})"
            yield f"{call} {expected}" if is_error else f"{call} == {expected}"


def _expected(case: TestCase, kind: TaskKind, write: _Write) -> str:
    if isinstance(case.expected, Raises):
        return f"raises {case.expected.error or 'an error'}"
    value = case.expected.value
    if kind is not TaskKind.PROGRAM:
        return _written(value, write)
    output, status, files = untag(value)[1]
    if status == 0 and not untag(files)[1]:
        return _written(output, write)
    told = {"output": output, "status": status, "files": files}
    return f"{{{', '.join(f'{_plain(name)}: {_written(part, write)}' for name, part in told.items())}}}"


def _steps(case: TestCase, write: _Write) -> list[str]:
    """Return the calls of a sequence as texts, each with its result."""
    assert isinstance(case.expected, Returns)
    return [
        f"{name}({', '.join(_written(value, write) for value in arguments)}){_result(result, write, first=place == 0)}"
        for place, ((name, *arguments), result) in enumerate(zip(case.inputs[CALLS], case.expected.value, strict=True))
    ]


def _result(result: Data, write: _Write, *, first: bool) -> str:
    error = error_of(result)
    if error is not None:
        return f" raises {error or 'an error'}"
    if result == UNSTATED or (first and result is None):
        return ""
    return f" -> {_written(result, write)}"


def _written(data: Data, write: _Write) -> str:
    """Return the data as a literal. Raise ValueError if it has none."""
    if isinstance(data, str):
        return write(data)
    if isinstance(data, list):
        return f"[{', '.join(_written(item, write) for item in data)}]"
    if not isinstance(data, dict):
        return _digits(data) if isinstance(data, float) else repr(data)
    tag, body = untag(data)
    if tag == "$map":
        return f"{{{', '.join(f'{_written(key, write)}: {_written(value, write)}' for key, value in body)}}}"
    if tag == "$tuple":
        return f"({', '.join(_written(item, write) for item in body)}{',' if len(body) == 1 else ''})"
    if tag == "$set":
        return f"{{{', '.join(_written(item, write) for item in body)}}}" if body else "set()"
    if tag in ("$int", "$float", "$bytes"):
        return repr(decode(data))
    raise ValueError(f"a value of {tag} has no literal")


def _plain(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def _escaped(text: str) -> str:
    """Return the text as a literal of letters, digits, spaces and escapes."""
    signs = (sign if sign.isascii() and (sign.isalnum() or sign == " ") else _escape(sign) for sign in text)
    return f'"{"".join(signs)}"'


def _escape(sign: str) -> str:
    number = ord(sign)
    return f"\\x{number:02x}" if number < 256 else f"\\u{number:04x}" if number < 65536 else f"\\U{number:08x}"


def _digits(number: float) -> str:
    """Return the number without an exponent, which a reader may take for a name."""
    text = format(Decimal(repr(number)), "f")
    return text if "." in text else f"{text}.0"
