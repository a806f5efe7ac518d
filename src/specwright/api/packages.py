"""Third-party packages of a task: what the words ask for, and the lock of what is required."""

from __future__ import annotations

import asyncio

from specwright.config import Settings
from specwright.core.errors import UserError
from specwright.core.work.libraries.asked import asked_libraries
from specwright.core.work.libraries.lock import ECOSYSTEMS
from specwright.core.work.task import Task


async def locked(task: Task, settings: Settings) -> Task:
    """Return the task with the lock of the packages that it requires.

    What the words ask for and the user did not require is required if the policy approves it. Raise UserError for a
    package that is refused, and for words that ask for one that is not required.
    """
    asked = () if task.kind is not None else asked_libraries("\n".join((task.problem, *task.examples)), task.language)
    if task.lock is not None or not (task.require or asked):
        return task
    from specwright.adapters.machine.policies import find_policy  # noqa: PLC0415 - for packages alone
    from specwright.adapters.packages.locking import lock_packages  # noqa: PLC0415
    from specwright.adapters.packages.names import approved_names  # noqa: PLC0415

    wanted = settings.packages
    named = wanted.policy or settings.audit.policy
    policy = await asyncio.to_thread(find_policy, named) if named else None
    ecosystem = ECOSYSTEMS.get(task.language)
    approved = approved_names(policy, ecosystem) if ecosystem else frozenset()
    required = (*task.require, *(name for name in asked if name in approved and name not in task.require))
    if not required:
        raise _not_required(asked[0], "the standard library alone")
    lock = await asyncio.to_thread(lock_packages, required, task.language, policy, wanted.source)
    if missing := [name for name in asked if not lock.has(name)]:
        raise _not_required(missing[0], lock.words)
    return task.model_copy(update={"lock": lock, "require": required})


def _not_required(name: str, has: str) -> UserError:
    return UserError(
        f"the words ask for {name}, and the sandbox has {has}",
        hint=f"if the code is to use it: --require {name}; --kind function says that you mean it as it stands",
    )
