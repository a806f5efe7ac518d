"""A tarball with a pipe, at which a reader waits for ever."""

KIND = "tarball"
WALL = "member"
MEMBERS = [("pipe", "package/pipe", "")]
SUCCESS = ("file", "evil/pipe")
