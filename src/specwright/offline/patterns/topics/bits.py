"""Bits, bases, counting formulas and number games."""

from __future__ import annotations

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "number of 1 bits",
    "count the set bits of an integer (Hamming weight)",
    tests=[given(11).gives(3), given(0).gives(0), given(255).gives(8), given(128).gives(1)],
    time="O(log n)",
)
def count_set_bits(n: int) -> int:
    """Return how many bits of the non-negative `n` are 1."""
    return f"{n:b}".count("1")


@pattern(
    "counting bits",
    "number of set bits of every number from 0 to n",
    tests=[given(5).gives([0, 1, 1, 2, 1, 2]), given(0).gives([0]), given(2).gives([0, 1, 1])],
    time="O(n)",
    space="O(n)",
)
def bit_counts(n: int) -> list[int]:
    """Return for every number from 0 to `n` how many of its bits are 1."""
    counts = [0] * (n + 1)
    for number in range(1, n + 1):
        counts[number] = counts[number // 2] + number % 2
    return counts


@pattern(
    "hamming distance of two integers",
    "number of bit positions in which two numbers differ",
    tests=[given(1, 4).gives(2), given(3, 1).gives(1), given(0, 0).gives(0)],
    time="O(log n)",
)
def bit_hamming_distance(x: int, y: int) -> int:
    """Return in how many bits `x` and `y` differ."""
    return (x ^ y).bit_count()


@pattern(
    "power of two",
    "check whether an integer is a power of 2",
    tests=[given(1).gives(True), given(16).gives(True), given(3).gives(False), given(0).gives(False)],
    time="O(1)",
)
def is_power_of_two(n: int) -> bool:
    """Return whether `n` is a power of two."""
    return n > 0 and n & (n - 1) == 0


@pattern(
    "decimal to binary",
    "convert an integer to its binary representation as a string",
    tests=[given(10).gives("1010"), given(0).gives("0"), given(1).gives("1"), given(255).gives("11111111")],
    time="O(log n)",
)
def to_binary(n: int) -> str:
    """Return the non-negative `n` in binary, without a prefix."""
    return f"{n:b}"


@pattern(
    "binary to decimal",
    "convert a binary string to an integer",
    tests=[given("1010").gives(10), given("0").gives(0), given("11111111").gives(255)],
    time="O(n)",
)
def from_binary(digits: str) -> int:
    """Return the number whose binary `digits` these are."""
    return int(digits, 2)


@pattern(
    "convert a number to another base",
    "integer to base b",
    "representation of a number in a given base",
    tests=[
        given(255, 16).gives("ff"),
        given(10, 2).gives("1010"),
        given(0, 7).gives("0"),
        given(100, 7).gives("202"),
        given(35, 36).gives("z"),
    ],
    time="O(log n)",
)
def to_base(n: int, base: int) -> str:
    """Return the non-negative `n` written in `base`, from 2 to 36, with the letters a to z for digits above 9."""
    symbols = "0123456789abcdefghijklmnopqrstuvwxyz"
    digits = ""
    while n:
        n, digit = divmod(n, base)
        digits = symbols[digit] + digits
    return digits or "0"


@pattern(
    "collatz sequence",
    "3n + 1 sequence down to 1",
    tests=[given(6).gives([6, 3, 10, 5, 16, 8, 4, 2, 1]), given(1).gives([1])],
    time="not known",
    space="as long as the sequence",
)
def collatz(n: int) -> list[int]:
    """Return the Collatz sequence from the positive `n` down to 1: half of even numbers, 3n + 1 of odd ones."""
    sequence = [n]
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        sequence.append(n)
    return sequence


@pattern(
    "collatz steps",
    "number of steps of the collatz sequence to reach 1",
    tests=[given(6).gives(8), given(1).gives(0), given(16).gives(4)],
    time="not known",
)
def collatz_steps(n: int) -> int:
    """Return how many steps the Collatz sequence takes from the positive `n` to 1."""
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


@pattern(
    "fizz buzz",
    "fizzbuzz",
    "fizz buzz list of strings",
    "Fizz for multiples of three, Buzz for multiples of five, FizzBuzz for both",
    tests=[
        given(5).gives(["1", "2", "Fizz", "4", "Buzz"]),
        given(15).gives(
            ["1", "2", "Fizz", "4", "Buzz", "Fizz", "7", "8", "Fizz", "Buzz", "11", "Fizz", "13", "14", "FizzBuzz"]
        ),
        given(0).gives([]),
    ],
    time="O(n)",
    space="O(n)",
)
def fizz_buzz(n: int) -> list[str]:
    """Return the numbers from 1 to `n` as text, with Fizz for multiples of 3, Buzz of 5 and FizzBuzz of both."""
    return [("Fizz" * (i % 3 == 0) + "Buzz" * (i % 5 == 0)) or str(i) for i in range(1, n + 1)]


@pattern(
    "fizz buzz of one number",
    "Fizz if divisible by 3, Buzz if divisible by 5, FizzBuzz if divisible by both, else the number as a string",
    tests=[given(3).gives("Fizz"), given(5).gives("Buzz"), given(15).gives("FizzBuzz"), given(7).gives("7")],
    time="O(1)",
)
def fizz_buzz_word(n: int) -> str:
    """Return Fizz if `n` is a multiple of 3, Buzz if of 5, FizzBuzz if of both, and otherwise `n` as text."""
    return ("Fizz" * (n % 3 == 0) + "Buzz" * (n % 5 == 0)) or str(n)


@pattern(
    "happy number",
    "replace a number by the sum of the squares of its digits until it equals 1 or loops",
    tests=[given(19).gives(True), given(2).gives(False), given(1).gives(True), given(7).gives(True)],
    time="O(log n)",
)
def is_happy(n: int) -> bool:
    """Return whether adding the squares of the digits of `n`, again and again, leads to 1."""
    seen = set()
    while n != 1 and n not in seen:
        seen.add(n)
        n = sum(int(digit) ** 2 for digit in str(n))
    return n == 1


@pattern(
    "leap year",
    "check whether a year is a leap year",
    tests=[given(2000).gives(True), given(1900).gives(False), given(2024).gives(True), given(2023).gives(False)],
    time="O(1)",
)
def is_leap_year(year: int) -> bool:
    """Return whether `year` is a leap year of the Gregorian calendar."""
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


@pattern(
    "binomial coefficient",
    "number of ways to choose k items from n (n choose k)",
    tests=[given(5, 2).gives(10), given(5, 0).gives(1), given(5, 6).gives(0), given(10, 5).gives(252)],
    time="O(k)",
)
def binomial(n: int, k: int) -> int:
    """Return in how many ways `k` of `n` things can be chosen."""
    if k < 0 or k > n:
        return 0
    result = 1
    for step in range(1, k + 1):
        result = result * (n - k + step) // step
    return result


@pattern(
    "catalan number",
    "nth catalan number",
    "number of different binary search trees with n nodes",
    tests=[given(0).gives(1), given(3).gives(5), given(5).gives(42), given(10).gives(16796)],
    time="O(n)",
)
def catalan(n: int) -> int:
    """Return the `n`-th Catalan number, counted from 0."""
    result = 1
    for index in range(n):
        result = result * 2 * (2 * index + 1) // (index + 2)
    return result


@pattern(
    "trailing zeroes of a factorial",
    "number of zeros at the end of n!",
    tests=[given(3).gives(0), given(5).gives(1), given(100).gives(24), given(0).gives(0)],
    time="O(log n)",
)
def factorial_trailing_zeroes(n: int) -> int:
    """Return how many zeroes the decimal form of `n` factorial ends with."""
    zeroes = 0
    while n:
        n //= 5
        zeroes += n
    return zeroes


@pattern(
    "ugly number",
    "nth ugly number whose prime factors are only 2, 3 and 5",
    tests=[given(1).gives(1), given(10).gives(12), given(7).gives(8), given(15).gives(24)],
    time="O(n)",
    space="O(n)",
)
def nth_ugly_number(n: int) -> int:
    """Return the `n`-th positive integer, from 1, that has no prime factors other than 2, 3 and 5."""
    ugly = [1]
    two = three = five = 0
    while len(ugly) < n:
        ugly.append(min(ugly[two] * 2, ugly[three] * 3, ugly[five] * 5))
        two += ugly[-1] == ugly[two] * 2
        three += ugly[-1] == ugly[three] * 3
        five += ugly[-1] == ugly[five] * 5
    return ugly[n - 1]


@pattern(
    "fahrenheit to celsius",
    "convert a temperature from Fahrenheit to Celsius",
    tests=[given(32).gives(0.0), given(212).gives(100.0), given(-40).gives(-40.0)],
    time="O(1)",
    tolerance=1e-9,
)
def fahrenheit_to_celsius(fahrenheit: float) -> float:
    """Return the temperature `fahrenheit` in degrees Celsius."""
    return (fahrenheit - 32) * 5 / 9


@pattern(
    "celsius to fahrenheit",
    "convert a temperature from Celsius to Fahrenheit",
    tests=[given(0.0).gives(32.0), given(100.0).gives(212.0), given(-40.0).gives(-40.0)],
    time="O(1)",
    tolerance=1e-9,
)
def celsius_to_fahrenheit(celsius: float) -> float:
    """Return the temperature `celsius` in degrees Fahrenheit."""
    return celsius * 9 / 5 + 32


@pattern(
    "median of a list of numbers",
    "middle value of the sorted numbers",
    tests=[given([3, 1, 2]).gives(2.0), given([4, 1, 3, 2]).gives(2.5), given([7]).gives(7.0)],
    time="O(n log n)",
    space="O(n)",
    tolerance=1e-9,
)
def median(nums: list[float]) -> float:
    """Return the middle of the sorted `nums`, or the mean of the two in the middle."""
    ordered = sorted(nums)
    middle = len(ordered) // 2
    return float(ordered[middle]) if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2
