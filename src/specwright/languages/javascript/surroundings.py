"""What JavaScript and TypeScript code depends on beside its arguments, as far as patterns can tell."""

from __future__ import annotations

from typing import Final

from specwright.core.program.surroundings import Source

SURROUNDINGS: Final = {
    Source.CLOCK: (
        r"\bDate\s*\.\s*now\b|\bnew\s+Date\s*(?:\(\s*\)|;)|\bDate\s*\(\s*\)|\bperformance\b|\bhrtime\b|"
        r"\bset(?:Timeout|Interval|Immediate)\b|\bTemporal\s*\.\s*Now\b"
    ),
    Source.CHANCE: r"\bMath\s*\.\s*random\b|\bcrypto\b|\brandomUUID\b|\bgetRandomValues\b",
    Source.MACHINE: (
        r"\bprocess\s*[.\[]|\bnavigator\b|\b__dirname\b|\b__filename\b|\bimport\s*\.\s*meta\b|"
        r"[\"'](?:node:)?(?:fs|os|child_process|process|net|v8|vm|worker_threads|perf_hooks|http|https|dns|cluster)(?:/\w+)?[\"']"
    ),
    Source.MEMORY: (
        r"\bWeakRef\b|\bFinalizationRegistry\b|\bstackTraceLimit\b|\bcaptureStackTrace\b|\.\s*caller\b|"
        r"\barguments\s*\.\s*callee\b"
    ),
    Source.THREADS: r"\bWorker\b|\bSharedArrayBuffer\b|\bAtomics\b",
    Source.NAMES: (
        r"\beval\b|\bnew\s+Function\b|\bglobalThis\b|\bReflect\s*\.\s*(?:get|apply|construct)\b|"
        r"\bimport\s*\(|\bconstructor\s*\.\s*constructor\b"
    ),
    Source.EARLIER: (
        r"(?ms)^(?:let|var)\s+(\w+)\s*=\s*-?\d.{0,20000}?"
        r"(?:(?<![\w.])\1\s*(?:\+\+|--|[-+*]=)|(?:\+\+|--)\s*\1\b)"
    ),
}
