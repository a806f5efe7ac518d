"""A scorer of Inspect AI: the program in the reply, run on the sample's cases."""

from __future__ import annotations

from typing import Any

from inspect_ai.scorer import Score, Scorer, Target, accuracy, scorer, stderr
from inspect_ai.solver import TaskState

from specwright.client.scoring import program_in
from specwright.integrations.rewards import Rewards


@scorer(metrics=[accuracy(), stderr()])  # type: ignore[untyped-decorator]
def passes_cases(column: str = "cases", *, partial: bool = False, language: str = "python", **options: Any) -> Scorer:
    """Return a scorer: 1 if the program passes every case, or with `partial` the share that it passes.

    The cases are the metadata of that name, or else the target as JSON text, in any form that rewards take
    (docs/integrations.md); further options are those of `Rewards`. Samples that are scored at the same time share
    sandboxes. If our sandbox fails, the sample has an error and no score.
    """
    rewards = Rewards(strict=not partial, language=language, **options)

    async def score(state: TaskState, target: Target) -> Score:
        cases = state.metadata.get(column, target.text)
        done = await rewards.ascore(state.output.completion, cases)
        rows = enumerate(zip(done.passed, done.errors, strict=True), 1)
        failed = [f"\ncase {number}: {error or 'another answer'}" for number, (passed, error) in rows if not passed]
        return Score(
            value=done.share if partial else float(done.all_passed),
            answer=program_in(state.output.completion, language),
            explanation=f"{sum(done.passed)} of {len(done.passed)} cases pass{''.join(failed[:20])}",
        )

    return score
