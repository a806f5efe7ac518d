"""Reads an OSV dump: the archives of each ecosystem, or single records, in every layout that is documented."""

from __future__ import annotations

import hashlib
import re
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any, Final

from specwright.audit.advisories.claim import EcosystemAdvisories
from specwright.audit.advisories.matching import affected_packages
from specwright.audit.ecosystems.registry import BY_NAME
from specwright.core.documents import parse_yaml
from specwright.core.errors import UserError
from specwright.core.program.untrusted import parse_untrusted

_LARGEST: Final = 16 * 2**20
"""Bytes of one record."""
_MOST: Final = 2_000_000
"""Records of a dump."""
_NAME: Final = re.compile(rb'"name"\s*:\s*"((?:[^"\\]|\\.)+)"')
_MODIFIED: Final = re.compile(rb'"?modified"?\s*:\s*"?(\d{4}-\d\d-\d\d)')
_PLACES: Final = ("{0}/all.zip", "osv-scanner/{0}/all.zip", "osv-scalibr/{0}/all.zip", "{0}.zip", "all.zip")
_RECORDS: Final = ("*.json", "*.yaml", "*.yml")


@dataclass
class _Gathered:
    ecosystem: str
    names: frozenset[str]
    today: date
    digest: Any = field(default_factory=hashlib.sha256)
    newest: str = ""
    records: list[Mapping[str, Any]] = field(default_factory=list)
    unread: list[str] = field(default_factory=list)
    number: int = 0

    def add(self, path: str, content: bytes) -> None:
        """Count a record if it is about the ecosystem, and keep it if it is about these packages."""
        if content and self.ecosystem.encode() not in content:
            return
        self.number += 1
        days = [day.decode() for day in _MODIFIED.findall(content)[:1]]
        self.newest = max([self.newest, *(day for day in days if day <= self.today.isoformat())])
        if content and not _may_be_about(path, content, self.names, BY_NAME[self.ecosystem].normalised):
            return
        try:
            record = _parsed(path, content)
            about = {name for ecosystem, name, _ in affected_packages(record) if ecosystem == self.ecosystem}
        except (ValueError, AttributeError, ModuleNotFoundError):
            self.unread.append(f"the advisory {path} cannot be read")
            return
        if about & self.names:
            self.records.append(record)


@dataclass(frozen=True)
class OsvFolder:
    """A dump in a folder: `ECOSYSTEM/all.zip`, also below `osv-scanner` or `osv-scalibr`, or records by themselves."""

    folder: Path
    asked: dict[str, EcosystemAdvisories] = field(default_factory=dict)
    """What was read, by ecosystem, for the report."""

    def named(self) -> dict[str, str]:
        """Return what was asked so far, with digest and date, for the report."""
        return {
            f"advisories for {ecosystem}": f"{self.folder.name}, sha256 {found.digest}, of {found.newest or 'no day'}"
            for ecosystem, found in self.asked.items()
        }

    def of(self, ecosystem: str, names: set[str], today: date) -> EcosystemAdvisories | None:
        """Return the advisories about these packages. Raise UserError for an archive that cannot be read."""
        gathered = _Gathered(ecosystem, frozenset(names), today)
        for path, content in self._contents(ecosystem, gathered):
            gathered.add(path, content)
        if not gathered.number:
            return None
        newest = date.fromisoformat(gathered.newest) if gathered.newest else None
        found = EcosystemAdvisories(
            digest=gathered.digest.hexdigest(),
            newest=newest,
            records=tuple(gathered.records),
            unread=tuple(gathered.unread),
            number=gathered.number,
        )
        self.asked[ecosystem] = found
        return found

    def _contents(self, ecosystem: str, gathered: _Gathered) -> Iterator[tuple[str, bytes]]:
        for place in _PLACES:
            archive = self.folder / place.format(ecosystem)
            if archive.is_file():
                yield from _of_archive(archive, gathered)
                return
        for root in (self.folder / ecosystem, self.folder):
            files = sorted({path for form in _RECORDS for path in root.rglob(form) if path.is_file()})[:_MOST]
            for path in files:
                try:
                    content = path.read_bytes() if path.stat().st_size <= _LARGEST else b""
                except OSError:
                    content = b""
                gathered.digest.update(hashlib.sha256(content).digest())
                yield str(path.relative_to(self.folder)), content
            if files:
                return


def open_dump(folder: str) -> OsvFolder:
    """Return the dump in a folder. Raise UserError if there is no such folder."""
    path = Path(folder)
    if not path.is_dir():
        raise UserError(
            f"there is no folder {folder} of advisories",
            hint="name the folder that holds PyPI/all.zip, npm/all.zip and so on, as osv.dev has them",
        )
    return OsvFolder(path)


def _of_archive(path: Path, gathered: _Gathered) -> Iterator[tuple[str, bytes]]:
    try:
        with path.open("rb") as file:
            gathered.digest = hashlib.file_digest(file, "sha256")
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            if len(entries) > _MOST:
                raise UserError(f"{path} holds more than {_MOST:,} records", hint="name a dump of osv.dev")
            for entry in entries:
                if not entry.is_dir():
                    yield entry.filename, archive.read(entry) if entry.file_size <= _LARGEST else b""
    except (zipfile.BadZipFile, OSError, zlib.error, NotImplementedError, RuntimeError, EOFError) as error:
        raise UserError(f"cannot read {path}: {error}", hint="fetch the dump again") from None


def _may_be_about(path: str, content: bytes, wanted: frozenset[str], normalised: Callable[[str], str]) -> bool:
    """Return whether a package's name is in a record, without parsing it."""
    if not path.endswith(".json"):
        text = normalised(content.decode("utf-8", "replace"))
        return any(name in text for name in wanted)
    stated = {found.strip() for found in _NAME.findall(content)}
    if not stated:
        return True
    return any(b"\\" in each or normalised(each.decode("utf-8", "replace")) in wanted for each in stated)


def _parsed(path: str, content: bytes) -> dict[str, Any]:
    record = parse_yaml(content.decode()) if path.endswith((".yaml", ".yml")) else parse_untrusted(content)
    if not isinstance(record, dict):
        raise ValueError(path)
    return record
