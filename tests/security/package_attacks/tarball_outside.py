"""A tarball whose file lies above its folder."""

KIND = "tarball"
WALL = "member"
MEMBERS = [("file", "package/../../../escaped.txt", "got out")]
SUCCESS = ("escaped",)
