"""A requirement that is a repository: npm would clone it and prepare it."""

KIND = "requirement"
WALL = "form"
REQUIREMENT = "git+ssh://127.0.0.1:9/evil.git"
ECOSYSTEM = "npm"
SUCCESS = ("taken",)
