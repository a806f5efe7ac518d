"""A package that has a module named as our driver is in the sandbox."""

KIND = "wheel"
WALL = "top"
FILES = {"driver.py": "VALUE = 'owned'\n"}
SUCCESS = ("import driver; print(driver.VALUE)", "owned")
