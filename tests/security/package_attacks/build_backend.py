"""A source package whose build runs code of its own as soon as pip looks at it."""

KIND = "sdist"
WALL = "wheels only"
SUCCESS = ("escaped",)
