"""What Rust code depends on beside its arguments, as far as patterns can tell."""

from __future__ import annotations

from typing import Final

from specwright.core.program.surroundings import Source

SURROUNDINGS: Final = {
    Source.CLOCK: r"\bSystemTime\b|\bInstant\b|\bthread::sleep\b",
    Source.CHANCE: r"\bRandomState\b",
    Source.MACHINE: r"\benv::|\benv!|\boption_env!|\bprocess::|\bfs::|\bnet::",
    Source.MEMORY: r"\bas\s+\*(?:const|mut)\b|\.as_ptr\s*\(|\bWeak\s*<",
    Source.THREADS: r"\bthread::(?!sleep)|\bthread_local!|\bMutex\b|\bRwLock\b|\bmpsc\b",
    Source.NAMES: r"\bunsafe\b|\btransmute\b|\basm!",
    Source.EARLIER: (
        r"\bstatic\s+(?:mut\s+)?\w+\s*:\s*(?:Atomic\w+|(?:std::)?(?:sync::)?(?:atomic::)?Atomic\w+)|"
        r"\bstatic\s+mut\b|\bOnceCell\b|\bLazyLock\b|\bOnceLock\b"
    ),
}
