"""Exit statuses and reasons are true, whatever becomes of the output."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sysconfig
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from tests.e2e.command import SPECWRIGHT, Home

from specwright import api
from specwright.cli.generate import read_task_file
from specwright.cli.solve import _print_alone, read_problem
from specwright.config import load_settings
from specwright.core.errors import UserError
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.core.run.result import Result, State
from specwright.languages.common.tools.interpreter import local_interpreter
from specwright.offline.rungs import Rungs
from specwright.offline.synthesis.solve import SearchLimits, synthesise


def test_a_reader_that_has_seen_enough_changes_no_status(tmp_path: Path) -> None:
    command = f"{SPECWRIGHT} config show | head -c 1 >/dev/null; exit ${{PIPESTATUS[0]}}"
    done = subprocess.run(["bash", "-c", command], env=Home(tmp_path).environment(), capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_output_that_cannot_be_written_is_explained(tmp_path: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [SPECWRIGHT, "config", "show"],
            env=Home(tmp_path).environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 74
    assert "cannot write to standard output: No space left" in done.stderr
    assert "Traceback" not in done.stderr


def _result(state: State, *, verified: bool, code: str | None) -> Result:
    fields: dict[str, Any] = {"execution_result": state, "verified": verified, "code": code, "explanation": "because"}
    return Result.model_construct(**fields)


def test_quiet_says_on_standard_error_what_the_status_means(capsys: pytest.CaptureFixture[str]) -> None:
    _print_alone(_result(State.TESTS_PASSING, verified=False, code="x = 1\n"))
    shown = capsys.readouterr()
    assert shown.out == "x = 1\n"
    assert "not verified (exit status 10): because" in shown.err
    _print_alone(_result(State.MODEL_UNAVAILABLE, verified=False, code=None))
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "exit status 4" in shown.err
    _print_alone(_result(State.TESTS_PASSING, verified=True, code="x = 1\n"))
    assert capsys.readouterr().err == ""


def test_a_file_that_is_too_long_has_its_true_length(tmp_path: Path) -> None:
    path = tmp_path / "problem.txt"
    path.write_text("é" * 3_000_000)
    with pytest.raises(UserError, match="has 6,000,000 bytes; the limit is 100,000 characters"):
        read_problem(str(path))
    path.write_text("é" * api.MAX_PROBLEM)
    assert len(read_problem(str(path))) == api.MAX_PROBLEM


@pytest.mark.parametrize("kind", [".toml", ".yaml"])
def test_a_misspelt_field_is_named_with_the_one_that_was_meant(kind: str) -> None:
    text = 'specfication = "x"' if kind == ".toml" else "specfication: x"
    with pytest.raises(UserError, match="'specfication', which does not exist") as raised:
        read_task_file(kind, text, "task")
    assert "did you mean specification?" in str(raised.value.hint)


def test_a_bad_setting_is_traced_to_its_place(tmp_path: Path) -> None:
    (tmp_path / "specwright.toml").write_text("[budget]\nusd = 'much'\n[store]\n")
    with pytest.raises(UserError, match=r"budget\.usd is 'much'") as raised:
        load_settings(environ={}, directory=tmp_path)
    assert str(tmp_path / "specwright.toml") in str(raised.value.hint)
    assert "config show" not in str(raised.value.hint)
    (tmp_path / "specwright.toml").unlink()
    with pytest.raises(UserError, match=r"budget\.uds \(did you mean usd\?\); it is set by SPECWRIGHT_BUDGET__UDS"):
        load_settings(environ={"SPECWRIGHT_BUDGET__UDS": "1"}, directory=tmp_path)


def test_an_interrupted_search_stops_and_lets_the_process_end() -> None:
    signature = Signature(
        name="f", params=(Parameter(name="a", type=Type.parse("list[int]")),), returns=Type.parse("int")
    )
    rows = [[3, 1, 4, 1, 5], [9, 2, 6], [5, 3, 5, 8], [9, 7, 9]]
    pairs = [({"a": row}, 1_000_003 * place + 17) for place, row in enumerate(rows)]
    ended = threading.Event()

    def search(*given: object) -> object:
        try:
            endless = SearchLimits(steps=10**9, nodes=10**9, seconds=300.0)
            return synthesise(*given[:3], endless, given[-1])  # type: ignore[arg-type, call-arg]
        finally:
            ended.set()

    async def interrupted() -> None:
        rungs = Rungs((), search)  # type: ignore[arg-type]
        task = asyncio.ensure_future(rungs._searched(signature, pairs, "", SearchLimits()))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    started = time.monotonic()
    asyncio.run(interrupted())  # would wait for the thread
    assert ended.is_set()
    assert time.monotonic() - started < 100


def test_an_interpreter_whose_library_cannot_be_looked_at_is_found_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real = sysconfig.get_config_var
    odd = {"LIBDIR": "/" + "a" * 5000, "LDLIBRARY": "libpython3.so"}
    monkeypatch.setattr(sysconfig, "get_config_var", lambda name: odd.get(name, real(name)))
    program, mounts = local_interpreter.__wrapped__()
    assert os.access(program, os.X_OK)
    assert mounts
