"""A package of npm with a postinstall script."""

KIND = "npm install"
WALL = "scripts"
SCRIPT = "postinstall"
SUCCESS = ("escaped",)
