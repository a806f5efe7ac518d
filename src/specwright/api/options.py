"""The options of verbs and clients, and how they become settings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypedDict

from specwright.adapters.models.function import AnyModel
from specwright.api.person import OnQuestion
from specwright.pipeline.recording.event_log import Listener


class PackageOptions(TypedDict, total=False):
    """Where third-party packages come from, and which may be used."""

    packages_from: Path | str
    """A folder of wheels or npm tarballs, instead of the registry."""
    packages_policy: Path | str
    """A policy whose lists approve and deny packages; docs/audit.md."""


class LimitOptions(TypedDict, total=False):
    """What a run may use, and how it samples. Defaults come from the client."""

    candidates: int
    budget_usd: float
    budget_tokens: int
    budget_seconds: float
    seed: int
    temperature: float
    max_tokens: int
    call_timeout: float
    """Seconds for one test."""
    execution_timeout: float
    """Seconds for all tests of a package."""
    memory_limit: str
    """Of one call, such as `512m`."""
    max_code_length: int
    questions: int
    """How often the person who knows may be asked. Without `on_question` a question ends the run as AWAITING_ANSWER,
    and `answer` goes on with it."""


class RunOptions(LimitOptions, PackageOptions, total=False):
    model: AnyModel
    on_question: OnQuestion
    """Asked what a small input should give: returns the value, or None if it does not know. May be async."""
    out: Path | str
    """The folder for the code, its tests, the report and the evidence."""
    branch: str | bool
    """A new branch for a commit with the result, True for `specwright/RUN`; docs/git.md."""
    repository: Path | str
    """A folder of the repository that gets the branch; by default the working directory."""
    run_id: str
    """The id of the run. If the store has such a run, it is gone on with instead, and its result is given again."""
    on_event: Listener


class SolveOptions(RunOptions, total=False):
    examples: Sequence[str]
    """Such as `nums=[3,3], target=6 -> [0,1]`: always right, never revised."""
    entry_point: str
    strategy: str
    """`test-driven`, `template-based` or `pattern-recognition`; docs/memory.md."""
    kind: str
    """`function`, `program`, `class` or `service`; chosen from the words if it is left out."""
    language: str
    max_iterations: int
    require: Sequence[str]
    """Third-party packages that the code may use, such as `requests>=2`; docs/libraries.md."""


class GenerateOptions(RunOptions, total=False):
    language: str
    constraints: Sequence[str]
    """Additional constraints, such as `no dependencies`."""
    test_requirements: Sequence[str]
    """What its tests must cover."""
    examples: Sequence[str]
    """Such as `slug("A b") == "a-b"`: always right, never revised."""
    strategy: str
    """`test-driven`, `incremental` or `template-based`; chosen from the specification if it is left out."""
    max_refinement_iterations: int
    require: Sequence[str]
    """Third-party packages that the code may use."""
    several_files: bool
    """Whether it is divided into several source files; chosen from words and size if it is left out."""
    policy: str
    """What the package must keep to: one of our policies, or a file (docs/audit.md)."""


class ChangeOptions(RunOptions, total=False):
    """The options of a change of existing code; docs/existing.md."""

    goal: str
    """What is to become better, in words."""
    proposed: Path | str
    """A file with your own new version: no model is asked then."""
    failing: Sequence[str]
    report: str
    language: str
    dependencies: Path | str
    """The folder with the project's third-party packages."""
    inputs: int
    """For each function that is compared."""
    tolerance: float
    bugs: int
    """Bugs to put into the new version, to see if the comparison notices them."""
    figures: bool
    """Whether complexity, duplication, lint and types are measured before and after."""
    attempts: int
    """Versions to ask for at most."""
    record: str
    """A command, such as `pytest -q`: the calls that it makes are compared too. It runs in the sandbox."""
    apply: bool
    """Whether a good change is written into the files."""


class ExecOptions(TypedDict, total=False):
    """What a program in the sandbox may have besides its code."""

    build_seconds: float
    """Of its build; by default as many as for its run."""
    arguments: Sequence[str]
    files: Mapping[str, bytes]
    """Files beside the program, by their paths."""
    collect: Sequence[str]
    """Paths of the files to bring back."""


class MachineOptions(PackageOptions, total=False):
    """The sandbox and the store. Defaults come from specwright.toml and the environment."""

    sandbox: str
    """`auto`, `bubblewrap`, `namespaces`, `docker` or `podman`."""
    image: str
    """The image of docker and podman."""
    cpu_limit: float
    store: Path | str


class SolveAloneOptions(SolveOptions, MachineOptions, total=False):
    """The options of `specwright.solve`, which has no client."""


class GenerateAloneOptions(GenerateOptions, MachineOptions, total=False):
    """The options of `specwright.generate`, which has no client."""


class ResumeAloneOptions(RunOptions, MachineOptions, total=False):
    """The options of `specwright.resume`, which has no client."""

    answer: Any
    """The right result of the call that the run asks about, if it is AWAITING_ANSWER; see `as_answer`."""


class ReplayAloneOptions(MachineOptions, total=False):
    """The options of `specwright.replay`, which has no client."""

    on_event: Listener


class VerifyAloneOptions(MachineOptions, total=False):
    """The options of `specwright.verify`, which has no client."""

    digest: str
    """The sha256 that the folder's manifest must have, kept from when it was handed over."""
    signers: Path | str
    """The file of the signers that you trust, of whom one must have signed the folder; docs/evidence.md."""


class AuditOptions(TypedDict, total=False):
    """What an audit is told beside the folder."""

    policy: Path | str
    advisories: Path | str | None
    index: Path | str | None
    corpus: Path | str | None


class ClientOptions(LimitOptions, MachineOptions, total=False):
    model: AnyModel
    on_event: Listener
    on_question: OnQuestion
    max_iterations: int
    max_refinement_iterations: int


_PLACES: Final = {
    "candidates": ("code_generation", "candidates"),
    "seed": ("code_generation", "seed"),
    "questions": ("code_generation", "questions"),
    "max_iterations": ("code_generation", "max_iterations"),
    "max_refinement_iterations": ("code_generation", "max_refinement_iterations"),
    "policy": ("audit", "policy"),
    "call_timeout": ("code_generation", "call_timeout"),
    "execution_timeout": ("code_generation", "execution_timeout"),
    "max_code_length": ("code_generation", "max_code_length"),
    "budget_usd": ("budget", "usd"),
    "budget_tokens": ("budget", "tokens"),
    "budget_seconds": ("budget", "seconds"),
    "temperature": ("llm_config", "temperature"),
    "max_tokens": ("llm_config", "max_tokens"),
    "memory_limit": ("sandbox_config", "memory_limit"),
    "sandbox": ("sandbox_config", "type"),
    "image": ("sandbox_config", "image"),
    "cpu_limit": ("sandbox_config", "cpu_limit"),
    "store": ("store", "path"),
    "packages_from": ("packages", "source"),
    "packages_policy": ("packages", "policy"),
}
"""The place of each option in the settings."""


def flags_of(options: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Return the options as flags of the settings. A model that is named is one of them."""
    flags: dict[str, dict[str, Any]] = {}
    for name, (section, key) in _PLACES.items():
        if options.get(name) is not None:
            value = options[name]
            flags.setdefault(section, {})[key] = str(value) if name == "packages_policy" else value
    if isinstance(options.get("model"), str):
        flags.setdefault("llm_config", {})["model"] = options["model"]
    return flags
