"""Mutants of one source file, in any language: small changes of its text, outside of comments and texts.

Many stand for another reading of the words: another bound, order of equals, rounding, letter case, or a condition left
out. They need no parser, so some do not compile; their caller leaves those out. Packages have their bugs placed by a
parser inside the sandbox (`mutation.py`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from specwright.core.evidence.finding import Spot
from specwright.quality.expressions import expression_changes
from specwright.quality.mutation import chosen

_TEXT_FORMS: Final = (
    r'"{3}(?:\\.|[^\\])*?"{3}',
    r"'{3}(?:\\.|[^\\])*?'{3}",
    r'"(?:\\.|[^"\\\n])*"',
    r"'(?:\\.|[^'\\\n])*'",
    r"`(?:\\.|[^`\\])*`",
)
_TEXTS: Final = "|".join(_TEXT_FORMS)
_IMPORTS: Final = r"^(?:import|use|from|package) [^\n]*"
_HASH: Final = re.compile(rf"{_TEXTS}|#[^\n]*|{_IMPORTS}", re.DOTALL | re.MULTILINE)
_SLASHES: Final = re.compile(rf"{_TEXTS}|//[^\n]*|/\*.*?\*/|#\[[^\n]*|{_IMPORTS}", re.DOTALL | re.MULTILINE)

_SWAPS: Final = {
    "<=": "<", ">=": ">", "<": "<=", ">": ">=", "==": "!=", "!=": "==", "===": "!==", "!==": "===",
    "+": "-", "-": "+", "*": "+", "/": "*", "//": "*", "%": "*", "+=": "-=", "-=": "+=",
    "and": "or", "or": "and", "&&": "||", "||": "&&", "in": "not in",
}  # fmt: skip
_OPERATOR: Final = re.compile(
    r"(?<= )(?:" + "|".join(map(re.escape, sorted(_SWAPS, key=len, reverse=True))) + r")(?= )"
)
_WORDS: Final = {
    "True": "False", "False": "True", "true": "false", "false": "true", "min": "max", "max": "min",
    "sorted": "list", "not": "", "any": "all", "all": "any", "append": "count", "set": "list",
    "lower": "upper", "upper": "lower", "toLowerCase": "toUpperCase", "toUpperCase": "toLowerCase",
    "to_lowercase": "to_uppercase", "to_uppercase": "to_lowercase", "ToLower": "ToUpper", "ToUpper": "ToLower",
    "floor": "ceil", "ceil": "floor", "Floor": "Ceil", "Ceil": "Floor", "Round": "RoundToEven",
    "isalnum": "isalpha", "isalpha": "isalnum", "isdigit": "isalnum",
}  # fmt: skip
_WORD: Final = re.compile(r"\b(?:" + "|".join(_WORDS) + r")\b")
_NUMBER: Final = re.compile(r"(?<![\w.])\d{1,6}(?![\w.])")
_COMPARED: Final = re.compile(r"[<>=!]=?\s*$")
"""Before a number: the mutant of the comparison is about the same bound."""
_COMPARING: Final = re.compile(r"\s*(?:[<>]=?|[=!]==?)(?!>)")
_DROPPED_CALLS: Final = re.compile(
    r"\.(?:lower|upper|casefold|title|capitalize|toLowerCase|toUpperCase|to_lowercase|to_uppercase|reverse)\(\)"
    r"|\.(?:[lr]?strip|removeprefix|removesuffix|replace|replaceAll|trim|trimStart|trimEnd|trim_start|trim_end)"
    r"\([^()\n]*\)"
    r"|, re\.(?:I|IGNORECASE|S|DOTALL|M|MULTILINE)\b|(?<=\[)(?::-?\w+|-?\w+:)(?=\])"
)
"""Calls, flags and slices without which the code still runs."""
_FILTER: Final = re.compile(r"\.filter\(")
_MINUS: Final = re.compile(r"(?<=[(\[,=:])( ?)-(?=[a-zA-Z(])")
_HEAD: Final = re.compile(r"\b(?:if|elif)\b *")
_JUMP: Final = re.compile(r"\b(?:continue|break)\b;?(?=[ \t]*(?:\}|$))", re.MULTILINE)
_LOGICAL: Final = re.compile(r" (?:and|or|&&|\|\|) ")
_PREDICATE: Final = re.compile(
    r"!?(?<![\w.])[\w.\[\]]+\.(?:is_?[a-zA-Z]\w*|contains\w*|includes|starts_?[wW]ith|ends_?[wW]ith)\([^()\n]*\)"
)
"""A call that answers yes or no, such as `stack.is_empty()`."""
_GOES_ON: Final = re.compile(r"\s*(?:[=!<>&|+*/%.?-]|(?:and|or|in|is|not|if|else)\b)")
"""After a bracket: the condition has further parts."""
_OPERAND_BEGINS: Final = re.compile(r"(?: (?:and|or|&&|\|\||if|else|=)|\b(?:return|if|elif|while|not)) ")
_OPERAND_ENDS: Final = re.compile(r" (?:and|or|&&|\|\||if|else|for|\?|:) |[,;:]|(?<![<>=!])=(?!=)|\breturn\b|\bif\b|\{")
_PYTHON: Final = {  # what is called, and calls that treat equals, halves and blanks otherwise
    "sorted(": (
        "(lambda values, **how: sorted(list(values)[::-1], **how))(",
        '(lambda values, **how: sorted(values, **{**how, "reverse": not how.get("reverse")}))(',
        '(lambda values, **how: sorted(values, **{"key": lambda x: x.lower() if isinstance(x, str) else x, **how}))(',
    ),
    "min(": ("(lambda *a, **how: min(*a, **how) if len(a) > 1 else min(list(a[0])[::-1], **how))(",),
    "max(": ("(lambda *a, **how: max(*a, **how) if len(a) > 1 else max(list(a[0])[::-1], **how))(",),
    "round(": (
        "(lambda x, n=0: (x * 10**n + 0.5) // 1 / 10**n if n else int((x + 0.5) // 1))(",
        "(lambda x, n=0: x * 10**n // 1 / 10**n if n else int(x // 1))(",
        "(lambda x, n=0: (-1) ** (x < 0) * ((abs(x) * 10**n + 0.5) // 1 / 10**n if n else int(abs(x) + 0.5)))(",
    ),
    "int(": ("round(",),
    ".split()": ('.split(" ")',),
    ".strip()": (".lstrip()", ".rstrip()"),
    "[::-1]": ("[:]",),
}
_PYTHON_CALL: Final = re.compile(
    "|".join((r"(?<![\w.])" if name[0].isalpha() else "") + re.escape(name) for name in _PYTHON)
)
_KEY: Final = re.compile(r", (?:key|reverse)=")
_DIVISION: Final = re.compile(r"// (\w+)(?![\w.(\[])")
_RUNS_TEXTS: Final = re.compile(
    r"\b(?:exec|eval|compile|__import__|import_module|Function|FunctionType|CodeType|marshal|ScriptEngine)\b"
)
_PYTHON_EXPRESSION: Final = re.compile(r"(?<![\w.])re\.compile\(")
_OTHER_EXPRESSION: Final = re.compile(r"\bPattern\.compile\(|\.exec\(")
"""Calls of that name that run no text: they make an expression or apply one."""
_OTHER_RE: Final = re.compile(r"(?<![\w.])re\b(?!\.)")
"""The name of the module otherwise than before one of its functions: it may be bound to something else."""
_BUILTINS: Final = re.compile(
    r"builtins|\brunpy\b|\bmarshal\b|\bcodeop\b|InteractiveInterpreter|\btimeit\b|\bpickle\b|\bctypes\b"
)
"""Named anywhere, also in an import: by these, texts are run under another name."""
_SORT: Final = re.compile(r"\b(\w+)\.sort\(")


def changeable_lines(code: str, language: str) -> int:
    """Return on how many lines of the source something can be changed."""
    return len({spot.line for spot in _spots(code, language)})


def runs_texts(code: str, language: str) -> bool:
    """Return whether the source may execute code that stands in a text, where no mutant reaches it.

    Calls that make or apply an expression do not: `re.compile`, and outside of Python
    `Pattern.compile` and `pattern.exec`.
    """
    blanked = _blanked(code, language)
    if not _OTHER_RE.search(blanked) and not re.search(r"\bas re\b", code):
        harmless = _PYTHON_EXPRESSION if language == "python" else _OTHER_EXPRESSION
        blanked = harmless.sub("", blanked)
    return _RUNS_TEXTS.search(blanked) is not None or _BUILTINS.search(code) is not None


def mutants(code: str, language: str, count: int, seed: int = 0) -> tuple[str, ...]:
    """Return up to `count` changed forms of the source, spread over its lines; always the same for a seed."""
    content = code.encode("utf-8", "surrogateescape")
    found = chosen(tuple(_spots(code, language)), lambda _: True, count, seed)
    changed = (content[: spot.start] + spot.new.encode() + content[spot.end :] for spot in found)
    return tuple(dict.fromkeys(text.decode("utf-8", "surrogateescape") for text in changed))


def _blanked(code: str, language: str) -> str:
    """Return the code with neither comments nor texts nor imports, each sign at its place."""
    skipped = _HASH if language == "python" else _SLASHES
    return skipped.sub(lambda found: re.sub(r"[^\n]", "\0", found[0]), code)


def _spots(code: str, language: str) -> Iterator[Spot]:
    """Yield every place where one small change makes another program."""
    blanked = _blanked(code, language)
    changes = [*_signs(blanked, language), *_conditions(blanked, language), *_left_out(blanked)]
    changes += expression_changes(code, language)
    if language == "python":
        changes += _python_calls(blanked)
    for start, end, new in changes:
        if code[start:end] != new:
            yield _spot(code, start, end, new)


def _signs(code: str, language: str) -> Iterator[tuple[int, int, str]]:
    """Yield changes of operators, words and numbers."""
    for place in _OPERATOR.finditer(code):
        if not (language != "python" and place[0] in ("in", "and", "or")) and not _is_loop(code, place):
            yield place.start(), place.end(), _SWAPS[place[0]]
    for place in _WORD.finditer(code):
        yield place.start(), place.end(), _WORDS[place[0]]
    for place in _NUMBER.finditer(code):
        line = code[code.rfind("\n", 0, place.start()) + 1 : place.start()]
        if not _COMPARED.search(line) and not _COMPARING.match(code, place.end()):
            yield place.start(), place.end(), str(int(place[0]) + 1)
    for place in _MINUS.finditer(code):
        yield place.start(), place.end(), place[1]


def _conditions(code: str, language: str) -> Iterator[tuple[int, int, str]]:
    """Yield conditions decided beforehand, conditions without one of their parts, and jumps left out."""
    yes, no = ("True", "False") if language == "python" else ("true", "false")
    for place in _HEAD.finditer(code):
        start, end = _condition(code, place.end())
        condition = code[start:end].partition(" else ")[0].rstrip()
        if condition:
            yield from ((start, start + len(condition), word) for word in (yes, no))
    for place in _PREDICATE.finditer(code):
        yield from ((place.start(), place.end(), word) for word in (yes, no))
    for place in _LOGICAL.finditer(code):
        left, right = _operand_start(code, place.start()), _operand_end(code, place.end())
        yield left, place.end(), ""
        yield place.start(), right, ""
    for place in _JUMP.finditer(code):
        yield place.start(), place.end(), "pass" if language == "python" else ""


def _left_out(code: str) -> Iterator[tuple[int, int, str]]:
    """Yield calls, flags and slices left out."""
    for place in _DROPPED_CALLS.finditer(code):
        yield place.start(), place.end(), ":" if ":" in place[0] else ""
    for place in _FILTER.finditer(code):
        yield place.start(), _closing(code, place.end(), "") + 1, ""


def _python_calls(code: str) -> Iterator[tuple[int, int, str]]:
    """Yield calls that treat equals, halves and blanks otherwise."""
    for place in _PYTHON_CALL.finditer(code):
        for new in _PYTHON[place[0]]:
            yield place.start(), place.end(), new
    for place in _DIVISION.finditer(code):
        yield place.start(), place.end(), f"// -{place[1]} * -1"  # rounded up
        yield place.start(), place.end(), f".__truediv__({place[1]}).__trunc__()"  # towards zero
    for place in _SORT.finditer(code):
        yield place.start(), place.end(), f"{place[1]}.reverse() or {place[0]}"
    for place in _KEY.finditer(code):
        end = _closing(code, place.end(), ",")
        yield place.start(), end, ""
        opening = code.find("(", place.end(), end)
        if "lambda" in code[place.end() : end] and code[opening - 2 : opening] == ": ":
            last = code.rfind(", ", opening, end)  # the last part of a key decides between equals
            if last > 0:
                closing = _closing(code, opening + 1, "")
                yield last, closing, ","
                yield last + 2, closing, f"-({code[last + 2 : closing]})"


def _condition(code: str, start: int) -> tuple[int, int]:
    """Return where the condition of an `if` begins and ends, without brackets around all of it."""
    if code[start : start + 1] == "(":
        end = _closing(code, start + 1, "")
        if not _GOES_ON.match(code, end + 1):
            return start + 1, end
    return start, _closing(code, start, ":{")


def _closing(code: str, start: int, stops: str) -> int:
    """Return where the bracket around this place closes, the line ends, or a sign comes outside of brackets."""
    depth = 0
    for place in range(start, len(code)):
        sign = code[place]
        if depth == 0 and (sign in stops or sign in ")]}\n"):
            return place
        depth += (sign in "([{") - (sign in ")]}")
    return len(code)


def _operand_end(code: str, start: int) -> int:
    depth = 0
    for place in range(start, len(code)):
        sign = code[place]
        if depth == 0 and (sign in ")]}\n" or _OPERAND_ENDS.match(code, place)):
            return place
        depth += (sign in "([{") - (sign in ")]}")
    return len(code)


def _operand_start(code: str, end: int) -> int:
    depth = 0
    for place in range(end - 1, -1, -1):
        sign = code[place]
        if depth == 0:
            if sign in "([{\n,;:":
                return place + 1
            found = _OPERAND_BEGINS.match(code, place)
            if found and found.end() <= end:
                return found.end()
        depth += (sign in ")]}") - (sign in "([{")
    return 0


def _is_loop(code: str, place: re.Match[str]) -> bool:
    """Whether the operator is the `in` of a loop, which cannot be negated."""
    line = code[code.rfind("\n", 0, place.start()) + 1 : place.start()]
    return place[0] == "in" and re.search(r"\bfor\b[^:]*$", line) is not None


def _spot(code: str, start: int, end: int, new: str) -> Spot:
    before = len(code[:start].encode("utf-8", "surrogateescape"))
    old = code[start:end]
    line = code.count("\n", 0, start) + 1
    size = len(old.encode("utf-8", "surrogateescape"))
    return Spot(path="", start=before, end=before + size, line=line, old=old, new=new)
