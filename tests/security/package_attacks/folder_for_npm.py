"""A requirement that is a folder of the machine: npm would link it."""

KIND = "requirement"
WALL = "form"
REQUIREMENT = "file:../evil"
ECOSYSTEM = "npm"
SUCCESS = ("taken",)
