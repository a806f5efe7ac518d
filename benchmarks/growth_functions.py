"""Functions whose growth is known, for `benchmarks/growth.py`: forty in Python."""

from __future__ import annotations

from typing import Final, NamedTuple

from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.work.performance import Growth


class Known(NamedTuple):
    growth: Growth
    signature: Signature
    code: str


def _known(growth: Growth, head: str, code: str) -> Known:
    name, rest = head.split("(", 1)
    params, returns = rest.rsplit(") -> ", 1)
    pairs = [part.split(": ", 1) for part in params.split("; ")]
    made = tuple(Parameter(name=param, type=Type.parse(kind)) for param, kind in pairs)
    return Known(growth, Signature(name=name, params=made, returns=Type.parse(returns)), code)


_C, _L, _N, _M = Growth.CONSTANT, Growth.LOGARITHMIC, Growth.LINEAR, Growth.LINEARITHMIC
_Q, _K, _E = Growth.QUADRATIC, Growth.CUBIC, Growth.EXPONENTIAL

FUNCTIONS: Final[tuple[Known, ...]] = (
    _known(_C, "first_or(xs: list[int]) -> int", "def first_or(xs):\n    return xs[0] if xs else -1\n"),
    _known(_C, "middle(text: str) -> str", "def middle(text):\n    return text[len(text) // 2]\n"),
    _known(_C, "is_odd(n: int) -> bool", "def is_odd(n):\n    return n % 2 == 1\n"),
    _known(_C, "triangle(n: int) -> int", "def triangle(n):\n    return n * (n + 1) // 2\n"),
    _known(
        _C, "has_key(table: map[str, int]) -> bool", "def has_key(table):\n    return 'k1' in table or 'x' in table\n"
    ),
    _known(
        _C,
        "ends(xs: list[int]) -> list[int]",
        "def ends(xs):\n    return [xs[0], xs[-1], xs[len(xs) // 2], min(xs[0], xs[-1])]\n",
    ),
    _known(
        _L,
        "bisection(xs: list[int]; x: int) -> int",
        """\
        def bisection(xs, x):
            low, high = 0, len(xs)
            while low < high:
                middle = (low + high) // 2
                if xs[middle] < x:
                    low = middle + 1
                else:
                    high = middle
            return low
        """,
    ),
    _known(
        _L,
        "power(base: int; exponent: int) -> int",
        """\
        def power(base, exponent):
            result = 1
            while exponent:
                if exponent & 1:
                    result = result * base % 1000007
                base = base * base % 1000007
                exponent >>= 1
            return result
        """,
    ),
    _known(
        _L,
        "bits(n: int) -> int",
        "def bits(n):\n    count = 0\n    while n:\n        count += n & 1\n        n >>= 1\n    return count\n",
    ),
    _known(
        _L,
        "digit_sum(n: int) -> int",
        "def digit_sum(n):\n    total = 0\n    while n:\n        total += n % 10\n        n //= 10\n    return total\n",
    ),
    _known(
        _L, "common(a: int; b: int) -> int", "def common(a, b):\n    while b:\n        a, b = b, a % b\n    return a\n"
    ),
    _known(
        _L,
        "halvings(n: int) -> int",
        "def halvings(n):\n    return 0 if n <= 1 else 1 + halvings(n // 2)\n",
    ),
    _known(
        _N,
        "total(xs: list[int]) -> int",
        "def total(xs):\n    result = 0\n    for x in xs:\n        result += x\n    return result\n",
    ),
    _known(_N, "largest(xs: list[int]) -> int", "def largest(xs):\n    return max(xs)\n"),
    _known(_N, "backwards(text: str) -> str", "def backwards(text):\n    return ''.join(reversed(text))\n"),
    _known(
        _N,
        "two_sum(xs: list[int]; target: int) -> list[int]",
        """\
        def two_sum(xs, target):
            seen = {}
            for place, x in enumerate(xs):
                if target - x in seen:
                    return [seen[target - x], place]
                seen[x] = place
            return []
        """,
    ),
    _known(
        _N,
        "letters(text: str) -> map[str, int]",
        """\
        def letters(text):
            counts = {}
            for c in text:
                counts[c] = counts.get(c, 0) + 1
            return counts
        """,
    ),
    _known(
        _N,
        "best_run(xs: list[int]) -> int",
        """\
        def best_run(xs):
            best = here = xs[0]
            for x in xs[1:]:
                here = max(x, here + x)
                best = max(best, here)
            return best
        """,
    ),
    _known(
        _N,
        "stairs(n: int) -> int",
        "def stairs(n):\n    a, b = 0, 1\n    for _ in range(n):\n        a, b = b, (a + b) % 1000007\n    return a\n",
    ),
    _known(
        _N,
        "balanced(text: str) -> bool",
        """\
        def balanced(text):
            stack = []
            for c in text:
                if c < 'm':
                    stack.append(c)
                elif stack:
                    stack.pop()
            return not stack
        """,
    ),
    _known(_M, "in_order(xs: list[int]) -> list[int]", "def in_order(xs):\n    return sorted(xs)\n"),
    _known(
        _M,
        "merge_sort(xs: list[int]) -> list[int]",
        """\
        def merge_sort(xs):
            if len(xs) < 2:
                return xs
            middle = len(xs) // 2
            left, right = merge_sort(xs[:middle]), merge_sort(xs[middle:])
            merged, i, j = [], 0, 0
            while i < len(left) and j < len(right):
                if left[i] <= right[j]:
                    merged.append(left[i])
                    i += 1
                else:
                    merged.append(right[j])
                    j += 1
            return merged + left[i:] + right[j:]
        """,
    ),
    _known(
        _M,
        "heap_sort(xs: list[int]) -> list[int]",
        """\
        import heapq
        def heap_sort(xs):
            heap = []
            for x in xs:
                heapq.heappush(heap, x)
            return [heapq.heappop(heap) for _ in range(len(heap))]
        """,
    ),
    _known(
        _M,
        "closest_gap(xs: list[int]) -> int",
        "def closest_gap(xs):\n    xs = sorted(xs)\n    return min((b - a for a, b in zip(xs, xs[1:])), default=0)\n",
    ),
    _known(
        _M,
        "ranks(xs: list[int]) -> list[int]",
        """\
        import bisect
        def ranks(xs):
            def place(order, x):
                low, high = 0, len(order)
                while low < high:
                    middle = (low + high) // 2
                    if order[middle] < x:
                        low = middle + 1
                    else:
                        high = middle
                return low
            order = sorted(xs)
            return [place(order, x) for x in xs]
        """,
    ),
    _known(
        _M,
        "doubling_steps(n: int) -> int",
        """\
        def doubling_steps(n):
            count = 0
            for i in range(n):
                step = 1
                while step <= n:
                    count += 1
                    step *= 2
            return count
        """,
    ),
    _known(
        _Q,
        "bubble_sort(xs: list[int]) -> list[int]",
        """\
        def bubble_sort(xs):
            xs = list(xs)
            for end in range(len(xs) - 1, 0, -1):
                swapped = False
                for i in range(end):
                    if xs[i] > xs[i + 1]:
                        xs[i], xs[i + 1] = xs[i + 1], xs[i]
                        swapped = True
                if not swapped:
                    break
            return xs
        """,
    ),
    _known(
        _Q,
        "insertion_sort(xs: list[int]) -> list[int]",
        """\
        def insertion_sort(xs):
            xs = list(xs)
            for i in range(1, len(xs)):
                x, j = xs[i], i
                while j and xs[j - 1] > x:
                    xs[j] = xs[j - 1]
                    j -= 1
                xs[j] = x
            return xs
        """,
    ),
    _known(
        _Q,
        "quick_sort(xs: list[int]) -> list[int]",
        """\
        import sys
        sys.setrecursionlimit(100000)
        def quick_sort(xs):
            if len(xs) < 2:
                return xs
            pivot, rest = xs[0], xs[1:]
            return quick_sort([x for x in rest if x < pivot]) + [pivot] + quick_sort([x for x in rest if x >= pivot])
        """,
    ),
    _known(
        _Q,
        "pairs(xs: list[int]; target: int) -> int",
        """\
        def pairs(xs, target):
            count = 0
            for i in range(len(xs)):
                for j in range(i + 1, len(xs)):
                    count += xs[i] + xs[j] == target
            return count
        """,
    ),
    _known(
        _Q,
        "without_repeats(xs: list[int]) -> list[int]",
        """\
        def without_repeats(xs):
            kept = []
            for x in xs:
                if x not in kept:
                    kept.append(x)
            return kept
        """,
    ),
    _known(
        _Q,
        "shared_length(a: str; b: str) -> int",
        """\
        def shared_length(a, b):
            row = [0] * (len(b) + 1)
            for x in a:
                before = 0
                for j, y in enumerate(b):
                    above = row[j + 1]
                    row[j + 1] = before + 1 if x == y else max(row[j + 1], row[j])
                    before = above
            return row[-1]
        """,
    ),
    _known(
        _K,
        "triples(xs: list[int]) -> int",
        """\
        def triples(xs):
            count = 0
            for i in range(len(xs)):
                for j in range(i):
                    for k in range(j):
                        count += xs[i] + xs[j] == xs[k]
            return count
        """,
    ),
    _known(
        _K,
        "cube_of_ones(n: int) -> int",
        """\
        def cube_of_ones(n):
            a = [[1] * n for _ in range(n)]
            total = 0
            for i in range(n):
                for j in range(n):
                    for k in range(n):
                        total += a[i][k] * a[k][j]
            return total
        """,
    ),
    _known(
        _K,
        "worst_span(xs: list[int]) -> int",
        """\
        def worst_span(xs):
            best = 0
            for i in range(len(xs)):
                for j in range(i, len(xs)):
                    total = 0
                    for k in range(i, j + 1):
                        total += xs[k]
                    best = max(best, total)
            return best
        """,
    ),
    _known(
        _K,
        "shortest_ways(n: int) -> int",
        """\
        def shortest_ways(n):
            d = [[abs(i - j) * 3 % 7 + 1 for j in range(n)] for i in range(n)]
            for k in range(n):
                for i in range(n):
                    for j in range(n):
                        if d[i][k] + d[k][j] < d[i][j]:
                            d[i][j] = d[i][k] + d[k][j]
            return sum(map(sum, d))
        """,
    ),
    _known(
        _E, "rabbits(n: int) -> int", "def rabbits(n):\n    return n if n < 2 else rabbits(n - 1) + rabbits(n - 2)\n"
    ),
    _known(
        _E,
        "subset_sum(xs: list[int]; target: int) -> bool",
        """\
        def subset_sum(xs, target):
            def found(place, left):
                if place == len(xs):
                    return left == 0
                return found(place + 1, left) or found(place + 1, left - xs[place])
            return found(0, target)
        """,
    ),
    _known(
        _E,
        "towers(n: int) -> int",
        "def towers(n):\n    return 0 if n == 0 else towers(n - 1) + 1 + towers(n - 1)\n",
    ),
    _known(
        _E,
        "subsets(xs: list[int]) -> int",
        """\
        def subsets(xs):
            every = [[]]
            for x in xs:
                every += [one + [x] for one in every]
            return len(every)
        """,
    ),
)
