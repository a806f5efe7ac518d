"""Strategies for a function that need no model: a verified classic, or what a verified run taught.

Each is tried before anything is written. It is taken only if a program passes every example of the user, and then goes
the way of a run without a model: the same tests, readings and bars.
"""

from __future__ import annotations

from specwright.core.errors import ModelError, UserError
from specwright.core.run.function_state import FunctionState
from specwright.core.work.example import Example
from specwright.core.work.task import Story
from specwright.offline.author import writers_on
from specwright.offline.candidates import example_pairs, new_candidate
from specwright.offline.porting import ported
from specwright.offline.rivals import passing
from specwright.offline.rungs import Rungs, known_problems
from specwright.offline.synthesis.solve import synthesise
from specwright.offline.understand import understand
from specwright.pipeline.context import RunContext
from specwright.pipeline.writing.specify import entry_point
from specwright.pipeline.writing.strategies.names import RECOGNITION, TEMPLATE
from specwright.pipeline.writing.tests import user_cases
from specwright.pipeline.writing.writers import Writers

_RUNGS = {TEMPLATE: "patterns", RECOGNITION: "memory"}
_ENOUGH = 3
"""Examples from which the finds of the helpers were measured."""


async def find_shortcut(name: str, context: RunContext, examples: tuple[Example, ...], definite: bool) -> Writers | str:
    """Return the writers of a strategy that needs no model, or why it is not taken.

    `definite` asks for a find that leaves nothing open. Raise SandboxUnavailable.
    """
    try:
        specification = understand(context.task, examples, entry_point(context.task, examples))
    except (ModelError, UserError) as error:
        return error.message
    state = FunctionState(specification=specification, cases=user_cases(specification, examples))
    pairs = example_pairs(state.cases)
    if not pairs:
        return "there is no example to try it on"
    if definite and (len(pairs) < _ENOUGH or len({repr(value) for _, value in pairs}) < 2):
        return f"there are fewer than {_ENOUGH} examples with different answers"
    rungs, rung = Rungs((), synthesise), _RUNGS[name]
    if name == TEMPLATE and context.task.language != "python":
        return writers_on((rung,), rungs, Story.FUNCTION) if await _has_port(context, state) else _NO_PORT
    found = await rungs.find(rung, context, state)
    if not found:
        return "; ".join(rungs.reasons) or "no verified run taught anything like it"
    if definite and (rungs.open or rungs.unproven):
        return str(rungs.open[0]) if rungs.open else "what fits was imported, and its run is not here"
    return writers_on((rung,), rungs, Story.FUNCTION)


_NO_PORT = "the words name no known problem that is written in this language and passes every example"


async def _has_port(context: RunContext, state: FunctionState) -> bool:
    signature = state.specification.signature
    for match in known_problems(context, state):
        code = ported(match.pattern, signature, context.toolchain)
        if code is None:
            continue
        made = new_candidate(state, 0, code, match.pattern.origin, context.task.language)
        if await passing(context, state, [made]):
            return True
    return False
