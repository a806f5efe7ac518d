"""The building blocks: what each takes and gives, how it is computed, how Python writes it, what words ask for it.

Types are text: `int`, `float`, `bool`, `str`, `list[T]`, `map[K, V]`, `pair[A, B]`. In a block's types one capital
letter stands for any type; the search fills it in. A block whose `words` the problem uses is more likely meant.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, reduce
from typing import Any, Final

from specwright.offline.patterns.search import words
from specwright.offline.synthesis.values import Map

VOWELS: Final = "aeiouAEIOU"


@dataclass(frozen=True)
class Block:
    """`text` is a template; an argument marked `{0:i}` is only iterated over, so a list() around it is not needed."""

    text: str
    takes: tuple[str, ...]
    gives: str
    run: Callable[..., Any]
    words: frozenset[str] = frozenset()
    cost: int = 1
    rank: int = 100
    """Binding strength of the text: 100 for calls and names, less for operators."""
    symmetric: bool = False
    imports: str = ""
    means: frozenset[str] = frozenset()
    """Words that it explains although it does not wait to be asked by them."""
    rare: bool = False
    """Whether it is hardly ever meant unless asked for."""
    grows: bool = False
    """Whether its result can be much larger than its arguments."""
    near: bool = False
    """Whether a number that it takes must be simple, as the places of an index are."""

    def priced(self, said: frozenset[str]) -> int:
        """Its cost for a problem of these words: all but plain arithmetic and indexing should be asked for."""
        if not self.words or self.words & said:
            return self.cost
        return self.cost + (2 if self.imports or self.rare else 1)


def _block(
    text: str, takes: str, gives: str, run: Callable[..., Any], asked: str = "", *, means: str = "", **more: Any
) -> Block:
    listed = tuple(part.strip() for part in takes.split(";"))
    return Block(text, listed, gives, run, frozenset(words(asked)), means=frozenset(words(means)), **more)


def _power(base: float, exponent: float) -> float:
    if not (isinstance(exponent, int) and 0 <= exponent <= 200 and abs(base) < 10**6):
        raise ValueError("out of the range that is tried")
    return base**exponent


def _repeat(text: Any, times: int) -> Any:
    if times > 200:
        raise ValueError("out of the range that is tried")
    return text * times


def _numbers(start: int, stop: int) -> tuple[int, ...]:
    if stop - start > 500:
        raise ValueError("out of the range that is tried")
    return tuple(range(start, stop))


def _binary(n: int) -> str:
    if n < 0:
        raise ValueError("out of the range that is tried")
    return f"{n:b}"


def _hexadecimal(n: int) -> str:
    if n < 0:
        raise ValueError("out of the range that is tried")
    return f"{n:x}"


def _factorial(n: int) -> int:
    if not 0 <= n <= 30:
        raise ValueError("out of the range that is tried")
    return math.factorial(n)


def _digits(n: int) -> tuple[int, ...]:
    if n < 0:
        raise ValueError("out of the range that is tried")
    return tuple(map(int, str(n)))


@lru_cache(maxsize=4096)
def _divisors(n: int) -> tuple[int, ...]:
    if n > 10**7:
        raise ValueError("out of the range that is tried")
    small = [number for number in range(1, math.isqrt(max(n, 0)) + 1) if n % number == 0]
    return tuple(sorted({*small, *(n // number for number in small)}))


def _is_prime(n: int) -> bool:
    return n > 1 and len(_divisors(n)) == 2


def _two_of(items: tuple[Any, ...]) -> tuple[tuple[Any, Any], ...]:
    if len(items) > 30:
        raise ValueError("out of the range that is tried")
    return tuple(itertools.combinations(items, 2))


def _runs(items: Any) -> tuple[Any, ...]:
    if len(items) > 20:
        raise ValueError("out of the range that is tried")
    return tuple(items[i:j] for i in range(len(items)) for j in range(i + 1, len(items) + 1))


def _separated(separator: str, parts: tuple[str, ...]) -> str:
    return separator.join(parts)


ARITHMETIC: Final = tuple(
    block
    for kind in ("int", "float")
    for block in (
        _block(
            "{0} + {1}",
            f"{kind}; {kind}",
            kind,
            lambda a, b: a + b,
            rank=60,
            symmetric=True,
            grows=True,
            means="sum add total plus end append concatenate",
        ),
        _block(
            "{0} - {1}",
            f"{kind}; {kind}",
            kind,
            lambda a, b: a - b,
            rank=60,
            grows=True,
            means="difference between minus subtract distance after",
        ),
        _block(
            "{0} * {1}",
            f"{kind}; {kind}",
            kind,
            lambda a, b: a * b,
            rank=70,
            symmetric=True,
            grows=True,
            means="product multiply area volume time perimeter percent",
        ),
        _block(
            "{0} / {1}",
            f"{kind}; {kind}",
            "float",
            lambda a, b: a / b,
            rank=70,
            grows=True,
            means="average divide half percent ratio area",
        ),
        _block("abs({0})", kind, kind, abs, "absolute distance difference positive magnitude", rare=True),
        _block("min({0}, {1})", f"{kind}; {kind}", kind, min, "min smallest least lower", symmetric=True),
        _block("max({0}, {1})", f"{kind}; {kind}", kind, max, "max largest greatest higher bigger", symmetric=True),
        _block("{0} < {1}", f"{kind}; {kind}", "bool", lambda a, b: a < b, rank=40),
        _block("{0} <= {1}", f"{kind}; {kind}", "bool", lambda a, b: a <= b, rank=40),
        _block("{0} > 0", kind, "bool", lambda a: a > 0, "positive", rank=40, rare=True),
        _block("{0} < 0", kind, "bool", lambda a: a < 0, "negative", rank=40, rare=True),
        _block("{0} == 0", kind, "bool", lambda a: a == 0, "zero", rank=40, rare=True),
        _block(
            "max({0:i}) - min({0:i})",
            f"list[{kind}]",
            kind,
            lambda s: max(s) - min(s),
            "difference range spread",
            rare=True,
            rank=60,
            means="largest smallest between",
        ),
        _block("{0} ** 2", kind, kind, lambda a: a * a, "square area", rank=90, grows=True),
        _block("{0} ** 3", kind, kind, lambda a: a * a * a, "cube volume", rank=90, rare=True, grows=True),
        _block("sum({0:i})", f"list[{kind}]", kind, sum, "sum total add"),
    )
)

NUMBERS: Final = (
    _block("{0} // {1}", "int; int", "int", lambda a, b: a // b, rank=70),
    _block("{0} % {1}", "int; int", "int", lambda a, b: a % b, rank=70, means="modulo remainder"),
    _block(
        "{0} % {1} == 0",
        "int; int",
        "bool",
        lambda a, b: a % b == 0,
        "divisible multiple divide factor",
        rank=40,
        rare=True,
    ),
    _block("{0} % 2 == 0", "int", "bool", lambda a: a % 2 == 0, "even odd parity", rank=40, rare=True),
    _block("{0} % 2 == 1", "int", "bool", lambda a: a % 2 == 1, "odd even parity", rank=40, rare=True),
    _block("{0} ** {1}", "int; int", "int", _power, "power exponent raise", rank=90, grows=True),
    _block("math.gcd({0}, {1})", "int; int", "int", math.gcd, "gcd divisor", imports="math", symmetric=True),
    _block("math.factorial({0})", "int", "int", _factorial, "factorial", imports="math", grows=True),
    _block("math.isqrt({0})", "int", "int", math.isqrt, "root sqrt perfect", imports="math"),
    _block("[int(digit) for digit in str({0})]", "int", "list[int]", _digits, "digit"),
    _block(
        "[divisor for divisor in range(1, {0} + 1) if {0} % divisor == 0]",
        "int",
        "list[int]",
        _divisors,
        "divisor factor",
        rare=True,
    ),
    _block(
        "{0} > 1 and all({0} % divisor for divisor in range(2, math.isqrt({0}) + 1))",
        "int",
        "bool",
        _is_prime,
        "prime",
        rank=30,
        imports="math",
    ),
    _block("math.sqrt({0})", "float", "float", math.sqrt, "root sqrt hypotenuse", imports="math"),
    _block("{0} << {1}", "int; int", "int", lambda a, b: a << min(b, 64), "shift", rank=55, rare=True, grows=True),
    _block("{0} >> {1}", "int; int", "int", lambda a, b: a >> b, "shift", rank=55, rare=True),
    _block("{0} & {1}", "int; int", "int", lambda a, b: a & b, "and bitwise bit", rank=50, symmetric=True, rare=True),
    _block("{0} | {1}", "int; int", "int", lambda a, b: a | b, "or bitwise bit", rank=45, symmetric=True, rare=True),
    _block("{0} ^ {1}", "int; int", "int", lambda a, b: a ^ b, "xor bitwise bit", rank=47, symmetric=True, rare=True),
    _block("round({0})", "float", "int", round, "round nearest", rare=True),
    _block("int({0})", "float", "int", int, "truncate whole floor", rare=True),
    _block("math.ceil({0})", "float", "int", math.ceil, "ceil round up", imports="math"),
    _block("round({0}, {1})", "float; int", "float", round, "round decimal", rare=True),
    _block("bin({0})[2:]", "int", "str", _binary, "binary bit", rare=True),
    _block("int({0}, 2)", "str", "int", lambda s: int(s, 2), "binary", rare=True),
    _block("hex({0})[2:]", "int", "str", _hexadecimal, "hex hexadecimal", rare=True),
    _block("str({0})", "int", "str", str, "digit string text convert concatenate"),
    _block("str({0})", "any", "str", str, "string text convert concatenate", rare=True),
    _block("int({0})", "str", "int", int, "digit number integer convert"),
    _block("float({0})", "str", "float", float, "number float convert", rare=True),
    _block("chr({0})", "int", "str", chr, "character ascii letter", rare=True),
    _block("ord({0})", "str", "int", ord, "ascii code character unicode alphabet letter", rare=True),
    _block("list(range({0}))", "int", "list[int]", lambda n: _numbers(0, n), "range first up below natural"),
    _block("list(range(1, {0} + 1))", "int", "list[int]", lambda n: _numbers(1, n + 1), "range first up natural"),
    _block("list(range({0}, {1}))", "int; int", "list[int]", _numbers, "range between", rare=True),
)

LOGIC: Final = (
    _block("not {0}", "bool", "bool", lambda a: not a, rank=35),
    _block("{0} and {1}", "bool; bool", "bool", lambda a, b: a and b, rank=30, symmetric=True),
    _block("{0} or {1}", "bool; bool", "bool", lambda a, b: a or b, rank=25, symmetric=True),
    _block(
        "{0} == {1}",
        "T; T",
        "bool",
        lambda a, b: a == b,
        rank=40,
        symmetric=True,
        means="same match identical palindrome",
    ),
    _block("{0} != {1}", "T; T", "bool", lambda a, b: a != b, rank=40, symmetric=True),
)

TEXTS: Final = (
    _block("len({0})", "str", "int", len, "length long character size count number many"),
    _block("{0}.upper()", "str", "str", str.upper, "upper uppercase capital", means="case letter"),
    _block("{0}.lower()", "str", "str", str.lower, "lower lowercase case", means="case letter"),
    _block(
        "{0}.title()", "str", "str", str.title, "title capitalize", rare=True, means="capital letter first word each"
    ),
    _block("{0}.capitalize()", "str", "str", str.capitalize, "capitalize", rare=True, means="capital letter first"),
    _block("{0}.swapcase()", "str", "str", str.swapcase, "swap swapcase case toggle invert", rare=True),
    _block("{0}.strip()", "str", "str", str.strip, "strip trim whitespace space"),
    _block("{0}[::-1]", "str", "str", lambda s: s[::-1], "reverse backward palindrome"),
    _block("{0}.split()", "str", "list[str]", lambda s: tuple(s.split()), "word split sentence"),
    _block(
        "{0}.split({1})", "str; str", "list[str]", lambda s, t: tuple(s.split(t)), "split separate comma", means="space"
    ),
    _block(
        "{0}.join({1:i})",
        "str; list[str]",
        "str",
        _separated,
        "join concatenate combine string sentence word",
        grows=True,
    ),
    _block(
        "{0} + {1}",
        "str; str",
        "str",
        lambda a, b: a + b,
        rank=60,
        grows=True,
        means="sum add total plus end append concatenate",
    ),
    _block(
        "{0}.replace({1}, {2})",
        "str; str; str",
        "str",
        str.replace,
        "replace remove delete",
        rare=True,
        grows=True,
        means="space whitespace character letter",
    ),
    _block("{0}.startswith({1})", "str; str", "bool", str.startswith, "start begin prefix", means="letter character"),
    _block("{0}.endswith({1})", "str; str", "bool", str.endswith, "end suffix", means="letter character"),
    _block("{0} in {1}", "str; str", "bool", lambda a, b: a in b, "contain in include substring present", rank=40),
    _block("{0}.count({1})", "str; str", "int", str.count, "count occurrence time number frequency many"),
    _block("{0}.find({1})", "str; str", "int", str.find, "index position find first"),
    _block("{0}.format({1})", "str; T", "str", str.format, "format", rare=True),
    _block(
        "[{0}[start:stop] for start in range(len({0})) for stop in range(start + 1, len({0}) + 1)]",
        "str",
        "list[str]",
        _runs,
        "substring",
        rare=True,
    ),
    _block("{0}[0]", "str", "str", lambda s: s[0], "first initial begin"),
    _block("{0}[-1]", "str", "str", lambda s: s[-1], "last end"),
    _block("{0}[1:]", "str", "str", lambda s: s[1:], "first remove without except rest"),
    _block("{0}[:-1]", "str", "str", lambda s: s[:-1], "last remove without except"),
    _block("{0}[{1}]", "str; int", "str", lambda s, i: s[i], near=True),
    _block("{0}[:{1}]", "str; int", "str", lambda s, i: s[:i], near=True),
    _block("{0}[{1}:]", "str; int", "str", lambda s, i: s[i:], near=True),
    _block("{0}[::2]", "str", "str", lambda s: s[::2], "even every other second alternate index position", rare=True),
    _block("{0}[1::2]", "str", "str", lambda s: s[1::2], "odd every other second alternate index position", rare=True),
    _block("{0}.isdigit()", "str", "bool", str.isdigit, "digit number numeric"),
    _block("{0}.isalpha()", "str", "bool", str.isalpha, "letter alphabet alphabetic"),
    _block("{0}.isalnum()", "str", "bool", str.isalnum, "alphanumeric letter digit punctuation", rare=True),
    _block("{0}.isupper()", "str", "bool", str.isupper, "upper uppercase capital", rare=True),
    _block("{0}.islower()", "str", "bool", str.islower, "lower lowercase", rare=True),
    _block("{0}.isspace()", "str", "bool", str.isspace, "space whitespace", rare=True),
    _block(f"{{0}} in {VOWELS!r}", "str", "bool", lambda s: bool(s) and s in VOWELS, "vowel consonant", rank=40),
    _block(f"{{0}} not in {VOWELS!r}", "str", "bool", lambda s: s not in VOWELS, "vowel consonant remove", rank=40),
    _block(
        "{0} * {1}",
        "str; int",
        "str",
        _repeat,
        "repeat time",
        rank=70,
        rare=True,
        grows=True,
        means="product multiply area volume time perimeter percent",
    ),
    _block("list({0})", "str", "list[str]", tuple, "character letter list"),
    _block(
        "{0} < {1}", "str; str", "bool", lambda a, b: a < b, "before alphabetical lexicographical", rank=40, rare=True
    ),
)

LISTS: Final = (
    _block("len({0})", "list[T]", "int", len, "length long element size count number many"),
    _block("{0}[0]", "list[T]", "T", lambda s: s[0], "first head"),
    _block("{0}[-1]", "list[T]", "T", lambda s: s[-1], "last tail end"),
    _block("{0}[1:]", "list[T]", "list[T]", lambda s: s[1:], "first remove without except rest"),
    _block("{0}[:-1]", "list[T]", "list[T]", lambda s: s[:-1], "last remove without except"),
    _block("{0}[{1}]", "list[T]; int", "T", lambda s, i: s[i], near=True),
    _block("{0}[{1} - 1]", "list[T]; int", "T", lambda s, i: s[i - 1], "kth nth", near=True, rare=True),
    _block("list(itertools.combinations({0:i}, 2))", "list[K]", "list[pair[K, K]]", _two_of,
           "pair combination", imports="itertools"),
    _block("[{0}[start:stop] for start in range(len({0})) for stop in range(start + 1, len({0}) + 1)]", "list[T]",
           "list[list[T]]", _runs, "subarray sublist contiguous", rare=True),
    _block("list(zip({0:i}, {1:i}, {2:i}))", "list[T]; list[T]; list[T]", "list[list[T]]",
           lambda a, b, c: tuple(zip(a, b, c, strict=False)), "three", rare=True, near=True,
           means="same length corresponding position index"),
    _block("max({0:i}, key=len)", "list[list[T]]", "list[T]", lambda s: max(s, key=len), "longest"),
    _block("min({0:i}, key=len)", "list[list[T]]", "list[T]", lambda s: min(s, key=len), "shortest"),
    _block("max({0:i}, key=len)", "list[str]", "str", lambda s: max(s, key=len), "longest"),
    _block("min({0:i}, key=len)", "list[str]", "str", lambda s: min(s, key=len), "shortest"),
    _block("{0}[:{1}]", "list[T]; int", "list[T]", lambda s, i: s[:i], "first", near=True),
    _block("{0}[{1}:]", "list[T]; int", "list[T]", lambda s, i: s[i:], "last after skip drop", near=True),
    _block("{0}[-{1}:]", "list[T]; int", "list[T]", lambda s, i: s[-i:], "last end final", near=True),
    _block("{0}[::{1}]", "list[T]; int", "list[T]", lambda s, i: s[::i], "every step nth", rare=True, near=True),
    _block("{0}[::-1]", "list[T]", "list[T]", lambda s: s[::-1], "reverse backward palindrome"),
    _block("{0}[1::2]", "list[T]", "list[T]", lambda s: s[1::2],
           "odd every other second alternate index position", rare=True),
    _block("{0}[::2]", "list[T]", "list[T]", lambda s: s[::2],
           "even every other second alternate index position", rare=True),
    _block("{0} + {1}", "list[T]; list[T]", "list[T]", lambda a, b: a + b,
           "concatenate append join combine merge", rank=60, grows=True,
           means="sum add total plus end append concatenate"),
    _block("[{0}]", "T", "list[T]", lambda a: (a,), "append list add"),
    _block("[{0}] * {1}", "T; int", "list[T]", lambda a, n: _repeat((a,), n),
           "repeat time", rank=70, rare=True, grows=True),
    _block("{0} in {1}", "T; list[T]", "bool", lambda a, b: a in b, "contain in include present exist member", rank=40),
    _block("{0}.count({1})", "list[T]; T", "int", lambda s, a: s.count(a),
           "count occurrence time number frequency many"),
    _block("{0}.index({1})", "list[T]; T", "int", lambda s, a: s.index(a), "index position"),
    _block("list(dict.fromkeys({0:i}))", "list[T]", "list[T]", lambda s: tuple(dict.fromkeys(s)),
           "duplicate unique distinct"),
    _block("[item for item in {0:i} if {0}.count(item) == 1]", "list[T]", "list[T]",
           lambda s: tuple(item for item in s if s.count(item) == 1),
           "duplicate unique distinct once repeat repeated repeating", rare=True),
    _block("len(set({0:i}))", "list[T]", "int", lambda s: len(set(s)), "unique distinct different duplicate same"),
    _block("Counter({0:i}).most_common(1)[0][0]", "list[T]", "T", lambda s: Counter(s).most_common(1)[0][0],
           "common frequent mode frequency occurrence", imports="from collections import Counter"),
    _block("dict(Counter({0:i}))", "list[T]", "map[T, int]", lambda s: Map(Counter(s)),
           "count frequency occurrence dictionary", imports="from collections import Counter"),
    _block("[item for part in {0:i} for item in part]", "list[list[T]]", "list[T]",
           lambda s: tuple(item for part in s for item in part), "flatten single flat nested"),
    _block("[list(column) for column in zip(*{0})]", "list[list[T]]",
           "list[list[T]]", lambda s: tuple(zip(*s, strict=True)),
           "transpose column"),
    _block("math.prod({0:i})", "list[int]", "int", math.prod, "product multiply", imports="math", grows=True),
    _block("sum({0:i}) / len({0})", "list[float]", "float", lambda s: sum(s) / len(s), "average mean", rank=70),
    _block("all({0:i})", "list[bool]", "bool", all, "all every each"),
    _block("any({0:i})", "list[bool]", "bool", any, "any some exist contain"),
    _block("math.gcd(*{0})", "list[int]", "int", lambda s: reduce(math.gcd, s), "gcd divisor", imports="math"),
    _block("list(itertools.accumulate({0:i}))", "list[int]", "list[int]",
           lambda s: tuple(sum(s[: i + 1]) for i in range(len(s))), "running cumulative prefix", imports="itertools"),
)  # fmt: skip

ORDERED: Final = tuple(
    block
    for kind in ("int", "float", "str", "pair[T, U]", "list[int]")
    for block in (
        _block("max({0:i})", f"list[{kind}]", kind, max, "max largest greatest highest biggest top"),
        _block("min({0:i})", f"list[{kind}]", kind, min, "min smallest least lowest"),
        _block("sorted({0:i})", f"list[{kind}]", f"list[{kind}]", lambda s: tuple(sorted(s)),
               "sort order ascending alphabetical increasing largest smallest anagram"),
        _block("sorted({0:i}, reverse=True)", f"list[{kind}]", f"list[{kind}]",
               lambda s: tuple(sorted(s, reverse=True)), "sort descending decreasing reverse largest"),
    )
)  # fmt: skip

MAPS: Final = (
    _block("list({0})", "map[K, V]", "list[K]", tuple, "key"),
    _block("list({0}.values())", "map[K, V]", "list[V]", lambda m: tuple(m.values()), "value"),
    _block("list({0}.items())", "map[K, V]", "list[pair[K, V]]", lambda m: tuple(m.items()), "item pair key value"),
    _block("{0}[{1}]", "map[K, V]; K", "V", lambda m, k: m[k], near=True),
    _block("{0}.get({1}, {2})", "map[K, V]; K; V", "V", lambda m, k, v: m.get(k, v), near=True),
    _block("len({0})", "map[K, V]", "int", len, "length size count number many"),
    _block("{0} in {1}", "K; map[K, V]", "bool", lambda k, m: k in m, "contain in key exist", rank=40),
    _block("{{**{0}, **{1}}}", "map[K, V]; map[K, V]", "map[K, V]", lambda a, b: Map({**a, **b}),
           "merge combine update"),
    _block("dict({0:i})", "list[pair[K, V]]", "map[K, V]", Map, "dictionary map"),
    _block("dict(zip({0:i}, {1:i}))", "list[K]; list[V]", "map[K, V]", lambda a, b: Map(zip(a, b, strict=False)),
           "dictionary map key"),
)  # fmt: skip

PAIRS: Final = (
    _block("{0}[0]", "pair[K, V]", "K", lambda p: p[0], "first"),
    _block("{0}[1]", "pair[K, V]", "V", lambda p: p[1], "second last"),
    _block("({0}, {1})", "K; V", "pair[K, V]", lambda a, b: (a, b), "pair tuple both and"),
    _block("list(zip({0:i}, {1:i}))", "list[K]; list[V]", "list[pair[K, V]]",
           lambda a, b: tuple(zip(a, b, strict=False)), means="same length corresponding position index"),
    _block("list(enumerate({0:i}))", "list[K]", "list[pair[int, K]]", lambda s: tuple(enumerate(s)),
           "index position place"),
    _block("list(itertools.pairwise({0:i}))", "list[K]", "list[pair[K, K]]", lambda s: tuple(itertools.pairwise(s)),
           "consecutive adjacent neighbour neighbor neighbouring neighboring pairwise successive difference "
           "sorted increasing", imports="itertools"),
)  # fmt: skip

BLOCKS: Final = ARITHMETIC + NUMBERS + LOGIC + TEXTS + LISTS + ORDERED + MAPS + PAIRS
