"""The functions of the language conformance suite, in Python."""


def add(a: int, b: int) -> int:
    return a + b


def halve(x: float) -> float:
    return x / 2


def reverse_text(text: str) -> str:
    return text[::-1]


def flatten(rows: list[list[int]]) -> list[int]:
    return [item for row in rows for item in row]


def count_words(words: list[str]) -> dict[str, int]:
    return {word: words.count(word) for word in words}


def invert(names: dict[int, str]) -> dict[str, int]:
    return {name: number for number, name in names.items()}


def unique(numbers: list[int]) -> set[int]:
    return set(numbers)


def min_max(numbers: list[int]) -> tuple[int, int]:
    return min(numbers), max(numbers)


def first_even(numbers: list[int]) -> int | None:
    return next((number for number in numbers if number % 2 == 0), None)


def greet(name: str | None, times: int) -> tuple[str, int]:
    return f"hello {'nobody' if name is None else name}", times


def divide(a: int, b: int) -> int:
    return a // b


def is_even(number: int) -> bool:
    return number % 2 == 0
