"""Matrices and boards."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "transpose a matrix",
    "swap the rows and columns of a matrix",
    tests=[
        given([[1, 2, 3], [4, 5, 6]]).gives([[1, 4], [2, 5], [3, 6]]),
        given([]).gives([]),
        given([[1]]).gives([[1]]),
    ],
    time="O(rows x columns)",
    space="O(rows x columns)",
)
def transpose(matrix: list[list[Any]]) -> list[list[Any]]:
    """Return the columns of `matrix` as rows."""
    return [list(column) for column in zip(*matrix, strict=True)]


@pattern(
    "rotate image",
    "rotate a matrix by 90 degrees clockwise",
    tests=[
        given([[1, 2], [3, 4]]).gives([[3, 1], [4, 2]]),
        given([[1, 2, 3], [4, 5, 6], [7, 8, 9]]).gives([[7, 4, 1], [8, 5, 2], [9, 6, 3]]),
        given([]).gives([]),
    ],
    time="O(n^2)",
    space="O(n^2)",
)
def rotate_matrix(matrix: list[list[Any]]) -> list[list[Any]]:
    """Return `matrix` turned by 90 degrees clockwise."""
    return [list(column) for column in zip(*matrix[::-1], strict=True)]


@pattern(
    "spiral matrix",
    "elements of a matrix in spiral order",
    tests=[
        given([[1, 2, 3], [4, 5, 6], [7, 8, 9]]).gives([1, 2, 3, 6, 9, 8, 7, 4, 5]),
        given([[1, 2, 3, 4], [5, 6, 7, 8]]).gives([1, 2, 3, 4, 8, 7, 6, 5]),
        given([]).gives([]),
        given([[1], [2]]).gives([1, 2]),
    ],
    time="O(rows x columns)",
    space="O(rows x columns)",
)
def spiral_order(matrix: list[list[Any]]) -> list[Any]:
    """Return the elements of `matrix` in clockwise spiral order from the first."""
    rest = [list(row) for row in matrix]
    order: list[Any] = []
    while rest:
        order += rest.pop(0)
        rest = [list(column) for column in zip(*rest, strict=True)][::-1]
    return order


@pattern(
    "matrix multiplication",
    "product of two matrices",
    tests=[
        given([[1, 2], [3, 4]], [[5, 6], [7, 8]]).gives([[19, 22], [43, 50]]),
        given([[2]], [[3]]).gives([[6]]),
        given([[1, 2]], [[3], [4]]).gives([[11]]),
    ],
    time="O(n m k)",
    space="O(n k)",
)
def multiply_matrices(first: list[list[int]], second: list[list[int]]) -> list[list[int]]:
    """Return the matrix product of `first` and `second`."""
    columns = list(zip(*second, strict=True))
    return [[sum(a * b for a, b in zip(row, column, strict=True)) for column in columns] for row in first]


@pattern(
    "set matrix zeroes",
    "if an element is 0, set its entire row and column to 0",
    tests=[
        given([[1, 1, 1], [1, 0, 1], [1, 1, 1]]).gives([[1, 0, 1], [0, 0, 0], [1, 0, 1]]),
        given([[1, 2]]).gives([[1, 2]]),
        given([]).gives([]),
    ],
    time="O(rows x columns)",
    space="O(rows x columns)",
)
def set_zeroes(matrix: list[list[int]]) -> list[list[int]]:
    """Return `matrix` with every row and column that contains a 0 set to 0."""
    rows = {r for r, row in enumerate(matrix) if 0 in row}
    columns = {c for row in matrix for c, cell in enumerate(row) if cell == 0}
    return [[0 if r in rows or c in columns else cell for c, cell in enumerate(row)] for r, row in enumerate(matrix)]


@pattern(
    "matrix diagonal sum",
    "sum of the main diagonal elements of a square matrix (trace)",
    tests=[given([[1, 2], [3, 4]]).gives(5), given([[7]]).gives(7), given([]).gives(0)],
    time="O(n)",
)
def diagonal_sum(matrix: list[list[int]]) -> int:
    """Return the sum of the main diagonal of the square `matrix`."""
    return sum(row[index] for index, row in enumerate(matrix))


@pattern(
    "search a 2d matrix",
    "is a target in a matrix whose rows are sorted and follow each other",
    tests=[
        given([[1, 3, 5], [7, 9, 11]], 9).gives(True),
        given([[1, 3, 5], [7, 9, 11]], 8).gives(False),
        given([], 1).gives(False),
        given([[1]], 1).gives(True),
    ],
    time="O(rows + columns)",
)
def search_matrix(matrix: list[list[int]], target: int) -> bool:
    """Return whether `target` is in `matrix`, whose rows and columns are sorted."""
    row, column = 0, len(matrix[0]) - 1 if matrix else -1
    while row < len(matrix) and column >= 0:
        if matrix[row][column] == target:
            return True
        if matrix[row][column] < target:
            row += 1
        else:
            column -= 1
    return False


@pattern(
    "pascal's triangle",
    "first n rows of pascal's triangle",
    tests=[
        given(5).gives([[1], [1, 1], [1, 2, 1], [1, 3, 3, 1], [1, 4, 6, 4, 1]]),
        given(1).gives([[1]]),
        given(0).gives([]),
    ],
    time="O(n^2)",
    space="O(n^2)",
)
def pascal_triangle(n: int) -> list[list[int]]:
    """Return the first `n` rows of Pascal's triangle."""
    rows: list[list[int]] = []
    for _ in range(n):
        last = rows[-1] if rows else []
        rows.append([1, *(a + b for a, b in pairwise(last)), 1] if rows else [1])
    return rows


@pattern(
    "valid sudoku",
    "determine whether a 9 x 9 sudoku board is valid",
    tests=[
        given([[".", "1", "."] * 3] + [["."] * 9] * 8).gives(False),
        given([["."] * 9] * 9).gives(True),
        given([["5"] + ["."] * 8] + [["."] * 9] * 7 + [["5"] + ["."] * 8]).gives(False),
        given([["1", "2", "3", "4", "5", "6", "7", "8", "9"]] + [["."] * 9] * 8).gives(True),
    ],
    time="O(1)",
)
def is_valid_sudoku(board: list[list[str]]) -> bool:
    """Return whether no digit of `board` repeats in a row, column or 3 x 3 box; empty cells hold a dot."""
    places: Counter[tuple[str, int, str]] = Counter()
    for r, row in enumerate(board):
        for c, digit in enumerate(row):
            if digit != ".":
                places.update([("row", r, digit), ("column", c, digit), ("box", r // 3 * 3 + c // 3, digit)])
    return all(count == 1 for count in places.values())


@pattern(
    "game of life",
    "next generation of Conway's game of life",
    tests=[
        given([[0, 1, 0], [0, 1, 0], [0, 1, 0]]).gives([[0, 0, 0], [1, 1, 1], [0, 0, 0]]),
        given([[1, 1], [1, 0]]).gives([[1, 1], [1, 1]]),
        given([[1]]).gives([[0]]),
    ],
    time="O(rows x columns)",
    space="O(rows x columns)",
)
def game_of_life(board: list[list[int]]) -> list[list[int]]:
    """Return the generation of Conway's game of life that follows `board`."""
    alive = {(r, c) for r, row in enumerate(board) for c, cell in enumerate(row) if cell}
    around = [(i, j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]

    def lives(r: int, c: int) -> bool:
        neighbours = sum((r + i, c + j) in alive for i, j in around)
        return neighbours == 3 or (neighbours == 2 and (r, c) in alive)

    return [[int(lives(r, c)) for c in range(len(row))] for r, row in enumerate(board)]


@pattern(
    "n queens",
    "number of ways to place n queens on a chessboard so that none attacks another",
    tests=[given(1).gives(1), given(4).gives(2), given(3).gives(0), given(6).gives(4)],
    time="O(n!)",
    space="O(n)",
)
def count_queens(n: int) -> int:
    """Return in how many ways `n` queens can stand on an n x n board without attacking each other."""

    def place(row: int, columns: set[int], rising: set[int], falling: set[int]) -> int:
        if row == n:
            return 1
        return sum(
            place(row + 1, columns | {c}, rising | {row + c}, falling | {row - c})
            for c in range(n)
            if c not in columns and row + c not in rising and row - c not in falling
        )

    return place(0, set(), set(), set())
