"""Named sequences of numbers."""

from __future__ import annotations

from math import log2, perm

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "nth lucas number",
    "lucas sequence",
    tests=[given(0).gives(2), given(1).gives(1), given(9).gives(76)],
    time="O(n)",
)
def lucas_number(n: int) -> int:
    """Return the `n`-th Lucas number, where the 0th is 2 and the 1st is 1."""
    current, following = 2, 1
    for _ in range(n):
        current, following = following, current + following
    return current


@pattern(
    "nth pell number",
    tests=[given(0).gives(0), given(1).gives(1), given(7).gives(169)],
    time="O(n)",
)
def pell_number(n: int) -> int:
    """Return the `n`-th Pell number, where the 0th is 0 and the 1st is 1."""
    current, following = 0, 1
    for _ in range(n):
        current, following = following, current + 2 * following
    return current


@pattern(
    "nth jacobsthal number",
    tests=[given(0).gives(0), given(1).gives(1), given(5).gives(11)],
    time="O(n)",
)
def jacobsthal_number(n: int) -> int:
    """Return the `n`-th Jacobsthal number, where the 0th is 0 and the 1st is 1."""
    current, following = 0, 1
    for _ in range(n):
        current, following = following, following + 2 * current
    return current


@pattern(
    "nth jacobsthal lucas number",
    tests=[given(0).gives(2), given(1).gives(1), given(5).gives(31)],
    time="O(n)",
)
def jacobsthal_lucas_number(n: int) -> int:
    """Return the `n`-th Jacobsthal-Lucas number, where the 0th is 2 and the 1st is 1."""
    current, following = 2, 1
    for _ in range(n):
        current, following = following, following + 2 * current
    return current


@pattern(
    "nth tribonacci number",
    tests=[given(0).gives(0), given(4).gives(4), given(10).gives(149)],
    time="O(n)",
)
def tribonacci(n: int) -> int:
    """Return the `n`-th tribonacci number, where the 0th is 0 and the next two are 1."""
    first, second, third = 0, 1, 1
    for _ in range(n):
        first, second, third = second, third, first + second + third
    return first


@pattern(
    "nth perrin number",
    tests=[given(0).gives(3), given(1).gives(0), given(9).gives(12)],
    time="O(n)",
)
def perrin_number(n: int) -> int:
    """Return the `n`-th Perrin number: 3, 0, 2, and then the sum of the second and third before."""
    first, second, third = 3, 0, 2
    for _ in range(n):
        first, second, third = second, third, first + second
    return first


@pattern(
    "nth padovan number",
    tests=[given(0).gives(1), given(3).gives(2), given(9).gives(9)],
    time="O(n)",
)
def padovan_number(n: int) -> int:
    """Return the `n`-th Padovan number: 1, 1, 1, and then the sum of the second and third before."""
    first, second, third = 1, 1, 1
    for _ in range(n):
        first, second, third = second, third, first + second
    return first


@pattern(
    "nth number in sylvester sequence",
    tests=[given(1).gives(2), given(4).gives(43)],
    time="O(n)",
)
def sylvester_number(n: int) -> int:
    """Return the `n`-th number of Sylvester's sequence, where the first is 2."""
    number = 2
    for _ in range(n - 1):
        number = number * (number - 1) + 1
    return number


@pattern(
    "nth number in the newman conway sequence",
    tests=[given(1).gives(1), given(2).gives(1), given(10).gives(6)],
    time="O(n)",
    space="O(n)",
)
def newman_conway(n: int) -> int:
    """Return the `n`-th number of the Newman-Conway sequence, where the first two are 1."""
    numbers = [0, 1, 1]
    for place in range(3, n + 1):
        last = numbers[-1]
        numbers.append(numbers[last] + numbers[place - last])
    return numbers[n]


@pattern(
    "nth golomb number",
    "golomb sequence",
    tests=[given(1).gives(1), given(9).gives(5)],
    time="O(n)",
    space="O(n)",
)
def golomb_number(n: int) -> int:
    """Return the `n`-th number of Golomb's sequence, where the first is 1."""
    numbers = [0, 1]
    for place in range(2, n + 1):
        numbers.append(1 + numbers[place - numbers[numbers[place - 1]]])
    return numbers[n]


@pattern(
    "nth bell number",
    "number of ways to partition a set of n elements",
    tests=[given(0).gives(1), given(2).gives(2), given(5).gives(52)],
    time="O(n^2)",
    space="O(n)",
)
def bell_number(n: int) -> int:
    """Return the `n`-th Bell number: the number of ways to partition a set of `n` elements."""
    row = [1]
    for _ in range(n):
        following = [row[-1]]
        for value in row:
            following.append(following[-1] + value)
        row = following
    return row[0]


@pattern(
    "nth motzkin number",
    tests=[given(0).gives(1), given(4).gives(9)],
    time="O(n)",
)
def motzkin_number(n: int) -> int:
    """Return the `n`-th Motzkin number."""
    first, second = 1, 1
    for place in range(2, n + 1):
        first, second = second, ((2 * place + 1) * second + (3 * place - 3) * first) // (place + 2)
    return second


@pattern(
    "number of derangements",
    "subfactorial of a number",
    tests=[given(0).gives(1), given(1).gives(0), given(4).gives(9)],
    time="O(n)",
)
def derangements(n: int) -> int:
    """Return the number of derangements of `n` things: permutations that leave none in its place."""
    first, second = 1, 0
    for place in range(1, n):
        first, second = second, place * (first + second)
    return second if n else first


@pattern(
    "eulerian number a(n, m)",
    tests=[given(3, 1).gives(4), given(4, 1).gives(11), given(3, 0).gives(1)],
    time="O(n m)",
    space="O(n)",
)
def eulerian_number(n: int, m: int) -> int:
    """Return the eulerian number of `n` and `m`: permutations of `n` things with `m` ascents."""
    row = [1]
    for size in range(2, n + 1):
        padded = [0, *row, 0]
        row = [(size - place) * padded[place] + (place + 1) * padded[place + 1] for place in range(size)]
    return row[m] if 0 <= m < len(row) else 0


@pattern(
    "stirling number of the second kind",
    tests=[given(4, 2).gives(7), given(3, 1).gives(1), given(0, 0).gives(1)],
    time="O(n k)",
    space="O(k)",
)
def stirling_second(n: int, k: int) -> int:
    """Return the Stirling number of the second kind: ways to part `n` things into `k` groups."""
    row = [1] + [0] * k
    for _ in range(n):
        row = [0] + [row[groups - 1] + groups * row[groups] for groups in range(1, k + 1)]
    return row[k]


@pattern(
    "delannoy number",
    "nth delannoy number",
    tests=[given(3, 3).gives(63), given(0, 4).gives(1), given(3, 4).gives(129)],
    time="O(m n)",
    space="O(n)",
)
def delannoy_number(m: int, n: int) -> int:
    """Return the Delannoy number of `m` and `n`: lattice paths with diagonal steps."""
    row = [1] * (n + 1)
    for _ in range(m):
        following = [1]
        for place in range(1, n + 1):
            following.append(following[-1] + row[place - 1] + row[place])
        row = following
    return row[n]


@pattern(
    "permutation coefficient",
    "number of permutations of k out of n",
    tests=[given(10, 2).gives(90), given(5, 0).gives(1)],
    time="O(k)",
)
def permutation_coefficient(n: int, k: int) -> int:
    """Return the permutation coefficient P(`n`, `k`): ordered choices of `k` of `n` things."""
    return perm(n, k)


@pattern(
    "nth polite number",
    tests=[given(1).gives(1), given(7).gives(11)],
    time="O(1)",
)
def polite_number(n: int) -> int:
    """Return the `n`-th polite number: those that are sums of two or more consecutive numbers, 1 being the first."""
    shifted = n + 1
    return int(shifted + log2(shifted + log2(shifted))) if n > 1 else 1


@pattern(
    "harmonic sum of n",
    "nth harmonic number",
    tests=[given(1).gives(1), given(4).gives(2.083333333333333), given(0).gives(0)],
    time="O(n)",
    tolerance=1e-09,
)
def harmonic_sum(n: int) -> float:
    """Return the harmonic sum 1 + 1/2 + ... + 1/`n`."""
    return sum(1 / place for place in range(1, n + 1))


@pattern(
    "geometric sum of n",
    "geometric sum of n-1",
    tests=[given(0).gives(1), given(7).gives(1.9921875)],
    time="O(n)",
    tolerance=1e-09,
)
def geometric_sum(n: int) -> float:
    """Return the geometric sum 1 + 1/2 + 1/4 + ... + 1/2**`n`."""
    return sum(0.5**place for place in range(n + 1))
