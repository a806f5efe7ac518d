"""Binary trees as lists in level order, with None where there is no node; the children of i are 2i + 1 and 2i + 2."""

from __future__ import annotations

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "maximum depth of a binary tree",
    "height of a binary tree",
    tests=[
        given([3, 9, 20, None, None, 15, 7]).gives(3),
        given([]).gives(0),
        given([1]).gives(1),
        given([1, None, 2]).gives(2),
    ],
    time="O(n)",
)
def max_depth(tree: list[int | None]) -> int:
    """Return how many levels the binary `tree` has, given in level order with None for missing nodes."""
    last = max((index for index, value in enumerate(tree) if value is not None), default=-1)
    return (last + 1).bit_length()


@pattern(
    "invert a binary tree",
    "mirror image of a binary tree",
    tests=[
        given([4, 2, 7, 1, 3, 6, 9]).gives([4, 7, 2, 9, 6, 3, 1]),
        given([]).gives([]),
        given([1, 2, None]).gives([1, None, 2]),
    ],
    time="O(n)",
    space="O(n)",
)
def invert_tree(tree: list[int | None]) -> list[int | None]:
    """Return the mirror image of the binary `tree`, a complete level order with None for missing nodes."""
    mirrored: list[int | None] = []
    width = 1
    while len(mirrored) < len(tree):
        level = tree[len(mirrored) : len(mirrored) + width]
        level += [None] * (width - len(level))
        mirrored += level[::-1]
        width *= 2
    return mirrored


@pattern(
    "binary tree level order traversal",
    "values of the nodes of a tree level by level",
    tests=[
        given([3, 9, 20, None, None, 15, 7]).gives([[3], [9, 20], [15, 7]]),
        given([]).gives([]),
        given([1, None, 2]).gives([[1], [2]]),
    ],
    time="O(n)",
    space="O(n)",
)
def level_order(tree: list[int | None]) -> list[list[int]]:
    """Return the values of the binary `tree`, given in level order with None for missing nodes, by level."""
    levels: list[list[int]] = []
    for index, value in enumerate(tree):
        if value is not None:
            depth = (index + 1).bit_length() - 1
            levels += [[] for _ in range(depth + 1 - len(levels))]
            levels[depth].append(value)
    return levels


@pattern(
    "binary tree inorder traversal",
    "values of a tree in left, root, right order",
    tests=[
        given([4, 2, 6, 1, 3, 5, 7]).gives([1, 2, 3, 4, 5, 6, 7]),
        given([]).gives([]),
        given([1, None, 2]).gives([1, 2]),
    ],
    time="O(n)",
    space="O(n)",
)
def inorder(tree: list[int | None]) -> list[int]:
    """Return the values of the binary `tree`, given in level order with None for missing nodes, in order."""
    result: list[int] = []
    stack: list[int] = []
    node = 0
    while stack or (node < len(tree) and tree[node] is not None):
        if node < len(tree) and tree[node] is not None:
            stack.append(node)
            node = 2 * node + 1
        else:
            node = stack.pop()
            value = tree[node]
            if value is not None:
                result.append(value)
            node = 2 * node + 2
    return result


@pattern(
    "validate binary search tree",
    "check whether a binary tree is a valid BST",
    tests=[
        given([2, 1, 3]).gives(True),
        given([5, 1, 4, None, None, 3, 6]).gives(False),
        given([]).gives(True),
        given([5, 4, 6, None, None, 3, 7]).gives(False),
    ],
    time="O(n)",
    space="O(log n)",
)
def is_search_tree(tree: list[int | None]) -> bool:
    """Return whether the binary `tree`, given in level order with None for missing nodes, is a search tree."""

    def holds(index: int, low: float, high: float) -> bool:
        value = tree[index] if index < len(tree) else None
        if value is None:
            return True
        return low < value < high and holds(2 * index + 1, low, value) and holds(2 * index + 2, value, high)

    return holds(0, float("-inf"), float("inf"))


@pattern(
    "symmetric tree",
    "check whether a binary tree is a mirror of itself",
    tests=[
        given([1, 2, 2, 3, 4, 4, 3]).gives(True),
        given([1, 2, 2, None, 3, None, 3]).gives(False),
        given([]).gives(True),
    ],
    time="O(n)",
    space="O(log n)",
)
def is_symmetric(tree: list[int | None]) -> bool:
    """Return whether the binary `tree`, given in level order with None for missing nodes, mirrors itself."""

    def mirror(left: int, right: int) -> bool:
        a = tree[left] if left < len(tree) else None
        b = tree[right] if right < len(tree) else None
        if a is None or b is None:
            return a is b
        return a == b and mirror(2 * left + 1, 2 * right + 2) and mirror(2 * left + 2, 2 * right + 1)

    return mirror(0, 0)


@pattern(
    "path sum",
    "does a tree have a root-to-leaf path whose values add up to the target sum",
    tests=[
        given([5, 4, 8, 11, None, 13, 4], 20).gives(True),
        given([1, 2, 3], 5).gives(False),
        given([], 0).gives(False),
        given([1, 2], 1).gives(False),
    ],
    time="O(n)",
    space="O(log n)",
)
def has_path_sum(tree: list[int | None], target: int) -> bool:
    """Return whether some path from root to leaf of the binary `tree`, in level order, sums to `target`."""

    def descend(index: int, rest: int) -> bool:
        value = tree[index] if index < len(tree) else None
        if value is None:
            return False
        children = [child for child in (2 * index + 1, 2 * index + 2) if child < len(tree) and tree[child] is not None]
        if not children:
            return rest == value
        return any(descend(child, rest - value) for child in children)

    return descend(0, target)
