"""What this machine can carry: memory, processor, threads to spare."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Final

from specwright.core.errors import ModelError

_NEEDED: Final = {"x86_64": frozenset({"avx", "avx2", "f16c", "fma"})}
_ARCHITECTURES: Final = ("x86_64", "amd64", "aarch64", "arm64")
_OVERHEAD: Final = 150_000_000
"""The memory of the runtime, beside weights and context."""


def free_memory(meminfo: Path = Path("/proc/meminfo")) -> int | None:
    """Return the bytes available without swapping; None if that is unknown."""
    try:
        lines = dict(line.split(":", 1) for line in meminfo.read_text().splitlines() if ":" in line)
        return int(lines["MemAvailable"].split()[0]) * 1024
    except (OSError, KeyError, ValueError):
        return None


def threads_to_spare() -> int:
    """As many threads as cores are idle, and one when all are busy: more would be far slower, not faster."""
    cores = os.cpu_count() or 1
    try:
        load = os.getloadavg()[0]
    except OSError:
        load = float(cores)
    return max(1, min(8, int(cores - load)))


def check_memory(weights: int, context: int, free: int | None) -> None:
    """Raise ModelError when the model would not fit. The context's share is estimated from the weights' size."""
    needed = weights + _OVERHEAD + context * max(20_000, weights // 12_000)
    if free is not None and needed > free:
        raise ModelError(
            f"The model needs about {_megabytes(needed)} of memory, and {_megabytes(free)} are free.",
            hint="Close something, take a smaller model, or ask a hosted one with --model.",
        )


def check_processor(machine: str = "", cpuinfo: Path = Path("/proc/cpuinfo")) -> None:
    """Raise ModelError when the processor lacks what the runtime is built for; it would die without a word."""
    machine = (machine or platform.machine()).lower()
    if machine not in _ARCHITECTURES:
        raise ModelError(
            f"The local runtime has no build for {machine} processors.",
            hint="Use a hosted model: --model PROVIDER:NAME.",
        )
    try:
        lines = cpuinfo.read_text().splitlines()
    except OSError:
        return
    flags = next((frozenset(line.partition(":")[2].split()) for line in lines if line.startswith("flags")), None)
    missing = sorted(_NEEDED.get(machine, frozenset()) - flags) if flags else []
    if missing:
        raise ModelError(
            f"This processor lacks {', '.join(missing)}, which the local runtime needs.",
            hint="Use a hosted model: --model PROVIDER:NAME.",
        )


def _megabytes(count: int) -> str:
    return f"{count / 1_000_000:.0f} MB"
