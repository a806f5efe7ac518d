"""A package of npm with a preinstall script."""

KIND = "npm install"
WALL = "scripts"
SCRIPT = "preinstall"
SUCCESS = ("escaped",)
