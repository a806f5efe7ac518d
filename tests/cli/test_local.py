"""What `--model local` asks before it fetches anything, with a real server on loopback in the hub's place."""

from __future__ import annotations

import io
from functools import partial
from pathlib import Path

import pytest
from tests.adapters.models.test_local import CONTENT, Hub, hub_model, serving

from specwright.adapters.models.local.packaged import SMALL, Locals
from specwright.cli import local
from specwright.client import local_model
from specwright.config import LlmConfig, Settings


class Terminal(io.StringIO):
    """Somebody at a terminal who types this."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def models(tmp_path: Path) -> Path:
    """A models directory where the small packaged model is at hand."""
    packaged = tmp_path / "packaged" / Path(SMALL.member).name
    packaged.parent.mkdir()
    packaged.write_bytes(b"GGUF")
    return tmp_path


def prepare(models: Path, hub: Hub, typed: io.StringIO, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(local_model, "Locals", partial(Locals, hub=hub_model(hub.url)))
    monkeypatch.setattr("sys.stdin", typed)
    local.prepare_local(Settings(llm_config=LlmConfig(models_path=models)))


def test_who_agrees_gets_the_better_model_and_was_told_its_name_size_and_licence(
    models: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(Hub()) as hub:
        prepare(models, hub, Terminal("y\n"), monkeypatch)
    assert (models / "model.gguf").read_bytes() == CONTENT
    said = capsys.readouterr()
    assert said.out == "", "standard output belongs to the result"
    assert "a better model (2 MB, licence Apache-2.0)" in said.err
    assert "Fetch it now? [y/N]" in said.err


@pytest.mark.parametrize("typed", ["n\n", "\n"])
def test_who_declines_or_just_presses_return_fetches_nothing(
    models: Path, typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with serving(Hub()) as hub:
        prepare(models, hub, Terminal(typed), monkeypatch)
        assert hub.ranges == []
    assert not list(models.glob("*.gguf"))


def test_where_nobody_can_be_asked_nothing_is_asked_or_fetched(
    models: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with serving(Hub()) as hub:
        prepare(models, hub, io.StringIO("y\n"), monkeypatch)
        assert hub.ranges == []
    assert capsys.readouterr() == ("", "")
    assert not list(models.glob("*.gguf"))


def test_a_model_of_the_users_own_ends_the_matter(
    models: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (models / "mine.gguf").write_bytes(b"GGUF")
    with serving(Hub()) as hub:
        prepare(models, hub, Terminal("y\n"), monkeypatch)
        assert hub.ranges == []
    assert "Fetch it now?" not in capsys.readouterr().err
