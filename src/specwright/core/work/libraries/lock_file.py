"""Lock files: third-party packages as the ecosystem's own client installs them, with hashes. They name no registry."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from typing import Any

from specwright.core.work.libraries.lock import LOCK_FILES, LockedPackage, PackageLock


def lock_files(lock: PackageLock, *, with_manifest: bool) -> dict[str, bytes]:
    """Return the lock file, and of npm, if asked for, the package.json that it belongs to."""
    name = LOCK_FILES[lock.ecosystem]
    if lock.ecosystem == "npm":
        documents = npm_documents(lock.packages)
        return documents if with_manifest else {name: documents[name]}
    lines = (f"{each.name}=={each.version} \\\n    --hash={each.hash}\n" for each in lock.packages)
    head = f"# Locked for {lock.platform}: pip install --require-hashes --only-binary :all: -r {name}\n"
    return {name: (head + "".join(lines)).encode()}


def npm_documents(packages: Sequence[LockedPackage]) -> dict[str, bytes]:
    """Return package.json and package-lock.json with these packages."""
    required = {each.name: each.version for each in packages if each.required}
    entries: dict[str, Any] = {"": {"dependencies": required}}
    for each in packages:
        kind, _, hexadecimal = each.hash.partition(":")
        integrity = f"{kind}-{base64.b64encode(bytes.fromhex(hexadecimal)).decode()}"
        needs = {"dependencies": each.needs} if each.needs else {}
        place = f"node_modules/{each.place or each.name}"
        entries[place] = {"version": each.version, "integrity": integrity, **needs}
    manifest = {"private": True, "dependencies": required}
    lock = {"lockfileVersion": 3, "requires": True, "packages": entries}
    documents = {"package.json": manifest, LOCK_FILES["npm"]: lock}
    return {name: (json.dumps(document, indent=2) + "\n").encode() for name, document in documents.items()}
