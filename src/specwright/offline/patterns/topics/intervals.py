"""Intervals."""

from __future__ import annotations

import heapq
from itertools import pairwise

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "merge intervals",
    "merge all overlapping intervals",
    tests=[
        given([[1, 3], [2, 6], [8, 10], [15, 18]]).gives([[1, 6], [8, 10], [15, 18]]),
        given([[1, 4], [4, 5]]).gives([[1, 5]]),
        given([]).gives([]),
        given([[1, 4], [2, 3]]).gives([[1, 4]]),
    ],
    time="O(n log n)",
    space="O(n)",
)
def merge_intervals(intervals: list[list[int]]) -> list[list[int]]:
    """Return the `intervals` sorted and with all that overlap or touch merged into one."""
    merged: list[list[int]] = []
    for start, end in sorted(intervals):
        if merged and start <= merged[-1][1]:
            merged[-1][1] = max(merged[-1][1], end)
        else:
            merged.append([start, end])
    return merged


@pattern(
    "insert interval",
    "insert a new interval into sorted non-overlapping intervals, merging if necessary",
    tests=[
        given([[1, 3], [6, 9]], [2, 5]).gives([[1, 5], [6, 9]]),
        given([], [5, 7]).gives([[5, 7]]),
        given([[1, 2]], [4, 5]).gives([[1, 2], [4, 5]]),
    ],
    time="O(n)",
    space="O(n)",
)
def insert_interval(intervals: list[list[int]], new: list[int]) -> list[list[int]]:
    """Return the sorted, disjoint `intervals` with `new` inserted, merged with what it overlaps."""
    start, end = new
    before = [interval for interval in intervals if interval[1] < start]
    after = [interval for interval in intervals if interval[0] > end]
    touched = intervals[len(before) : len(intervals) - len(after)]
    if touched:
        start, end = min(start, touched[0][0]), max(end, touched[-1][1])
    return [*before, [start, end], *after]


@pattern(
    "meeting rooms",
    "can a person attend all meetings, or do any intervals overlap",
    tests=[
        given([[0, 30], [5, 10], [15, 20]]).gives(False),
        given([[7, 10], [2, 4]]).gives(True),
        given([]).gives(True),
        given([[1, 2], [2, 3]]).gives(True),
    ],
    time="O(n log n)",
    space="O(n)",
)
def can_attend_meetings(intervals: list[list[int]]) -> bool:
    """Return whether none of the `intervals` overlap; one may begin when another ends."""
    ordered = sorted(intervals)
    return all(earlier[1] <= later[0] for earlier, later in pairwise(ordered))


@pattern(
    "minimum number of meeting rooms",
    "how many conference rooms are required for overlapping meetings",
    "maximum number of overlapping intervals",
    tests=[
        given([[0, 30], [5, 10], [15, 20]]).gives(2),
        given([[7, 10], [2, 4]]).gives(1),
        given([]).gives(0),
        given([[1, 2], [2, 3]]).gives(1),
    ],
    time="O(n log n)",
    space="O(n)",
)
def min_meeting_rooms(intervals: list[list[int]]) -> int:
    """Return how many rooms the meetings at these `intervals` need."""
    busy: list[int] = []
    for start, end in sorted(intervals):
        if busy and busy[0] <= start:
            heapq.heapreplace(busy, end)
        else:
            heapq.heappush(busy, end)
    return len(busy)


@pattern(
    "interval list intersections",
    "intersection of two lists of intervals",
    tests=[
        given([[0, 2], [5, 10]], [[1, 5], [8, 12]]).gives([[1, 2], [5, 5], [8, 10]]),
        given([], [[1, 2]]).gives([]),
        given([[1, 3]], [[5, 9]]).gives([]),
    ],
    time="O(n + m)",
    space="O(n + m)",
)
def interval_intersection(first: list[list[int]], second: list[list[int]]) -> list[list[int]]:
    """Return where the intervals of `first` and `second`, both sorted and disjoint, overlap."""
    result = []
    i = j = 0
    while i < len(first) and j < len(second):
        start, end = max(first[i][0], second[j][0]), min(first[i][1], second[j][1])
        if start <= end:
            result.append([start, end])
        if first[i][1] < second[j][1]:
            i += 1
        else:
            j += 1
    return result


@pattern(
    "non-overlapping intervals",
    "minimum number of intervals to remove so that the rest do not overlap",
    tests=[
        given([[1, 2], [2, 3], [3, 4], [1, 3]]).gives(1),
        given([[1, 2], [1, 2], [1, 2]]).gives(2),
        given([]).gives(0),
    ],
    time="O(n log n)",
    space="O(n)",
)
def intervals_to_remove(intervals: list[list[int]]) -> int:
    """Return the least number of `intervals` to remove so that no two of the others overlap."""
    removed, free_from = 0, float("-inf")
    for start, end in sorted(intervals, key=lambda interval: interval[1]):
        if start >= free_from:
            free_from = end
        else:
            removed += 1
    return removed
