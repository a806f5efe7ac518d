"""A requirement that is an option of pip: a file of requirements."""

KIND = "requirement"
WALL = "form"
REQUIREMENT = "--requirement=/etc/hostname"
ECOSYSTEM = "PyPI"
SUCCESS = ("taken",)
