"""A tarball that writes through a link of its own to a place outside."""

KIND = "tarball"
WALL = "member"
MEMBERS = [("link", "package/out", "{root}"), ("file", "package/out/escaped.txt", "got out")]
SUCCESS = ("escaped",)
