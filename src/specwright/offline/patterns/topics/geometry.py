"""Plane figures, points and lines."""

from __future__ import annotations

import math

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "area of a circle",
    tests=[given(2).gives(12.566370614359172), given(0).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def circle_area(radius: float) -> float:
    """Return the area of a circle of this `radius`."""
    return math.pi * radius**2


@pattern(
    "circumference of a circle",
    "perimeter of a circle",
    tests=[given(2).gives(12.566370614359172), given(0).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def circle_circumference(radius: float) -> float:
    """Return the circumference of a circle of this `radius`."""
    return 2 * math.pi * radius


@pattern(
    "area of a sector",
    "area of a sector of a circle",
    tests=[given(4, 45).gives(6.283185307179586), given(0, 45).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def sector_area(radius: float, angle: float) -> float:
    """Return the area of a circle's sector from its `radius` and its `angle` in degrees."""
    return math.pi * radius**2 * angle / 360


@pattern(
    "arc length of an angle",
    "length of an arc of a circle",
    tests=[given(9, 45).gives(7.0685834705770345), given(0, 45).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def arc_length(radius: float, angle: float) -> float:
    """Return the length of a circle's arc from its `radius` and its `angle` in degrees."""
    return 2 * math.pi * radius * angle / 360


@pattern(
    "area of an ellipse",
    tests=[given(2, 3).gives(18.84955592153876), given(0, 3).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def ellipse_area(a: float, b: float) -> float:
    """Return the area of an ellipse from its half axes `a` and `b`."""
    return math.pi * a * b


@pattern(
    "area of a triangle",
    "area of a triangle from base and height",
    tests=[given(3, 4).gives(6), given(0, 4).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def triangle_area(base: float, height: float) -> float:
    """Return the area of a triangle from its `base` and `height`."""
    return base * height / 2


@pattern(
    "area of a triangle from three sides",
    "heron formula",
    tests=[given(3, 4, 5).gives(6), given(1, 1, 2).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def heron_area(a: float, b: float, c: float) -> float:
    """Return the area of a triangle from its three sides `a`, `b` and `c`, by Heron's formula."""
    half = (a + b + c) / 2
    return math.sqrt(half * (half - a) * (half - b) * (half - c))


@pattern(
    "is a triangle valid",
    "check whether three sides form a triangle",
    "can three lengths be the sides of a triangle",
    tests=[given(3, 4, 5).gives(True), given(1, 2, 3).gives(False)],
    time="O(1)",
)
def is_triangle(a: float, b: float, c: float) -> bool:
    """Return whether three lengths `a`, `b` and `c` can be the sides of a triangle."""
    return a + b > c and b + c > a and a + c > b


@pattern(
    "is a right angled triangle",
    "check whether three sides form a right angled triangle",
    tests=[given(3, 4, 5).gives(True), given(5, 3, 4).gives(True), given(1, 1, 1).gives(False)],
    time="O(1)",
)
def is_right_triangle(a: float, b: float, c: float) -> bool:
    """Return whether sides of lengths `a`, `b` and `c`, in any order, form a right angled triangle."""
    first, second, longest = sorted((a, b, c))
    return math.isclose(first**2 + second**2, longest**2)


@pattern(
    "is a triangle equilateral",
    tests=[given(3, 3, 3).gives(True), given(3, 3, 4).gives(False)],
    time="O(1)",
)
def is_equilateral(a: float, b: float, c: float) -> bool:
    """Return whether a triangle with sides `a`, `b` and `c` is equilateral: all sides are equal."""
    return a == b == c


@pattern(
    "is a triangle isosceles",
    tests=[given(3, 3, 4).gives(True), given(3, 4, 5).gives(False)],
    time="O(1)",
)
def is_isosceles(a: float, b: float, c: float) -> bool:
    """Return whether a triangle with sides `a`, `b` and `c` is isosceles: two sides are equal."""
    return len({a, b, c}) <= 2


@pattern(
    "is a triangle scalene",
    tests=[given(3, 4, 5).gives(True), given(3, 3, 4).gives(False)],
    time="O(1)",
)
def is_scalene(a: float, b: float, c: float) -> bool:
    """Return whether a triangle with sides `a`, `b` and `c` is scalene: no two sides are equal."""
    return len({a, b, c}) == 3


@pattern(
    "hypotenuse of a right angled triangle",
    "third side of a right angled triangle",
    tests=[given(3, 4).gives(5), given(0, 1).gives(1)],
    time="O(1)",
    tolerance=1e-09,
)
def hypotenuse(a: float, b: float) -> float:
    """Return the hypotenuse, the longest side, of a right angled triangle whose other sides are `a` and `b`."""
    return math.hypot(a, b)


@pattern(
    "area of a rectangle",
    tests=[given(2, 3).gives(6), given(1, 1).gives(1)],
    time="O(1)",
    tolerance=1e-09,
)
def rectangle_area(length: float, width: float) -> float:
    """Return the area of a rectangle from its `length` and `width`."""
    return length * width


@pattern(
    "perimeter of a rectangle",
    tests=[given(2, 3).gives(10), given(1, 1).gives(4)],
    time="O(1)",
    tolerance=1e-09,
)
def rectangle_perimeter(length: float, width: float) -> float:
    """Return the perimeter of a rectangle from its `length` and `width`."""
    return 2 * (length + width)


@pattern(
    "perimeter of a square",
    tests=[given(3).gives(12), given(1).gives(4)],
    time="O(1)",
    tolerance=1e-09,
)
def square_perimeter(side: float) -> float:
    """Return the perimeter of a square from the length of its `side`."""
    return 4 * side


@pattern(
    "area of a square",
    tests=[given(3).gives(9), given(1).gives(1)],
    time="O(1)",
    tolerance=1e-09,
)
def square_area(side: float) -> float:
    """Return the area of a square from the length of its `side`."""
    return side**2


@pattern(
    "perimeter of a pentagon",
    tests=[given(3).gives(15), given(1).gives(5)],
    time="O(1)",
    tolerance=1e-09,
)
def pentagon_perimeter(side: float) -> float:
    """Return the perimeter of a regular pentagon from the length of its `side`."""
    return 5 * side


@pattern(
    "perimeter of a hexagon",
    tests=[given(3).gives(18), given(1).gives(6)],
    time="O(1)",
    tolerance=1e-09,
)
def hexagon_perimeter(side: float) -> float:
    """Return the perimeter of a regular hexagon from the length of its `side`."""
    return 6 * side


@pattern(
    "perimeter of a triangle",
    tests=[given(3, 4, 5).gives(12), given(1, 1, 1).gives(3)],
    time="O(1)",
    tolerance=1e-09,
)
def triangle_perimeter(a: float, b: float, c: float) -> float:
    """Return the perimeter of a triangle with sides `a`, `b` and `c`."""
    return a + b + c


@pattern(
    "area of a rhombus",
    tests=[given(10, 20).gives(100), given(1, 2).gives(1)],
    time="O(1)",
    tolerance=1e-09,
)
def rhombus_area(p: float, q: float) -> float:
    """Return the area of a rhombus from its diagonals `p` and `q`."""
    return p * q / 2


@pattern(
    "perimeter of a rhombus",
    tests=[given(3).gives(12), given(1).gives(4)],
    time="O(1)",
    tolerance=1e-09,
)
def rhombus_perimeter(side: float) -> float:
    """Return the perimeter of a rhombus from the length of its `side`."""
    return 4 * side


@pattern(
    "area of a parallelogram",
    tests=[given(3, 4).gives(12), given(0, 4).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def parallelogram_area(base: float, height: float) -> float:
    """Return the area of a parallelogram from its `base` and `height`."""
    return base * height


@pattern(
    "area of a trapezium",
    "area of a trapezoid",
    tests=[given(6, 9, 4).gives(30), given(1, 1, 1).gives(1)],
    time="O(1)",
    tolerance=1e-09,
)
def trapezium_area(a: float, b: float, height: float) -> float:
    """Return the area of a trapezium from its parallel sides `a` and `b` and its `height`."""
    return (a + b) * height / 2


@pattern(
    "median length of a trapezium",
    "length of the median of a trapezium",
    tests=[given(15, 25, 35).gives(20), given(1, 1, 1).gives(1)],
    time="O(1)",
    tolerance=1e-09,
)
def trapezium_median(a: float, b: float, height: float) -> float:
    """Return the length of the median of a trapezium with parallel sides `a` and `b`, whatever its `height`."""
    return (a + b) / 2


@pattern(
    "area of a regular polygon",
    tests=[given(4, 20).gives(400), given(4, 1).gives(1)],
    time="O(1)",
    tolerance=1e-09,
)
def regular_polygon_area(sides: int, length: float) -> float:
    """Return the area of a regular polygon from the number of its `sides` and their `length`."""
    return sides * length**2 / (4 * math.tan(math.pi / sides))


@pattern(
    "sum of the interior angles of a polygon",
    tests=[given(3).gives(180), given(5).gives(540), given(2).gives(0)],
    time="O(1)",
)
def polygon_angle_sum(sides: int) -> int:
    """Return the sum of the interior angles in degrees of a polygon with so many `sides`."""
    return (sides - 2) * 180


@pattern(
    "distance between two points",
    "euclidean distance between two points",
    tests=[given(0, 0, 3, 4).gives(5), given(1, 1, 1, 1).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def point_distance(x1: float, y1: float, x2: float, y2: float) -> float:
    """Return the distance of the points (`x1`, `y1`) and (`x2`, `y2`)."""
    return math.hypot(x2 - x1, y2 - y1)


@pattern(
    "slope of a line",
    "slope of a line through two points",
    tests=[given(4, 2, 2, 5).gives(-1.5), given(1, 1, 2, 1).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def slope(x1: float, y1: float, x2: float, y2: float) -> float:
    """Return the slope of the line through (`x1`, `y1`) and (`x2`, `y2`)."""
    return (y2 - y1) / (x2 - x1)


@pattern(
    "directrix of a parabola",
    tests=[given(1, 0, 0).gives(-0.25), given(1, 2, 1).gives(-0.25)],
    time="O(1)",
    tolerance=1e-09,
)
def parabola_directrix(a: float, b: float, c: float) -> float:
    """Return the directrix of the parabola with coefficients `a`, `b` and `c`: the k in y = k."""
    return c - (b**2 + 1) / (4 * a)


@pattern(
    "vertex of a parabola",
    tests=[given(5, 3, 2).gives((-0.3, 1.55)), given(1, 0, 0).gives((0, 0))],
    time="O(1)",
    tolerance=1e-09,
)
def parabola_vertex(a: float, b: float, c: float) -> tuple[float, float]:
    """Return the vertex of the parabola with coefficients `a`, `b` and `c`."""
    return -b / (2 * a), (4 * a * c - b**2) / (4 * a)


@pattern(
    "focus of a parabola",
    tests=[given(5, 3, 2).gives((-0.3, 1.6)), given(1, 0, 0).gives((0, 0.25))],
    time="O(1)",
    tolerance=1e-09,
)
def parabola_focus(a: float, b: float, c: float) -> tuple[float, float]:
    """Return the focus of the parabola with coefficients `a`, `b` and `c`."""
    return -b / (2 * a), (4 * a * c - b**2 + 1) / (4 * a)


@pattern(
    "rectangular to polar coordinates",
    "convert cartesian coordinates to polar coordinates",
    tests=[given(3, 4).gives((5, 0.9272952180016122)), given(0, 0).gives((0, 0))],
    time="O(1)",
    tolerance=1e-09,
)
def to_polar(x: float, y: float) -> tuple[float, float]:
    """Return the polar coordinates, radius and angle, of the point `x`, `y`."""
    return math.hypot(x, y), math.atan2(y, x)


@pattern(
    "convert radians to degrees",
    tests=[given(3.141592653589793).gives(180), given(0).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def to_degrees(angle: float) -> float:
    """Return an `angle` in radians as degrees."""
    return math.degrees(angle)


@pattern(
    "convert degrees to radians",
    tests=[given(180).gives(3.141592653589793), given(0).gives(0)],
    time="O(1)",
    tolerance=1e-09,
)
def to_radians(angle: float) -> float:
    """Return an `angle` in degrees as radians."""
    return math.radians(angle)
