"""A requirement that is a folder of the machine: pip would build it."""

KIND = "requirement"
WALL = "form"
REQUIREMENT = "./evil"
ECOSYSTEM = "PyPI"
SUCCESS = ("taken",)
