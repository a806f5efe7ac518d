"""A requirement that is an option of pip: another index."""

KIND = "requirement"
WALL = "form"
REQUIREMENT = "--index-url=http://127.0.0.1:9/simple"
ECOSYSTEM = "PyPI"
SUCCESS = ("taken",)
