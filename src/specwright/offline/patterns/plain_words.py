"""The words that any task uses, and words of one meaning. Whatever is not here must be covered by something else.

A word belongs to `NEUTRAL` only if no clause can ask for something by it alone. So no number, no comparison,
    no order,
no negation and no `only`, `first`, `last`, `more` or `same` is here.
"""

from __future__ import annotations

import re
from typing import Final


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEUTRAL: Final = _set("""
    a an the this that these those such it its itself they them their there here he she his her who whom
    whose which what
    i me my we our us you your is are was were be been being am do does did done has have having had will would shall
    should must can could let need needs want wants like please of in on to for from with by at as into onto
    about and or
    whether so how where while given givn give gives giving gave get gets obtain
    write wrote generate generates code create define design develop build implement make function functions
    method routine program script
    procedure algorithm python solution solve task problem exercise statement called name named named def
    lambda java go
    javascript rust typescript
    take takes taking taken accept accepts receive receives pass passed return returns returned returning
    output outputs
    input inputs result results answer produce produces yield yields compute computes computed calculate calculates
    calculated determine determines find finds finding found check checks checking test tell tells print show display
    report state evaluate work works parameter parameters argument arguments variable value values data
    list lists array arrays string strings str text texts integer integers int ints number numbers num nums
    float floats
    bool boolean tuple tuples element elements item items object objects entry entries container collection
    otherwise else example examples eg ie etc respectively namely hence thus following
    any all each every given
    simply basic simple standard classic
    contain contains containing consist consists consisting hold holds holding made represent represents representing
    represented provided using use uses used via
    user hello hi thanks thank help among amongst func pls plz thx
""")  # fmt: skip
NOUNS: Final = (
    "list", "array", "string", "text", "integer", "int", "number", "float", "tuple", "word", "sentence", "matrix",
    "value", "element", "item", "character", "letter", "sequence", "set", "dictionary", "dict", "map", "interval",
    "graph", "tree", "digit", "grid", "dictionarie", "matrice", "point", "name", "line", "coin", "price", "date",
)  # fmt: skip
PROMISES: Final = (
    "non-?empty", "non-?negative", "positive", "natural", "whole", "decimal", "unsorted", "sorted",
    "distinct", "unique",
    "valid", "random", "arbitrary", "finite", "real", "signed", "unsigned", "single", "english", "ordinary", "mixed",
)  # fmt: skip
"""The descriptions of an input when it is introduced, as regular expressions."""
MARK: Final = re.compile(
    r"\b(?:or|else|gives?|is|return)\s+(?:an?\s+)?(-1|none|0|empty)\b|(?:^|\s)(-1|none|0|empty)(?:\s(?:list|string|text))?\s+if\b",
    re.IGNORECASE,
)
"""How a description names the value that stands for nothing found."""
ABSENCE: Final = _set("""
    not no none nothing found find exist exists there such present absent missing cannot possible impossible otherwise
    else or any it if when in case able
""")  # fmt: skip
"""The words for a failed search: they are covered if the value that is given then is."""
TRUTH: Final = frozenset({"true", "false", "if", "yes"})
"""The words of an answer of yes or no."""
ASKING: Final = frozenset(
    {
        "check",
        "checks",
        "checking",
        "determine",
        "determines",
        "tell",
        "tells",
        "test",
        "tests",
        "see",
        "find",
        "returns",
        "verify",
        "decide",
    }
)
"""Words after which `if` asks a question and states no condition."""
ASSUMED: Final = _set("""
    may assume assumed guaranteed guarantee always never exactly one single solution unique nonempty positive
    nonnegative natural valid exist exists least most length fits fit bit 32 64 empty not sorted distinct
    same at if will negative
""")  # fmt: skip
"""The words of a sentence that only promises something about the inputs."""
BOUNDED: Final = _set("""
    consist consists only lowercase uppercase lower upper case english latin letter letters character characters digit
    digits printable ascii unicode space spaces alphanumeric unique distinct different positive negative nonnegative
    nonempty valid sorted ascending descending increasing decreasing nondecreasing nonincreasing order guaranteed
    exactly one two exist exists most least length size fit fits bit 32 64 signed range within word words single
    parentheses brackets
""")
"""The words of a constraint that only limits the inputs."""
OUTCOMES: Final = _set("""
    answer answers result results output outputs return returns returned give gives given print prints if unless when
    not no never without must should except otherwise ignore ignored ignoring treat treated count counts counted
    compare compared
""")
"""The words of a constraint that may say more: what is to be done, or what comes out."""
