"""What a company sets for all that is written for it: the licence, the owner, and the policy of packages."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Final

from pydantic import ValidationError

from specwright.adapters.machine.policies import find_policy
from specwright.audit.licences.texts import text_of
from specwright.config import Settings
from specwright.core.errors import UserError
from specwright.core.program.notice import Notice
from specwright.core.work.task import AgreedPolicy, Story, Task

_NEEDS: Final = "pip install 'specwright[audit]'"


def with_company_rules(task: Task, settings: Settings) -> Task:
    """Return the task of a package with the licence and the policy of the settings. Raise UserError."""
    if task.story is not Story.PACKAGE:
        return task
    chosen = settings.audit
    notice = task.notice or (_notice(chosen.licence, chosen.owner) if chosen.licence else None)
    policy = task.policy or (_policy(chosen.policy) if chosen.policy else None)
    return task.model_copy(update={"notice": notice, "policy": policy})


def _notice(licence: str, owner: str) -> Notice:
    try:
        text = text_of(licence)
    except ModuleNotFoundError:
        raise UserError("the text of a licence needs the library identify", hint=_NEEDS) from None
    holder = f"Copyright (c) {owner}" if owner else ""
    for blank in ("Copyright (c) [year] [fullname]", "Copyright [yyyy] [name of copyright owner]"):
        text = text.replace(blank, holder or "Copyright (c) the authors")
    try:
        return Notice(licence=licence, owner=owner, text=text)
    except ValidationError:
        raise UserError(
            f"audit.licence or audit.owner cannot be used: {licence!r:.60}, {owner!r:.60}",
            hint="write an SPDX id such as Apache-2.0, and the owner in one line",
        ) from None


def _policy(name: str) -> AgreedPolicy:
    policy = find_policy(name)
    try:
        import ast_grep_py  # noqa: F401, PLC0415 - an extra
    except ModuleNotFoundError:
        raise UserError("a policy needs the libraries of the audit", hint=_NEEDS) from None
    return AgreedPolicy(
        name=policy.name, sha256=policy.sha256, text=policy.model_dump_json(), day=datetime.now(UTC).date()
    )
