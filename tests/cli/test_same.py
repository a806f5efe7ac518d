"""`specwright same` as a command."""

from __future__ import annotations

import json

import pytest
from tests.e2e.command import Home

OLD = "def f(n: int):\n    return n > 3\n"


def test_the_exit_status_is_that_of_the_verdict(home: Home) -> None:
    old, new = home.folder / "old.py", home.folder / "new.py"
    old.write_text(OLD)
    new.write_text(OLD.replace(">", ">="))
    done = home.run("same", str(old), f"{new}::f", "--inputs", "60")
    assert done.status == 7
    assert "DIFFERENT  f: by their result\n  f(n=3)\n    old returns False\n    new returns True" in done.out
    done = home.run("same", str(old), str(old), "--inputs", "60")
    assert (done.status, "NO DIFFERENCE FOUND" in done.out) == (0, True)
    assert "60 inputs tried, 60 compared" in done.out
    assert "reached 1 of 1 line" in done.out
    new.write_text("import nowhere\n" + OLD)
    done = home.run("same", str(old), str(new), "--json")
    assert done.status == 10
    told = json.loads(done.out)
    assert told["verdict"] == "UNDECIDED"
    assert "nowhere" in told["functions"][0]["why"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("missing.py", "old.py"), "cannot be read"),
        (("old.py::g", "old.py"), "no function named g"),
        (("old.py", "old.js"), "different languages"),
        (("old.txt", "old.py"), "belongs to no language"),
        (("broken.py", "old.py"), "cannot be parsed"),
        (("empty.py", "old.py"), "no function that can be compared"),
        (("binary.py", "old.py"), "no text in UTF-8"),
        (("::f", "old.py"), "names no file"),
    ],
)
def test_a_wrong_input_is_explained(home: Home, arguments: tuple[str, str], words: str) -> None:
    files = {"old.py": OLD.encode(), "old.js": b"", "old.txt": b"", "broken.py": b"def f(", "empty.py": b"x = 1\n"}
    for name, content in {**files, "binary.py": b"\xff\xfe"}.items():
        (home.folder / name).write_bytes(content)
    places = [str(home.folder / each) if not each.startswith("::") else each for each in arguments]
    done = home.run("same", *places)
    assert done.status == 2
    assert words in done.err
    assert "next:" in done.err
