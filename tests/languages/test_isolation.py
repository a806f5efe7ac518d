from __future__ import annotations

import random
from pathlib import Path

import pytest

from specwright.adapters.machine.toolchains import make_kit, ready
from specwright.core.errors import ToolchainMissing
from specwright.core.evidence.outcome import Ending, Outcome
from specwright.core.program.signature import Parameter, Signature
from specwright.core.program.types import Type
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.common.tools.machine import Kit, KitFolders
from specwright.pipeline.running.execute import call
from specwright.ports.language import CallLimits, Program

from .conftest import Bench

INT = Type.parse("int")
F = Signature(name="do_it", params=(Parameter(name="x", type=INT),), returns=INT)
LIMITS = CallLimits(seconds=40.0)

SPOIL_KIT = """
import java.nio.file.*;
public class Solution {
    public static long doIt(long x) throws Exception {
        if (x == 1) Files.writeString(Path.of("/kit/driver.jar"), "spoilt");
        if (x == 2) Files.delete(Path.of("/kit/driver.jsa"));
        if (x == 3) Files.writeString(Path.of("/kit/new"), "left behind");
        return x;
    }
}
"""
SPOIL_PROGRAM = """
use std::{fs, os::unix::fs::PermissionsExt};
fn do_it(x: i64) -> i64 {
    if x == 1 {
        fs::remove_file("program").unwrap();
        fs::write("program", "#!/bin/false\\n").unwrap();
        fs::set_permissions("program", fs::Permissions::from_mode(0o755)).unwrap();
        fs::write("/tmp/left", "behind").unwrap();
    }
    if x == 2 { return fs::read_dir("/tmp").unwrap().count() as i64; }
    x
}
"""


def outcomes(bench: Bench, language: str, code: str, inputs: list[int]) -> list[Outcome]:
    program = Program(code=code, signature=F)
    given = [{"x": x} for x in inputs]
    return list(bench.runner.run(call(bench.sandbox, bench.toolchain(language), program, given, limits=LIMITS)))


@pytest.mark.timeout(200)
def test_no_job_can_change_the_kit_that_all_jobs_share(bench: Bench) -> None:
    kit = Path(ready("java").kit or "")
    before = {path.name: path.stat().st_mtime_ns for path in kit.iterdir()}
    told = outcomes(bench, "java", SPOIL_KIT, [1, 2, 3, 0])
    assert [outcome.ending for outcome in told[:3]] == [Ending.RAISED] * 3
    assert told[3].value == 0
    assert {path.name: path.stat().st_mtime_ns for path in kit.iterdir()} == before


@pytest.mark.timeout(200)
def test_a_call_finds_neither_what_another_left_nor_what_it_made_of_the_program(bench: Bench) -> None:
    told = outcomes(bench, "rust", SPOIL_PROGRAM, [0, 1, 2, 3])
    assert [outcome.value for outcome in told] == [0, 1, 0, 3]


def test_random_numbers_are_those_of_the_seed_that_is_recorded(bench: Bench) -> None:
    code = "import random\ndef do_it(x): return random.randrange(2**40)"
    told = [outcome.value for outcome in outcomes(bench, "python", code, [0, 1, 2])]
    assert told == [random.Random(LIMITS.seed).randrange(2**40)] * 3


def test_a_child_has_threads_that_work(bench: Bench) -> None:
    code = """
import random, threading
def do_it(x):
    done = []
    threads = [threading.Thread(target=done.append, args=(n,)) for n in range(x)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    assert threading.current_thread() is threading.main_thread()
    return sum(done) + threading.active_count()
"""
    assert [outcome.value for outcome in outcomes(bench, "python", code, [1, 5])] == [1, 11]


def test_a_kit_that_could_not_be_finished_is_not_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    def half(_tools: InstalledTools, folders: KitFolders) -> None:
        (folders.made / "half").write_text("of it")
        raise OSError("the disk is full")

    with pytest.raises(ToolchainMissing, match="the disk is full"):
        make_kit(InstalledTools(language="rust", version="1", programs={}), Kit("rust", half))
    kits = tmp_path / "specwright" / "kits"
    assert [path.name for path in kits.iterdir()] == ["rust.lock"]
