"""Two pointers, prefix sums and sliding windows over lists."""

from __future__ import annotations

from collections import Counter, deque
from itertools import accumulate
from typing import Any

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "running sum of an array",
    "cumulative sum",
    "prefix sums of a list",
    tests=[given([1, 2, 3, 4]).gives([1, 3, 6, 10]), given([]).gives([]), given([5, -5]).gives([5, 0])],
    time="O(n)",
    space="O(n)",
)
def running_sum(nums: list[int]) -> list[int]:
    """Return for each index the sum of `nums` up to and including it."""
    return list(accumulate(nums))


@pattern(
    "pivot index",
    "equilibrium index where the sum of the left side equals the sum of the right side",
    tests=[
        given([1, 7, 3, 6, 5, 6]).gives(3),
        given([1, 2, 3]).gives(-1),
        given([2, 1, -1]).gives(0),
        given([]).gives(-1),
    ],
    time="O(n)",
)
def pivot_index(nums: list[int]) -> int:
    """Return the first index where the numbers to its left and right have equal sums, or -1."""
    total, left = sum(nums), 0
    for index, number in enumerate(nums):
        if left == total - left - number:
            return index
        left += number
    return -1


@pattern(
    "subarray sum equals k",
    "count the contiguous subarrays whose sum equals k",
    tests=[
        given([1, 1, 1], 2).gives(2),
        given([1, 2, 3], 3).gives(2),
        given([1, -1, 0], 0).gives(3),
        given([], 0).gives(0),
    ],
    time="O(n)",
    space="O(n)",
)
def count_subarrays_with_sum(nums: list[int], k: int) -> int:
    """Return how many contiguous subarrays of `nums` sum to `k`."""
    seen = Counter([0])
    total = found = 0
    for number in nums:
        total += number
        found += seen[total - k]
        seen[total] += 1
    return found


@pattern(
    "count pairs with a given sum",
    "number of pairs of elements that add up to a target",
    tests=[
        given([1, 5, 7, -1, 5], 6).gives(3),
        given([1, 1, 1, 1], 2).gives(6),
        given([], 3).gives(0),
        given([1, 2], 9).gives(0),
    ],
    time="O(n)",
    space="O(n)",
)
def count_pairs_with_sum(nums: list[int], target: int) -> int:
    """Return how many pairs of positions in `nums` hold numbers that add up to `target`."""
    seen: Counter[int] = Counter()
    pairs = 0
    for number in nums:
        pairs += seen[target - number]
        seen[number] += 1
    return pairs


@pattern(
    "minimum size subarray sum",
    "shortest contiguous subarray whose sum is at least target",
    tests=[
        given(7, [2, 3, 1, 2, 4, 3]).gives(2),
        given(4, [1, 4, 4]).gives(1),
        given(11, [1, 1, 1]).gives(0),
    ],
    time="O(n)",
)
def min_subarray_length(target: int, nums: list[int]) -> int:
    """Return the length of the shortest run of the positive `nums` that sums to `target` or more, or 0."""
    best, left, total = len(nums) + 1, 0, 0
    for right, number in enumerate(nums):
        total += number
        while total >= target:
            best = min(best, right - left + 1)
            total -= nums[left]
            left += 1
    return best if best <= len(nums) else 0


@pattern(
    "sliding window maximum",
    "maximum of each window of size k",
    "largest element in every contiguous subarray of length k",
    tests=[
        given([1, 3, -1, -3, 5, 3, 6, 7], 3).gives([3, 3, 5, 5, 6, 7]),
        given([1], 1).gives([1]),
        given([9, 8, 7], 2).gives([9, 8]),
    ],
    time="O(n)",
    space="O(k)",
)
def sliding_window_maximum(nums: list[int], k: int) -> list[int]:
    """Return the maximum of every window of `k` consecutive numbers of `nums`."""
    window: deque[int] = deque()
    result = []
    for index, number in enumerate(nums):
        while window and nums[window[-1]] <= number:
            window.pop()
        window.append(index)
        if window[0] <= index - k:
            window.popleft()
        if index >= k - 1:
            result.append(nums[window[0]])
    return result


@pattern(
    "moving average",
    "average of each window of k consecutive numbers",
    tests=[
        given([1, 2, 3, 4], 2).gives([1.5, 2.5, 3.5]),
        given([5], 1).gives([5.0]),
        given([1, 2], 3).gives([]),
    ],
    time="O(n)",
    space="O(n)",
    tolerance=1e-9,
)
def moving_average(nums: list[float], k: int) -> list[float]:
    """Return the mean of every window of `k` consecutive numbers of `nums`."""
    return [sum(nums[start : start + k]) / k for start in range(len(nums) - k + 1)]


@pattern(
    "longest consecutive sequence",
    "length of the longest run of consecutive integers in an unsorted array",
    tests=[
        given([100, 4, 200, 1, 3, 2]).gives(4),
        given([0, 3, 7, 2, 5, 8, 4, 6, 0, 1]).gives(9),
        given([]).gives(0),
    ],
    time="O(n)",
    space="O(n)",
)
def longest_consecutive(nums: list[int]) -> int:
    """Return the length of the longest run of consecutive integers found anywhere in `nums`."""
    values = set(nums)
    best = 0
    for start in values:
        if start - 1 not in values:
            end = start
            while end + 1 in values:
                end += 1
            best = max(best, end - start + 1)
    return best


@pattern(
    "best time to buy and sell stock",
    "maximum profit from daily stock prices, choosing a single day to buy and a different day in the future to sell",
    "maximum profit from one purchase and one sale",
    tests=[
        given([7, 1, 5, 3, 6, 4]).gives(5),
        given([7, 6, 4, 3, 1]).gives(0),
        given([]).gives(0),
        given([2, 4, 1]).gives(2),
    ],
    time="O(n)",
)
def max_profit(prices: list[int]) -> int:
    """Return the largest profit from buying once and selling later at one of the `prices`, or 0."""
    best, lowest = 0, prices[0] if prices else 0
    for price in prices:
        lowest = min(lowest, price)
        best = max(best, price - lowest)
    return best


@pattern(
    "container with most water",
    "two lines that together with the x-axis hold the most water",
    tests=[given([1, 8, 6, 2, 5, 4, 8, 3, 7]).gives(49), given([1, 1]).gives(1), given([4]).gives(0)],
    time="O(n)",
)
def container_with_most_water(heights: list[int]) -> int:
    """Return the largest area of water between two of the vertical lines of these `heights`."""
    left, right, best = 0, len(heights) - 1, 0
    while left < right:
        best = max(best, min(heights[left], heights[right]) * (right - left))
        if heights[left] < heights[right]:
            left += 1
        else:
            right -= 1
    return best


@pattern(
    "trapping rain water",
    "how much water is trapped between the bars of an elevation map after raining",
    tests=[
        given([0, 1, 0, 2, 1, 0, 1, 3, 2, 1, 2, 1]).gives(6),
        given([4, 2, 0, 3, 2, 5]).gives(9),
        given([]).gives(0),
        given([3, 1]).gives(0),
    ],
    time="O(n)",
)
def trap_rain_water(heights: list[int]) -> int:
    """Return how many units of water the elevation map `heights` holds after rain."""
    left, right = 0, len(heights) - 1
    left_wall = right_wall = water = 0
    while left < right:
        if heights[left] < heights[right]:
            left_wall = max(left_wall, heights[left])
            water += left_wall - heights[left]
            left += 1
        else:
            right_wall = max(right_wall, heights[right])
            water += right_wall - heights[right]
            right -= 1
    return water


@pattern(
    "merge two sorted lists",
    "combine two sorted arrays into one sorted array",
    tests=[
        given([1, 3, 5], [2, 4]).gives([1, 2, 3, 4, 5]),
        given([], [1]).gives([1]),
        given([], []).gives([]),
        given([1, 1], [1]).gives([1, 1, 1]),
    ],
    time="O(n + m)",
    space="O(n + m)",
)
def merge_sorted(first: list[int], second: list[int]) -> list[int]:
    """Return one sorted list with all the numbers of the sorted lists `first` and `second`."""
    merged: list[int] = []
    i = j = 0
    while i < len(first) and j < len(second):
        if first[i] <= second[j]:
            merged.append(first[i])
            i += 1
        else:
            merged.append(second[j])
            j += 1
    return merged + first[i:] + second[j:]


@pattern(
    "intersection of two lists",
    "common elements of two arrays",
    "elements that appear in both lists",
    tests=[
        given([1, 2, 2, 1], [2, 2]).gives([2]),
        given([4, 9, 5], [9, 4, 9, 8]).gives([4, 9]),
        given([], [1]).gives([]),
    ],
    time="O(n + m)",
    space="O(n + m)",
    any_order=True,
)
def intersection(first: list[Any], second: list[Any]) -> list[Any]:
    """Return the distinct values of `first` that also appear in `second`, in the order of `first`."""
    wanted = set(second)
    return [value for value in dict.fromkeys(first) if value in wanted]


@pattern(
    "union of two lists",
    "all distinct elements of two arrays",
    tests=[given([1, 2], [2, 3]).gives([1, 2, 3]), given([], []).gives([]), given([1, 1], []).gives([1])],
    time="O(n + m)",
    space="O(n + m)",
    any_order=True,
)
def union(first: list[Any], second: list[Any]) -> list[Any]:
    """Return the distinct values of `first` and `second`, in the order of their first appearance."""
    return list(dict.fromkeys([*first, *second]))


@pattern(
    "difference of two lists",
    "elements of the first list that are not in the second",
    tests=[given([1, 2, 3], [2]).gives([1, 3]), given([], [1]).gives([]), given([1, 1], [2]).gives([1, 1])],
    time="O(n + m)",
    space="O(n + m)",
)
def list_difference(first: list[Any], second: list[Any]) -> list[Any]:
    """Return the elements of `first` that do not appear in `second`."""
    unwanted = set(second)
    return [value for value in first if value not in unwanted]


@pattern(
    "split a list into chunks of size n",
    "chunk a list into pieces of a size",
    "group consecutive elements into sublists of equal length",
    tests=[
        given([1, 2, 3, 4, 5], 2).gives([[1, 2], [3, 4], [5]]),
        given([], 3).gives([]),
        given([1, 2], 5).gives([[1, 2]]),
    ],
    time="O(n)",
    space="O(n)",
)
def chunk(items: list[Any], size: int) -> list[list[Any]]:
    """Return `items` cut into consecutive lists of `size` elements; the last may be shorter."""
    return [items[start : start + size] for start in range(0, len(items), size)]


@pattern(
    "flatten a nested list",
    "turn a list of lists of any depth into a flat list",
    tests=[
        given([1, [2, [3, 4]], 5]).gives([1, 2, 3, 4, 5]),
        given([]).gives([]),
        given([[], [[]]]).gives([]),
        given([[1, 2], [3]]).gives([1, 2, 3]),
    ],
    time="O(n)",
    space="O(n)",
)
def flatten(nested: list[Any]) -> list[Any]:
    """Return all elements of the arbitrarily `nested` lists in one flat list."""
    flat: list[Any] = []
    stack = [iter(nested)]
    while stack:
        for item in stack[-1]:
            if isinstance(item, list):
                stack.append(iter(item))
                break
            flat.append(item)
        else:
            stack.pop()
    return flat
