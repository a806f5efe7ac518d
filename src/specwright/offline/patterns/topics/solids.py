"""Volumes and surfaces of solids."""

from __future__ import annotations

import math

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "volume of a sphere",
    "volume of a ball",
    tests=[given(3).gives(113.09733552923254), given(0).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def sphere_volume(radius: float) -> float:
    """Return the volume of a sphere of this `radius`."""
    return 4 / 3 * math.pi * radius**3


@pattern(
    "surface area of a sphere",
    tests=[given(3).gives(113.09733552923255), given(0).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def sphere_area(radius: float) -> float:
    """Return the surface area of a sphere of this `radius`."""
    return 4 * math.pi * radius**2


@pattern(
    "volume of a hemisphere",
    tests=[given(3).gives(56.548667764616276), given(0).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def hemisphere_volume(radius: float) -> float:
    """Return the volume of a hemisphere, half a sphere, of this `radius`."""
    return 2 / 3 * math.pi * radius**3


@pattern(
    "volume of a cone",
    tests=[given(5, 12).gives(314.1592653589793), given(0, 4).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def cone_volume(radius: float, height: float) -> float:
    """Return the volume of a cone from the `radius` of its base and its `height`."""
    return math.pi * radius**2 * height / 3


@pattern(
    "lateral surface area of a cone",
    "curved surface area of a cone",
    tests=[given(3, 4).gives(47.12388980384689), given(0, 4).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def cone_lateral_area(radius: float, height: float) -> float:
    """Return the lateral surface area of a cone, without its base, from `radius` and `height`."""
    return math.pi * radius * math.hypot(radius, height)


@pattern(
    "surface area of a cone",
    "total surface area of a cone",
    tests=[given(3, 4).gives(75.39822368615503), given(0, 4).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def cone_area(radius: float, height: float) -> float:
    """Return the surface area of a cone, its base included, from `radius` and `height`."""
    return math.pi * radius * (radius + math.hypot(radius, height))


@pattern(
    "volume of a cylinder",
    tests=[given(2, 3).gives(37.69911184307752), given(0, 3).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def cylinder_volume(radius: float, height: float) -> float:
    """Return the volume of a cylinder from the `radius` of its base and its `height`."""
    return math.pi * radius**2 * height


@pattern(
    "lateral surface area of a cylinder",
    "curved surface area of a cylinder",
    tests=[given(2, 3).gives(37.69911184307752), given(0, 3).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def cylinder_lateral_area(radius: float, height: float) -> float:
    """Return the lateral surface area of a cylinder, without top and base, from `radius` and `height`."""
    return 2 * math.pi * radius * height


@pattern(
    "surface area of a cylinder",
    "total surface area of a cylinder",
    tests=[given(2, 3).gives(62.83185307179586), given(0, 3).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def cylinder_area(radius: float, height: float) -> float:
    """Return the surface area of a cylinder, top and base included, from `radius` and `height`."""
    return 2 * math.pi * radius * (radius + height)


@pattern(
    "volume of a cube",
    "volume of a cube given its side length",
    tests=[given(3).gives(27), given(1).gives(1)],
    time="O(1)",
    tolerance=1e-09,
)
def cube_volume(side: float) -> float:
    """Return the volume of a cube from the length of its `side`."""
    return side**3


@pattern(
    "surface area of a cube",
    "surface area of a cube of a given size",
    tests=[given(3).gives(54), given(1).gives(6)],
    time="O(1)",
    tolerance=1e-09,
)
def cube_area(side: float) -> float:
    """Return the surface area of a cube from the length of its `side`."""
    return 6 * side**2


@pattern(
    "lateral surface area of a cube",
    tests=[given(3).gives(36), given(1).gives(4)],
    time="O(1)",
    tolerance=1e-09,
)
def cube_lateral_area(side: float) -> float:
    """Return the lateral surface area of a cube, without top and base, from the length of its `side`."""
    return 4 * side**2


@pattern(
    "volume of a cuboid",
    "volume of a rectangular box or prism",
    tests=[given(2, 3, 4).gives(24), given(1, 1, 1).gives(1)],
    time="O(1)",
    tolerance=1e-09,
)
def cuboid_volume(length: float, width: float, height: float) -> float:
    """Return the volume of a cuboid, a rectangular box, from its `length`, `width` and `height`."""
    return length * width * height


@pattern(
    "surface area of a cuboid",
    "surface area of a rectangular box",
    tests=[given(2, 3, 4).gives(52), given(1, 1, 1).gives(6)],
    time="O(1)",
    tolerance=1e-09,
)
def cuboid_area(length: float, width: float, height: float) -> float:
    """Return the surface area of a cuboid, a rectangular box, from its `length`, `width` and `height`."""
    return 2 * (length * width + width * height + height * length)


@pattern(
    "lateral surface area of a cuboid",
    tests=[given(2, 3, 4).gives(40), given(1, 1, 1).gives(4)],
    time="O(1)",
    tolerance=1e-09,
)
def cuboid_lateral_area(length: float, width: float, height: float) -> float:
    """Return the lateral surface area of a cuboid, without top and base, from `length`, `width` and `height`."""
    return 2 * height * (length + width)


@pattern(
    "volume of a triangular prism",
    tests=[given(10, 8, 6).gives(240), given(1, 1, 1).gives(0.5)],
    time="O(1)",
    tolerance=1e-09,
)
def prism_volume(base: float, width: float, height: float) -> float:
    """Return the volume of a triangular prism from the `base` and `width` of its triangle and its `height`."""
    return base * width * height / 2


@pattern(
    "surface area of a square pyramid",
    "surface area of a square pyramid with base edge and height",
    tests=[given(3, 4).gives(33), given(1, 1).gives(3)],
    time="O(1)",
    tolerance=1e-09,
)
def pyramid_area(base: float, slant: float) -> float:
    """Return the surface area of a square pyramid from its `base` edge and its `slant` height."""
    return 2 * base * slant + base**2


@pattern(
    "volume of a square pyramid",
    tests=[given(3, 4).gives(12), given(0, 5).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def pyramid_volume(base: float, height: float) -> float:
    """Return the volume of a square pyramid from its `base` edge and its `height`."""
    return base**2 * height / 3


@pattern(
    "area of a tetrahedron",
    "surface area of a regular tetrahedron",
    tests=[given(3).gives(15.588457268119894), given(0).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def tetrahedron_area(side: float) -> float:
    """Return the surface area of a regular tetrahedron from the length of its `side`."""
    return math.sqrt(3) * side**2


@pattern(
    "volume of a tetrahedron",
    tests=[given(3).gives(3.181980515339464), given(0).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def tetrahedron_volume(side: float) -> float:
    """Return the volume of a regular tetrahedron from the length of its `side`."""
    return side**3 / (6 * math.sqrt(2))


@pattern(
    "volume of a torus",
    tests=[given(1, 2).gives(39.47841760435743), given(0, 2).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def torus_volume(inner: float, outer: float) -> float:
    """Return the volume of a torus from the radius of its tube, `inner`, and of its ring, `outer`."""
    return 2 * math.pi**2 * outer * inner**2
