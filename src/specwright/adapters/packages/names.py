"""Checks of package names before anything is fetched: their form, look-alikes, the policy."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from specwright.audit.dependencies import is_entry_for
from specwright.audit.look_alikes import looks_like
from specwright.audit.policy import Policy
from specwright.core.errors import UserError
from specwright.core.evidence.audit import Component
from specwright.core.text import shortened
from specwright.core.work.libraries.lock import LockEcosystem, LockedPackage

_MOST: Final = 50
_PYPI: Final = re.compile(
    r"(?P<name>[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)\s*(?P<extras>\[[\w ,.-]*\])?\s*"
    r"(?P<rest>(?:(?:==|>=|<=|!=|~=|<|>)\s*[\w.*+!-]+\s*,?\s*)*)"
)
_NPM: Final = re.compile(r"(?P<name>(?:@[a-z0-9][\w.-]*/)?[a-z0-9][\w.-]*)(?:@(?P<rest>[\w.^~<>=|* -]+))?")
_FORMS: Final = {"PyPI": "pandas, 'requests>=2', 'uvicorn[standard]==0.30'", "npm": "lodash, chalk@4, 'zod@^3.22'"}


def check_requirements(given: Sequence[str], ecosystem: LockEcosystem, policy: Policy | None) -> tuple[str, ...]:
    """Return the requirements as the client takes them. Raise UserError for one that is refused unasked.

    Only names with versions are taken: no addresses, paths or options, which a client would fetch or obey.
    """
    if len(given) > _MOST:
        raise UserError(f"{len(given)} packages are required, and at most {_MOST} can be", hint="require fewer")
    found: dict[str, str] = {}
    for text in dict.fromkeys(" ".join(each.split()) for each in given):
        name, whole = _read(text, ecosystem)
        if found.get(name, whole) != whole:
            raise UserError(
                f"{name} is required twice: {found[name]} and {whole}", hint="state it once: --require 'NAME>=1,<2'"
            )
        found[name] = whole
    for name in found:
        check_name(name, ecosystem, policy)
    return tuple(found.values())


def _read(text: str, ecosystem: LockEcosystem) -> tuple[str, str]:
    """Return the name and the whole requirement. Raise UserError if it is none."""
    match = (_PYPI if ecosystem == "PyPI" else _NPM).fullmatch(text)
    if match is None or len(text) > 200:
        raise UserError(
            f"{shortened(repr(text))} names no package of {ecosystem}",
            hint=f"give a name, with versions if you like: {_FORMS[ecosystem]}",
        )
    rest = (match["rest"] or "").replace(" ", "" if ecosystem == "PyPI" else " ").strip(",")
    if ecosystem == "npm":
        return match["name"], f"{match['name']}@{rest}" if rest else match["name"]
    return normal_name(match["name"]), f"{match['name']}{(match['extras'] or '').replace(' ', '')}{rest}"


def normal_name(name: str) -> str:
    """Return a name of PyPI as the index writes it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def check_name(name: str, ecosystem: LockEcosystem, policy: Policy | None) -> None:
    """Raise UserError for a name that could be mistaken for a well-known one, or that the policy does not allow."""
    if name not in approved_names(policy, ecosystem) and (other := looks_like(ecosystem, name)):
        raise UserError(
            f"{name} looks like {other}, which is another package",
            hint=f"if you mean {other}, require that; if not, approve {name} in a policy: --packages-policy FILE",
        )


def check_locked(packages: Iterable[LockedPackage], ecosystem: LockEcosystem, policy: Policy | None) -> None:
    """Raise UserError for a package, required or needed by one, that the policy or the rule of names refuses."""
    for each in packages:
        name = normal_name(each.name) if ecosystem == "PyPI" else each.name
        check_name(name, ecosystem, policy)
        if policy is not None:
            _check_policy(each, name, ecosystem, policy)


def _check_policy(each: LockedPackage, name: str, ecosystem: LockEcosystem, policy: Policy) -> None:
    lists = policy.dependencies
    component = Component(ecosystem=ecosystem, name=name, version=each.version, hashes=(each.hash,))
    if entry := next((one for one in lists.deny if is_entry_for(one, component)), None):
        raise UserError(
            f"the policy {policy.name} denies {each.label}: {entry}",
            hint="require another package, or change the policy",
        )
    if lists.only_approved and not any(is_entry_for(one, component) for one in lists.approve):
        why = "" if each.required else ", which another package needs"
        raise UserError(
            f"the policy {policy.name} does not approve {each.label}{why}",
            hint=f'add it to dependencies.approve: "{ecosystem}:{name}=={each.version}"',
        )


def approved_names(policy: Policy | None, ecosystem: LockEcosystem) -> frozenset[str]:
    """Return the names that the policy approves, in whatever version."""
    entries = policy.dependencies.approve if policy else ()
    words = (re.split(r"==|\s", entry.strip().removeprefix(f"{ecosystem}:"), maxsplit=1)[0] for entry in entries)
    names = (word for word in words if word and ":" not in word)
    return frozenset(normal_name(name) if ecosystem == "PyPI" else name for name in names)
