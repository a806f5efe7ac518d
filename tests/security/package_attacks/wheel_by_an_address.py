"""A wheel that needs another by its address: that one is no package of the registry or of the folder."""

KIND = "needed wheel"
WALL = "address"
SUCCESS = ("locked",)
