"""A tarball that needs another by its address, under the name of any package."""

KIND = "needed tarball"
WALL = "npm address"
SUCCESS = ("locked",)
