"""A folder whose tarball is not the one that was locked, under the same name."""

KIND = "swapped tarball"
WALL = "hash"
MEMBERS = [("file", "package/index.js", "owned")]
SUCCESS = ("file", "evil/index.js")
