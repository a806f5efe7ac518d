"""A name of npm that is one letter from a well-known package's."""

KIND = "requirement"
WALL = "names"
REQUIREMENT = "lodahs"
ECOSYSTEM = "npm"
SUCCESS = ("taken",)
