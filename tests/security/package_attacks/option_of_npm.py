"""A requirement that is an option of npm: another registry."""

KIND = "requirement"
WALL = "form"
REQUIREMENT = "--registry=http://127.0.0.1:9"
ECOSYSTEM = "npm"
SUCCESS = ("taken",)
