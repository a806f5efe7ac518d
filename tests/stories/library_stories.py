"""The story of a function that needs a third-party package, which is a wheel in a folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from specwright.core.work.task import Task
from specwright.testing.scripted import Rule
from tests.libraries import write_wheel
from tests.stories import fenced

KIT = {"wordkit/__init__.py": "def shout(text):\n    return text.upper() + '!'\n"}
TASK = Task(
    problem="Write loud(words) with the wordkit package: return each word of the list shouted, in its order.",
    examples=('words=["a"] -> ["A!"]', 'words=["b", "cd"] -> ["B!", "CD!"]'),
    require=("wordkit",),
)
SPECIFICATION: dict[str, Any] = {
    "summary": "Shout words.",
    "params": [{"name": "words", "type": "list[str]"}],
    "returns": "list[str]",
    "libraries": ["wordkit"],
    "requirements": [{"text": "Return each word of the list shouted with the wordkit package, in its order."}],
}
CASES = [
    {
        "name": f"case {number}",
        "requirement": "R1",
        "input": {"words": words},
        "expected": [f"{w.upper()}!" for w in words],
    }
    for number, words in enumerate([["x", "y"], [], ["one", "two", "three"], ["q"], ["zz", "zz"]])
]
CODE = (
    "import wordkit\n\n\ndef run_code(words):  # marker-one\n    return [wordkit.shout(word) for word in words]\n",
    "from wordkit import shout\n\n\ndef run_code(words):  # marker-two\n    return list(map(shout, words))\n",
    (
        "from wordkit import shout as louder\n\n\ndef run_code(words):  # marker-three\n"
        "    found = []\n    for word in words:\n        found.append(louder(word))\n    return found\n"
    ),
)
RULES = [
    Rule(stage="specify", reply=SPECIFICATION),
    Rule(stage="write_tests", reply={"cases": CASES}),
    *(Rule(stage="write_code", sample=number, reply=fenced(code)) for number, code in enumerate(CODE)),
    Rule(stage="write_oracle", reply=fenced(CODE[1].replace("marker-two", "reference"))),
    Rule(stage="write_inputs", reply={"inputs": [{"words": ["k"]}]}),
]


def write_wheels(folder: Path) -> Path:
    """Write the package's wheel, and return the folder that it is in."""
    wheels = folder / "wheels"
    wheels.mkdir()
    write_wheel(wheels, KIT, name="wordkit")
    return wheels
