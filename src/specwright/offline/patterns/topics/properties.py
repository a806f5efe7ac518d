"""Properties of single numbers: divisors, digits, and the names such numbers have."""

from __future__ import annotations

from math import factorial, gcd, isqrt, prod

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "sum of all divisors of a number",
    "sum of proper divisors",
    tests=[given(8).gives(7), given(1).gives(0), given(12).gives(16)],
    time="O(sqrt n)",
)
def divisor_sum(n: int) -> int:
    """Return the sum of the proper divisors of `n`: those smaller than `n` itself."""
    total = 0
    for small in range(1, isqrt(n) + 1):
        if n % small == 0:
            total += sum({small, n // small})
    return total - n


@pattern(
    "count the divisors of a number",
    "number of divisors",
    tests=[given(12).gives(6), given(1).gives(1)],
    time="O(sqrt n)",
)
def divisor_count(n: int) -> int:
    """Return how many divisors `n` has, 1 and `n` included."""
    return sum(1 if small * small == n else 2 for small in range(1, isqrt(n) + 1) if n % small == 0)


@pattern(
    "is a number abundant",
    tests=[given(12).gives(True), given(15).gives(False), given(1).gives(False)],
    time="O(n)",
)
def is_abundant(n: int) -> bool:
    """Return whether `n` is abundant: its proper divisors add up to more than itself."""
    return sum(small for small in range(1, n) if n % small == 0) > n


@pattern(
    "is a number deficient",
    tests=[given(8).gives(True), given(12).gives(False), given(1).gives(True)],
    time="O(n)",
)
def is_deficient(n: int) -> bool:
    """Return whether `n` is deficient: its proper divisors add up to less than itself."""
    return sum(small for small in range(1, n) if n % small == 0) < n


@pattern(
    "are two numbers amicable",
    tests=[given(220, 284).gives(True), given(1, 1).gives(False), given(10, 8).gives(False)],
    time="O(n)",
)
def are_amicable(a: int, b: int) -> bool:
    """Return whether `a` and `b` are amicable: each is the sum of the proper divisors of the other."""
    first = sum(small for small in range(1, a) if a % small == 0)
    second = sum(small for small in range(1, b) if b % small == 0)
    return first == b and second == a and a != b


@pattern(
    "are two numbers coprime",
    "check whether two numbers are co-prime",
    tests=[given(11, 13).gives(True), given(11, 22).gives(False), given(1, 1).gives(True)],
    time="O(log n)",
)
def are_coprime(a: int, b: int) -> bool:
    """Return whether `a` and `b` are coprime: 1 is their only common divisor."""
    return gcd(a, b) == 1


@pattern(
    "is a number harshad",
    "is a niven number",
    tests=[given(18).gives(True), given(19).gives(False), given(1).gives(True)],
    time="O(log n)",
)
def is_harshad(n: int) -> bool:
    """Return whether `n` is a Harshad (Niven) number: divisible by the sum of its digits."""
    return n % sum(map(int, str(n))) == 0


@pattern(
    "is a number automorphic",
    tests=[given(25).gives(True), given(7).gives(False), given(1).gives(True)],
    time="O(log n)",
)
def is_automorphic(n: int) -> bool:
    """Return whether `n` is automorphic: its square ends with its own digits."""
    return str(n * n).endswith(str(n))


@pattern(
    "is a number disarium",
    tests=[given(135).gives(True), given(13).gives(False), given(1).gives(True)],
    time="O(log n)",
)
def is_disarium(n: int) -> bool:
    """Return whether `n` is a disarium number: the sum of its digits powered with their places."""
    powers = [prod([int(digit)] * place) for place, digit in enumerate(str(n), 1)]
    return sum(powers) == n


@pattern(
    "is a number strong",
    "is a strong number",
    "is a krishnamurthy number",
    tests=[given(145).gives(True), given(10).gives(False), given(1).gives(True)],
    time="O(log n)",
)
def is_strong(n: int) -> bool:
    """Return whether `n` is a strong number: the sum of the factorials of its digits."""
    return sum(factorial(int(digit)) for digit in str(n)) == n


@pattern(
    "is a kaprekar number",
    tests=[given(45).gives(True), given(10).gives(False), given(1).gives(True)],
    time="O(log n)",
)
def is_kaprekar(n: int) -> bool:
    """Return whether `n` is a Kaprekar number: its square splits into two parts that add up to it."""
    square = str(n * n)
    parts = [(int(square[:cut] or 0), int(square[cut:])) for cut in range(len(square))]
    return any(right > 0 and left + right == n for left, right in parts)


@pattern(
    "is a number undulating",
    tests=[given(1212121).gives(True), given(1991).gives(False), given(1).gives(False)],
    time="O(log n)",
)
def is_undulating(n: int) -> bool:
    """Return whether `n` is undulating: its digits alternate between two values."""
    digits = str(n)
    return len(digits) > 2 and len(set(digits)) == 2 and digits[2:] == digits[:-2]


@pattern(
    "is a number a perfect cube",
    tests=[given(27).gives(True), given(10).gives(False), given(0).gives(True)],
    time="O(1)",
)
def is_perfect_cube(n: int) -> bool:
    """Return whether `n` is the cube of an integer."""
    root = round(abs(n) ** (1 / 3))
    return any((root + near) ** 3 == abs(n) for near in (-1, 0, 1))


@pattern(
    "next perfect square greater than a number",
    tests=[given(35).gives(36), given(0).gives(1), given(36).gives(49)],
    time="O(1)",
)
def next_perfect_square(n: int) -> int:
    """Return the smallest perfect square greater than `n`."""
    return (isqrt(n) + 1) ** 2


@pattern(
    "next prime number after a number",
    "smallest prime greater than n",
    tests=[given(7).gives(11), given(0).gives(2), given(14).gives(17)],
    time="O(sqrt n log n)",
)
def next_prime(n: int) -> int:
    """Return the smallest prime greater than `n`."""
    found = max(n + 1, 2)
    while any(found % small == 0 for small in range(2, isqrt(found) + 1)):
        found += 1
    return found


@pattern(
    "nth prime number",
    tests=[given(1).gives(2), given(6).gives(13)],
    time="O(n^2)",
    space="O(n)",
)
def nth_prime(n: int) -> int:
    """Return the `n`-th prime number, where the first is 2."""
    primes: list[int] = []
    number = 2
    while len(primes) < n:
        if all(number % prime for prime in primes):
            primes.append(number)
        number += 1
    return primes[-1]


@pattern(
    "largest prime factor of a number",
    tests=[given(15).gives(5), given(1).gives(1), given(13195).gives(29)],
    time="O(sqrt n)",
)
def largest_prime_factor(n: int) -> int:
    """Return the largest prime factor of `n`."""
    largest, rest, factor = 1, n, 2
    while factor * factor <= rest:
        if rest % factor == 0:
            largest, rest = factor, rest // factor
        else:
            factor += 1
    return max(largest, rest)


@pattern(
    "smallest prime divisor of a number",
    "smallest divisor greater than 1",
    tests=[given(10).gives(2), given(25).gives(5), given(31).gives(31), given(1).gives(1)],
    time="O(sqrt n)",
)
def smallest_divisor(n: int) -> int:
    """Return the smallest prime divisor of `n`."""
    return next((small for small in range(2, isqrt(n) + 1) if n % small == 0), n)


@pattern(
    "sum of all prime numbers up to n",
    "sum of primes below a limit",
    tests=[given(10).gives(17), given(1).gives(0)],
    time="O(n sqrt n)",
)
def prime_sum(n: int) -> int:
    """Return the sum of the prime numbers up to `n`."""
    return sum(number for number in range(2, n + 1) if all(number % small for small in range(2, isqrt(number) + 1)))


@pattern(
    "euler totient function",
    "count the numbers coprime to n",
    tests=[given(9).gives(6), given(1).gives(1)],
    time="O(n log n)",
)
def totient(n: int) -> int:
    """Return Euler's totient of `n`: how many numbers up to `n` are coprime to it."""
    return sum(gcd(number, n) == 1 for number in range(1, n + 1))


@pattern(
    "number of digits in a number",
    "count the digits of an integer",
    tests=[given(12345).gives(5), given(0).gives(1)],
    time="O(log n)",
)
def count_digits(n: int) -> int:
    """Return how many digits `n` has."""
    return len(str(abs(n)))


@pattern(
    "product of the digits of a number",
    "multiply all digits of a number",
    tests=[given(234).gives(24), given(0).gives(0)],
    time="O(log n)",
)
def digit_product(n: int) -> int:
    """Return the product of the digits of `n`."""
    return prod(map(int, str(abs(n))))


@pattern(
    "first digit of a number",
    tests=[given(456).gives(4), given(0).gives(0)],
    time="O(log n)",
)
def first_digit(n: int) -> int:
    """Return the first digit of `n`."""
    return int(str(abs(n))[0])


@pattern(
    "last digit of a number",
    tests=[given(456).gives(6), given(0).gives(0)],
    time="O(1)",
)
def last_digit(n: int) -> int:
    """Return the last digit of `n`."""
    return abs(n) % 10


@pattern(
    "check whether two integers have opposite sign",
    tests=[given(1, -2).gives(True), given(3, 2).gives(False), given(0, -1).gives(True)],
    time="O(1)",
)
def opposite_signs(a: int, b: int) -> bool:
    """Return whether the integers `a` and `b` have opposite signs."""
    return (a < 0) != (b < 0)


@pattern(
    "number of days in a month",
    tests=[given(2, 2024).gives(29), given(1, 2023).gives(31)],
    time="O(1)",
)
def days_in_month(month: int, year: int) -> int:
    """Return how many days a `month` of a `year` has."""
    if month == 2:
        return 29 if year % 4 == 0 and (year % 100 or year % 400 == 0) else 28
    return 30 if month in (4, 6, 9, 11) else 31
