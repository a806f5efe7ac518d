"""Well-known third-party libraries that a problem asks for by name."""

from __future__ import annotations

import re
from typing import Final

_PYTHON: Final = """
    pandas numpy scipy scikit-learn:sklearn,scikit-learn matplotlib seaborn polars pydantic attrs sympy networkx
    pyyaml:pyyaml,yaml beautifulsoup4:beautifulsoup,beautifulsoup4,bs4 lxml sqlalchemy pyarrow torch:torch,pytorch
    tensorflow xarray numba statsmodels shapely pillow:pillow opencv-python:opencv,cv2 marshmallow toolz more-itertools
    python-dateutil:dateutil pendulum arrow requests httpx aiohttp jinja2 tabulate rich click typer nltk spacy regex
    sortedcontainers cryptography openpyxl
"""
_NODE: Final = """
    lodash zod ramda immer dayjs date-fns moment axios rxjs uuid express cheerio yup joi ajv chalk yargs commander
    validator underscore immutable bignumber.js decimal.js mathjs luxon semver nanoid
"""
_WORDS: Final = frozenset(
    [
        "arrow",
        "rich",
        "click",
        "requests",
        "regex",
        "attrs",
        "moment",
        "express",
        "validator",
        "immutable",
        "commander",
        "pillow",
    ]
)
"""Names that are words as well: only code, or a word such as *library* behind them, shows that the library is meant."""
_THINGS: Final = (
    r"(?:'s\s+)?\s*`?\s+(?:library|libraries|package|module|dataframes?|data\s?frames?|series|arrays?|ndarrays?|schemas?|"
    r"models?|objects?|index|session)\b"
)
_NOT: Final = re.compile(
    r"\b(?:no|not|without|never|avoid(?:ing)?|don'?t|cannot|instead\s+of|rather\s+than|unlike|like|as\s+in|similar\s+to|other\s+than)"
    r"\b[^.;:\n]{0,40}$",
    re.IGNORECASE,
)


def asked_libraries(problem: str, language: str) -> tuple[str, ...]:
    """Return the packages that the words ask for, as their index names them. Words against one do not count."""
    table = _PYTHON if language == "python" else _NODE if language in ("javascript", "typescript") else ""
    found = []
    for row in table.split():
        package, _, names = row.partition(":")
        if any(_is_asked(name, problem) for name in (names or package).split(",")):
            found.append(package)
    return tuple(found)


def _is_asked(name: str, problem: str) -> bool:
    own = re.escape(name)
    using = (
        "" if name in _WORDS else rf"|\b(?:using|use|uses|with|via|from|through)\s+(?:the\s+)?[`\"']?{own}\b(?![-.]?\w)"
    )
    called = (
        rf"\b{own}\.[A-Za-z_]+\s*[\[(]|\b(?:pd|np)\.\w+\s*\(" if name in ("pandas", "numpy") else rf"\b{own}\.\w+\("
    )
    called = called.replace("(?:pd|np)", "pd" if name == "pandas" else "np")
    imported = rf"\bimport\s+{own}\b|\bfrom\s+{own}\s+import\b|(?:require\(|from\s+)['\"]{own}['\"]"
    pattern = rf"{imported}|{called}|\b{own}{_THINGS}{using}"
    return any(_NOT.search(problem[: match.start()]) is None for match in re.finditer(pattern, problem, re.IGNORECASE))
