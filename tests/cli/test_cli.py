"""Every command, in a process of its own; some of them as a shell starts it (`run_anew`)."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from tests import stories
from tests.e2e.command import SPECWRIGHT, Done, Home

import specwright
from specwright.testing.scripted import Rule

COMMANDS = ("solve", "generate", "resume", "replay", "runs", "show", "doctor", "models", "config", "config show")


@pytest.fixture(scope="module")
def solved(tmp_path_factory: pytest.TempPathFactory) -> tuple[Home, Done]:
    """A home in which one problem was solved after a wrong test was caught."""
    home = Home(tmp_path_factory.mktemp("home"))
    return home, home.solve(stories.WRONG_TEST, "--json")


def test_help_names_every_command_and_the_exit_statuses(home: Home) -> None:
    done = home.run("--help")
    assert done.status == 0
    for command in COMMANDS:
        assert command.split()[0] in done.out
    assert "Exit status" in done.out
    assert "130 interrupted" in " ".join(done.out.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help(home: Home, command: str) -> None:
    done = home.run(*command.split(), "--help")
    assert done.status == 0
    assert f"Usage: specwright {command}" in done.out


def test_no_arguments_show_the_help(home: Home) -> None:
    done = home.run()
    assert "Usage: specwright" in done.out + done.err


def test_the_version_is_told(home: Home) -> None:
    assert home.run("--version").out == home.run_anew("--version").out == f"specwright {specwright.__version__}\n"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_offered(home: Home, shell: str) -> None:
    # Which shell this is depends on who started the tests, so it is said instead of detected.
    told = {"_TYPER_COMPLETE_TEST_DISABLE_SHELL_DETECTION": "1"}
    done = home.run_anew("--show-completion", shell, env=told)
    assert done.status == 0
    assert "specwright" in done.out


def test_completion_completes_commands(home: Home) -> None:
    words = {"COMP_WORDS": "specwright re", "COMP_CWORD": "1", "_SPECWRIGHT_COMPLETE": "complete_bash"}
    assert home.run(env=words).out.split() == ["resume", "replay", "refactor", "review"]


@pytest.mark.parametrize("way", ["argument", "file", "standard input"])
def test_a_problem_is_solved_however_it_is_given(home: Home, way: str) -> None:
    text = f"{stories.PROBLEM}\n\nInput: nums = [3,3], target = 6\nOutput: [0,1]\n"
    (home.folder / "problem.md").write_text(text)
    argument = {"argument": text, "file": "problem.md", "standard input": "-"}[way]
    model = home.script(stories.FIRST_TRY)
    run = home.run_anew if way == "standard input" else home.run
    done = run("solve", argument, *model, given=text.encode() if way == "standard input" else None)
    assert done.status == 0, done.err
    assert "def run_code" in done.out
    assert "VERIFIED" in done.out
    assert done.out.split("\n")[1].startswith("VERIFIED  passes all 8 tests, 9")
    assert "specwright show last" in done.out
    assert "your example" in done.err
    for stage in ("reading the problem", "writing tests", "writing code", "running the tests"):
        assert stage in done.err


def test_json_is_one_document_that_is_the_result(solved: tuple[Home, Done]) -> None:
    _, done = solved
    assert done.status == 0, done.err
    result = done.document
    assert result["execution_result"] == "TESTS_PASSING_AFTER_REFINEMENT"
    assert result["test_results"]["failed"] == 0
    assert {"name", "input", "expected"} <= set(result["tests"][0])
    assert result["revisions"][0]["revised_test_cases"][0]["id"] == stories.WRONG_ID
    assert specwright.Result.model_validate(result).verified


def test_events_are_lines_of_json_as_they_happen(home: Home) -> None:
    done = home.solve(stories.FIRST_TRY, "--events")
    assert done.status == 0
    events = [json.loads(line) for line in done.out.splitlines()]
    kinds = [event.get("event", event)["kind"] for event in events]
    assert kinds[0] == "run_started"
    assert kinds[-1] == "run_ended"
    assert {"answer_coming", "case_finished", "executed", "ruled"} <= set(kinds)
    assert done.err == ""


def test_one_document_and_lines_at_once_are_refused(home: Home) -> None:
    done = home.solve(stories.FIRST_TRY, "--events", "--json")
    assert done.status == 2
    assert "--json and --events" in done.document["error"]["message"]
    assert home.run("runs", "--json").document == []


def test_the_module_is_the_command(home: Home) -> None:
    command = [sys.executable, "-m", "specwright", "--version"]
    done = subprocess.run(command, capture_output=True, text=True, env=home.environment(), check=True)
    assert specwright.__version__ in done.stdout


def test_quiet_prints_the_code_alone(home: Home) -> None:
    done = home.solve(stories.FIRST_TRY, "--quiet")
    assert done.out.rstrip("\n") in {code.rstrip("\n") for code in stories.RIGHT}
    assert done.err == ""


def test_out_writes_the_code_its_tests_and_the_result(home: Home) -> None:
    done = home.solve(stories.FIRST_TRY, "--out", "made/here", "--quiet")
    made = home.folder / "made" / "here"
    assert {path.name for path in made.iterdir()} >= {"solution.py", "test_cases.json", "specwright.json"}
    assert (made / "solution.py").read_text().rstrip("\n") == done.out.rstrip("\n")
    cases = json.loads((made / "test_cases.json").read_text())
    assert {"name": "example 1", "input": {"nums": [3, 3], "target": 6}, "expected": [0, 1]}.items() <= cases[0].items()
    assert json.loads((made / "specwright.json").read_text())["verified"] is True


def test_the_files_of_an_earlier_run_are_replaced_whole(home: Home) -> None:
    home.solve(stories.FIRST_TRY, "--out", "made", "--quiet")
    (home.folder / "made" / "solution.py").write_text("# something long that was here before\n" * 100)
    assert home.solve(stories.FIRST_TRY, "--out", "made", "--quiet").status == 0
    assert "before" not in (home.folder / "made" / "solution.py").read_text()


def test_runs_are_listed(solved: tuple[Home, Done]) -> None:
    home, done = solved
    assert done.document["run_id"] in home.run("runs").out
    [row] = home.run("runs", "--json").document
    assert row["run_id"] == done.document["run_id"]
    assert row["state"] == "TESTS_PASSING_AFTER_REFINEMENT"


@pytest.mark.parametrize(
    ("options", "count"),
    [(("--search", "indices"), 1), (("--search", "nothing of it"), 0), (("--not-verified",), 0), (("--verified",), 1),
     (("--lang", "Python"), 1), (("--lang", "go"), 0)],
)  # fmt: skip
def test_runs_are_searched_and_filtered(solved: tuple[Home, Done], options: tuple[str, ...], count: int) -> None:
    home, _ = solved
    assert len(home.run("runs", "--json", *options).document) == count


def test_a_listing_tells_verdict_probability_language_and_time(solved: tuple[Home, Done]) -> None:
    home, done = solved
    [row] = home.run("runs", "--json").document
    assert row["verified"] is True
    assert row["confidence"] == done.document["confidence"]
    assert (row["language"], row["usd"]) == ("python", done.document["spending"]["usd"])
    assert row["seconds"] > 0
    listed = home.run("runs").out
    assert f"VERIFIED {row['confidence']:.0%}" in listed
    assert "python" in listed


def test_a_follow_up_keeps_the_examples_of_the_earlier_run(home: Home) -> None:
    home.solve(stories.FIRST_TRY, "--quiet")
    done = home.run("solve", "--follow-up", "no, return the values", "--json", *home.script(stories.FIRST_TRY))
    assert done.status in (0, 10), done.err
    first = json.loads(home.run("show", "last", "--events").out.splitlines()[0])
    task = first["event"]["task"]
    assert task["examples"] == list(stories.EXAMPLES)
    assert task["problem"].startswith(stories.PROBLEM)
    assert task["problem"].endswith("no, return the values")


def test_a_missing_problem_is_explained(home: Home) -> None:
    for words in (("solve",), ("solve", "--follow-up", "no")):
        done = home.run(*words)
        assert done.status == 2
        assert done.explained()


def test_models_are_listed_with_how_to_use_them(home: Home) -> None:
    found = {row["what"]: row for row in home.run("models", "--json", env={"OPENAI_API_KEY": "sk-0123456789"}).document}
    assert found["OpenAI"]["found"]
    assert found["OpenAI"]["model"].startswith("openai:")
    assert not found["Anthropic"]["found"]
    assert "ANTHROPIC_API_KEY" in found["Anthropic"]["remedy"]


def test_an_empty_store_says_how_to_start(home: Home) -> None:
    assert "specwright solve" in home.run("runs").out
    assert home.run("runs", "--json").document == []


@pytest.mark.parametrize("name", ["last", "whole", "end"])
def test_a_run_is_shown_by_any_of_its_names(solved: tuple[Home, Done], name: str) -> None:
    home, done = solved
    run_id = done.document["run_id"]
    shown = home.run("show", {"last": "last", "whole": run_id, "end": run_id[-6:]}[name])
    assert shown.status == 0
    assert "def run_code" in shown.out
    assert "wrong test caught" in shown.out


def test_show_tells_why(solved: tuple[Home, Done]) -> None:
    home, _ = solved
    why = home.run("show", "last", "--why")
    assert why.status == 0
    assert "round 1" in why.out
    assert stories.WRONG_ID in why.out
    assert "the test is wrong" in why.out


def test_show_gives_code_json_and_files(solved: tuple[Home, Done]) -> None:
    home, done = solved
    assert home.run("show", "last", "--code").out.rstrip() == done.document["code"].rstrip()
    assert home.run("show", "last", "--json").document == done.document
    home.run("show", "last", "--out", "shown")
    assert json.loads((home.folder / "shown" / "specwright.json").read_text()) == done.document
    events = [json.loads(line) for line in home.run("show", "last", "--events").out.splitlines()]
    assert [event["seq"] for event in events] == list(range(len(events)))


def test_a_run_is_replayed_without_a_model(solved: tuple[Home, Done]) -> None:
    home, done = solved
    report = home.run("replay", "last", "--json", env={"SPECWRIGHT_LLM_CONFIG__MODEL": "openai:unreachable"})
    assert report.status == 0, report.err
    assert report.document["same"] is True
    assert report.document["recorded_state"] == done.document["execution_result"]
    assert "the same" in home.run("replay", "last").out


def test_a_finished_run_resumed_gives_its_result_again(solved: tuple[Home, Done]) -> None:
    home, done = solved
    again = home.run("resume", "last", "--json", *home.script([Rule(fails="nobody should ask")]))
    assert again.status == 0
    assert again.document == done.document


def test_a_run_without_a_model_is_resumed_as_its_last_line_says(home: Home) -> None:
    cut = home.run("solve", "Return the zorgly of a list.")
    assert cut.status == 4
    assert "specwright resume last" in cut.out + cut.err
    again = home.run("resume", "last")
    assert again.status == 4
    assert "nothing could be written" in again.out


def test_a_run_that_ran_out_of_budget_is_resumed_with_more(home: Home) -> None:
    stopped = home.solve(stories.BUG, "--budget-tokens", "10", "--json", "--out", str(home.folder / "made"))
    assert stopped.status == 3
    assert stopped.document["execution_result"] == "BUDGET_EXHAUSTED"
    assert "resume" in stopped.document["explanation"]
    still = home.run("resume", "last", *home.script(stories.BUG))
    assert still.status == 3
    done = home.run("resume", "last", "--budget-tokens", "100000", "--json", *home.script(stories.BUG))
    assert done.status == 0, done.err
    assert done.document["run_id"] == stopped.document["run_id"]
    [code] = (home.folder / "made").glob("**/solution.py")
    assert code.read_text() == done.document["code"].rstrip("\n") + "\n"
    assert len(stories.asked(home.ledger)) == len(set(stories.asked(home.ledger)))


@pytest.mark.parametrize(
    ("rules", "options", "status", "state", "words"),
    [
        (stories.CIRCLE, ("--max-iterations", "1"), 1, "TESTS_FAILING", "passes 7 of 9 tests"),
        (
            stories.FIRST_TRY,
            ("--example", "nums=[3, 3], target=6 -> [1, 0]"),
            8,
            "SPEC_CONFLICT",
            "the examples contradict each other",
        ),
        ([Rule(fails="the service is down")], (), 4, "MODEL_UNAVAILABLE", "The service is down"),
        ([Rule(reply="I would rather not.")], (), 4, "MODEL_UNAVAILABLE", "no usable answer"),
    ],
)
def test_the_exit_status_says_how_it_ended(
    home: Home, *, rules: list[Rule], options: tuple[str, ...], status: int, state: str, words: str
) -> None:
    done = home.solve(rules, *options, "--json")
    assert done.status == status, done.err
    assert done.document["execution_result"] == state
    assert not done.traced
    shown = home.run("show", "last")
    assert words in shown.out
    assert "NOT VERIFIED" in shown.out
    assert home.run("show", "last", "--json").document["execution_result"] == state


def test_settings_are_shown_with_their_sources_and_without_keys(home: Home) -> None:
    (home.folder / "specwright.toml").write_text("[code_generation]\ncandidates = 7\n")
    secrets = {"OPENAI_API_KEY": "sk-very-secret", "SPECWRIGHT_LLM_CONFIG__API_KEY": "sk-very-secret"}
    done = home.run("config", "show", env=secrets)
    assert done.status == 0
    assert "candidates = 7" in done.out
    assert "specwright.toml" in done.out
    assert "OPENAI_API_KEY" in done.out
    shown = home.run("config", "show", "--json", env=secrets)
    assert shown.document["code_generation"]["candidates"] == 7
    assert "very-secret" not in done.out + shown.out


def test_what_config_show_prints_is_a_settings_file(home: Home) -> None:
    (home.folder / "other.toml").write_text(home.run("config", "show").out)
    done = home.run("config", "show", env={"SPECWRIGHT_CONFIG": "other.toml"})
    assert done.status == 0, done.err


def test_output_survives_a_terminal_that_knows_only_ascii(solved: tuple[Home, Done]) -> None:
    home, _ = solved
    for arguments in (("show", "last", "--why"), ("--help",)):
        done = home.run(*arguments, env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"})
        assert (done.status, done.traced) == (0, False), done.err


def test_a_reader_that_goes_away_is_no_error_of_ours(home: Home) -> None:
    for options in (("--events",), (), ("--quiet",)):
        done = home.run_unread(*solving(home, stories.FIRST_TRY), *options)
        assert (done.status, done.traced) == (0, False), done.err
        assert home.run("show", "last", "--json").document["execution_result"] == "TESTS_PASSING"


ESCAPE = "\x1b]0;owned\x07\x1b[2J\x1b[31mred\u202e"


def hostile(code: str) -> str:
    return code.replace('"""The indices', f'"""{ESCAPE}[/nonsense]\\[bold] The indices')


def test_escape_sequences_of_a_model_never_reach_the_screen(home: Home) -> None:
    tests = {
        "cases": [
            case | {"name": f"{ESCAPE}{case['name']}[/x]\\"} for case in [*stories.RIGHT_CASES, stories.WRONG_CASE]
        ]
    }
    specification = stories.SPECIFICATION | {"unclear": [f"{ESCAPE}[/y] what is meant"], "summary": f"{ESCAPE}[/z]"}
    story = [
        Rule(stage="specify", reply=specification),
        Rule(stage="write_tests", reply=tests),
        *stories.writers([hostile(code) for code in stories.RIGHT]),
        stories.revision_of_tests(stories.CORRECTION, reasoning=f"{ESCAPE}[/dim]\\"),
    ]
    words = solving(home, story, problem=f"{stories.PROBLEM} [/q]")
    screens = [on_a_terminal(home, *words), on_a_terminal(home, *words, "--quiet")]
    screens += [on_a_terminal(home, "show", "last", *more) for more in ((), ("--why",), ("--code",))]
    screens += [on_a_terminal(home, "runs"), home.run("show", "last").out]
    for screen in screens:
        for raw in ("\x1b]0;owned", "\x1b[2J", "\x1b[31mred", "\u202e"):
            assert raw not in screen
        assert "Traceback" not in screen
    assert "wrong test caught" in screens[0]
    assert "\\x1b]0;owned" in screens[0]
    assert ESCAPE in home.run("show", "last", "--code").out  # a file or a pipe gets the code as it is


def solving(home: Home, rules: Sequence[Rule], *, problem: str = stories.PROBLEM, **further: float) -> tuple[str, ...]:
    """The words that solve the problem with its examples."""
    examples = [word for example in stories.EXAMPLES for word in ("--example", example)]
    return ("solve", problem, *examples, *home.script(rules, **further))


def on_a_terminal(home: Home, *arguments: str) -> str:
    if arguments[0] == "solve":
        arguments = (*arguments, "--questions", "0")  # nobody sits at this terminal
    done = home.run_on_terminal(*arguments)
    assert done.status in (0, 10), done.out
    return done.out


def test_live_progress_on_a_terminal_tells_the_story(home: Home) -> None:
    screen = on_a_terminal(home, *solving(home, stories.WRONG_TEST, delay_seconds=0.15))
    assert "writing code" in screen
    assert "tokens" in screen
    assert "VERIFIED" in screen


def test_the_home_of_the_user_gets_nothing_but_what_was_asked_for(solved: tuple[Home, Done]) -> None:
    home, _ = solved
    home.run("runs")
    assert list(home.temporary.iterdir()) == []
    assert not (home.folder / "data").exists()
    assert not [path for path in home.folder.iterdir() if path.suffix == ".lock"]


def test_without_settings_the_store_is_in_the_users_data_directory(home: Home) -> None:
    environment = home.environment()
    del environment["SPECWRIGHT_STORE__PATH"]
    command = [SPECWRIGHT, "runs"]
    subprocess.run(command, env=environment, cwd=home.folder, check=True, capture_output=True)
    found = list(Path(environment["XDG_DATA_HOME"]).rglob("runs.db"))
    assert found == [Path(environment["XDG_DATA_HOME"]) / "specwright" / "runs.db"]


def test_a_run_ends_with_its_question_and_goes_on_with_the_answer(home: Home) -> None:
    model = home.script(stories.FIRST_TRY)
    waiting = home.run("solve", "Return the indices of the pair with this sum.", *model, "--ask-later", "--json")
    assert waiting.status == 9
    assert waiting.document["execution_result"] == "AWAITING_ANSWER"
    question = waiting.document["question"]
    assert question["function"] == "run_code"
    shown = home.run("show", "last")
    assert "y yes   or type what it should return" in shown.out
    done = home.run("resume", "last", "--answer", "y", "--json")
    assert [test["passed"] for test in done.document["tests"] if test["tier"] == "user"][:1] == [True]


def test_asking_needs_a_terminal_and_one_way_of_asking(home: Home) -> None:
    nobody = home.run("solve", "Return the sum of a list.", "-i")
    both = home.run("solve", "Return the sum of a list.", "-i", "--ask-later")
    assert (nobody.status, both.status) == (2, 2)
    assert "there is no terminal to ask on" in nobody.err
    assert "both given" in both.err


def test_an_answer_to_a_run_that_asks_nothing_is_refused(solved: tuple[Home, Done]) -> None:
    home, _ = solved
    done = home.run("resume", "last", "--answer", "3")
    assert done.status == 2
    assert "does not wait for an answer" in done.err
