"""A package that reports sources of yours as its own: once compiled, Python would run them as they are now for ever."""

KIND = "reported"
WALL = "sources"
SUCCESS = ("compiled",)
