"""Graphs and grids."""

from __future__ import annotations

import heapq
from collections import deque

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "number of islands",
    "count the groups of connected land cells in a grid",
    tests=[
        given([["1", "1", "0"], ["0", "1", "0"], ["0", "0", "1"]]).gives(2),
        given([["0"]]).gives(0),
        given([]).gives(0),
        given([["1", "0", "1"]]).gives(2),
    ],
    time="O(rows x columns)",
    space="O(rows x columns)",
)
def number_of_islands(grid: list[list[str]]) -> int:
    """Return how many groups of "1" cells touch side by side in `grid`."""
    land = {(r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell == "1"}
    islands = 0
    while land:
        islands += 1
        stack = [land.pop()]
        while stack:
            r, c = stack.pop()
            for neighbour in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
                if neighbour in land:
                    land.remove(neighbour)
                    stack.append(neighbour)
    return islands


@pattern(
    "flood fill",
    "change the colour of the connected region of an image around a starting pixel",
    tests=[
        given([[1, 1, 1], [1, 1, 0], [1, 0, 1]], 1, 1, 2).gives([[2, 2, 2], [2, 2, 0], [2, 0, 1]]),
        given([[0, 0]], 0, 0, 0).gives([[0, 0]]),
        given([[5]], 0, 0, 7).gives([[7]]),
    ],
    time="O(rows x columns)",
    space="O(rows x columns)",
)
def flood_fill(image: list[list[int]], row: int, column: int, color: int) -> list[list[int]]:
    """Return `image` with the region around `row` and `column` painted in `color`."""
    result = [list(line) for line in image]
    old = result[row][column]
    stack = [(row, column)] if old != color else []
    while stack:
        r, c = stack.pop()
        if 0 <= r < len(result) and 0 <= c < len(result[0]) and result[r][c] == old:
            result[r][c] = color
            stack += [(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)]
    return result


@pattern(
    "topological sort",
    "course schedule: order of tasks such that every prerequisite comes first",
    "order the nodes of a directed acyclic graph",
    tests=[
        given(2, [[1, 0]]).gives([0, 1]),
        given(3, [[2, 1], [1, 0]]).gives([0, 1, 2]),
        given(2, [[0, 1], [1, 0]]).gives([]),
        given(1, []).gives([0]),
    ],
    time="O(n + edges)",
    space="O(n + edges)",
)
def topological_sort(count: int, prerequisites: list[list[int]]) -> list[int]:
    """Return an order of the tasks 0 to `count` - 1 that respects `prerequisites`, or [] if there is a cycle.

    Each prerequisite [a, b] says that b comes before a.
    """
    followers: list[list[int]] = [[] for _ in range(count)]
    waiting = [0] * count
    for task, earlier in prerequisites:
        followers[earlier].append(task)
        waiting[task] += 1
    ready = deque(task for task in range(count) if waiting[task] == 0)
    order = []
    while ready:
        task = ready.popleft()
        order.append(task)
        for follower in followers[task]:
            waiting[follower] -= 1
            if waiting[follower] == 0:
                ready.append(follower)
    return order if len(order) == count else []


@pattern(
    "course schedule",
    "is it possible to finish all courses given their prerequisites",
    "detect a cycle in a directed graph",
    tests=[
        given(2, [[1, 0]]).gives(True),
        given(2, [[1, 0], [0, 1]]).gives(False),
        given(3, []).gives(True),
        given(1, [[0, 0]]).gives(False),
    ],
    time="O(n + edges)",
    space="O(n + edges)",
)
def can_finish(count: int, prerequisites: list[list[int]]) -> bool:
    """Return whether the tasks 0 to `count` - 1 can be ordered so that each of `prerequisites` [a, b] has b first."""
    followers: list[list[int]] = [[] for _ in range(count)]
    waiting = [0] * count
    for task, earlier in prerequisites:
        followers[earlier].append(task)
        waiting[task] += 1
    ready = [task for task in range(count) if waiting[task] == 0]
    for task in ready:
        for follower in followers[task]:
            waiting[follower] -= 1
            if waiting[follower] == 0:
                ready.append(follower)
    return len(ready) == count


@pattern(
    "breadth-first search shortest path",
    "shortest path between two nodes of an unweighted graph",
    tests=[
        given({"a": ["b", "c"], "b": ["d"], "c": ["d"], "d": []}, "a", "d").gives(["a", "b", "d"]),
        given({"a": [], "b": []}, "a", "b").gives([]),
        given({"a": ["a"]}, "a", "a").gives(["a"]),
    ],
    time="O(nodes + edges)",
    space="O(nodes)",
)
def shortest_path(graph: dict[str, list[str]], start: str, goal: str) -> list[str]:
    """Return the nodes of a shortest path through `graph` from `start` to `goal`, or [] if there is none."""
    came_from = {start: start}
    queue = deque([start])
    while queue and goal not in came_from:
        node = queue.popleft()
        for neighbour in graph.get(node, []):
            if neighbour not in came_from:
                came_from[neighbour] = node
                queue.append(neighbour)
    if goal not in came_from:
        return []
    path = [goal]
    while path[-1] != start:
        path.append(came_from[path[-1]])
    return path[::-1]


@pattern(
    "dijkstra's algorithm",
    "shortest distances from a source in a weighted graph",
    tests=[
        given({"a": {"b": 1, "c": 4}, "b": {"c": 2}, "c": {}}, "a").gives({"a": 0, "b": 1, "c": 3}),
        given({"a": {}}, "a").gives({"a": 0}),
        given({"a": {}, "b": {"a": 1}}, "a").gives({"a": 0}),
    ],
    time="O(edges log nodes)",
    space="O(nodes)",
)
def dijkstra(graph: dict[str, dict[str, int]], source: str) -> dict[str, int]:
    """Return the least total weight from `source` to every node of `graph` that can be reached."""
    distances: dict[str, int] = {}
    queue = [(0, source)]
    while queue:
        distance, node = heapq.heappop(queue)
        if node in distances:
            continue
        distances[node] = distance
        for neighbour, weight in graph.get(node, {}).items():
            heapq.heappush(queue, (distance + weight, neighbour))
    return distances


@pattern(
    "number of connected components",
    "count the connected components of an undirected graph with n nodes (union find)",
    tests=[
        given(5, [[0, 1], [1, 2], [3, 4]]).gives(2),
        given(3, []).gives(3),
        given(0, []).gives(0),
        given(2, [[0, 1], [1, 0]]).gives(1),
    ],
    time="O(n + edges)",
    space="O(n)",
)
def count_components(n: int, edges: list[list[int]]) -> int:
    """Return how many connected components the nodes 0 to `n` - 1 form with these undirected `edges`."""
    parents = list(range(n))

    def root(node: int) -> int:
        while parents[node] != node:
            parents[node] = parents[parents[node]]
            node = parents[node]
        return node

    for a, b in edges:
        parents[root(a)] = root(b)
    return sum(root(node) == node for node in range(n))


@pattern(
    "is a graph bipartite",
    "can the nodes be coloured with two colours so that neighbours differ",
    tests=[
        given([[1, 3], [0, 2], [1, 3], [0, 2]]).gives(True),
        given([[1, 2], [0, 2], [0, 1]]).gives(False),
        given([[], []]).gives(True),
    ],
    time="O(nodes + edges)",
    space="O(nodes)",
)
def is_bipartite(graph: list[list[int]]) -> bool:
    """Return whether the `graph`, given as lists of neighbours, can be coloured with two colours."""
    colors: dict[int, int] = {}
    for start in range(len(graph)):
        stack = [] if start in colors else [start]
        colors.setdefault(start, 0)
        while stack:
            node = stack.pop()
            for neighbour in graph[node]:
                if neighbour not in colors:
                    colors[neighbour] = 1 - colors[node]
                    stack.append(neighbour)
                elif colors[neighbour] == colors[node]:
                    return False
    return True


@pattern(
    "shortest path in a grid",
    "fewest steps from the top left to the bottom right of a maze with walls",
    tests=[
        given([[0, 0, 0], [1, 1, 0], [0, 0, 0]]).gives(4),
        given([[0, 1], [1, 0]]).gives(-1),
        given([[0]]).gives(0),
        given([[1]]).gives(-1),
    ],
    time="O(rows x columns)",
    space="O(rows x columns)",
)
def grid_shortest_path(grid: list[list[int]]) -> int:
    """Return the fewest steps over the 0 cells of `grid` from its first to its last corner, or -1."""
    goal = (len(grid) - 1, len(grid[0]) - 1)
    free = {(r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell == 0}
    queue = deque([(0, 0, 0)] if (0, 0) in free else [])
    while queue:
        r, c, steps = queue.popleft()
        if (r, c) == goal:
            return steps
        for neighbour in ((r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)):
            if neighbour in free:
                free.remove(neighbour)
                queue.append((*neighbour, steps + 1))
    return -1


@pattern(
    "rotting oranges",
    "minutes until no cell has a fresh orange as rot spreads to neighbours",
    tests=[
        given([[2, 1, 1], [1, 1, 0], [0, 1, 1]]).gives(4),
        given([[2, 1, 1], [0, 1, 1], [1, 0, 1]]).gives(-1),
        given([[0, 2]]).gives(0),
    ],
    time="O(rows x columns)",
    space="O(rows x columns)",
)
def minutes_to_rot(grid: list[list[int]]) -> int:
    """Return after how many minutes the rot (2) has spread to all fresh oranges (1) of `grid`, or -1."""
    fresh = {(r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell == 1}
    rotten = [(r, c) for r, row in enumerate(grid) for c, cell in enumerate(row) if cell == 2]
    minutes = 0
    while fresh and rotten:
        minutes += 1
        spread = {(r + i, c + j) for r, c in rotten for i, j in ((1, 0), (-1, 0), (0, 1), (0, -1))}
        rotten = list(spread & fresh)
        fresh -= spread
    return -1 if fresh else minutes


@pattern(
    "minimum spanning tree",
    "total weight of the minimum spanning tree of a weighted graph (Kruskal)",
    tests=[
        given(4, [[0, 1, 1], [1, 2, 2], [0, 2, 4], [2, 3, 1]]).gives(4),
        given(1, []).gives(0),
        given(2, [[0, 1, 7], [0, 1, 3]]).gives(3),
    ],
    time="O(edges log edges)",
    space="O(n)",
)
def minimum_spanning_tree(n: int, edges: list[list[int]]) -> int:
    """Return the total weight of a minimum spanning tree of nodes 0 to `n` - 1 with `edges` [a, b, weight]."""
    parents = list(range(n))

    def root(node: int) -> int:
        while parents[node] != node:
            parents[node] = parents[parents[node]]
            node = parents[node]
        return node

    total = 0
    for a, b, weight in sorted(edges, key=lambda edge: edge[2]):
        if root(a) != root(b):
            parents[root(a)] = root(b)
            total += weight
    return total


@pattern(
    "word ladder",
    "length of the shortest transformation sequence between two words changing one letter at a time",
    tests=[
        given("hit", "cog", ["hot", "dot", "dog", "lot", "log", "cog"]).gives(5),
        given("hit", "cog", ["hot", "dot", "dog", "lot", "log"]).gives(0),
        given("a", "c", ["a", "b", "c"]).gives(2),
    ],
    time="O(n^2 k)",
    space="O(n)",
)
def word_ladder(begin: str, end: str, words: list[str]) -> int:
    """Return how many words a shortest chain from `begin` to `end` through `words` has, or 0."""
    unused = set(words) - {begin}
    queue = deque([(begin, 1)])
    while queue:
        word, length = queue.popleft()
        if word == end:
            return length
        near = {other for other in unused if sum(a != b for a, b in zip(word, other, strict=True)) == 1}
        unused -= near
        queue.extend((other, length + 1) for other in sorted(near))
    return 0
