"""A wheel that needs a source package by its address, which no flag keeps pip from building."""

KIND = "needed sdist"
WALL = "processes"
SUCCESS = ("escaped",)
