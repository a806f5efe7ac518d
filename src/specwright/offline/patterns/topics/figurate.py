"""Figurate numbers and sums of powers, by their formulas."""

from __future__ import annotations

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "nth triangular number",
    tests=[given(1).gives(1), given(4).gives(10)],
    time="O(1)",
)
def triangular_number(n: int) -> int:
    """Return the `n`-th triangular number."""
    return n * (n + 1) // 2


@pattern(
    "nth pentagonal number",
    tests=[given(1).gives(1), given(4).gives(22)],
    time="O(1)",
)
def pentagonal_number(n: int) -> int:
    """Return the `n`-th pentagonal number."""
    return n * (3 * n - 1) // 2


@pattern(
    "nth hexagonal number",
    tests=[given(1).gives(1), given(4).gives(28)],
    time="O(1)",
)
def hexagonal_number(n: int) -> int:
    """Return the `n`-th hexagonal number."""
    return n * (2 * n - 1)


@pattern(
    "nth heptagonal number",
    tests=[given(1).gives(1), given(4).gives(34)],
    time="O(1)",
)
def heptagonal_number(n: int) -> int:
    """Return the `n`-th heptagonal number."""
    return n * (5 * n - 3) // 2


@pattern(
    "nth octagonal number",
    tests=[given(1).gives(1), given(4).gives(40)],
    time="O(1)",
)
def octagonal_number(n: int) -> int:
    """Return the `n`-th octagonal number."""
    return n * (3 * n - 2)


@pattern(
    "nth nonagonal number",
    tests=[given(1).gives(1), given(4).gives(46)],
    time="O(1)",
)
def nonagonal_number(n: int) -> int:
    """Return the `n`-th nonagonal number."""
    return n * (7 * n - 5) // 2


@pattern(
    "nth decagonal number",
    tests=[given(1).gives(1), given(4).gives(52)],
    time="O(1)",
)
def decagonal_number(n: int) -> int:
    """Return the `n`-th decagonal number."""
    return n * (4 * n - 3)


@pattern(
    "nth centered hexagonal number",
    tests=[given(1).gives(1), given(4).gives(37)],
    time="O(1)",
)
def centered_hexagonal_number(n: int) -> int:
    """Return the `n`-th centered hexagonal number."""
    return 3 * n * (n - 1) + 1


@pattern(
    "nth star number",
    tests=[given(1).gives(1), given(4).gives(73)],
    time="O(1)",
)
def star_number(n: int) -> int:
    """Return the `n`-th star number."""
    return 6 * n * (n - 1) + 1


@pattern(
    "nth tetrahedral number",
    tests=[given(1).gives(1), given(4).gives(20)],
    time="O(1)",
)
def tetrahedral_number(n: int) -> int:
    """Return the `n`-th tetrahedral number."""
    return n * (n + 1) * (n + 2) // 6


@pattern(
    "nth square pyramidal number",
    "sum of the squares of the first n natural numbers",
    tests=[given(1).gives(1), given(4).gives(30)],
    time="O(1)",
)
def square_pyramidal_number(n: int) -> int:
    """Return the `n`-th square pyramidal number, the sum of the first `n` squares."""
    return n * (n + 1) * (2 * n + 1) // 6


@pattern(
    "nth rectangular number",
    "nth pronic number",
    "nth oblong number",
    tests=[given(1).gives(2), given(4).gives(20)],
    time="O(1)",
)
def rectangular_number(n: int) -> int:
    """Return the `n`-th rectangular (pronic) number."""
    return n * (n + 1)


@pattern(
    "nth carol number",
    tests=[given(1).gives(-1), given(4).gives(223)],
    time="O(1)",
)
def carol_number(n: int) -> int:
    """Return the `n`-th Carol number."""
    return ((1 << n) - 1) ** 2 - 2


@pattern(
    "nth woodall number",
    tests=[given(1).gives(1), given(4).gives(63)],
    time="O(1)",
)
def woodall_number(n: int) -> int:
    """Return the `n`-th Woodall number."""
    return n * (1 << n) - 1


@pattern(
    "nth cullen number",
    tests=[given(1).gives(3), given(4).gives(65)],
    time="O(1)",
)
def cullen_number(n: int) -> int:
    """Return the `n`-th Cullen number."""
    return n * (1 << n) + 1


@pattern(
    "nth mersenne number",
    tests=[given(1).gives(1), given(4).gives(15)],
    time="O(1)",
)
def mersenne_number(n: int) -> int:
    """Return the `n`-th Mersenne number."""
    return (1 << n) - 1


@pattern(
    "sum of the first n natural numbers",
    "sum of numbers from 1 to n",
    tests=[given(1).gives(1), given(4).gives(10)],
    time="O(1)",
)
def sum_of_naturals(n: int) -> int:
    """Return the sum of the first `n` natural numbers."""
    return n * (n + 1) // 2


@pattern(
    "sum of the first n even natural numbers",
    tests=[given(1).gives(2), given(4).gives(20)],
    time="O(1)",
)
def sum_of_even_naturals(n: int) -> int:
    """Return the sum of the first `n` even natural numbers."""
    return n * (n + 1)


@pattern(
    "sum of the first n odd natural numbers",
    tests=[given(1).gives(1), given(4).gives(16)],
    time="O(1)",
)
def sum_of_odd_naturals(n: int) -> int:
    """Return the sum of the first `n` odd natural numbers."""
    return n * n


@pattern(
    "sum of the cubes of the first n natural numbers",
    "cube sum of the first n natural numbers",
    tests=[given(1).gives(1), given(4).gives(100)],
    time="O(1)",
)
def sum_of_cubes(n: int) -> int:
    """Return the sum of the cubes of the first `n` natural numbers."""
    return (n * (n + 1) // 2) ** 2


@pattern(
    "sum of the squares of the first n odd natural numbers",
    tests=[given(1).gives(1), given(4).gives(84)],
    time="O(1)",
)
def sum_of_odd_squares(n: int) -> int:
    """Return the sum of the squares of the first `n` odd natural numbers."""
    return n * (4 * n * n - 1) // 3


@pattern(
    "sum of the squares of the first n even natural numbers",
    tests=[given(1).gives(4), given(4).gives(120)],
    time="O(1)",
)
def sum_of_even_squares(n: int) -> int:
    """Return the sum of the squares of the first `n` even natural numbers."""
    return 2 * n * (n + 1) * (2 * n + 1) // 3
