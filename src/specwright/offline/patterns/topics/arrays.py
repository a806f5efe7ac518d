"""Lists of numbers: pairs, runs, duplicates, rearrangements."""

from __future__ import annotations

from typing import Any

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "two sum",
    "each input has exactly one solution; you may not use the same element twice",
    "indices of the two numbers such that they add up to target",
    "find two elements in an array whose sum equals a given value",
    tests=[
        given([2, 7, 11, 15], 9).gives([0, 1]),
        given([3, 2, 4], 6).gives([1, 2]),
        given([3, 3], 6).gives([0, 1]),
        given([-1, -2, -3, -4, -5], -8).gives([2, 4]),
        given([1, 2], 7).gives([]),
    ],
    time="O(n)",
    space="O(n)",
)
def two_sum(nums: list[int], target: int) -> list[int]:
    """Return the indices of the two numbers that add up to `target`, or an empty list if there are none."""
    seen: dict[int, int] = {}
    for index, number in enumerate(nums):
        if target - number in seen:
            return [seen[target - number], index]
        seen[number] = index
    return []


@pattern(
    "three sum",
    "all unique triplets in the array which give the sum of zero",
    "find three numbers that add up to zero",
    tests=[
        given([-1, 0, 1, 2, -1, -4]).gives([[-1, -1, 2], [-1, 0, 1]]),
        given([0, 0, 0, 0]).gives([[0, 0, 0]]),
        given([1, 2, 3]).gives([]),
        given([]).gives([]),
    ],
    time="O(n^2)",
    space="O(n)",
    any_order=True,
)
def three_sum(nums: list[int]) -> list[list[int]]:
    """Return all distinct triplets of `nums` that sum to zero, each in ascending order."""
    ordered = sorted(nums)
    found: list[list[int]] = []
    for first, number in enumerate(ordered):
        if first and number == ordered[first - 1]:
            continue
        low, high = first + 1, len(ordered) - 1
        while low < high:
            total = number + ordered[low] + ordered[high]
            if total == 0:
                found.append([number, ordered[low], ordered[high]])
                low += 1
                while low < high and ordered[low] == ordered[low - 1]:
                    low += 1
            elif total < 0:
                low += 1
            else:
                high -= 1
    return found


@pattern(
    "maximum subarray",
    "largest sum of a contiguous subarray (Kadane's algorithm)",
    "greatest sum of consecutive elements",
    tests=[
        given([-2, 1, -3, 4, -1, 2, 1, -5, 4]).gives(6),
        given([1]).gives(1),
        given([-3, -1, -2]).gives(-1),
        given([5, 4, -1, 7, 8]).gives(23),
    ],
    time="O(n)",
)
def max_subarray(nums: list[int]) -> int:
    """Return the largest sum of any non-empty contiguous subarray of `nums`."""
    best = current = nums[0]
    for number in nums[1:]:
        current = max(number, current + number)
        best = max(best, current)
    return best


@pattern(
    "maximum product subarray",
    "largest product of a contiguous subarray",
    tests=[
        given([2, 3, -2, 4]).gives(6),
        given([-2, 0, -1]).gives(0),
        given([-2, 3, -4]).gives(24),
        given([-5]).gives(-5),
    ],
    time="O(n)",
)
def max_product_subarray(nums: list[int]) -> int:
    """Return the largest product of any non-empty contiguous subarray of `nums`."""
    best = highest = lowest = nums[0]
    for number in nums[1:]:
        products = (number, number * highest, number * lowest)
        highest, lowest = max(products), min(products)
        best = max(best, highest)
    return best


@pattern(
    "remove duplicates from a list, keeping the order",
    "remove duplicates but keep order",
    "unique elements of a list in order of first appearance",
    "remove all duplicates, keeping the first occurrence of each element",
    "deduplicate a list",
    tests=[
        given([3, 1, 3, 2, 1]).gives([3, 1, 2]),
        given([]).gives([]),
        given(["b", "a", "b"]).gives(["b", "a"]),
        given([1, 1, 1]).gives([1]),
    ],
    time="O(n)",
    space="O(n)",
)
def remove_duplicates(items: list[Any]) -> list[Any]:
    """Return the distinct elements of `items` in the order of their first appearance."""
    return list(dict.fromkeys(items))


@pattern(
    "rotate an array to the right by k steps",
    "right rotation of a list",
    "shift the elements of a list to the right",
    tests=[
        given([1, 2, 3, 4, 5, 6, 7], 3).gives([5, 6, 7, 1, 2, 3, 4]),
        given([1, 2], 5).gives([2, 1]),
        given([], 4).gives([]),
        given([1, 2, 3], 0).gives([1, 2, 3]),
    ],
    time="O(n)",
    space="O(n)",
)
def rotate_right(items: list[Any], k: int) -> list[Any]:
    """Return `items` rotated to the right by `k` positions."""
    if not items:
        return []
    cut = len(items) - k % len(items)
    return items[cut:] + items[:cut]


@pattern(
    "rotate a list to the left by k positions",
    "left rotation of an array",
    "move the first k elements to the end",
    tests=[
        given([1, 2, 3, 4, 5], 2).gives([3, 4, 5, 1, 2]),
        given([1, 2, 3], 4).gives([2, 3, 1]),
        given([], 1).gives([]),
    ],
    time="O(n)",
    space="O(n)",
)
def rotate_left(items: list[Any], k: int) -> list[Any]:
    """Return `items` rotated to the left by `k` positions."""
    if not items:
        return []
    cut = k % len(items)
    return items[cut:] + items[:cut]


@pattern(
    "move zeroes to the end",
    "push all zeros to the end of the array while keeping the order of the other elements",
    tests=[
        given([0, 1, 0, 3, 12]).gives([1, 3, 12, 0, 0]),
        given([0]).gives([0]),
        given([]).gives([]),
        given([1, 2]).gives([1, 2]),
    ],
    time="O(n)",
    space="O(n)",
)
def move_zeroes(nums: list[int]) -> list[int]:
    """Return `nums` with all zeroes moved to the end and the other numbers in their order."""
    others = [number for number in nums if number != 0]
    return others + [0] * (len(nums) - len(others))


@pattern(
    "product of array except self",
    "product of all the elements except the one at each index, without division",
    tests=[
        given([1, 2, 3, 4]).gives([24, 12, 8, 6]),
        given([-1, 1, 0, -3, 3]).gives([0, 0, 9, 0, 0]),
        given([5]).gives([1]),
    ],
    time="O(n)",
    space="O(n)",
)
def product_except_self(nums: list[int]) -> list[int]:
    """Return for each index the product of all the other numbers of `nums`."""
    result = [1] * len(nums)
    before = after = 1
    for index in range(len(nums)):
        result[index] *= before
        before *= nums[index]
        mirror = len(nums) - 1 - index
        result[mirror] *= after
        after *= nums[mirror]
    return result


@pattern(
    "missing number",
    "the only number in the range 0 to n that is missing from the array",
    "the missing number of a list that contains all numbers from 0 to n except one",
    tests=[
        given([3, 0, 1]).gives(2),
        given([0, 1]).gives(2),
        given([9, 6, 4, 2, 3, 5, 7, 0, 1]).gives(8),
        given([1]).gives(0),
    ],
    time="O(n)",
)
def missing_number(nums: list[int]) -> int:
    """Return the one number of 0 to n that is missing from the n distinct `nums`."""
    count = len(nums)
    return count * (count + 1) // 2 - sum(nums)


@pattern(
    "single number",
    "every element appears twice except for one, find that single one",
    "the element that occurs only once",
    tests=[
        given([2, 2, 1]).gives(1),
        given([4, 1, 2, 1, 2]).gives(4),
        given([7]).gives(7),
        given([-1, 5, -1]).gives(5),
    ],
    time="O(n)",
)
def single_number(nums: list[int]) -> int:
    """Return the number that appears once while every other number of `nums` appears twice."""
    result = 0
    for number in nums:
        result ^= number
    return result


@pattern(
    "majority element",
    "majority element is the element that appears more than half of the times",
    "element that appears more than n/2 times",
    "Boyer-Moore majority vote",
    tests=[
        given([3, 2, 3]).gives(3),
        given([2, 2, 1, 1, 1, 2, 2]).gives(2),
        given([1]).gives(1),
    ],
    time="O(n)",
)
def majority_element(nums: list[int]) -> int:
    """Return the element that makes up more than half of `nums`, which must have one."""
    leader, lead = nums[0], 0
    for number in nums:
        if lead == 0:
            leader = number
        lead += 1 if number == leader else -1
    return leader


@pattern(
    "contains duplicate",
    "check whether any value appears at least twice in the list",
    "whether all elements are distinct or a list has duplicates",
    tests=[
        given([1, 2, 3, 1]).gives(True),
        given([1, 2, 3]).gives(False),
        given([]).gives(False),
        given(["a", "a"]).gives(True),
    ],
    time="O(n)",
    space="O(n)",
)
def contains_duplicate(items: list[Any]) -> bool:
    """Return whether any value of `items` appears more than once."""
    return len(set(items)) < len(items)


@pattern(
    "find the duplicate number",
    "the repeated number in an array of n + 1 integers from 1 to n",
    "first element that occurs a second time",
    tests=[
        given([1, 3, 4, 2, 2]).gives(2),
        given([3, 1, 3, 4, 2]).gives(3),
        given([1, 1]).gives(1),
        given([1, 2, 3]).gives(-1),
    ],
    time="O(n)",
    space="O(n)",
)
def find_duplicate(nums: list[int]) -> int:
    """Return the first number of `nums` that was already seen before it, or -1 if all differ."""
    seen: set[int] = set()
    for number in nums:
        if number in seen:
            return number
        seen.add(number)
    return -1


@pattern(
    "next permutation",
    "rearrange numbers into the lexicographically next greater permutation",
    tests=[
        given([1, 2, 3]).gives([1, 3, 2]),
        given([3, 2, 1]).gives([1, 2, 3]),
        given([1, 1, 5]).gives([1, 5, 1]),
        given([]).gives([]),
    ],
    time="O(n)",
    space="O(n)",
)
def next_permutation(nums: list[int]) -> list[int]:
    """Return the lexicographically next arrangement of `nums`, or the first one after the last."""
    result = list(nums)
    pivot = len(result) - 2
    while pivot >= 0 and result[pivot] >= result[pivot + 1]:
        pivot -= 1
    if pivot >= 0:
        swap = len(result) - 1
        while result[swap] <= result[pivot]:
            swap -= 1
        result[pivot], result[swap] = result[swap], result[pivot]
    result[pivot + 1 :] = reversed(result[pivot + 1 :])
    return result


@pattern(
    "plus one",
    "increment a large integer represented as a list of digits",
    tests=[
        given([1, 2, 3]).gives([1, 2, 4]),
        given([9, 9]).gives([1, 0, 0]),
        given([0]).gives([1]),
    ],
    time="O(n)",
    space="O(n)",
)
def plus_one(digits: list[int]) -> list[int]:
    """Return the digits of the number written in `digits`, plus one."""
    result = list(digits)
    for index in range(len(result) - 1, -1, -1):
        if result[index] < 9:
            result[index] += 1
            return result
        result[index] = 0
    return [1, *result]
