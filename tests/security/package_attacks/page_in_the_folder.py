"""A page among the wheels, whose links pip would follow to wherever they lead."""

KIND = "page"
WALL = "wheels alone"
SUCCESS = ("asked",)
