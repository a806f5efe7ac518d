"""The policy of an audit: what a company allows, as a file. Names that do not exist are errors."""

from __future__ import annotations

from datetime import date
from functools import cached_property
from importlib.resources import files
from typing import Any, Final, Literal

from pydantic import Field, ValidationError, field_validator

from specwright.core.documents import parse_toml
from specwright.core.errors import UserError
from specwright.core.evidence.audit import AuditKind
from specwright.core.text import shortened
from specwright.core.value import Value, digest

POLICY_FILE: Final = "specwright-policy.toml"
SHIPPED: Final = ("strict", "standard", "permissive", "pep8", "google")
"""Policies that come with us, by name."""
_MOST_BASES: Final = 8


class Excused(Value):
    """An exception: it counts until its day, and must say why it exists."""

    reason: str = Field(min_length=1)
    expires: date | None = None

    def is_in_force(self, today: date) -> bool:
        """Return whether it still counts: its last day is included."""
        return self.expires is None or today <= self.expires


class LicenceException(Excused):
    package: str
    licence: str


class Clarification(Value):
    """The licence of a package whose own metadata does not state it."""

    package: str
    licence: str


class LicencePolicy(Value):
    own: str = ""
    """The project's licence; empty takes it from its manifest, or from its LICENSE file."""
    owner: str = ""
    """Who holds the copyright of what is written. Without it no copyright line is made."""
    categories: tuple[str, ...] = ("Permissive", "Public Domain")
    """The categories of licences that are allowed, as license-expression names them."""
    allow: tuple[str, ...] = ()
    deny: tuple[str, ...] = ()
    """Single licences, whatever their category; `deny` goes first."""
    compatibility: bool = True
    """Whether copyleft of a package is held against the project's own licence."""
    exceptions: tuple[LicenceException, ...] = ()
    clarify: tuple[Clarification, ...] = ()
    unknown: Literal["fails", "not checked"] = "not checked"
    """What a package comes to whose licence is nowhere stated."""


class DependencyPolicy(Value):
    only_approved: bool = False
    approve: tuple[str, ...] = ()
    """`NAME`, `NAME==VERSION`, or either with ` sha256:HEX`; `ECOSYSTEM:` may stand before it."""
    deny: tuple[str, ...] = ()
    optional: tuple[str, ...] = ()
    """Imports that need no declaration, because the code works without them."""
    locked: bool = True
    development: bool = False
    """Whether what only builds and tests need must be locked too."""
    hashes: bool = False
    """Whether each locked version needs a hash."""
    look_alikes: bool = True


class IgnoredAdvisory(Excused):
    id: str
    package: str = ""
    """Empty for all packages."""


class AdvisoryPolicy(Value):
    max_age_days: int = Field(30, ge=0)
    """A dump that is older proves nothing."""
    ignore: tuple[IgnoredAdvisory, ...] = ()


class AllowedSecret(Excused):
    """A string that looks like a secret and is none."""

    path: str
    """A path, in which `*` stands for anything."""
    kind: str = ""
    """The kind of secret, as a finding names it; empty for all."""


class SecretPolicy(Value):
    entropy: bool = True
    """Whether texts that look random count, beside those of a known form."""
    allow: tuple[AllowedSecret, ...] = ()


class AllowedOverlap(Excused):
    path: str


class OverlapPolicy(Value):
    characters: int = Field(150, ge=60)
    """The shortest passage that counts."""
    licences: tuple[str, ...] = ()
    """Licences of corpus files from which copies are allowed."""
    allow: tuple[AllowedOverlap, ...] = ()


class ForbiddenThing(Value):
    """A module or a call that the code must not use."""

    language: str
    module: str = ""
    call: str = ""
    """As it is written, such as `eval` or `os.system`."""
    message: str = ""
    """What a finding says; by default, that it is forbidden."""


class NamingRule(Value):
    language: str
    kind: Literal["function", "class", "variable", "file"]
    pattern: str
    """A regular expression for the whole name."""
    message: str = ""


class ThresholdPolicy(Value):
    """The largest values that are allowed; 0 sets no limit."""

    line_length: int = Field(0, ge=0)
    file_lines: int = Field(0, ge=0)
    function_lines: int = Field(0, ge=0)
    parameters: int = Field(0, ge=0)


class HeaderRule(Value):
    """A text that files must begin with."""

    files: str
    """A path, in which `*` stands for anything."""
    pattern: str
    """A regular expression for the first lines."""
    message: str = ""


class AllowedFinding(Excused):
    """Code that breaks a rule and is right to do so."""

    path: str
    """A path, in which `*` stands for anything."""
    rule: str
    """The code of the finding: `security/eval`, the id of an own rule, or `rules`."""


class RulePolicy(Value):
    security: bool = True
    """Whether the security rules that come with us count."""
    except_rules: tuple[str, ...] = ()
    """Security rules that do not count."""
    in_tests: bool = False
    """Whether rules on modules and calls, and security, count for tests too."""
    forbidden: tuple[ForbiddenThing, ...] = ()
    naming: tuple[NamingRule, ...] = ()
    headers: tuple[HeaderRule, ...] = ()
    thresholds: ThresholdPolicy = ThresholdPolicy()
    allow: tuple[AllowedFinding, ...] = ()
    folder: str = ""
    """A folder of ast-grep rules in YAML, beside the policy file."""
    documents: dict[str, str] = Field(default_factory=dict)
    """The rules of that folder by file name. Policies that are read have them."""


class SuppressionPolicy(Value):
    most: int | None = None
    """How many comments may silence a tool; None sets no limit."""
    named: bool = False
    """Whether each must name the rule that it silences."""


class NoticePolicy(Value):
    spdx: bool = False
    """Whether each source needs an SPDX-License-Identifier."""
    texts: bool = False
    """Whether the project needs its licence's text, as LICENSE or in LICENSES."""


class Policy(Value):
    name: str
    require: tuple[AuditKind, ...] = ()
    """Claims that must hold: not checked is not enough."""
    licences: LicencePolicy = LicencePolicy()
    dependencies: DependencyPolicy = DependencyPolicy()
    advisories: AdvisoryPolicy = AdvisoryPolicy()
    secrets: SecretPolicy = SecretPolicy()
    overlap: OverlapPolicy = OverlapPolicy()
    rules: RulePolicy = RulePolicy()
    suppressions: SuppressionPolicy = SuppressionPolicy()
    notices: NoticePolicy = NoticePolicy()

    @field_validator("require", mode="before")
    @classmethod
    def _all_of_them(cls, value: Any) -> Any:
        return tuple(AuditKind) if value == "all" else value

    @cached_property
    def sha256(self) -> str:
        """The digest of everything in it, the rules of its folder included."""
        return digest(self.model_dump(mode="json"))


def shipped_policy(name: str) -> Policy:
    """Return a policy that comes with us. Raise UserError if there is none of that name."""
    if name not in SHIPPED:
        raise UserError(f"there is no policy {name!r}", hint=f"name a file, or one of ours: {', '.join(SHIPPED)}")
    return read_policy(_shipped_text(name), name)


def read_policy(text: str, name: str, documents: dict[str, str] | None = None) -> Policy:
    """Return the policy that a file's text states, with the rules of its folder. Raise UserError.

    `extends` names one of ours; sections are taken from it where the file does not state a value.
    """
    try:
        merged = _extended(parse_toml(text), name)
        merged.setdefault("name", name)
        if documents:
            merged.setdefault("rules", {})["documents"] = documents
        return Policy.model_validate(merged)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(map(str, first["loc"]))
        wrong = "there is no such name" if first["type"] == "extra_forbidden" else first["msg"]
        raise UserError(
            f"the policy {name}: {place} is {shortened(repr(first['input']))}: {wrong}",
            hint="correct it; docs/audit.md lists what a policy may hold",
        ) from None
    except (ValueError, TypeError, AttributeError) as error:
        raise UserError(f"cannot read the policy {name}: {error}", hint="correct the file") from None


def _extended(content: dict[str, Any], name: str) -> dict[str, Any]:
    """Return the content laid over the policies that it extends, one above the other."""
    chain = [content]
    while base := chain[-1].pop("extends", None):
        if base not in SHIPPED or len(chain) > _MOST_BASES:
            raise UserError(f"the policy {name} extends {base!r}", hint=f"choose one of {', '.join(SHIPPED)}")
        chain.append(parse_toml(_shipped_text(base)))
    merged: dict[str, Any] = {}
    for layer in reversed(chain):
        merged = _laid_over(merged, layer)
    return merged


def _laid_over(below: dict[str, Any], above: dict[str, Any]) -> dict[str, Any]:
    merged = dict(below)
    for key, value in above.items():
        inner = merged.get(key)
        merged[key] = _laid_over(inner, value) if isinstance(inner, dict) and isinstance(value, dict) else value
    return merged


def _shipped_text(name: str) -> str:
    return files("specwright.audit").joinpath("policies", f"{name}.toml").read_text("utf-8")
