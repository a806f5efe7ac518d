from __future__ import annotations

import json
from pathlib import Path

import pytest

from specwright.core.errors import UserError
from specwright.surfaces.cli.exec_command import run_exec


def written(tmp_path: Path, code: str) -> Path:
    path = tmp_path / "program.py"
    path.write_text(code)
    return path


def test_the_program_gets_its_input_and_its_exit_status_is_ours(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = written(tmp_path, "import sys; print(sys.stdin.read().upper()); sys.exit(3)")
    assert run_exec(path, stdin=b"word") == 3
    assert capsys.readouterr().out == "WORD\n"


def test_nothing_that_acts_on_a_terminal_reaches_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = written(tmp_path, "import sys; print('\\x1b]0;renamed\\x07'); sys.stderr.write('\\x9b2J')")
    run_exec(path)
    shown = capsys.readouterr()
    assert shown.out == "\\x1b]0;renamed\\x07\n"
    assert "\x9b" not in shown.err


def test_the_json_form_tells_everything_and_no_escape_is_raw(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status = run_exec(written(tmp_path, "print('\\x1b[2J')\nwhile True: pass"), as_json=True, seconds=1.0)
    text = capsys.readouterr().out
    told = json.loads(text)
    assert (status, told["ending"], told["exit_code"]) == (124, told["ending"], None)
    assert told["ending"] in ("timeout", "cpu limit")
    assert told["sandbox"]
    assert "\x1b" not in text


def test_the_way_it_ended_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_exec(written(tmp_path, "import os; os.kill(os.getpid(), 11)")) == 139
    assert "ended: signalled 11" in capsys.readouterr().err


def test_a_file_that_is_not_there_is_told_clearly(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="cannot be read"):
        run_exec(tmp_path / "absent.py")
    with pytest.raises(UserError, match="cobol"):
        run_exec(tmp_path / "absent.py", language="cobol")
