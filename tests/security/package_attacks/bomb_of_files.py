"""A wheel of more files than any package has."""

KIND = "wheel"
WALL = "count"
FILES = {f"evil/part{number}.py": "" for number in range(9)}
SUCCESS = ("file", "evil/part8.py")
