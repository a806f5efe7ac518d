"""A lock that puts a package above node_modules."""

KIND = "tarball"
WALL = "tarball place"
PLACE = "../evil"
MEMBERS = [("file", "package/index.js", "owned")]
SUCCESS = ("escaped", "evil/index.js")
