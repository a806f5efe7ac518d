"""An audit from beginning to end: one claim after the other, each by itself."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from specwright.audit import dependencies
from specwright.audit.advisories.claim import AdvisoryDump, advisories
from specwright.audit.folder import AuditedFolder
from specwright.audit.licences.claims import compatibility, licences, notices
from specwright.audit.overlap import Corpus, overlap
from specwright.audit.policy import Policy
from specwright.audit.rules.claims import rules, security
from specwright.audit.sbom import listed
from specwright.audit.secrets import secrets
from specwright.audit.subject import AuditSubject, PackageIndex
from specwright.audit.suppressions import suppressions
from specwright.core.evidence.audit import AuditClaim, AuditReport


@dataclass(frozen=True)
class Databases:
    """What an audit may ask beside the folder. Without one, the claims that need it were not checked."""

    index: PackageIndex | None = None
    advisories: AdvisoryDump | None = None
    corpus: Corpus | None = None

    def named(self) -> dict[str, str]:
        """Return the databases that there are, for the report."""
        index = {"index": self.index.name} if self.index else {}
        index |= {"corpus": self.corpus.name} if self.corpus else {}
        return index | (self.advisories.named() if self.advisories else {})


def audit(
    folder: AuditedFolder,
    policy: Policy,
    databases: Databases,
    today: date,
    on_claim: Callable[[AuditClaim], None] | None = None,
) -> AuditReport:
    """Return what holds of the folder under the policy on that day. `on_claim` hears each claim when it is made."""
    subject = AuditSubject(folder, policy, today)
    claims = []
    for make in _claims(subject, databases):
        claims.append(make())
        if on_claim is not None:
            on_claim(claims[-1])
    return AuditReport(
        name=folder.name,
        policy=policy.name,
        policy_sha256=policy.sha256,
        claims=tuple(claims),
        components=subject.components,
        files=len(folder.files),
        unread=dict(folder.unread),
        passed_over=(*folder.passed_over, *sorted(set(folder.files) - set(folder.texts))),
        sources=databases.named(),
        required=policy.require,
    )


def _claims(subject: AuditSubject, databases: Databases) -> list[Callable[[], AuditClaim]]:
    return [
        lambda: dependencies.declared(subject),
        lambda: dependencies.locked(subject),
        lambda: dependencies.existence(subject, databases.index),
        lambda: dependencies.approval(subject),
        lambda: dependencies.names(subject),
        lambda: licences(subject),
        lambda: compatibility(subject),
        lambda: notices(subject),
        lambda: advisories(subject, databases.advisories),
        lambda: secrets(subject),
        lambda: security(subject),
        lambda: suppressions(subject),
        lambda: rules(subject),
        lambda: overlap(subject, databases.corpus),
        lambda: listed(subject),
    ]
