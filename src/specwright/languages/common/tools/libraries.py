"""Third-party packages as jobs see them: one folder, mounted read-only, and what to import ahead of time."""

from __future__ import annotations

from typing import Final

from specwright.core.value import Value
from specwright.ports.sandbox import Mount

ONE_THREAD: Final = dict.fromkeys(
    (
        *("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMEXPR_NUM_THREADS", "BLIS_NUM_THREADS"),
        *("VECLIB_MAXIMUM_THREADS", "POLARS_MAX_THREADS", "RAYON_NUM_THREADS", "ARROW_IO_THREADS"),
    ),
    "1",
)
"""Environment in which numeric libraries start no threads: a process with threads cannot be forked."""


class Libraries(Value):
    """The unpacked packages of a lock."""

    mount: Mount
    imports: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """Each required package with the top-level modules that it has."""
    ahead: tuple[str, ...] = ()
    """Modules that are imported once for all calls: those that were seen to leave nothing that calls could share."""
    memory_bytes: int = 0
    """What the import of all of them takes."""
    address_bytes: int = 0
    """Address space that it takes."""

    @property
    def path(self) -> str:
        """Return where the packages are in the sandbox."""
        return self.mount.target or self.mount.source
