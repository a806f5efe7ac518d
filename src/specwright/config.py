"""The only reader of the environment and of settings files.

Defaults < settings files (settings_files.py) < `SPECWRIGHT_SECTION__NAME` < flags. A name that does not exist is an
error, because a misspelt setting that is silently ignored is worse than none.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Final, Literal
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import AfterValidator, BeforeValidator, Field, SecretStr, ValidationError, field_validator

from specwright.core.errors import UserError
from specwright.core.evidence.quality import QualityMetrics
from specwright.core.place import DatabaseAddress, read_place
from specwright.core.sizes import parse_size
from specwright.core.text import nearest, shortened
from specwright.core.value import Value
from specwright.languages.registry import LANGUAGES
from specwright.ports.plugins import PluginKind, plugins
from specwright.settings_files import SettingsFiles, find_files, is_personal, read_settings

PREFIX: Final = "SPECWRIGHT_"
_KEYS: Final = ("ANTHROPIC_API_KEY", "OPENAI_API_KEY", "GEMINI_API_KEY", "GOOGLE_API_KEY", "OLLAMA_BASE_URL")
_SHORTEST_KEY: Final = 12
"""Servers on this machine are given words like `none` for a key; those are no secrets."""


_TRAILERS: Final = {
    "Assisted-by": "specwright:{model}",
    "Specwright-Run": "{run}",
    "Specwright-Manifest": "{manifest}",
}
_PERSONAL: Final = frozenset({"co-authored-by", "signed-off-by"})
_TRAILER: Final = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_OWN_FILE: Final = "gguf:"
_BELIEVED: Final = (
    ("store", "path"),
    ("sandbox_config", "image"),
    ("llm_config", "models_path"),
    ("llm_config", "model"),
    ("signing", "key"),
    ("packages", "source"),
    ("packages", "policy"),
    ("memory", "path"),
    ("memory", "project"),
    ("memory", "shared"),
)


def _known(language: str) -> str:
    if language not in LANGUAGES:
        raise ValueError(f"choose from {', '.join(LANGUAGES)}")
    return language


def _known_sandbox(name: str) -> str:
    known = ("auto", *SANDBOXES, *(each.name for each in plugins(PluginKind.SANDBOXES)))
    if name not in known:
        raise ValueError(f"choose from {', '.join(known)}")
    return name


StorePlace = Annotated[Path | DatabaseAddress, BeforeValidator(read_place)]
LanguageName = Annotated[str, AfterValidator(_known)]
SandboxName = Annotated[str, AfterValidator(_known_sandbox)]
SANDBOXES: Final = ("bubblewrap", "namespaces", "docker", "podman")
"""The kinds of ours, the strongest first."""


class CodeGenerationConfig(Value):
    supported_languages: tuple[LanguageName, ...] = ("python", "javascript", "java", "go", "rust")
    max_code_length: int = Field(10_000, ge=100)
    execution_timeout: float = Field(30, gt=0)
    """Seconds for one execution of all tests of one candidate."""
    call_timeout: float = Field(5, gt=0)
    """Seconds for one test."""
    max_refinement_iterations: int = Field(3, ge=0)
    max_iterations: int = Field(5, ge=1)
    """Of `solve`."""
    candidates: Annotated[int, Field(ge=1, le=100)] | Literal["auto"] = "auto"
    """A number: written at once. `auto`: one, and up to three while another could change the verdict."""
    questions: int = Field(0, ge=0, le=20)
    """How often the person who knows may be asked; a terminal asks on its own."""
    seed: int = 0


class SandboxConfig(Value):
    type: SandboxName = "auto"
    image: str = "python:3.11-slim"
    memory_limit: str = "512m"
    cpu_limit: float = Field(1.0, gt=0)
    network_mode: Literal["none"] = "none"

    @field_validator("memory_limit")
    @classmethod
    def _is_a_size(cls, text: str) -> str:
        try:
            parse_size(text)
        except UserError as error:
            raise ValueError(f"{error.message}; {error.hint}") from None
        return text


class LlmConfig(Value):
    provider: str = "auto"
    model: str = "auto"
    temperature: float | None = Field(0.2, ge=0, le=2)
    max_tokens: int | None = Field(2000, ge=16)
    api_key: SecretStr | None = Field(None, exclude=True, repr=False)
    """For a server named by its URL; the providers' keys are read from their own variables."""
    models_path: Path = Field(default_factory=lambda: user_data_path("specwright") / "models")
    """The directory where GGUF files of models are looked for and kept."""
    tries: int = Field(5, ge=1)
    """How often a question is sent before we give up on a fault that may pass."""
    total_timeout: float = Field(600, gt=0)
    """Seconds for one answer, all tries and waits included."""
    first_timeout: float = Field(180, gt=0)
    """Seconds until the first word."""
    idle_timeout: float = Field(60, gt=0)
    """Seconds between two pieces of an answer."""
    retry_wait: float = Field(1, ge=0)
    """Seconds of the first wait between tries; it doubles each time."""

    @property
    def specification(self) -> str:
        """The one word for the model: `auto`, `openai:NAME`, a URL."""
        if self.provider == "auto" or ":" in self.model:
            return self.model
        return f"{self.provider}:{'' if self.model == 'auto' else self.model}"


class BudgetConfig(Value):
    usd: float | None = Field(None, gt=0)
    tokens: int | None = Field(None, gt=0)
    seconds: float | None = Field(None, gt=0)


class StoreConfig(Value):
    path: StorePlace = Field(default_factory=lambda: user_data_path("specwright") / "runs.db")
    """A file, `postgresql://USER@HOST/DATABASE`, or `NAME:PLACE` of a plugin."""


class GitConfig(Value):
    trailers: Mapping[str, str] = Field(default_factory=lambda: dict(_TRAILERS))
    """The last lines of a commit's message, by name; {model}, {run}, {manifest} and {word} stand for the run's own."""

    @field_validator("trailers")
    @classmethod
    def _says_nothing_in_the_name_of_a_person(cls, trailers: Mapping[str, str]) -> Mapping[str, str]:
        for name, value in trailers.items():
            if name.lower() in _PERSONAL:
                raise ValueError(f"{name} is what a person says, and a tool must not")
            if not _TRAILER.fullmatch(name) or not value.isprintable():
                raise ValueError("a name has letters, digits and hyphens, and a value is one line")
        return trailers


class MemoryConfig(Value):
    use: Literal["on", "off"] = "on"
    """`off`: nothing is learned and nothing recalled."""
    path: Path | None = None
    """The file; by default beside the run store."""
    project: str = ""
    """Whose memory it is; by default the folder of the project that the command is given in."""
    shared: bool = False
    """Whether the shared memory is used beside the project's own."""
    most: int = Field(10_000, ge=1, le=1_000_000)
    """Entries of one project, beyond which those that helped least and are oldest are forgotten."""


class AuditConfig(Value):
    """What a company sets for the packages that are written for it."""

    policy: str = ""
    """What they must keep to: one of our policies, or a file; empty for none."""
    licence: str = ""
    """The SPDX id of their licence; empty leaves it to us: MIT."""
    owner: str = ""
    """Who holds the copyright. Without one no copyright line is written."""


class SigningConfig(Value):
    key: Path | None = None
    """The key of SSH that `specwright sign` signs with: a private key, or the public one of a key in ssh-agent."""


class PackagesConfig(Value):
    source: Path | None = None
    """A folder of wheels or tarballs that required packages are taken from; None for the registry."""
    policy: str = ""
    """A policy of `specwright audit` whose lists decide about required packages; by default, `audit.policy`."""


class Settings(Value):
    code_generation: CodeGenerationConfig = CodeGenerationConfig()
    sandbox_config: SandboxConfig = SandboxConfig()
    quality_metrics: QualityMetrics = QualityMetrics()
    llm_config: LlmConfig = LlmConfig()
    budget: BudgetConfig = BudgetConfig()
    store: StoreConfig = Field(default_factory=StoreConfig)
    git: GitConfig = GitConfig()
    signing: SigningConfig = SigningConfig()
    memory: MemoryConfig = MemoryConfig()
    audit: AuditConfig = AuditConfig()
    packages: PackagesConfig = PackagesConfig()
    keys: dict[str, SecretStr] = Field(default_factory=dict, repr=False, exclude=True)
    """The providers' own keys found in the environment; never written anywhere."""
    sources: tuple[str, ...] = Field(default=(), exclude=True)
    """Which files and variables were read."""
    unused: tuple[str, ...] = Field(default=(), exclude=True)
    """Settings files that were found and are not used."""
    withheld_for: str = Field("", exclude=True)
    """The settings file for whose server the user's key is withheld; empty if none is."""

    @property
    def secrets(self) -> dict[str, str]:
        """The keys in force, by where they are kept. A value that is too short, or an address, is no secret."""
        found = {name: key.get_secret_value() for name, key in self.keys.items() if not name.endswith("_URL")}
        if self.llm_config.api_key is not None:
            found["SPECWRIGHT_LLM_CONFIG__API_KEY"] = self.llm_config.api_key.get_secret_value()
        if isinstance(self.store.path, DatabaseAddress):
            found["SPECWRIGHT_STORE__PATH"] = max(self.store.path.passwords, key=len, default="")
        return {name: key for name, key in found.items() if len(key) >= _SHORTEST_KEY}


_SECTIONS: Final = tuple(
    name for name in Settings.model_fields if name not in ("keys", "sources", "unused", "withheld_for")
)


def load_settings(
    flags: Mapping[str, Mapping[str, Any]] | None = None,
    environ: Mapping[str, str] | None = None,
    directory: Path | None = None,
) -> Settings:
    """Return the settings in force. Raise UserError that names the place of a mistake."""
    environ = _environment() if environ is None else environ
    files = _settings_files(environ, directory or Path.cwd())
    layers = [*map(_from_file, files.used), _from_environment(environ), _given(flags or {})]
    merged: dict[str, dict[str, Any]] = {}
    for layer in layers:
        for section, values in layer.items():
            merged.setdefault(section, {}).update(values)
    variables = [name for name in sorted(environ) if name.startswith(PREFIX)]
    keys = {name: SecretStr(environ[name]) for name in _KEYS if environ.get(name)}
    try:
        settings = Settings(
            **merged, keys=keys, sources=(*map(str, files.used), *variables), unused=tuple(map(str, files.unused))
        )
    except ValidationError as error:
        names = (*map(str, files.used), "", _COMMAND_LINE)
        raise _explained(error, tuple(zip(names, layers, strict=True))) from None
    if environ.get(f"{PREFIX}CONFIG"):
        return settings
    _refuse_what_is_believed(settings, layers, files)
    stranger = _stranger(layers, files)
    if not stranger or not is_elsewhere(settings.llm_config.specification):
        return settings
    without_key = settings.llm_config.model_copy(update={"api_key": None})
    return settings.model_copy(update={"llm_config": without_key, "withheld_for": stranger})


def _refuse_what_is_believed(
    settings: Settings, layers: Sequence[Mapping[str, Mapping[str, Any]]], files: SettingsFiles
) -> None:
    """Raise UserError if the file of a project decides what is believed: its author could be a forger.

    A store holds results, an image reports what programs did, a model's file is read outside of the sandbox, and a key
    signs in the user's name.
    """
    for section, name in _BELIEVED:
        source = max((place for place, layer in enumerate(layers) if name in layer.get(section, {})), default=None)
        if source is None or source >= len(files.used) or is_personal(files.used[source]):
            continue
        value = getattr(getattr(settings, section), name)
        usual = getattr(getattr(Settings(), section), name)
        if value != usual and (name != "model" or str(value).startswith(_OWN_FILE)):
            raise UserError(
                f"{files.used[source]} sets {section}.{name}, and the file of a project may not: a stranger's would "
                "decide which runs, programs, models or keys are believed",
                hint=f"if you trust the file, give it with --config; or set {f'{PREFIX}{section}__{name}'.upper()}",
            )


def _stranger(layers: Sequence[Mapping[str, Mapping[str, Any]]], files: SettingsFiles) -> str:
    """Return the file of a project that names the model while the key is the user's own; empty if none does.

    A project may be a stranger's. Its file was not chosen by the user, and would have the key sent to its server.
    """
    of_llm = [layer.get("llm_config", {}) for layer in layers]
    naming = [place for place, values in enumerate(of_llm) if "model" in values or "provider" in values]
    keyed = [place for place, values in enumerate(of_llm) if "api_key" in values]
    if not naming or not keyed or naming[-1] == keyed[-1] or naming[-1] >= len(files.used):
        return ""
    path = files.used[naming[-1]]
    return "" if is_personal(path) else str(path)


def is_elsewhere(specification: str) -> bool:
    """Return whether a model is on a server that is named by its URL and is not this machine."""
    if "://" not in specification:
        return False
    try:
        return urlsplit(specification).hostname not in ("localhost", "127.0.0.1", "::1")
    except ValueError:
        return True


def override(settings: Settings, flags: Mapping[str, Mapping[str, Any]]) -> Settings:
    """Return the settings with these flags in force. Raise UserError that names the setting that is wrong."""
    changed: dict[str, Any] = {}
    for section, values in _given(flags).items():
        before = getattr(settings, section)
        known = {name: getattr(before, name) for name in before.model_fields_set}
        try:
            changed[section] = type(before).model_validate({**known, **values})
        except ValidationError as error:
            first = error.errors(include_url=False)[0]
            name = f"{section}.{'.'.join(map(str, first['loc']))}"
            raise UserError(
                f"the option {name} is {shortened(repr(first['input']))}: {_must_be(first['msg'])}"
            ) from None
    return settings.model_copy(update=changed)


def _environment() -> dict[str, str]:
    """Return a copy of the environment; another thread may change it meanwhile."""
    values = {name: os.environ.get(name) for name in list(os.environ)}
    return {name: value for name, value in values.items() if value is not None}


def _settings_files(environ: Mapping[str, str], directory: Path) -> SettingsFiles:
    named = environ.get(f"{PREFIX}CONFIG")
    if not named:
        return find_files(directory)
    if not Path(named).is_file():
        raise UserError(
            f"there is no settings file {named}", hint=f"correct the path after --config or in {PREFIX}CONFIG"
        )
    return SettingsFiles((Path(named),))


def _from_file(path: Path) -> dict[str, dict[str, Any]]:
    content = read_settings(path)
    for section, values in content.items():
        if section not in _SECTIONS or not isinstance(values, dict):
            raise UserError(
                f"{path} has no section [{section}]{_meant(section, _SECTIONS)}"
                if isinstance(values, dict)
                else f"{path}: {section} stands in no section",
                hint=f"the sections are {', '.join(_SECTIONS)}",
            )
    return content


def _from_environment(environ: Mapping[str, str]) -> dict[str, dict[str, Any]]:
    layer: dict[str, dict[str, Any]] = {}
    for variable, value in environ.items():
        if not variable.startswith(PREFIX) or variable == f"{PREFIX}CONFIG":
            continue
        section, _, name = variable.removeprefix(PREFIX).lower().partition("__")
        if section not in _SECTIONS or not name:
            raise UserError(
                f"the environment variable {variable} names no setting",
                hint=f"write {PREFIX}SECTION__NAME, with a section of {', '.join(_SECTIONS).upper()}",
            )
        layer.setdefault(section, {})[name] = _listed(section, name, value)
    return layer


def _listed(section: str, name: str, value: str) -> Any:
    return (
        [item.strip() for item in value.split(",")]
        if (section, name) == ("code_generation", "supported_languages")
        else value
    )


def _given(flags: Mapping[str, Mapping[str, Any]]) -> dict[str, dict[str, Any]]:
    """Flags that are left out do not hide values of the file and the environment."""
    return {section: {k: v for k, v in values.items() if v is not None} for section, values in flags.items()}


_COMMAND_LINE: Final = "the command line"
Layers = tuple[tuple[str, Mapping[str, Mapping[str, Any]]], ...]


def _explained(error: ValidationError, layers: Layers) -> UserError:
    first = error.errors(include_url=False)[0]
    place = ".".join(map(str, first["loc"][:2]))
    section, name = (*map(str, first["loc"]), "", "")[:2]
    model = type(getattr(Settings(), section))
    source = _source(section, name, layers)
    if first["type"] == "extra_forbidden":
        known = model.model_fields
        return UserError(
            f"there is no setting {place}{_meant(name, known)}; it is set by {source}",
            hint=f"the settings of {section} are {', '.join(known)}",
        )
    given = "" if place.endswith("api_key") else f" is {shortened(repr(first['input']))}"
    if source == _COMMAND_LINE:
        return UserError(
            f"{_option(section, name)}{given}: {_must_be(first['msg'])}",
            hint="correct it, or leave it out for the default",
        )
    usual = getattr(getattr(Settings(), section), name, None)
    default = "not set" if usual is None else usual
    return UserError(
        f"the setting {place}{given}: {_must_be(first['msg'])}",
        hint=f"correct or remove it in {source}; the default is {default}",
    )


def _option(section: str, name: str) -> str:
    """Return the option of the command line that stands for a setting."""
    if section == "budget":
        return f"--budget-{name}"
    return {"type": "--sandbox", "path": "--store"}.get(name, f"--{name.replace('_', '-')}")


def _must_be(message: str) -> str:
    """Return a message of pydantic in our words."""
    words = message.partition(", unable to parse")[0].replace("Input should be", "it must be")
    words = words.replace("greater than or equal to", "at least").replace("less than or equal to", "at most")
    return words.removeprefix("Value error, ").replace("a valid ", "a ").replace("a integer", "a whole number")


def _source(section: str, name: str, layers: Layers) -> str:
    """Return the place of a setting in force: the last layer that has it."""
    found = [place for place, layer in layers if name in layer.get(section, {})]
    return (found[-1] if found else "the defaults") or f"{PREFIX}{section}__{name}".upper()


def _meant(word: str, known: Iterable[str]) -> str:
    found = nearest(word, known)
    return f" (did you mean {found}?)" if found else ""
