"""Reading the settings and task files that people write.

Every function raises ValueError with a message for people, and nothing else: 5,000 brackets or 5,000 digits are a
mistake in a file like any other.
"""

from __future__ import annotations

import re
import tomllib
from importlib import import_module
from itertools import accumulate
from typing import Any, Final

from specwright.core.program.untrusted import MAX_DEPTH, nesting

_BRACKET: Final = re.compile(r"[\[\]{}]")
_TOO_DEEP: Final = "its values are nested too deep"
_NO_VALUE: Final = "a number in it has too many digits, or a date does not exist"


def parse_toml(text: str) -> dict[str, Any]:
    """Return the content of a TOML document."""
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        raise
    except ValueError:
        raise ValueError(_NO_VALUE) from None
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    return _bounded(content)  # type: ignore[no-any-return]


def parse_yaml(text: str) -> Any:
    """Return the content of a YAML document. Raise ModuleNotFoundError if PyYAML is not installed."""
    yaml = import_module("yaml")
    if _open_brackets(text) > MAX_DEPTH:
        raise ValueError(_TOO_DEEP)  # PyYAML takes seconds to find out
    try:
        content = yaml.safe_load(text)
    except yaml.YAMLError as error:
        raise ValueError(_first_fault(error)) from None
    except ValueError:
        raise ValueError(_NO_VALUE) from None
    except RecursionError:
        raise ValueError(_TOO_DEEP) from None
    return _bounded(content)


def _first_fault(error: Any) -> str:
    """Return the fault and its place in one line: PyYAML shows the text around it in several."""
    mark, problem = getattr(error, "problem_mark", None), getattr(error, "problem", None)
    if mark is None or not problem:
        return " ".join(str(error).split())
    return f"{problem} (at line {mark.line + 1}, column {mark.column + 1})"


def _open_brackets(text: str) -> int:
    """Return how many brackets are open at most, those in texts included."""
    steps = accumulate(1 if found[0] in "[{" else -1 for found in _BRACKET.finditer(text))
    return max(steps, default=0)


def _bounded(content: Any) -> Any:
    if nesting(content) > MAX_DEPTH:
        raise ValueError(_TOO_DEEP)
    return content
