"""A tarball with packages of its own, which no lock names and which are loaded before the locked ones."""

KIND = "tarball"
WALL = "member"
MEMBERS = [("file", "package/node_modules/lodash/index.js", "owned")]
SUCCESS = ("file", "evil/node_modules/lodash/index.js")
