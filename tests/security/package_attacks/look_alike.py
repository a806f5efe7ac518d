"""A name that is one letter from a well-known package's."""

KIND = "requirement"
WALL = "names"
REQUIREMENT = "requesst"
ECOSYSTEM = "PyPI"
SUCCESS = ("taken",)
