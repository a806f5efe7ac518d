"""What writers are told of the third-party packages of a task."""

from __future__ import annotations

from typing import Final

from specwright.core.program.signature import Signature
from specwright.core.work.libraries.lock import PackageLock

_OWNERS: Final = {"ndarray": "numpy", "series": "pandas", "dataframe": "pandas"}
_ARRAYS: Final = "ndarray[T] (a numpy array, in JSON nested lists)"
_TABLES: Final = (
    'series[T] (in JSON a list, or {"data": [...], "index": [...]}), dataframe (in JSON its columns: '
    '{"a": [1, 2], "b": ["x", null]}, or {"columns": [...], "data": [rows], "index": [...]})'
)
_CONTENT: Final = (
    "Results are compared by content: names and order of columns and the order of rows count, types of columns do not, "
    "and null is any missing value. An index counts if it has labels: say whether an index or a column is wanted."
)


def library_notes(lock: PackageLock) -> str:
    """Return what stands behind a problem whose code may use packages."""
    names = ", ".join(each.label for each in lock.packages)
    rest = "Code and tests may import them, and calls that use them can be tested. No other package is there."
    lines = [f"Installed third-party packages: {names}. {rest}"]
    types = [_ARRAYS] * lock.has("numpy") + [_TABLES] * lock.has("pandas")
    if types and lock.ecosystem == "PyPI":
        lines.append(f"More types, wherever a value is one of theirs: {', '.join(types)}. {_CONTENT}")
    return "\n".join(lines)


def missing_for(signature: Signature, lock: PackageLock | None) -> str:
    """Return why a signature's types are not to be had; empty if they are."""
    types = (signature.returns, *(param.type for param in signature.params))
    used = {part.kind for each in types for part in each.parts()} & set(_OWNERS)
    known = lock if lock is not None and lock.ecosystem == "PyPI" else None
    owners = sorted({_OWNERS[kind] for kind in used if known is None or not known.has(_OWNERS[kind])})
    return f"There are no types of {owners[0]} here, because it is not installed." if owners else ""
