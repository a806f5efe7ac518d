"""A tarball that calls itself otherwise than the lock."""

KIND = "tarball"
WALL = "tarball identity"
MANIFEST = '{"name": "other", "version": "1.0.0"}'
MEMBERS = [("file", "package/index.js", "owned")]
SUCCESS = ("file", "evil/index.js")
