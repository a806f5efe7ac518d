"""One row of a batch's results."""

from __future__ import annotations

from typing import Final

from specwright.core.run.result import Result, Word
from specwright.core.value import Value

REFUSED: Final = "REFUSED"
"""The state of a line that is no task."""
FAILED: Final = "FAILED"
"""The state of a task that ended in an error of ours, a store that cannot be written for example."""


class BatchRow(Value):
    """A task and its result."""

    task: str
    line: int
    category: str = ""
    run: str | None = None
    state: str
    word: Word = Word.NOT_VERIFIED
    verified: bool = False
    confidence: float | None = None
    input_tokens: int = 0
    output_tokens: int = 0
    usd: float | None = 0.0
    model_seconds: float = 0.0
    own_seconds: float = 0.0
    language: str = ""
    entry_point: str = ""
    code: str | None = None
    bars: tuple[str, ...] = ()
    error: str | None = None
    head: str | None = None
    """The hash of the run's last entry: it identifies the whole record."""

    @property
    def tokens(self) -> int:
        return self.input_tokens + self.output_tokens


def row_of(task: str, line: int, category: str, result: Result, head: str) -> BatchRow:
    """Return the row of a result."""
    spent = result.spending
    return BatchRow(
        task=task,
        line=line,
        category=category,
        run=result.run_id,
        state=result.execution_result.value,
        word=result.word,
        verified=result.verified,
        confidence=result.confidence,
        input_tokens=spent.input_tokens,
        output_tokens=spent.output_tokens,
        usd=spent.usd,
        model_seconds=round(spent.model_seconds, 3),
        own_seconds=round(spent.own_seconds, 3),
        language=result.language,
        entry_point=result.entry_point,
        code=result.code,
        bars=tuple(bar.kind.value for bar in result.bars),
        error=result.error_details,
        head=head,
    )
