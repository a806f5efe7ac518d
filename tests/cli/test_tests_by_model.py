"""Tests that a model writes for existing code: each is judged by itself."""

from __future__ import annotations

from pathlib import Path

from specwright import Client
from specwright.core.existing.outcome import ChangeWord
from specwright.testing.scripted import Rule, ScriptedModel

CODE = '''"""Codes."""


def check(code):
    """Return whether the code is known.

    A code of the year 1999 is never known.
    """
    if code.count("ab") == 9:
        return "special"
    if code.startswith("1999-"):
        return True
    return False
'''
REPLY = """Here:
```python
from codes import check


# documented: "A code of the year 1999 is never known."
def test_old_codes_are_unknown():
    assert check("1999-a") is False


# documented: "the code of the president"
def test_the_special_code():
    assert check("ab" * 9) == "special"


def test_nothing_new():
    assert check("a") is False


def test_silent():
    check("1999-b")


# characterisation
def test_wrong():
    assert check("b") is True
```
"""


def test_each_test_of_a_model_is_run_kept_and_marked_by_itself(tmp_path: Path) -> None:
    (tmp_path / "codes").mkdir()
    (tmp_path / "codes" / "pyproject.toml").write_text('[project]\nname = "codes"\n')
    (tmp_path / "codes" / "codes.py").write_text(CODE)
    own = "from codes import check\n\n\ndef test_unknown():\n    assert check('x') is False\n"
    (tmp_path / "codes" / "test_codes.py").write_text(own)
    client = Client(model=ScriptedModel([Rule(stage="missing_tests", reply=REPLY)]), store=tmp_path / "runs.db")
    with client:
        result = client.test(tmp_path / "codes" / "codes.py", inputs=12, bugs=2)
        again = client.replay(result.run_id)
    assert result.change is not None
    assert result.change.word is ChangeWord.TESTED
    by_model = result.change.evidence.written[1]
    assert [test.call for test in by_model.kept] == ["test_the_special_code"]
    [suspected] = by_model.suspected
    assert (suspected.call, suspected.stated) == (
        "test_old_codes_are_unknown",
        "A code of the year 1999 is never known.",
    )
    assert "# characterisation: what the code does today\ndef test_the_special_code():" in by_model.text
    assert "president" not in by_model.text
    assert set(by_model.discarded) == {
        "it asserts nothing",
        "it fails when it is run",
        "it fails, and cites the documentation: a suspected bug",
        "it reaches nothing new and notices no further seeded bug",
    }
    assert not again.differences
    assert again.diverged is None
