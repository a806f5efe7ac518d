"""A tarball whose file is another name of a file of the host."""

KIND = "tarball"
WALL = "member"
MEMBERS = [("hard link", "package/secret.txt", "../../secret.txt")]
SUCCESS = ("file", "evil/secret.txt")
