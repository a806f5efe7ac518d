"""The audit of a folder: its files, the policy and the databases are read here, and judged by `audit/conduct.py`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from specwright.adapters.machine.advisories import open_dump
from specwright.adapters.machine.audited import read_audited
from specwright.adapters.machine.package_index import open_index
from specwright.adapters.machine.policies import find_policy
from specwright.adapters.store.corpus import CorpusIndex, add_to_corpus
from specwright.api.options import AuditOptions
from specwright.audit.conduct import Databases, audit
from specwright.audit.policy import POLICY_FILE
from specwright.core.evidence.audit import AuditClaim, AuditReport


@dataclass(frozen=True)
class AuditSources:
    """What the user names beside the folder."""

    policy: str = "standard"
    """The name of one of ours, or a file."""
    advisories: str | None = None
    """The folder of an OSV dump."""
    corpus: str | None = None
    """The index of a corpus that `specwright corpus add` made."""
    index: str | None = None
    """A folder of documents of package registries."""

    @classmethod
    def of(cls, options: AuditOptions) -> Self:
        """Return what a call of the client names."""
        named = {name: str(value) for name, value in options.items() if value is not None}
        return cls(**named)

    def databases(self) -> Databases:
        """Open what is named. Raise UserError if it is not there."""
        return Databases(
            index=None if self.index is None else open_index(self.index),
            corpus=None if self.corpus is None else CorpusIndex(Path(self.corpus)),
            advisories=None if self.advisories is None else open_dump(self.advisories),
        )


async def audit_folder(
    folder: Path, sources: AuditSources, on_claim: Callable[[AuditClaim], None] | None = None
) -> AuditReport:
    """Audit the folder. Raise UserError."""
    return await asyncio.to_thread(_audit, folder, sources, on_claim)


def _audit(folder: Path, sources: AuditSources, on_claim: Callable[[AuditClaim], None] | None) -> AuditReport:
    policy = find_policy(sources.policy)
    read = read_audited(folder)
    report = audit(read, policy, sources.databases(), datetime.now(UTC).date(), on_claim)
    own = (folder / POLICY_FILE).is_file() and not _is_same(sources.policy, folder)
    note = f"the folder has a policy of its own, which was not used; if you trust it: --policy {folder / POLICY_FILE}"
    return report.model_copy(update={"notes": (note,)}) if own else report


def _is_same(policy: str, folder: Path) -> bool:
    path = Path(policy)
    return (path / POLICY_FILE if path.is_dir() else path).resolve() == (folder / POLICY_FILE).resolve()


async def add_corpus(folder: Path, index: Path, heard: Callable[[int], None] | None = None) -> int:
    """Add the sources of a folder to the index of a corpus. Return how many. Raise UserError."""
    return await asyncio.to_thread(add_to_corpus, folder, index, heard)
