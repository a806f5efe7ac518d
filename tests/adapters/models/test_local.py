"""Where the weights come from: the user's own, the hub after asking, the package; against a real server on loopback."""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from specwright.adapters.models.choosing.absent import AbsentModel
from specwright.adapters.models.choosing.local_rungs import sampling_plan
from specwright.adapters.models.hosted.profiles import SMALL
from specwright.adapters.models.local.fetch import Offer, fetch, offer
from specwright.adapters.models.local.packaged import HubModel, Locals
from specwright.core.errors import ModelError, UserError

CONTENT = bytes(range(256)) * 8192
DIGEST = hashlib.sha256(CONTENT).hexdigest()


@dataclass
class Hub:
    """A hub that states size and checksum, serves ranges, and can break off in the middle."""

    breaks_after: int | None = None
    digest: str = DIGEST
    ranges: list[str | None] = field(default_factory=list)
    url: str = ""


@contextmanager
def serving(hub: Hub) -> Iterator[Hub]:
    class Handler(BaseHTTPRequestHandler):
        def do_HEAD(self) -> None:
            self.send_response(200)
            self.send_header("X-Linked-ETag", f'"{hub.digest}"')
            self.send_header("X-Linked-Size", str(len(CONTENT)))
            self.end_headers()

        def do_GET(self) -> None:
            asked = self.headers.get("Range")
            hub.ranges.append(asked)
            start = int(asked.removeprefix("bytes=").rstrip("-")) if asked else 0
            body = CONTENT[start:]
            self.send_response(206 if asked else 200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            if hub.breaks_after is not None:
                body, hub.breaks_after = body[: hub.breaks_after], None
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    hub.url = f"http://127.0.0.1:{server.server_port}/model.gguf"
    try:
        yield hub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def test_a_file_is_fetched_checked_and_its_progress_told(tmp_path: Path) -> None:
    told: list[tuple[int, int | None]] = []
    with serving(Hub()) as hub:
        offered = offer(hub.url)
        assert offered == Offer(url=hub.url, size=len(CONTENT), sha256=DIGEST)
        path = fetch(hub.url, tmp_path / "m.gguf", sha256=DIGEST, progress=lambda have, of: told.append((have, of)))
    assert path.read_bytes() == CONTENT
    assert told[-1] == (len(CONTENT), len(CONTENT))
    assert [have for have, _ in told] == sorted(have for have, _ in told)
    assert list(tmp_path.iterdir()) == [path]


def test_an_interrupted_download_says_so_and_goes_on_where_it_stopped(tmp_path: Path) -> None:
    target = tmp_path / "m.gguf"
    with serving(Hub(breaks_after=1_500_000)) as hub:
        with pytest.raises(ModelError, match="interrupted") as caught:
            fetch(hub.url, target, sha256=DIGEST)
        assert caught.value.retryable
        assert "goes on" in (caught.value.hint or "")
        assert not target.exists()
        fetch(hub.url, target, sha256=DIGEST)
    assert target.read_bytes() == CONTENT
    first, second = hub.ranges
    assert first is None
    assert second is not None
    assert int(second.removeprefix("bytes=").rstrip("-")) > 0


def test_a_wrong_checksum_leaves_nothing_behind(tmp_path: Path) -> None:
    with serving(Hub()) as hub, pytest.raises(ModelError, match="not the file that was promised"):
        fetch(hub.url, tmp_path / "m.gguf", sha256="0" * 64)
    assert list(tmp_path.iterdir()) == []


def test_a_hub_that_cannot_be_reached_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be fetched"):
        offer("http://127.0.0.1:9/none", timeout=2)
    with pytest.raises(ModelError, match="interrupted"):
        fetch("http://127.0.0.1:9/none", tmp_path / "m.gguf", sha256=None, timeout=2)


def test_nothing_is_fetched_from_elsewhere_without_encryption(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="https only"):
        fetch("http://example.org/m.gguf", tmp_path / "m.gguf", sha256=None)


def hub_model(url: str) -> HubModel:
    return HubModel(name="a better model", url=url, licence="Apache-2.0")


def test_the_users_own_model_comes_first_and_the_largest_of_several(tmp_path: Path) -> None:
    (tmp_path / "small.gguf").write_bytes(b"GGUF")
    (tmp_path / "large.gguf").write_bytes(b"GGUF and more")
    places = Locals(tmp_path, consent=lambda *_: pytest.fail("nobody is asked when a model is there"))
    assert places.obtain() == tmp_path / "large.gguf"
    assert places.find() == tmp_path / "large.gguf"


def test_the_hub_is_used_only_after_asking_with_name_size_and_licence(tmp_path: Path) -> None:
    asked: list[tuple[HubModel, Offer]] = []

    def agree(model: HubModel, offered: Offer) -> bool:
        asked.append((model, offered))
        return True

    with serving(Hub()) as hub:
        places = Locals(tmp_path, consent=agree, hub=hub_model(hub.url))
        assert places.obtain().read_bytes() == CONTENT
        assert places.obtain() == tmp_path / "model.gguf"
    [(model, offered)] = asked
    assert (model.name, model.licence, offered.size) == ("a better model", "Apache-2.0", len(CONTENT))


def test_a_refusal_or_a_missing_network_leads_to_the_packaged_model(tmp_path: Path) -> None:
    packaged = tmp_path / "packaged" / "SmolLM2-135M-Instruct.Q4_1.gguf"
    packaged.parent.mkdir()
    packaged.write_bytes(b"GGUF")
    with serving(Hub()) as hub:
        assert Locals(tmp_path, consent=lambda *_: False, hub=hub_model(hub.url)).obtain() == packaged
        assert hub.ranges == []
    assert Locals(tmp_path, consent=lambda *_: True, hub=hub_model("http://127.0.0.1:9/none")).obtain() == packaged
    assert Locals(tmp_path).obtain() == packaged


def test_a_package_that_cannot_be_fetched_is_a_clear_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.delenv("PIP_FIND_LINKS", raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    with pytest.raises(ModelError, match="cannot be fetched") as caught:
        Locals(tmp_path).unpack()
    assert "pip install" in (caught.value.hint or "")


def test_recorded_answers_of_a_small_model_are_recalled_as_they_were_drawn() -> None:
    """A run told again stands where the model did, without it."""
    assert sampling_plan(AbsentModel("gguf:SmolLM2-135M-Instruct.Q4_1.gguf")) == SMALL.plan
    assert sampling_plan(AbsentModel("gguf:qwen2.5-coder-7b.gguf")) == ()
    assert sampling_plan(AbsentModel("openai:gpt-5")) == sampling_plan(AbsentModel()) == ()
