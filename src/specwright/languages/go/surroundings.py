"""What Go code depends on beside its arguments, as far as patterns can tell."""

from __future__ import annotations

from typing import Final

from specwright.core.program.surroundings import Source

SURROUNDINGS: Final = {
    Source.CLOCK: r"\btime\s*\.\s*(?:Now|Since|Until|Sleep|After|AfterFunc|Tick|NewTimer|NewTicker)\b",
    Source.CHANCE: r"\brand\s*\.",
    Source.MACHINE: r"\bos\s*\.|\bsyscall\s*\.|\bexec\s*\.|\bnet\s*\.",
    Source.MEMORY: r"\bruntime\s*\.|\bdebug\s*\.|\bweak\s*\.|\bmaphash\s*\.",
    Source.THREADS: r"\bgo\s+(?:func|\w+\s*[.(])|\bsync\s*\.|\batomic\s*\.",
    Source.NAMES: r"\bunsafe\s*\.|\bplugin\s*\.",
    Source.EARLIER: (
        r"(?ms)^var\s+(\w+)\s*(?:u?int\d*|float\d\d|=\s*-?\d).{0,20000}?(?<![\w.])\1\s*(?:\+\+|--|[-+*]=|=[^=])"
    ),
}
