"""An entry point by which pytest loads the package into every run of tests."""

KIND = "wheel"
WALL = "place"
FILES = {"evil_plugin.py": "", "evil-1.0.dist-info/entry_points.txt": "[pytest11]\nevil = evil_plugin\n"}
SUCCESS = (
    "from importlib.metadata import entry_points as e; print(*(x.module for x in e(group='pytest11')))",
    "evil_plugin",
)
