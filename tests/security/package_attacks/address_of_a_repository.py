"""A requirement that is a repository: pip would clone and build it."""

KIND = "requirement"
WALL = "form"
REQUIREMENT = "git+https://127.0.0.1:9/evil.git"
ECOSYSTEM = "PyPI"
SUCCESS = ("taken",)
