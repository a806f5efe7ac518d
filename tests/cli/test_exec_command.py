from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.sandboxes import Bench, Engines

from specwright.adapters.machine.toolchains import ready
from specwright.cli import exec_command
from specwright.cli.exec_command import run_exec
from specwright.core.errors import UserError
from specwright.languages.loading import toolchain_for
from specwright.languages.registry import LANGUAGES
from specwright.ports.sandbox import Limits

ECHO = {
    "python": "import sys\nfor line in sys.stdin: print(line.strip().upper())\nsys.exit(3)\n",
    "javascript": """const fs = require('fs');
console.log(fs.readFileSync(0, 'utf8').trim().toUpperCase());
process.exit(3);
""",
    "typescript": """import { readFileSync } from 'node:fs';
const text: string = readFileSync(0, 'utf8');
console.log(text.trim().toUpperCase());
process.exit(3);
""",
    "java": """import java.util.Scanner;
public class Shout {
    public static void main(String[] arguments) {
        System.out.println(new Scanner(System.in).nextLine().toUpperCase());
        System.exit(3);
    }
}
""",
    "go": """package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

func main() {
	line, _ := bufio.NewReader(os.Stdin).ReadString('\\n')
	fmt.Println(strings.ToUpper(strings.TrimSpace(line)))
	os.Exit(3)
}
""",
    "rust": """fn main() {
    let mut line = String::new();
    std::io::stdin().read_line(&mut line).unwrap();
    println!("{}", line.trim().to_uppercase());
    std::process::exit(3);
}
""",
}
LOOP = {
    "javascript": "for (;;) {}",
    "java": "class Loop { public static void main(String[] a) { while (true) {} } }",
    "go": "package main\nfunc main() { for {} }",
    "rust": "fn main() { loop {} }",
}
GREED = {
    "javascript": "const a = []; for (;;) a.push(new Array(100000).fill(1.5));",
    "go": """package main

func main() {
	var kept [][]byte
	for {
		block := make([]byte, 1<<20)
		for i := range block {
			block[i] = 1
		}
		kept = append(kept, block)
	}
}
""",
    "rust": "fn main() { let mut a = Vec::new(); loop { a.push(vec![1u8; 1 << 20]); } }",
}


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_file_of_every_language_reads_prints_and_ends(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    status = run_exec(written(tmp_path, ECHO[language]), language=language, stdin=b"word\n", as_json=True)
    told = json.loads(capsys.readouterr().out)
    assert (status, told["stage"], told["ending"], told["stdout"]) == (3, "run", "exited", "WORD\n"), told


@pytest.mark.parametrize("language", LOOP)
def test_the_time_of_every_language_is_limited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    seconds = 4.0 if language == "java" else 1.0
    status = run_exec(written(tmp_path, LOOP[language]), language=language, seconds=seconds, as_json=True)
    assert (status, json.loads(capsys.readouterr().out)["ending"] in ("timeout", "cpu limit")) == (124, True)


@pytest.mark.parametrize("language", GREED)
def test_the_memory_of_every_language_is_limited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    path = written(tmp_path, GREED[language])
    assert run_exec(path, language=language, memory="64m", as_json=True) != 0
    told = json.loads(capsys.readouterr().out)
    assert told["ending"] in ("out of memory", "signalled", "exited"), told
    assert (told["peak_memory_bytes"] or 0) < 2**30


@pytest.mark.parametrize("language", ["java", "go", "rust"])
def test_what_cannot_be_compiled_is_told_in_the_compilers_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], language: str
) -> None:
    assert run_exec(written(tmp_path, "this is no program"), language=language) != 0
    shown = capsys.readouterr()
    assert shown.out == ""
    assert "main" in shown.err.lower()


def test_a_file_of_a_compiled_language_runs_in_a_container_too(engines: Engines, bench: Bench, tmp_path: Path) -> None:
    engines.with_language("docker", "go")
    sandbox = bench.sandbox("docker")
    program = toolchain_for("go", sandbox, ready).standalone(ECHO["go"].encode(), b"word\n", Limits())
    assert program.build is not None
    built = bench.run(sandbox.run(program.build))
    result = bench.run(sandbox.run(program.built(built.files)))
    assert (result.exit_code, result.stdout) == (3, b"WORD\n"), built


@pytest.mark.parametrize("place", ["program", "input"])
def test_a_file_without_end_is_refused(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exec_command, "MAX_BYTES", 2**20)
    with pytest.raises(UserError, match="more than 1 MiB"):
        run_exec(Path("/dev/zero")) if place == "program" else exec_command.given_input("@/dev/zero")
