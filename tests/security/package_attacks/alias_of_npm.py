"""A requirement that is another package under a trusted name."""

KIND = "requirement"
WALL = "form"
REQUIREMENT = "lodash@npm:evil@1.0.0"
ECOSYSTEM = "npm"
SUCCESS = ("taken",)
