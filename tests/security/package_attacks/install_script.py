"""A package of npm with a install script."""

KIND = "npm install"
WALL = "scripts"
SCRIPT = "install"
SUCCESS = ("escaped",)
