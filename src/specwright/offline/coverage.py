"""What a find leaves uncovered of the problem's words."""

from __future__ import annotations

from specwright.core.program.signature import Signature
from specwright.core.work.example import lift_examples
from specwright.core.work.reading.plain import plain
from specwright.offline.patterns.account import Uncovered, uncovered, vocabulary
from specwright.offline.patterns.cover import covering, telling_names
from specwright.offline.patterns.pattern import Pattern
from specwright.offline.patterns.statement import without_page
from specwright.offline.synthesis.leaves import constant_words
from specwright.offline.synthesis.solve import FoundExpression


def left_by_classic(problem: str, signature: Signature, pattern: Pattern) -> tuple[Uncovered, ...]:
    """The clauses of the problem that the classic does not cover."""
    return covering(pattern, without_page(plain(problem)), read=_passages(problem), names=_names(signature))


def left_by_expression(problem: str, signature: Signature, found: FoundExpression) -> tuple[Uncovered, ...]:
    """The clauses of the problem that the expression does not reflect."""
    known = vocabulary(
        (" ".join(sorted(found.explains)),),
        names=found.explains | constant_words(found.constants),
        numbers=found.constants,
        truth=signature.returns.kind == "bool",
        parameters=len(signature.params),
    )
    return uncovered(without_page(plain(problem)), known, _passages(problem), _names(signature))


def _passages(problem: str) -> list[str]:
    """The parts of the text that were read as examples: they are tests, and ask for nothing else."""
    return [example.source for example in lift_examples(problem)]


def _names(signature: Signature) -> list[str]:
    return telling_names([signature.name, *(param.name for param in signature.params)])
