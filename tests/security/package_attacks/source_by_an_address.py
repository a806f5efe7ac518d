"""A wheel that needs a source package by its address, which `--only-binary` does not keep pip from building."""

KIND = "needed sdist"
WALL = "processes"
SUCCESS = ("escaped",)
