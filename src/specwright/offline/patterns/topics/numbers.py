"""Integers: primes, divisors, digits, bits, sequences."""

from __future__ import annotations

from math import gcd, isqrt

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "factorial of a number",
    "product of all positive integers up to n",
    "n!",
    tests=[given(5).gives(120), given(0).gives(1), given(1).gives(1), given(-1).raises("ValueError")],
    time="O(n)",
)
def factorial(n: int) -> int:
    """Return the product of the integers from 1 to `n`. Raises ValueError when `n` is negative."""
    if n < 0:
        raise ValueError("the factorial of a negative number is not defined")
    result = 1
    for factor in range(2, n + 1):
        result *= factor
    return result


@pattern(
    "nth fibonacci number",
    "fibonacci sequence",
    tests=[
        *(given(n).gives(value) for n, value in enumerate((0, 1, 1, 2, 3, 5, 8, 13, 21))),
        given(10).gives(55),
        given(50).gives(12586269025),
    ],
    time="O(n)",
)
def fibonacci(n: int) -> int:
    """Return the `n`-th Fibonacci number, where the 0th is 0 and the 1st is 1."""
    current, following = 0, 1
    for _ in range(n):
        current, following = following, current + following
    return current


@pattern(
    "first n fibonacci numbers",
    "generate the fibonacci series as a list",
    tests=[given(5).gives([0, 1, 1, 2, 3]), given(0).gives([]), given(1).gives([0])],
    time="O(n)",
    space="O(n)",
)
def fibonacci_list(n: int) -> list[int]:
    """Return the first `n` Fibonacci numbers, beginning with 0 and 1."""
    numbers = []
    current, following = 0, 1
    for _ in range(n):
        numbers.append(current)
        current, following = following, current + following
    return numbers


@pattern(
    "is a number prime",
    "check whether an integer is a prime number",
    "primality test",
    tests=[
        given(2).gives(True),
        given(1).gives(False),
        given(0).gives(False),
        given(97).gives(True),
        given(91).gives(False),
        given(-7).gives(False),
    ],
    time="O(sqrt n)",
)
def is_prime(n: int) -> bool:
    """Return whether `n` is a prime number."""
    return n > 1 and all(n % divisor for divisor in range(2, isqrt(n) + 1))


@pattern(
    "all prime numbers up to n",
    "sieve of eratosthenes",
    "list the primes less than or equal to n",
    tests=[given(10).gives([2, 3, 5, 7]), given(2).gives([2]), given(1).gives([]), given(0).gives([])],
    time="O(n log log n)",
    space="O(n)",
)
def primes_up_to(n: int) -> list[int]:
    """Return all prime numbers from 2 up to and including `n`."""
    is_candidate = [True] * (n + 1)
    for number in range(2, isqrt(max(n, 0)) + 1):
        if is_candidate[number]:
            for multiple in range(number * number, n + 1, number):
                is_candidate[multiple] = False
    return [number for number in range(2, n + 1) if is_candidate[number]]


@pattern(
    "count primes",
    "how many prime numbers are less than n",
    tests=[given(10).gives(4), given(0).gives(0), given(2).gives(0), given(3).gives(1)],
    time="O(n log log n)",
    space="O(n)",
)
def count_primes(n: int) -> int:
    """Return how many prime numbers are less than `n`."""
    is_candidate = [True] * max(n, 0)
    for number in range(2, isqrt(max(n, 0)) + 1):
        if number < n and is_candidate[number]:
            for multiple in range(number * number, n, number):
                is_candidate[multiple] = False
    return sum(is_candidate[2:])


@pattern(
    "prime factors",
    "prime factorization of a number",
    "decompose an integer into its prime factors",
    tests=[given(12).gives([2, 2, 3]), given(1).gives([]), given(97).gives([97]), given(360).gives([2, 2, 2, 3, 3, 5])],
    time="O(sqrt n)",
)
def prime_factors(n: int) -> list[int]:
    """Return the prime factors of the positive `n` in ascending order, repeated as often as they divide it."""
    factors = []
    divisor = 2
    while divisor * divisor <= n:
        while n % divisor == 0:
            factors.append(divisor)
            n //= divisor
        divisor += 1
    return [*factors, n] if n > 1 else factors


@pattern(
    "greatest common divisor",
    "gcd of two numbers (Euclid's algorithm)",
    "highest common factor",
    tests=[given(12, 18).gives(6), given(7, 13).gives(1), given(0, 5).gives(5), given(0, 0).gives(0)],
    time="O(log n)",
)
def greatest_common_divisor(a: int, b: int) -> int:
    """Return the largest integer that divides both `a` and `b`."""
    while b:
        a, b = b, a % b
    return abs(a)


@pattern(
    "least common multiple",
    "lcm of two numbers",
    "smallest number divisible by both",
    tests=[given(4, 6).gives(12), given(3, 7).gives(21), given(5, 5).gives(5), given(0, 3).gives(0)],
    time="O(log n)",
)
def least_common_multiple(a: int, b: int) -> int:
    """Return the smallest positive integer that both `a` and `b` divide, or 0 if one of them is 0."""
    return abs(a * b) // gcd(a, b) if a and b else 0


@pattern(
    "power of a number",
    "raise x to the power n by fast exponentiation",
    tests=[
        given(2.0, 10).gives(1024.0),
        given(2.0, -2).gives(0.25),
        given(5.0, 0).gives(1.0),
        given(3.0, 3).gives(27.0),
    ],
    time="O(log n)",
    tolerance=1e-9,
)
def power(x: float, n: int) -> float:
    """Return `x` to the power `n`, which may be negative."""
    if n < 0:
        x, n = 1 / x, -n
    result = 1.0
    while n:
        if n % 2:
            result *= x
        x *= x
        n //= 2
    return result


@pattern(
    "integer square root",
    "square root rounded down, without using the built-in function",
    tests=[given(4).gives(2), given(8).gives(2), given(0).gives(0), given(1).gives(1), given(10**18).gives(10**9)],
    time="O(log n)",
)
def integer_sqrt(x: int) -> int:
    """Return the largest integer whose square is at most `x`."""
    low, high = 0, x
    while low < high:
        middle = (low + high + 1) // 2
        if middle * middle <= x:
            low = middle
        else:
            high = middle - 1
    return low


@pattern(
    "is perfect square",
    "check whether a number is the square of an integer",
    tests=[given(16).gives(True), given(14).gives(False), given(0).gives(True), given(-4).gives(False)],
    time="O(1)",
)
def is_perfect_square(n: int) -> bool:
    """Return whether `n` is the square of an integer."""
    return n >= 0 and isqrt(n) ** 2 == n


@pattern(
    "sum of digits",
    "add up the digits of a number",
    "digit sum",
    tests=[given(1234).gives(10), given(0).gives(0), given(-56).gives(11), given(9).gives(9)],
    time="O(log n)",
)
def digit_sum(n: int) -> int:
    """Return the sum of the decimal digits of `n`."""
    return sum(int(digit) for digit in str(abs(n)))


@pattern(
    "digital root",
    "add digits repeatedly until the result has a single digit",
    tests=[given(38).gives(2), given(0).gives(0), given(9).gives(9), given(99999).gives(9)],
    time="O(log n)",
)
def digital_root(n: int) -> int:
    """Return the single digit left when the digits of `n` are added again and again."""
    while n > 9:
        n = sum(int(digit) for digit in str(n))
    return n


@pattern(
    "reverse an integer",
    "reverse the digits of a number",
    tests=[given(123).gives(321), given(-123).gives(-321), given(120).gives(21), given(0).gives(0)],
    time="O(log n)",
)
def reverse_integer(n: int) -> int:
    """Return `n` with its decimal digits in reverse order and its sign kept."""
    digits = int(str(abs(n))[::-1])
    return -digits if n < 0 else digits


@pattern(
    "palindrome number",
    "check whether an integer reads the same backward",
    tests=[given(121).gives(True), given(-121).gives(False), given(10).gives(False), given(0).gives(True)],
    time="O(log n)",
)
def is_palindrome_number(n: int) -> bool:
    """Return whether the decimal digits of `n` read the same in both directions."""
    return str(n) == str(n)[::-1]


@pattern(
    "armstrong number",
    "narcissistic number equal to the sum of its digits each raised to the number of digits",
    tests=[given(153).gives(True), given(10).gives(False), given(9474).gives(True), given(0).gives(True)],
    time="O(log n)",
)
def is_armstrong(n: int) -> bool:
    """Return whether `n` is the sum of its digits, each to the power of the number of digits."""
    digits = str(n)
    return n >= 0 and sum(int(digit) ** len(digits) for digit in digits) == n


@pattern(
    "divisors of a number",
    "all factors of n",
    tests=[
        given(12).gives([1, 2, 3, 4, 6, 12]),
        given(1).gives([1]),
        given(7).gives([1, 7]),
        given(9).gives([1, 3, 9]),
    ],
    time="O(sqrt n)",
    space="O(sqrt n)",
)
def divisors(n: int) -> list[int]:
    """Return all positive divisors of the positive `n` in ascending order."""
    small = [number for number in range(1, isqrt(n) + 1) if n % number == 0]
    large = [n // number for number in reversed(small) if number * number != n]
    return small + large


@pattern(
    "perfect number",
    "check whether a number equals the sum of its proper divisors",
    tests=[given(6).gives(True), given(28).gives(True), given(12).gives(False), given(1).gives(False)],
    time="O(n)",
)
def is_perfect_number(n: int) -> bool:
    """Return whether the positive `n` equals the sum of its divisors other than itself."""
    return n > 1 and sum(divisor for divisor in range(1, n // 2 + 1) if n % divisor == 0) == n
