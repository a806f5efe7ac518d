"""Sorting and searching."""

from __future__ import annotations

import heapq
from bisect import bisect_left, bisect_right
from collections import Counter
from typing import Any

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "binary search",
    "find the index of a target in a sorted array",
    tests=[
        given([-1, 0, 3, 5, 9, 12], 9).gives(4),
        given([-1, 0, 3, 5, 9, 12], 2).gives(-1),
        given([], 1).gives(-1),
        given([5], 5).gives(0),
    ],
    time="O(log n)",
)
def binary_search(nums: list[int], target: int) -> int:
    """Return the index of `target` in the sorted `nums`, or -1 if it is not there."""
    low, high = 0, len(nums) - 1
    while low <= high:
        middle = (low + high) // 2
        if nums[middle] == target:
            return middle
        if nums[middle] < target:
            low = middle + 1
        else:
            high = middle - 1
    return -1


@pattern(
    "search insert position",
    "index where a target would be inserted in order in a sorted array",
    tests=[
        given([1, 3, 5, 6], 5).gives(2),
        given([1, 3, 5, 6], 2).gives(1),
        given([1, 3, 5, 6], 7).gives(4),
        given([], 1).gives(0),
    ],
    time="O(log n)",
)
def search_insert(nums: list[int], target: int) -> int:
    """Return the first index at which `target` can stand in the sorted `nums`."""
    return bisect_left(nums, target)


@pattern(
    "find first and last position of element in sorted array",
    "range of indices of a target in a sorted list",
    tests=[
        given([5, 7, 7, 8, 8, 10], 8).gives([3, 4]),
        given([5, 7, 7, 8, 8, 10], 6).gives([-1, -1]),
        given([], 0).gives([-1, -1]),
    ],
    time="O(log n)",
)
def search_range(nums: list[int], target: int) -> list[int]:
    """Return the first and last index of `target` in the sorted `nums`, or [-1, -1]."""
    first = bisect_left(nums, target)
    if first == len(nums) or nums[first] != target:
        return [-1, -1]
    return [first, bisect_right(nums, target) - 1]


@pattern(
    "search in rotated sorted array",
    "index of a target in a sorted array that was rotated at a pivot",
    tests=[
        given([4, 5, 6, 7, 0, 1, 2], 0).gives(4),
        given([4, 5, 6, 7, 0, 1, 2], 3).gives(-1),
        given([1], 1).gives(0),
        given([], 5).gives(-1),
    ],
    time="O(log n)",
)
def search_rotated(nums: list[int], target: int) -> int:
    """Return the index of `target` in `nums`, distinct numbers sorted and then rotated, or -1."""
    low, high = 0, len(nums) - 1
    while low <= high:
        middle = (low + high) // 2
        if nums[middle] == target:
            return middle
        if nums[low] <= nums[middle]:
            inside = nums[low] <= target < nums[middle]
        else:
            inside = not nums[middle] < target <= nums[high]
        if inside:
            high = middle - 1
        else:
            low = middle + 1
    return -1


@pattern(
    "find minimum in rotated sorted array",
    "smallest element of a rotated sorted list",
    tests=[given([3, 4, 5, 1, 2]).gives(1), given([1]).gives(1), given([2, 1]).gives(1), given([1, 2, 3]).gives(1)],
    time="O(log n)",
)
def min_rotated(nums: list[int]) -> int:
    """Return the smallest of `nums`, distinct numbers sorted and then rotated."""
    low, high = 0, len(nums) - 1
    while low < high:
        middle = (low + high) // 2
        if nums[middle] > nums[high]:
            low = middle + 1
        else:
            high = middle
    return nums[low]


@pattern(
    "find peak element",
    "index of an element that is greater than its neighbours",
    tests=[given([1, 2, 3, 1]).gives(2), given([1]).gives(0), given([3, 2, 1]).gives(0), given([1, 2]).gives(1)],
    time="O(log n)",
)
def find_peak(nums: list[int]) -> int:
    """Return an index of `nums` whose number is greater than its neighbours."""
    low, high = 0, len(nums) - 1
    while low < high:
        middle = (low + high) // 2
        if nums[middle] < nums[middle + 1]:
            low = middle + 1
        else:
            high = middle
    return low


@pattern(
    "kth largest element",
    "find the kth largest element in an unsorted array",
    tests=[
        given([3, 2, 1, 5, 6, 4], 2).gives(5),
        given([3, 2, 3, 1, 2, 4, 5, 5, 6], 4).gives(4),
        given([1], 1).gives(1),
    ],
    time="O(n log k)",
    space="O(k)",
)
def kth_largest(nums: list[int], k: int) -> int:
    """Return the `k`-th largest of `nums`, counting from 1 and counting repeated numbers."""
    return heapq.nlargest(k, nums)[-1]


@pattern(
    "kth smallest element",
    "find the kth smallest element in an unsorted array",
    tests=[
        given([7, 10, 4, 3, 20, 15], 3).gives(7),
        given([1], 1).gives(1),
        given([2, 2, 1], 2).gives(2),
    ],
    time="O(n log k)",
    space="O(k)",
)
def kth_smallest(nums: list[int], k: int) -> int:
    """Return the `k`-th smallest of `nums`, counting from 1 and counting repeated numbers."""
    return heapq.nsmallest(k, nums)[-1]


@pattern(
    "bubble sort",
    "sort a list by swapping adjacent elements",
    tests=[given([5, 1, 4, 2]).gives([1, 2, 4, 5]), given([]).gives([]), given([2, 2, 1]).gives([1, 2, 2])],
    time="O(n^2)",
    space="O(n)",
)
def bubble_sort(nums: list[int]) -> list[int]:
    """Return `nums` in ascending order, sorted by swapping neighbours."""
    result = list(nums)
    for end in range(len(result) - 1, 0, -1):
        for index in range(end):
            if result[index] > result[index + 1]:
                result[index], result[index + 1] = result[index + 1], result[index]
    return result


@pattern(
    "insertion sort",
    "sort a list by inserting each element into its place",
    tests=[given([5, 1, 4, 2]).gives([1, 2, 4, 5]), given([]).gives([]), given([-1, -3]).gives([-3, -1])],
    time="O(n^2)",
    space="O(n)",
)
def insertion_sort(nums: list[int]) -> list[int]:
    """Return `nums` in ascending order, each number inserted into its place."""
    result: list[int] = []
    for number in nums:
        index = len(result)
        while index and result[index - 1] > number:
            index -= 1
        result.insert(index, number)
    return result


@pattern(
    "merge sort",
    "sort an array by divide and conquer, merging sorted halves",
    "sort the numbers in ascending order",
    "sort a list",
    tests=[
        given([5, 2, 3, 1]).gives([1, 2, 3, 5]),
        given([]).gives([]),
        given([1]).gives([1]),
        given([2, -1, 2]).gives([-1, 2, 2]),
    ],
    time="O(n log n)",
    space="O(n)",
)
def merge_sort(nums: list[int]) -> list[int]:
    """Return `nums` in ascending order, sorted by merging halves."""
    if len(nums) < 2:
        return list(nums)
    middle = len(nums) // 2
    left, right = merge_sort(nums[:middle]), merge_sort(nums[middle:])
    merged: list[int] = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged + left[i:] + right[j:]


@pattern(
    "quick sort",
    "sort an array by partitioning around a pivot",
    tests=[given([3, 6, 1, 8, 2]).gives([1, 2, 3, 6, 8]), given([]).gives([]), given([1, 1]).gives([1, 1])],
    time="O(n log n) on average",
    space="O(n)",
)
def quick_sort(nums: list[int]) -> list[int]:
    """Return `nums` in ascending order, sorted by partitioning around pivots."""
    if len(nums) < 2:
        return list(nums)
    pivot = nums[len(nums) // 2]
    smaller = [number for number in nums if number < pivot]
    equal = [number for number in nums if number == pivot]
    larger = [number for number in nums if number > pivot]
    return quick_sort(smaller) + equal + quick_sort(larger)


@pattern(
    "counting sort",
    "sort non-negative integers by counting",
    tests=[given([3, 0, 2, 0]).gives([0, 0, 2, 3]), given([]).gives([]), given([7]).gives([7])],
    time="O(n + k)",
    space="O(n + k)",
)
def counting_sort(nums: list[int]) -> list[int]:
    """Return the non-negative `nums` in ascending order, sorted by counting."""
    counts = [0] * (max(nums, default=-1) + 1)
    for number in nums:
        counts[number] += 1
    return [number for number, count in enumerate(counts) for _ in range(count)]


@pattern(
    "sort colors",
    "dutch national flag problem: sort an array of 0s, 1s and 2s",
    tests=[given([2, 0, 2, 1, 1, 0]).gives([0, 0, 1, 1, 2, 2]), given([]).gives([]), given([1]).gives([1])],
    time="O(n)",
    space="O(n)",
)
def sort_colors(colors: list[int]) -> list[int]:
    """Return the 0s, 1s and 2s of `colors` in ascending order, in one pass."""
    result = list(colors)
    low, index, high = 0, 0, len(result) - 1
    while index <= high:
        if result[index] == 0:
            result[low], result[index] = result[index], result[low]
            low, index = low + 1, index + 1
        elif result[index] == 2:
            result[index], result[high] = result[high], result[index]
            high -= 1
        else:
            index += 1
    return result


@pattern(
    "sort by frequency",
    "sort the elements of a list by decreasing frequency of occurrence",
    tests=[
        given([1, 2, 2, 3, 3, 3]).gives([3, 3, 3, 2, 2, 1]),
        given([]).gives([]),
        given([2, 1]).gives([2, 1]),
    ],
    time="O(n log n)",
    space="O(n)",
)
def sort_by_frequency(items: list[Any]) -> list[Any]:
    """Return `items` with the most frequent values first; equally frequent ones in order of appearance."""
    return [value for value, count in Counter(items).most_common() for _ in range(count)]


@pattern(
    "is a list sorted",
    "check whether the elements are in ascending order",
    tests=[
        given([1, 2, 2, 3]).gives(True),
        given([2, 1]).gives(False),
        given([]).gives(True),
        given([5]).gives(True),
    ],
    time="O(n)",
)
def is_sorted(items: list[Any]) -> bool:
    """Return whether every element of `items` is at least as large as the one before it."""
    return all(items[index] <= items[index + 1] for index in range(len(items) - 1))


@pattern(
    "count inversions",
    "number of pairs of elements that are out of order",
    tests=[given([2, 4, 1, 3, 5]).gives(3), given([1, 2]).gives(0), given([3, 2, 1]).gives(3), given([]).gives(0)],
    time="O(n log n)",
    space="O(n)",
)
def count_inversions(nums: list[int]) -> int:
    """Return how many pairs of `nums` stand in the wrong order."""
    if len(nums) < 2:
        return 0
    middle = len(nums) // 2
    left, right = nums[:middle], nums[middle:]
    found = count_inversions(left) + count_inversions(right)
    ordered = sorted(left)
    return found + sum(len(ordered) - bisect_right(ordered, number) for number in right)
