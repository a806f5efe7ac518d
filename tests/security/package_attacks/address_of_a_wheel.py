"""A requirement that is an address: pip would fetch whatever is there."""

KIND = "requirement"
WALL = "form"
REQUIREMENT = "evil @ http://127.0.0.1:9/evil-1.0-py3-none-any.whl"
ECOSYSTEM = "PyPI"
SUCCESS = ("taken",)
