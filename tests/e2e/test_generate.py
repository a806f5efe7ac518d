"""`specwright generate` as a user has it: from a specification to a folder that can be checked without us."""

from __future__ import annotations

import json

import pytest
from tests.e2e.command import Done, Home
from tests.stories import package_stories as told

TOML = f'''specification = """{told.SPECIFICATION}"""
language = "python"
constraints = ["standard library only"]
test_requirements = "- empty input"
'''
YAML = f"""specification: |
  {told.SPECIFICATION}
language: python
constraints: [standard library only]
test_requirements:
  - empty input
"""


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> tuple[Home, Done]:
    """A home in which one package was made from a task file, written into `made`."""
    home = Home(tmp_path_factory.mktemp("home"))
    (home.folder / "task.toml").write_text(TOML)
    options = ("--out", "made", "--json")
    return home, home.run("generate", "task.toml", *options, *home.script(told.FIRST_TRY), within=400)


def test_a_task_file_becomes_a_package_with_the_contracts_fields(generated: tuple[Home, Done]) -> None:
    _, done = generated
    assert done.status == 11, done.err  # nobody confirmed an example of the class
    result = done.document
    assert result["word"] == "UNCONFIRMED"
    assert result["execution_result"] == "TESTS_PASSING"
    assert {"code", "tests", "documentation", "execution_result", "quality_score"} <= set(result)
    assert 0.9 < result["quality_score"] <= 1.0
    assert result["test_results"]["coverage"] == 100.0
    assert result["constraints"][0]["held"] is True
    assert all(gate["passed"] for gate in result["quality"]["gates"])


def test_the_folder_is_a_project_with_a_report_and_evidence(generated: tuple[Home, Done]) -> None:
    home, _ = generated
    made = home.folder / "made"
    for name in ("pyproject.toml", "README.md", "LICENSE", "src/text_kit/__init__.py", "tests/test_slug.py"):
        assert (made / name).is_file(), name
    assert (made / "report.html").is_file()
    assert json.loads((made / "specwright.json").read_text())["strategy"] == "test-driven"


def test_the_folder_is_verified_with_no_model(generated: tuple[Home, Done]) -> None:
    home, _ = generated
    done = home.run("verify", "made", within=400)
    assert done.status == 0, done.out + done.err


def test_the_run_is_shown_listed_and_replayed_like_any_other(generated: tuple[Home, Done]) -> None:
    home, _ = generated
    shown = home.run("show", "last")
    assert shown.status == 0
    for words in ("text_kit", "R4 ", "quality", "every quality bar is met", "strategy test-driven", "UNCONFIRMED"):
        assert words in shown.out
    assert "UNCONFIRMED" in home.run("runs").out
    assert home.run("replay", "last", within=400).status == 0
    resumed = home.run("resume", "last", "--json", *home.script(told.FIRST_TRY))
    assert resumed.document["execution_result"] == "TESTS_PASSING"


def test_a_yaml_task_says_the_same_as_a_toml_one(home: Home) -> None:
    from specwright.cli.generate import GenerateArguments, read_task

    tasks = []
    for name, text in (("task.toml", TOML), ("task.yaml", YAML)):
        path = home.folder / name
        path.write_text(text)
        tasks.append(read_task(str(path), GenerateArguments(constraints=("fast",))))
    assert tasks[0].constraints == tasks[1].constraints == ("standard library only", "fast")
    assert tasks[0].test_requirements == tasks[1].test_requirements == ("empty input",)
    assert tasks[0].problem.strip() == tasks[1].problem.strip() == told.SPECIFICATION


@pytest.mark.parametrize(
    ("name", "content", "options", "said"),
    [
        ("task.toml", "specification = ", (), "is not valid TOML"),
        ("task.toml", 'specfication = "x"', (), "did you mean specification?"),
        ("task.yaml", "specification: [", (), "is not valid YAML"),
        ("task.yaml", "just words", (), "no list of fields"),
        ("task.toml", 'specification = "x"\nlanguage = "cobol"', (), "'cobol' is not among the supported ones"),
        ("spec.md", "A package.", ("--strategy", "waterfall"), "there is no strategy 'waterfall'"),
        ("spec.md", "A package.", ("--example", "nonsense"), "cannot read the example"),
        ("spec.md", "  ", (), "the specification is empty"),
    ],
)
def test_a_request_that_cannot_be_understood_is_explained(
    home: Home, name: str, content: str, options: tuple[str, ...], said: str
) -> None:
    (home.folder / name).write_text(content)
    done = home.run("generate", name, *options, *home.script(told.FIRST_TRY))
    assert done.status == 2
    assert said in done.err
    assert done.explained()


def test_a_folder_is_no_specification(home: Home) -> None:
    (home.folder / "specs").mkdir()
    done = home.run("generate", "specs")
    assert done.status == 2
    assert done.explained()
    assert "specs is a folder" in done.err


def test_a_folder_with_files_of_somebody_else_is_not_written_to(home: Home) -> None:
    (home.folder / "mine").mkdir()
    (home.folder / "mine" / "README.md").write_text("my own")
    done = home.run("generate", told.SPECIFICATION, "--out", "mine", *home.script(told.FIRST_TRY))
    assert done.status == 2
    assert done.explained()
    assert "README.md is there" in done.err
    assert [path.name for path in (home.folder / "mine").iterdir()] == ["README.md"]
    assert not home.ledger.exists()


def test_a_language_whose_tools_are_not_here_says_how_to_get_them(home: Home) -> None:
    env = {"PATH": str(home.folder)}
    done = home.run("generate", told.SPECIFICATION, "--lang", "java", *home.script(told.FIRST_TRY), env=env)
    assert done.status != 0
    assert done.explained()
    assert "java" in done.err.lower()


def test_a_task_file_that_is_not_there_is_explained(home: Home) -> None:
    done = home.run("generate", "nowhere.toml")
    assert done.status == 2
    assert "there is no file nowhere.toml" in done.err


def test_with_no_model_a_classic_function_still_becomes_a_package(home: Home) -> None:
    done = home.run(
        "generate",
        "Return the greatest common divisor of two integers a and b. "
        "gcd(12, 18) == 6 and gcd(7, 5) == 1 and gcd(0, 4) == 4",
        "--json",
        env={"SPECWRIGHT_LLM_CONFIG__MODELS_PATH": str(home.folder / "none")},
        within=400,
    )
    result = done.document
    assert result["execution_result"] == "TESTS_PASSING", done.err
    assert result["package"]["name"] == "gcd"
    assert result["written_by"].startswith("pattern:")
    assert "gcd(12, 18) -> 6" in result["documentation"]
    measured = {each["name"]: each["measured"] for each in result["quality"]["inputs"]}
    assert measured["examples"] == "3 of 3 examples run", measured


def test_with_no_model_anything_larger_says_what_to_do_next(home: Home) -> None:
    done = home.run("generate", told.SPECIFICATION + " words('a b') == 2", "--json")
    assert done.status == 4
    assert done.document["execution_result"] == "MODEL_UNAVAILABLE"
    assert "specwright models" in done.document["explanation"]
