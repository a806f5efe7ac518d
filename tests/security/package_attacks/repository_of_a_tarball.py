"""A tarball that needs a repository, in which npm runs git as the settings there name it."""

KIND = "needed repository"
WALL = "npm processes"
SUCCESS = ("escaped",)
