"""Models in this process, through llama.cpp: any GGUF file, no server, no key, no network.

The runtime is the package xllamacpp (the extra `local`). Its server object also listens on loopback; it is given a
random key, so that only we can use it. One question is answered at a time, in a thread of its own; a cancelled one
stops at the next token.
"""

from __future__ import annotations

import asyncio
import importlib.util
import re
import secrets
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Final

from specwright.adapters.models.hosted.profiles import profile_of
from specwright.adapters.models.local.machine import check_memory, check_processor, free_memory, threads_to_spare
from specwright.core.errors import ModelError, ReplyUnusable
from specwright.core.run.profile import Profile
from specwright.ports.model import Heard, Question, Reply, Usage

COMPLETE: Final = "complete_code"
"""The stage whose question is a function's beginning: the reply goes on with it and ends where the function does."""
_LONGEST_SECONDS: Final = 600.0
_MAGIC: Final = b"GGUF"
_NEXT_STATEMENT = re.compile(r"\n(?=[^\s)\]}])")


def is_installed() -> bool:
    return importlib.util.find_spec("xllamacpp") is not None


class LlamaModel:
    """One GGUF file, loaded when it is first asked."""

    priced = True

    def __init__(
        self,
        path: Path,
        profile: Profile | None = None,
        *,
        longest_seconds: float = _LONGEST_SECONDS,
        free: Callable[[], int | None] = free_memory,
    ) -> None:
        self.path = path
        self.profile = profile or profile_of(path.name)
        self._longest = longest_seconds
        self._free = free
        self._server: Any = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="llama")
        self._closed = False

    @property
    def name(self) -> str:
        return f"gguf:{self.path.name}"

    async def ask(self, question: Question, hear: Callable[[Heard], None] | None = None) -> Reply:
        """Answer one question. Raise ModelError and ReplyUnusable."""
        if self._closed:
            raise ModelError(f"{self.name} is closed.")
        stopped = threading.Event()
        loop = asyncio.get_running_loop()

        def progress(length: int) -> None:
            if hear is not None:
                loop.call_soon_threadsafe(hear, Heard(output_chars=length))

        try:
            return await loop.run_in_executor(self._thread, self._answer, question, stopped, progress)
        finally:
            stopped.set()

    async def close(self) -> None:
        if not self._closed:
            self._closed = True
            await asyncio.get_running_loop().run_in_executor(self._thread, self._unload)
            self._thread.shutdown(wait=False)

    def _unload(self) -> None:
        self._server = None

    def _answer(self, question: Question, stopped: threading.Event, progress: Callable[[int], None]) -> Reply:
        if stopped.is_set():
            raise ModelError(f"The question to {self.name} was withdrawn.")
        started = time.monotonic()
        server = self._server or self._load()
        answer = _Answer(stopped, started + self._longest, progress, ends=question.stage == COMPLETE)
        body = self._request(question)
        if question.instructions or len(question.turns) > 1 or self.profile.asked_by == "chat":
            server.handle_chat_completions(body, answer.hear)
        else:
            server.handle_completions(body, answer.hear)
        return self._reply(question, answer, time.monotonic() - started)

    def _reply(self, question: Question, answer: _Answer, seconds: float) -> Reply:
        if answer.error:
            raise _refused(self.name, answer.error)
        if answer.late:
            raise ModelError(
                f"{self.name} had not finished after {self._longest:g} s.",
                hint="Take a smaller model, or set fewer tokens with --max-tokens.",
                retryable=True,
            )
        text = answer.text
        cut = answer.finish == "length"
        if cut and question.stage == COMPLETE and not text.strip():
            raise ReplyUnusable(f"{self.name} wrote nothing but blanks until its limit of tokens.")
        usage = Usage(input_tokens=answer.input_tokens, output_tokens=answer.output_tokens)
        return Reply(text=text, model=self.name, usage=usage, seconds=seconds, cut=cut and question.stage != COMPLETE)

    def _request(self, question: Question) -> dict[str, Any]:
        limit = min(question.max_tokens or self.profile.max_tokens, self.profile.max_tokens)
        body: dict[str, Any] = {
            "max_tokens": limit,
            "temperature": question.temperature or 0.0,
            # The question's own words choose the seed, so that it is recorded with them.
            "seed": int(question.key[:8], 16) % 2**31,
            "cache_prompt": True,
            "stream": True,
            "stream_options": {"include_usage": True},
        }
        if question.instructions or len(question.turns) > 1 or self.profile.asked_by == "chat":
            system = [{"role": "system", "content": question.instructions}] if question.instructions else []
            body["messages"] = [*system, *({"role": turn.role, "content": turn.text} for turn in question.turns)]
            if question.reply_schema is not None:
                schema = {"type": "json_schema", "json_schema": {"schema": question.reply_schema}}
                body["response_format"] = schema
        else:
            body["prompt"] = question.turns[0].text
            if question.reply_schema is not None:
                body["json_schema"] = question.reply_schema
        return body

    def _load(self) -> Any:
        """Load the weights. Raise ModelError if they or this machine cannot be used."""
        check_weights(self.path)
        check_processor()
        check_memory(self.path.stat().st_size, self.profile.context, self._free())
        if not is_installed():
            raise ModelError(
                "Models on this machine need the package xllamacpp, which is not installed.",
                hint="Install it: pip install 'specwright[local]'.",
            )
        import xllamacpp  # noqa: PLC0415 - 34 MB that only this model needs

        params = xllamacpp.CommonParams()
        params.model.path = str(self.path)
        params.n_ctx = self.profile.context
        params.n_parallel = 1
        params.cache_ram_mib = 0  # or it keeps the state of every question, up to 8 GB; the last one's is kept anyway
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = threads_to_spare()
        params.api_keys = [secrets.token_hex(32)]
        params.verbosity = -1
        try:
            self._server = xllamacpp.Server(params)
        except RuntimeError as error:
            raise _broken(self.path, "the runtime cannot load it") from error
        return self._server


class _Answer:
    """An answer so far. `hear` is called for every piece and returns whether to stop."""

    def __init__(
        self, stopped: threading.Event, deadline: float, progress: Callable[[int], None], *, ends: bool
    ) -> None:
        self.text = ""
        self.finish = ""
        self.error = ""
        self.late = False
        self.input_tokens = self.output_tokens = 0
        self._stopped, self._deadline, self._progress, self._ends = stopped, deadline, progress, ends

    def hear(self, piece: dict[str, Any]) -> bool:
        if "error" in piece:
            self.error = str(piece["error"].get("message", piece["error"]))
            return True
        usage = piece.get("usage") or {}
        self.input_tokens = usage.get("prompt_tokens", self.input_tokens)
        self.output_tokens = usage.get("completion_tokens", self.output_tokens + 1)
        for choice in piece.get("choices", []):
            new = choice.get("text") or choice.get("delta", {}).get("content") or ""
            self.text += new
            self.finish = choice.get("finish_reason") or self.finish
        self._progress(len(self.text))
        self.late = time.monotonic() > self._deadline
        return self._stopped.is_set() or self.late or self._function_ended()

    def _function_ended(self) -> bool:
        """Return whether a completion has gone past the end of the function; cut off the rest."""
        if not self._ends:
            return False
        beyond = _NEXT_STATEMENT.search(self.text)
        if beyond is None:
            return False
        self.text = self.text[: beyond.start() + 1]
        return True


def check_weights(path: Path) -> None:
    """Raise ModelError if the file does not match its name."""
    try:
        with path.open("rb") as file:
            head = file.read(len(_MAGIC))
    except OSError as error:
        raise ModelError(
            f"The weights {path} cannot be read: {error.strerror or error}.", hint="Check the path after gguf:."
        ) from error
    if head != _MAGIC:
        raise _broken(path, "it does not begin as a GGUF file does")


def _broken(path: Path, why: str) -> ModelError:
    return ModelError(
        f"The weights file {path} is broken: {why}.",
        hint="Delete it and get it again; llama.cpp reads GGUF files only.",
    )


def _refused(name: str, message: str) -> ModelError:
    if "context size" in message:
        return ReplyUnusable(
            f"The question is too long for {name}: {message}.", hint="Shorten the problem, or take a larger model."
        )
    return ModelError(f"{name} refused the question: {message}.")
