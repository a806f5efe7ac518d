"""Dynamic programming."""

from __future__ import annotations

from bisect import bisect_left

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "climbing stairs",
    "each time climb 1 or 2 steps, in how many distinct ways can you climb to the top of a staircase",
    "number of distinct ways to climb n steps taking 1 or 2 steps at a time",
    tests=[given(2).gives(2), given(3).gives(3), given(1).gives(1), given(10).gives(89)],
    time="O(n)",
)
def climb_stairs(n: int) -> int:
    """Return in how many ways `n` stairs can be climbed by steps of one or two."""
    ways, following = 1, 1
    for _ in range(n):
        ways, following = following, ways + following
    return ways


@pattern(
    "coin change",
    "fewest coins of different denominations needed to make up a total amount",
    "fewest number of coins that make up an amount",
    "minimum number of coins",
    tests=[
        given([1, 2, 5], 11).gives(3),
        given([2], 3).gives(-1),
        given([1], 0).gives(0),
        given([1, 3, 4], 6).gives(2),
    ],
    time="O(amount x coins)",
    space="O(amount)",
)
def coin_change(coins: list[int], amount: int) -> int:
    """Return the fewest of the `coins`, each used any number of times, that make `amount`, or -1."""
    fewest = [0] + [amount + 1] * amount
    for value in range(1, amount + 1):
        fewest[value] = min((fewest[value - coin] + 1 for coin in coins if coin <= value), default=amount + 1)
    return fewest[amount] if fewest[amount] <= amount else -1


@pattern(
    "coin change ways",
    "number of combinations of coins that make up an amount",
    "how many ways to make change",
    tests=[
        given(5, [1, 2, 5]).gives(4),
        given(3, [2]).gives(0),
        given(0, [7]).gives(1),
        given(10, [10]).gives(1),
    ],
    time="O(amount x coins)",
    space="O(amount)",
)
def count_change(amount: int, coins: list[int]) -> int:
    """Return in how many ways the `coins`, each used any number of times, make `amount`."""
    ways = [1] + [0] * amount
    for coin in coins:
        for value in range(coin, amount + 1):
            ways[value] += ways[value - coin]
    return ways[amount]


@pattern(
    "0/1 knapsack",
    "maximum value of items that fit into a knapsack of a given capacity",
    tests=[
        given([1, 3, 4, 5], [1, 4, 5, 7], 7).gives(9),
        given([10], [100], 5).gives(0),
        given([], [], 10).gives(0),
        given([1, 2], [5, 6], 3).gives(11),
    ],
    time="O(n x capacity)",
    space="O(capacity)",
)
def knapsack(weights: list[int], values: list[int], capacity: int) -> int:
    """Return the greatest total of `values` of things whose `weights` together are at most `capacity`."""
    best = [0] * (capacity + 1)
    for weight, value in zip(weights, values, strict=True):
        for room in range(capacity, weight - 1, -1):
            best[room] = max(best[room], best[room - weight] + value)
    return best[capacity]


@pattern(
    "longest increasing subsequence",
    "length of the longest strictly increasing subsequence",
    tests=[
        given([10, 9, 2, 5, 3, 7, 101, 18]).gives(4),
        given([7, 7, 7]).gives(1),
        given([]).gives(0),
        given([1, 2, 3]).gives(3),
    ],
    time="O(n log n)",
    space="O(n)",
)
def longest_increasing_subsequence(nums: list[int]) -> int:
    """Return the length of the longest strictly increasing subsequence of `nums`."""
    tails: list[int] = []
    for number in nums:
        index = bisect_left(tails, number)
        tails[index : index + 1] = [number]
    return len(tails)


@pattern(
    "longest common subsequence",
    "length of the longest subsequence common to two strings",
    tests=[
        given("abcde", "ace").gives(3),
        given("abc", "def").gives(0),
        given("", "a").gives(0),
        given("aab", "azb").gives(2),
    ],
    time="O(n m)",
    space="O(m)",
)
def longest_common_subsequence(first: str, second: str) -> int:
    """Return the length of the longest sequence of characters found in order in both `first` and `second`."""
    row = [0] * (len(second) + 1)
    for a in first:
        previous = row
        row = [0]
        for index, b in enumerate(second):
            row.append(previous[index] + 1 if a == b else max(row[index], previous[index + 1]))
    return row[-1]


@pattern(
    "longest common substring",
    "the longest string that is a substring of both strings",
    tests=[
        given("abcdef", "zcdemf").gives("cde"),
        given("abc", "xyz").gives(""),
        given("", "").gives(""),
        given("aaa", "aa").gives("aa"),
    ],
    time="O(n m)",
    space="O(m)",
)
def longest_common_substring(first: str, second: str) -> str:
    """Return the longest string that appears in both `first` and `second`; of several, the first in `first`."""
    best, end = 0, 0
    row = [0] * (len(second) + 1)
    for i, a in enumerate(first):
        previous = row
        row = [0] * (len(second) + 1)
        for j, b in enumerate(second):
            if a == b:
                row[j + 1] = previous[j] + 1
                if row[j + 1] > best:
                    best, end = row[j + 1], i + 1
    return first[end - best : end]


@pattern(
    "edit distance",
    "Levenshtein distance",
    "minimum number of insertions, deletions and substitutions to convert one word to another (Levenshtein)",
    tests=[
        given("horse", "ros").gives(3),
        given("intention", "execution").gives(5),
        given("", "abc").gives(3),
        given("same", "same").gives(0),
    ],
    time="O(n m)",
    space="O(m)",
)
def edit_distance(first: str, second: str) -> int:
    """Return how many characters must be inserted, deleted or replaced to turn `first` into `second`."""
    row = list(range(len(second) + 1))
    for i, a in enumerate(first, 1):
        previous = row
        row = [i]
        for j, b in enumerate(second):
            row.append(min(previous[j] + (a != b), previous[j + 1] + 1, row[j] + 1))
    return row[-1]


@pattern(
    "house robber",
    "maximum amount of money you can rob from the houses",
    "maximum amount of money without robbing two adjacent houses",
    "largest sum of elements no two of which are adjacent",
    tests=[given([1, 2, 3, 1]).gives(4), given([2, 7, 9, 3, 1]).gives(12), given([]).gives(0), given([5]).gives(5)],
    time="O(n)",
)
def house_robber(nums: list[int]) -> int:
    """Return the largest sum of `nums` of which no two are neighbours."""
    taken = skipped = 0
    for number in nums:
        taken, skipped = skipped + number, max(taken, skipped)
    return max(taken, skipped)


@pattern(
    "unique paths",
    "number of ways to get from the top left to the bottom right corner of an m x n grid moving right or down",
    tests=[given(3, 7).gives(28), given(3, 2).gives(3), given(1, 1).gives(1)],
    time="O(m n)",
    space="O(n)",
)
def unique_paths(m: int, n: int) -> int:
    """Return how many ways lead through a grid of `m` by `n` cells when going only right and down."""
    row = [1] * n
    for _ in range(m - 1):
        for column in range(1, n):
            row[column] += row[column - 1]
    return row[-1]


@pattern(
    "minimum path sum",
    "path from the top left to the bottom right of a grid which minimizes the sum of its numbers",
    tests=[
        given([[1, 3, 1], [1, 5, 1], [4, 2, 1]]).gives(7),
        given([[1, 2, 3], [4, 5, 6]]).gives(12),
        given([[5]]).gives(5),
    ],
    time="O(m n)",
    space="O(n)",
)
def min_path_sum(grid: list[list[int]]) -> int:
    """Return the least sum of the cells of `grid` on a way from its first to its last corner, right and down."""
    row: list[int] = []
    for line in grid:
        previous, row = row, []
        for column, cost in enumerate(line):
            ways = ([previous[column]] if previous else []) + ([row[-1]] if row else [])
            row.append(cost + min(ways, default=0))
    return row[-1]


@pattern(
    "word break",
    "can a string be segmented into words of a dictionary",
    tests=[
        given("leetcode", ["leet", "code"]).gives(True),
        given("catsandog", ["cats", "dog", "sand", "and", "cat"]).gives(False),
        given("", ["a"]).gives(True),
        given("aaa", ["a"]).gives(True),
    ],
    time="O(n x words)",
    space="O(n)",
)
def word_break(text: str, words: list[str]) -> bool:
    """Return whether `text` can be cut completely into some of the `words`, each used any number of times."""
    reachable = [True] + [False] * len(text)
    for end in range(1, len(text) + 1):
        reachable[end] = any(
            len(word) <= end and reachable[end - len(word)] and text.startswith(word, end - len(word)) for word in words
        )
    return reachable[-1]


@pattern(
    "subset sum",
    "is there a subset of the numbers that adds up to the given sum",
    tests=[
        given([3, 34, 4, 12, 5, 2], 9).gives(True),
        given([3, 34, 4, 12, 5, 2], 30).gives(False),
        given([], 0).gives(True),
        given([1], 2).gives(False),
    ],
    time="O(n x sums)",
    space="O(sums)",
)
def has_subset_sum(nums: list[int], target: int) -> bool:
    """Return whether some of `nums`, each used at most once, add up to `target`."""
    sums = {0}
    for number in nums:
        sums |= {total + number for total in sums}
    return target in sums


@pattern(
    "partition equal subset sum",
    "can the array be partitioned into two subsets with equal sums",
    tests=[given([1, 5, 11, 5]).gives(True), given([1, 2, 3, 5]).gives(False), given([2, 2]).gives(True)],
    time="O(n x sum)",
    space="O(sum)",
)
def can_partition(nums: list[int]) -> bool:
    """Return whether `nums` can be split into two groups with the same sum."""
    half, odd = divmod(sum(nums), 2)
    sums = {0}
    for number in nums:
        sums |= {total + number for total in sums}
    return not odd and half in sums


@pattern(
    "decode ways",
    "number of ways to decode a string of digits into letters where A is 1 and Z is 26",
    tests=[given("12").gives(2), given("226").gives(3), given("06").gives(0), given("10").gives(1)],
    time="O(n)",
)
def decode_ways(digits: str) -> int:
    """Return in how many ways `digits` can be read as numbers from 1 to 26."""
    ways, before = 1, 0
    for index, digit in enumerate(digits):
        one = ways if digit != "0" else 0
        two = before if index and 10 <= int(digits[index - 1 : index + 1]) <= 26 else 0
        ways, before = one + two, ways
    return ways


@pattern(
    "jump game",
    "can the last index be reached when each element is the maximum jump length",
    tests=[
        given([2, 3, 1, 1, 4]).gives(True),
        given([3, 2, 1, 0, 4]).gives(False),
        given([0]).gives(True),
    ],
    time="O(n)",
)
def can_jump(nums: list[int]) -> bool:
    """Return whether the last index can be reached from the first with jumps of at most `nums` steps each."""
    reach = 0
    for index, jump in enumerate(nums):
        if index > reach:
            return False
        reach = max(reach, index + jump)
    return True


@pattern(
    "maximal square",
    "area of the largest square containing only 1s in a binary matrix",
    tests=[
        given([["1", "0", "1"], ["1", "1", "1"], ["1", "1", "1"]]).gives(4),
        given([["0"]]).gives(0),
        given([["1"]]).gives(1),
    ],
    time="O(rows x columns)",
    space="O(columns)",
)
def maximal_square(matrix: list[list[str]]) -> int:
    """Return the area of the largest square of `matrix` made only of "1"."""
    side = 0
    row = [0] * (len(matrix[0]) + 1 if matrix else 1)
    for line in matrix:
        previous, row = row, [0]
        for column, cell in enumerate(line):
            corner = min(row[column], previous[column], previous[column + 1])
            row.append(corner + 1 if cell == "1" else 0)
        side = max(side, *row)
    return side * side
