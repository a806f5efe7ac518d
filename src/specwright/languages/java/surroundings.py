"""What Java code depends on beside its arguments, as far as patterns can tell."""

from __future__ import annotations

from typing import Final

from specwright.core.program.surroundings import Source

SURROUNDINGS: Final = {
    Source.CLOCK: (
        r"\bSystem\s*\.\s*(?:currentTimeMillis|nanoTime)\b|"
        r"\b(?:Instant|LocalDate|LocalTime|LocalDateTime|ZonedDateTime|OffsetDateTime|Year|YearMonth)\s*\.\s*now\b|"
        r"\bClock\s*\.|\bnew\s+Date\s*\(\s*\)|\bCalendar\s*\.\s*getInstance\b|\bThread\s*\.\s*sleep\b"
    ),
    Source.CHANCE: (
        r"\bMath\s*\.\s*random\b|\bnew\s+(?:Secure|Splittable)?Random\b|\bThreadLocalRandom\b|"
        r"\bUUID\s*\.\s*randomUUID\b|\bCollections\s*\.\s*shuffle\b"
    ),
    Source.MACHINE: (
        r"\bSystem\s*\.\s*(?:getenv|getProperty|getProperties)\b|\bRuntime\b|\bProcessHandle\b|"
        r"\bProcessBuilder\b|\bManagementFactory\b|\bInetAddress\b|\bPaths?\s*\.\s*(?:of|get)\b|"
        r"\bnew\s+File\b|\bLocale\s*\.\s*getDefault\b|\bTimeZone\s*\.\s*getDefault\b"
    ),
    Source.MEMORY: (
        r"\bidentityHashCode\b|\b(?:Weak|Soft|Phantom)Reference\b|\bWeakHashMap\b|\bCleaner\b|"
        r"\bfinalize\s*\(|\bSystem\s*\.\s*gc\b|\bgetStackTrace\b|\bStackWalker\b"
    ),
    Source.THREADS: (
        r"\bnew\s+Thread\b|\bThread\s*\.\s*(?!sleep)\w+|\bExecutors\b|\bCompletableFuture\b|"
        r"\bForkJoin\w+\b|\bparallelStream\b|\bThreadLocal\b|\bTimer\b"
    ),
    Source.NAMES: (
        r"\bClass\s*\.\s*forName\b|\bgetDeclared\w+\b|\bsetAccessible\b|\bMethodHandles\b|"
        r"\bScriptEngine\w*\b|\bsun\s*\.\s*misc\b|\bUnsafe\b"
    ),
    Source.EARLIER: (
        r"\bstatic\s+(?:volatile\s+)?(?:int|long|boolean|double|float|short|byte|char|String)\s+\w+\s*(?:=[^=;]*)?;|"
        r"\bstatic\s+(?:final\s+)?Atomic\w+|"
        r"(?s:\bstatic\s+(?:final\s+)?(?:int|long)\s*\[\]\s*(\w+)[^;]*;.{0,20000}?"
        r"\b\1\s*\[[^\]]*\]\s*(?:\+\+|--|[-+]=))"
    ),
}
