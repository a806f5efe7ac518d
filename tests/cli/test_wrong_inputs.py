"""Kinds of wrong input: each ends with its exit status, a message and a next step, and never with a stack trace."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests import tiers
from tests.e2e.command import Home

FILES: dict[str, str | bytes] = {
    "empty.txt": "",
    "blank.md": " \n\t\n",
    "binary.txt": bytes(range(256)),
    "latin.txt": "Zähle die Wörter.".encode("latin-1"),
    "null.txt": b"Add\x00 one",
    "huge.txt": "Add one to x. " * 40_000,
    "bad.toml": "[code_generation\n",
    "wrong_type.toml": '[code_generation]\nmax_iterations = "many"\n',
    "misspelt.toml": "[code_genration]\nmax_iterations = 3\n",
    "bad.yaml": "code_generation: [1\n",
    "list.yaml": "- one\n- two\n",
    "task_empty.toml": "",
    "task_misspelt.toml": 'specificaton = "Count words."\n',
    "task_number.toml": "specification = 3\n",
    "task_bad.toml": "specification = \n",
    "task.txt.json": '{"specification": 1}',
    "tasks_bad.jsonl": "{not json}\n",
    "tasks_list.jsonl": "[1, 2]\n",
    "tasks_none.jsonl": "",
    "tasks.parquet": b"PAR1",
    "tasks_no_problem.csv": "id,name\n1,x\n",
    "script.json": '{"rules": [{"stagge": "specify"}]}',
    "script_no.json": "not json",
    "code.xyz": "print(1)\n",
    "code.py": "def f(x):\n    return x\n",
    "broken.py": "def f(x:\n",
    "store.db": b"this is no database at all, not at all....",
    "folder/inner.txt": "x",
    "nothing/.keep": "",
    "manifest/manifest.json": "{}",
    "unreadable_manifest/manifest.json": "{",
}
"""What stands in the working directory."""

TOLD = ("next: ", "Usage: specwright", "requires an argument", '"hint": "', "Why: ", "specwright: line ")
"""How a next step is given: by an error, by the option parser, in JSON, in a result, for a line of a batch."""

PROBLEM = "Add one to x."
WRONG: dict[str, tuple[tuple[str, ...], int]] = {
    "no problem at all": (("solve",), 2),
    "an empty problem": (("solve", ""), 2),
    "a blank problem": (("solve", "  \n "), 2),
    "an empty file": (("solve", "empty.txt"), 2),
    "a blank file": (("solve", "blank.md"), 2),
    "a binary file": (("solve", "binary.txt"), 2),
    "a file of another encoding": (("solve", "latin.txt"), 2),
    "a file with a null": (("solve", "null.txt"), 2),
    "a null in the words": (("solve", "null.txt", "--json"), 2),
    "a file that is too long": (("solve", "huge.txt"), 2),
    "a folder as the problem": (("solve", "folder"), 2),
    "a file that is not there": (("solve", "missing.txt"), 2),
    "a question of fact": (("solve", "What is the capital of France?"), 2),
    "a website": (("solve", "Make a website for my bakery"), 2),
    "a service": (("solve", "Build a REST API for a todo list"), 2),
    "a scraper": (("solve", "scrape the headlines from a news site"), 2),
    "a database query": (("solve", "Write an SQL query that lists all users"), 2),
    "words without meaning": (("solve", "asdf qwer"), 4),
    "a class without a model": (("solve", "a class BankAccount with deposit and balance"), 4),
    "a program without a model": (("solve", "read numbers from stdin and print their sum"), 4),
    "another language without a model": (("solve", "knit a scarf", "--lang", "go"), 4),
    "an example without a result": (("solve", PROBLEM, "-e", "f(1)"), 2),
    "an empty example": (("solve", PROBLEM, "-e", ""), 2),
    "an example that is no example": (("solve", PROBLEM, "-e", "garbage"), 2),
    "an example with a name": (("solve", PROBLEM, "-e", "f(x) == y"), 2),
    "an example with an open bracket": (("solve", PROBLEM, "-e", "f([1, 2) == 3"), 2),
    "an example with code": (("solve", PROBLEM, "-e", "f(__import__('os')) == 1"), 2),
    "an example with only an arrow": (("solve", PROBLEM, "-e", "->"), 2),
    "examples of different lengths": (("solve", PROBLEM, "-e", "f(1) == 2", "-e", "f(1, 2) == 3"), 4),
    "examples that contradict each other": (("solve", PROBLEM, "-e", "f(1) == 2", "-e", "f(1) == 3"), 8),
    "examples of two functions": (("solve", PROBLEM, "-e", "f(1) == 2", "-e", "g(1) == 3"), 2),
    "an entry point that is a number": (("solve", PROBLEM, "--entry-point", "2sum"), 2),
    "an entry point that is a keyword": (("solve", PROBLEM, "--entry-point", "class"), 2),
    "an empty entry point": (("solve", PROBLEM, "--entry-point", ""), 2),
    "an entry point with a space": (("solve", PROBLEM, "--entry-point", "two sum"), 2),
    "a language that is not known": (("solve", PROBLEM, "--lang", "cobol"), 2),
    "an empty language": (("solve", PROBLEM, "--lang", ""), 2),
    "a kind that is not known": (("solve", PROBLEM, "--kind", "poem"), 2),
    "a model without a provider": (("solve", PROBLEM, "--model", "gpt"), 2),
    "a model of an unknown provider": (("solve", PROBLEM, "--model", "acme:large"), 2),
    "a model without a key": (("solve", PROBLEM, "--model", "openai:gpt-5"), 4),
    "a model server without an address": (("solve", PROBLEM, "--model", "http://"), 2),
    "a model server that does not answer": (("solve", PROBLEM, "--model", "http://127.0.0.1:9/v1#x"), 4),
    "a script that is not there": (("solve", PROBLEM, "--model", "scripted:none.json"), 2),
    "a script that is no script": (("solve", PROBLEM, "--model", "scripted:script.json"), 2),
    "a script that is no JSON": (("solve", PROBLEM, "--model", "scripted:script_no.json"), 2),
    "a weights file that is not there": (("solve", PROBLEM, "--model", "gguf:none.gguf"), 2),
    "a sandbox that is not known": (("solve", PROBLEM, "--sandbox", "jail"), 2),
    "no candidates": (("solve", PROBLEM, "--candidates", "0"), 2),
    "half a candidate": (("solve", PROBLEM, "--candidates", "1.5"), 2),
    "too many candidates": (("solve", PROBLEM, "--candidates", "100000"), 2),
    "no rounds": (("solve", PROBLEM, "--max-iterations", "-1"), 2),
    "a budget below nothing": (("solve", PROBLEM, "--budget-usd", "-1"), 2),
    "a budget in words": (("solve", PROBLEM, "--budget-usd", "five"), 2),
    "a budget that is no number": (("solve", PROBLEM, "--budget-seconds", "nan"), 2),
    "tokens below nothing": (("solve", PROBLEM, "--budget-tokens", "-5"), 2),
    "questions below nothing": (("solve", PROBLEM, "--questions", "-1"), 2),
    "a terminal that is not there": (("solve", PROBLEM, "--interactive"), 2),
    "now and later": (("solve", PROBLEM, "-i", "--ask-later"), 2),
    "a document and lines": (("solve", PROBLEM, "--json", "--events"), 2),
    "an output folder that is a file": (("solve", PROBLEM, "--out", "code.py"), 2),
    "an output folder below a file": (("solve", PROBLEM, "--out", "code.py/deep"), 2),
    "an output folder of the system": (("solve", PROBLEM, "--out", "/proc/none"), 2),
    "a store that is no database": (("solve", PROBLEM, "--store", "store.db"), 6),
    "a store that is a folder": (("runs", "--store", "folder"), 6),
    "a store below a file": (("runs", "--store", "code.py/runs.db"), 6),
    "a follow-up without a run": (("solve", "--follow-up", "no, the values", "--store", "new.db"), 2),
    "a follow-up of an unknown run": (("solve", "2001", "--follow-up", "no"), 2),
    "an empty follow-up": (("solve", "--follow-up", ""), 2),
    "settings that are no TOML": (("config", "show", "--config", "bad.toml"), 2),
    "settings of a wrong type": (("runs", "--config", "wrong_type.toml"), 2),
    "settings with a misspelt section": (("runs", "--config", "misspelt.toml"), 2),
    "settings that are no YAML": (("runs", "--config", "bad.yaml"), 2),
    "settings that are a list": (("runs", "--config", "list.yaml"), 2),
    "settings that are not there": (("runs", "--config", "none.toml"), 2),
    "settings that are a folder": (("runs", "--config", "folder"), 2),
    "settings of another format": (("runs", "--config", "code.py"), 2),
    "a run that is not there": (("show", "last", "--store", "new.db"), 2),
    "a run by an unknown id": (("show", "20010101-000000-abcdef"), 2),
    "a run by a path": (("show", "../../etc/passwd"), 2),
    "an empty run": (("show", ""), 2),
    "resume of an unknown run": (("resume", "last", "--store", "new.db"), 2),
    "replay of an unknown run": (("replay", "last", "--store", "new.db"), 2),
    "no run to show": (("show",), 2),
    "a limit of nothing": (("runs", "--limit", "0"), 2),
    "a limit in words": (("runs", "--limit", "many"), 2),
    "runs of an unknown language": (("runs", "--lang", "cobol"), 2),
    "verify of nothing": (("verify", "none"), 2),
    "verify of a file": (("verify", "code.py"), 2),
    "verify of another folder": (("verify", "folder"), 2),
    "verify of an empty manifest": (("verify", "manifest"), 2),
    "verify of a broken manifest": (("verify", "unreadable_manifest"), 2),
    "verify with a digest that is none": (("verify", "manifest", "--digest", "xyz"), 2),
    "check of nothing": (("check", "none"), 2),
    "check of a file": (("check", "code.py"), 2),
    "check with dependencies that are not there": (("check", "folder", "--deps", "none"), 2),
    "check for bugs below nothing": (("check", "folder", "--bugs", "-1"), 2),
    "check of an unknown language": (("check", "folder", "--lang", "cobol"), 2),
    "generate without a task": (("generate",), 2),
    "generate from nothing": (("generate", "none.toml"), 2),
    "generate from an empty task": (("generate", "task_empty.toml"), 2),
    "generate from a misspelt task": (("generate", "task_misspelt.toml"), 2),
    "generate from a number": (("generate", "task_number.toml"), 2),
    "generate from a broken task": (("generate", "task_bad.toml"), 2),
    "generate into a file": (("generate", "Count the words of a text.", "--out", "code.py"), 2),
    "batch without a file": (("batch",), 2),
    "batch of nothing": (("batch", "none.jsonl", "--out", "rows"), 2),
    "batch of no JSON": (("batch", "tasks_bad.jsonl", "--out", "rows1"), 1),
    "batch of lists": (("batch", "tasks_list.jsonl", "--out", "rows2"), 1),
    "batch of no tasks": (("batch", "tasks_none.jsonl", "--out", "rows"), 2),
    "batch of another format": (("batch", "tasks.parquet", "--out", "rows"), 2),
    "batch without problems": (("batch", "tasks_no_problem.csv", "--out", "rows3"), 1),
    "exec of nothing": (("exec", "none.py"), 2),
    "exec of an unknown ending": (("exec", "code.xyz"), 2),
    "exec of a folder": (("exec", "folder"), 2),
    "a command that is misspelt": (("slove", PROBLEM), 2),
    "an option that is misspelt": (("solve", PROBLEM, "--exmaple", "f(1) == 2"), 2),
    "an option without its value": (("solve", PROBLEM, "--lang"), 2),
    "a group without a command": (("config",), 2),
    "a toolchain of an unknown language": (("toolchain", "install", "cobol"), 2),
    "an image of an unknown engine": (("sandbox", "build", "--engine", "lxc"), 2),
    "an address of no machine": (("mcp", "--http", "--host", "256.1.1.1"), 2),
    "a batch into a file": (("batch", "tasks_none.jsonl", "--out", "code.py"), 2),
    "a port out of range": (("mcp", "--http", "--port", "99999"), 2),
}


def lay_out(folder: Path) -> None:
    for name, content in FILES.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())


@pytest.fixture(scope="module")
def messy(tmp_path_factory: pytest.TempPathFactory) -> Home:
    folder = tmp_path_factory.mktemp("messy")
    lay_out(folder)
    return Home(folder)


@pytest.mark.parametrize("what", tiers.sampled(list(WRONG), 12, kind=lambda what: WRONG[what][0][0]))
def test_wrong_input_ends_with_its_status_a_reason_and_a_next_step(messy: Home, what: str) -> None:
    arguments, status = WRONG[what]
    done = messy.run(*arguments)
    told = done.out + done.err
    assert done.status == status, told
    assert "Traceback" not in told
    assert any(words in told for words in TOLD), told
