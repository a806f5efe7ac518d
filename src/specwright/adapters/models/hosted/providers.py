"""The providers and local servers that are known, as data: this table is the place to change a default."""

from __future__ import annotations

import importlib.util
from typing import Final, Literal

from specwright.core.value import Value

Protocol = Literal["openai", "anthropic", "google", "compatible"]
"""The protocol of a model; `compatible` is OpenAI's protocol on any other server."""

URL_KEY: Final = "SPECWRIGHT_LLM_CONFIG__API_KEY"
"""The key for a model that is named by its URL. A provider's own key is never sent to another address."""


class Provider(Value):
    """A hosted service: the places of its key, its default model, and its required package."""

    name: Literal["anthropic", "openai", "google"]
    label: str
    keys: tuple[str, ...]
    default_model: str
    package: str
    """The importable package of its SDK."""
    extra: str | None
    """The extra of ours that installs it; None when it is always there."""

    @property
    def install(self) -> str:
        return f"pip install 'specwright[{self.extra}]'"


class LocalServer(Value):
    """A program that serves models on this machine, and its default port."""

    name: str
    port: int
    start: str
    """What to do to have it serve a model."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"


PROVIDERS: Final = (
    Provider(
        name="anthropic",
        label="Anthropic",
        keys=("ANTHROPIC_API_KEY",),
        default_model="claude-sonnet-5-5",
        package="anthropic",
        extra="anthropic",
    ),
    Provider(
        name="openai",
        label="OpenAI",
        keys=("OPENAI_API_KEY",),
        default_model="gpt-6.1-sol",
        package="openai",
        extra=None,
    ),
    Provider(
        name="google",
        label="Google Gemini",
        keys=("GEMINI_API_KEY", "GOOGLE_API_KEY"),
        default_model="gemini-3.8-flash",
        package="google.genai",
        extra="google",
    ),
)

OLLAMA: Final = LocalServer(name="Ollama", port=11434, start="ollama pull qwen3-coder, with `ollama serve` running")

LOCAL_SERVERS: Final = (
    OLLAMA,
    LocalServer(name="LM Studio", port=1234, start="start its local server with a model loaded"),
    LocalServer(name="llama.cpp", port=8080, start="llama-server --model FILE.gguf --port 8080"),
    LocalServer(name="vLLM", port=8000, start="vllm serve MODEL"),
)

NOT_FOR_CHAT: Final = ("embed", "rerank", "whisper", "tts", "moderation", "clip")
"""Parts of names of models that a local server may list and that do not answer questions."""


def is_installed(package: str) -> bool:
    """Return whether the package could be imported; it is not imported to find out."""
    try:
        return importlib.util.find_spec(package) is not None
    except ModuleNotFoundError:
        return False
