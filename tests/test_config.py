from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import pytest

from specwright.app import _model
from specwright.config import Settings, load_settings
from specwright.core.errors import UserError


def load(folder: Path, environ: dict[str, str] | None = None, **flags: dict[str, Any]) -> Settings:
    return load_settings(flags, environ={"XDG_CONFIG_HOME": str(folder)} | (environ or {}), directory=folder)


def test_the_defaults_are_those_of_the_documents(tmp_path: Path) -> None:
    settings = load(tmp_path)
    code, sandbox, quality = settings.code_generation, settings.sandbox_config, settings.quality_metrics
    assert code.supported_languages == ("python", "javascript", "java", "go", "rust")
    assert (code.max_code_length, code.execution_timeout, code.max_refinement_iterations) == (10_000, 30, 3)
    assert code.max_iterations == 5
    assert (sandbox.type, sandbox.memory_limit, sandbox.cpu_limit, sandbox.network_mode) == (
        "auto",
        "512m",
        1.0,
        "none",
    )
    assert (quality.complexity_threshold, quality.test_coverage_minimum) == (10, 80)
    assert (quality.documentation_completeness, quality.performance_requirements) == (90, True)
    assert (settings.llm_config.model, settings.llm_config.temperature, settings.llm_config.max_tokens) == (
        "auto",
        0.2,
        2000,
    )


def test_flags_beat_the_environment_and_that_the_file_and_that_the_defaults(tmp_path: Path) -> None:
    (tmp_path / "specwright.toml").write_text(
        "[code_generation]\nmax_iterations = 7\ncandidates = 8\nseed = 9\n[budget]\nusd = 1.5\n"
    )
    environ = {"SPECWRIGHT_CODE_GENERATION__CANDIDATES": "18", "SPECWRIGHT_CODE_GENERATION__SEED": "19"}
    settings = load(tmp_path, environ, code_generation={"seed": 29, "candidates": None})
    code = settings.code_generation
    assert (code.max_code_length, code.max_iterations, code.candidates, code.seed) == (10_000, 7, 18, 29)
    assert settings.budget.usd == 1.5
    assert settings.sources == (str(tmp_path / "specwright.toml"), *sorted(environ))


def test_a_file_named_by_the_environment_is_read_instead(tmp_path: Path) -> None:
    (tmp_path / "specwright.toml").write_text("[code_generation]\nseed = 1\n")
    (tmp_path / "other.toml").write_text("[code_generation]\nseed = 2\n")
    assert load(tmp_path, {"SPECWRIGHT_CONFIG": str(tmp_path / "other.toml")}).code_generation.seed == 2
    with pytest.raises(UserError, match=r"missing\.toml"):
        load(tmp_path, {"SPECWRIGHT_CONFIG": str(tmp_path / "missing.toml")})


@pytest.mark.parametrize(
    ("file", "named"),
    [
        ("[code_generatoin]\nseed = 1\n", "code_generatoin"),
        ("[code_generation]\nsede = 1\n", "code_generation.sede"),
        ("seed = 1\n", "seed"),
        ("[code_generation]\nseed = 'many'\n", "code_generation.seed"),
        ("[code_generation]\ncandidates = 0\n", "code_generation.candidates"),
        ("[sandbox_config]\nmemory_limit = 'lots'\n", "sandbox_config.memory_limit"),
        ("[sandbox_config]\nnetwork_mode = 'host'\n", "sandbox_config.network_mode"),
        ("[budget]\nusd = -1\n", "budget.usd"),
        ("[[code_generation]]\nseed = 1\n", "code_generation"),
        ("seed = \n", "specwright.toml"),
        ("\x00", "specwright.toml"),
    ],
)
def test_what_is_wrong_in_the_file_is_named(tmp_path: Path, file: str, named: str) -> None:
    (tmp_path / "specwright.toml").write_text(file)
    with pytest.raises(UserError) as caught:
        load(tmp_path)
    assert named in caught.value.message
    assert caught.value.hint


@pytest.mark.parametrize(
    ("variable", "value", "named"),
    [
        ("SPECWRIGHT_CODE_GENERATION__SEDE", "1", "sede"),
        ("SPECWRIGHT_CODE_GENERATON__SEED", "1", "SPECWRIGHT_CODE_GENERATON__SEED"),
        ("SPECWRIGHT_CODE_GENERATION", "1", "SPECWRIGHT_CODE_GENERATION"),
        ("SPECWRIGHT_SEED", "1", "SPECWRIGHT_SEED"),
        ("SPECWRIGHT_CODE_GENERATION__SEED", "many", "code_generation.seed"),
    ],
)
def test_what_is_wrong_in_the_environment_is_named(tmp_path: Path, variable: str, value: str, named: str) -> None:
    with pytest.raises(UserError) as caught:
        load(tmp_path, {variable: value})
    assert named in caught.value.message
    assert caught.value.hint


def test_a_misspelt_setting_gets_the_right_ones_named(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        load(tmp_path, {"SPECWRIGHT_BUDGET__DOLLARS": "1"})
    assert "usd, tokens, seconds" in str(caught.value.hint)


def test_keys_are_found_and_never_shown(tmp_path: Path) -> None:
    secrets = {"OPENAI_API_KEY": "sk-very-secret-1", "SPECWRIGHT_LLM_CONFIG__API_KEY": "sk-very-secret-2"}
    settings = load(tmp_path, secrets)
    assert settings.keys["OPENAI_API_KEY"].get_secret_value() == "sk-very-secret-1"
    for text in (repr(settings), str(settings), settings.model_dump_json(), str(settings.model_dump())):
        assert "very-secret" not in text


ELSEWHERE = '[llm_config]\nmodel = "https://model.example/v1#m"\n'
IN_PARTS = '[llm_config]\nprovider = "https"\nmodel = "//model.example/v1#m"\n'
KEY = {"SPECWRIGHT_LLM_CONFIG__API_KEY": "sk-very-secret-2"}


@pytest.mark.parametrize("file", [ELSEWHERE, IN_PARTS])
def test_a_key_of_the_user_is_not_for_a_server_that_a_folder_names(tmp_path: Path, file: str) -> None:
    """A stranger's repository may hold settings too."""
    (tmp_path / "specwright.toml").write_text(file)
    settings = load_settings(environ=KEY, directory=tmp_path)
    assert settings.llm_config.api_key is None
    with pytest.raises(UserError, match="names the server") as caught:
        asyncio.run(_model(settings, None))
    assert "SPECWRIGHT_LLM_CONFIG__MODEL" in str(caught.value.hint)


@pytest.mark.parametrize(
    ("file", "environ", "flags"),
    [
        (ELSEWHERE, {**KEY, "SPECWRIGHT_LLM_CONFIG__MODEL": "https://mine.example/v1"}, {}),
        (ELSEWHERE, KEY, {"llm_config": {"model": "https://mine.example/v1"}}),
        (ELSEWHERE.replace("https://model.example", "http://127.0.0.1:8000"), KEY, {}),
        (ELSEWHERE + 'api_key = "sk-very-secret-2"\n', {}, {}),
        ('[llm_config]\nmodel = "openai:gpt"\n', KEY, {}),
    ],
)
def test_a_key_goes_to_a_server_that_the_user_names(
    tmp_path: Path, file: str, environ: dict[str, str], flags: dict[str, dict[str, str]]
) -> None:
    (tmp_path / "specwright.toml").write_text(file)
    key = load_settings(flags, environ, tmp_path).llm_config.api_key
    assert key is not None
    assert key.get_secret_value() == "sk-very-secret-2"


@pytest.mark.parametrize(
    ("section", "name", "value"),
    [
        ("store", "path", "runs.db"),
        ("sandbox_config", "image", "mine:latest"),
        ("llm_config", "models_path", "models"),
        ("llm_config", "model", "gguf:weights.gguf"),
    ],
)
def test_the_file_of_a_project_does_not_decide_what_is_believed(
    tmp_path: Path, section: str, name: str, value: str
) -> None:
    """A folder of a stranger could hold forged runs, name an image that lies, or weights that attack their reader."""
    file = tmp_path / "specwright.toml"
    file.write_text(f"[{section}]\n{name} = '{value}'\n")
    with pytest.raises(UserError, match=f"sets {section}.{name}") as caught:
        load_settings(environ={}, directory=tmp_path)
    variable = f"SPECWRIGHT_{section}__{name}".upper()
    assert variable in str(caught.value.hint)
    for settings in (
        load_settings(environ={"SPECWRIGHT_CONFIG": str(file)}, directory=tmp_path),
        load_settings(environ={variable: value}, directory=tmp_path),
        load_settings({section: {name: value}}, {}, tmp_path),
    ):
        assert str(getattr(getattr(settings, section), name)) == value


def test_a_project_file_that_never_ends_is_passed_over(tmp_path: Path) -> None:
    """A stranger's folder may hold a pipe, or a link to a device."""
    (tmp_path / "pipe").mkdir()
    os.mkfifo(tmp_path / "pipe" / "pyproject.toml")
    (tmp_path / "device").mkdir()
    (tmp_path / "device" / "pyproject.toml").symlink_to("/dev/zero")
    for folder in ("pipe", "device"):
        assert load_settings(environ={}, directory=tmp_path / folder).sources == ()


def test_a_settings_file_that_is_too_large_is_refused(tmp_path: Path) -> None:
    with (tmp_path / "specwright.toml").open("wb") as file:
        file.truncate(2**40)
    with pytest.raises(UserError, match="more than 4 MiB"):
        load_settings(environ={}, directory=tmp_path)


def test_the_file_of_a_project_may_repeat_the_usual_values(tmp_path: Path) -> None:
    (tmp_path / "specwright.toml").write_text("[sandbox_config]\nimage = 'python:3.11-slim'\n")
    assert load_settings(environ={}, directory=tmp_path).sandbox_config.image == "python:3.11-slim"


def test_a_key_goes_to_a_server_of_a_file_that_the_user_names(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text(ELSEWHERE)
    environ = {**KEY, "SPECWRIGHT_CONFIG": str(tmp_path / "mine.toml")}
    assert load_settings(environ=environ, directory=tmp_path).llm_config.api_key is not None


def test_a_wrong_value_of_a_secret_is_not_repeated(tmp_path: Path) -> None:
    with pytest.raises(UserError) as caught:
        load(tmp_path, llm_config={"api_key": ["sk-very-secret"]})
    assert "very-secret" not in caught.value.message


def test_a_memory_limit_that_is_no_size_is_told(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="not a size; write it like 512m"):
        load(tmp_path, sandbox_config={"memory_limit": "plenty"})


YAML = """
code_generation:
  {supported_languages: [python, go], max_code_length: 9000, execution_timeout: 30, max_refinement_iterations: 2}
sandbox_config:  {type: docker, image: "python:3.11-slim", memory_limit: 512m, cpu_limit: 1.0, network_mode: none}
quality_metrics:
  {complexity_threshold: 10, test_coverage_minimum: 80, documentation_completeness: 90, performance_requirements: true}
llm_config:      {provider: openai, model: gpt-4, temperature: 0.2, max_tokens: 2000}
"""


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("specwright.toml", "[code_generation]\nmax_code_length = 9000\n"),
        ("specwright.yaml", YAML),
        ("specwright.yml", YAML),
        ("pyproject.toml", "[tool.specwright.code_generation]\nmax_code_length = 9000\n"),
    ],
)
def test_settings_are_found_here_and_above_in_every_usual_file(tmp_path: Path, name: str, content: str) -> None:
    inside = tmp_path / "src" / "deep"
    inside.mkdir(parents=True)
    (tmp_path / ".git").mkdir()
    (tmp_path / name).write_text(content)
    for folder in (tmp_path, inside):
        settings = load(folder)
        assert settings.code_generation.max_code_length == 9000
        assert settings.sources == (str(tmp_path / name),)
    if content == YAML:
        assert settings.llm_config.specification == "openai:gpt-4"
        assert settings.sandbox_config.type == "docker"


def test_settings_above_the_repository_are_not_read(tmp_path: Path) -> None:
    (tmp_path / "specwright.toml").write_text("[code_generation]\nseed = 1\n")
    (tmp_path / "project" / ".git").mkdir(parents=True)
    assert load(tmp_path / "project").sources == ()


def test_a_settings_file_that_is_found_and_not_used_is_named(tmp_path: Path) -> None:
    (tmp_path / "specwright.toml").write_text("[code_generation]\nseed = 1\n")
    (tmp_path / "specwright.yaml").write_text("code_generation: {seed: 2}\n")
    settings = load(tmp_path)
    assert settings.code_generation.seed == 1
    assert settings.unused == (str(tmp_path / "specwright.yaml"),)


def test_a_pyproject_of_others_is_left_alone(tmp_path: Path) -> None:
    for content in ("[project]\nname = 'x'\n", "not = = toml"):
        (tmp_path / "pyproject.toml").write_text(content)
        assert load(tmp_path).sources == ()


def test_what_is_wrong_in_yaml_is_named(tmp_path: Path) -> None:
    for content in ("- a\n- b\n", "code_generation: {sede: 1}\n", "code_generation: [1\n", "seed: 1\n"):
        (tmp_path / "specwright.yaml").write_text(content)
        with pytest.raises(UserError, match=r"specwright\.yaml"):
            load(tmp_path)
