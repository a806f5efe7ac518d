"""Calls of existing code, made by a probe in the project's own test runner inside the sandbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from specwright.core.existing.calls import CallPlan, PartForm, PlanOutcome, TestablePart
from specwright.core.program.package import Package
from specwright.ports.language import CallLimits, Inspection, Packaging
from specwright.ports.probing import Probing
from specwright.ports.sandbox import Sandbox

PROBE_SECONDS: Final = 60.0
_BATCH: Final = 400
_WHOLE_BATCH: Final = 120
_MOST_STARTS: Final = 8


@dataclass(frozen=True)
class TestingKit:
    """What the tests of one language's projects are made and run with."""

    __test__ = False

    sandbox: Sandbox
    packaging: Packaging
    probing: Probing
    inspection: Inspection
    limits: CallLimits = field(default_factory=lambda: CallLimits(seconds=120.0))


@dataclass(frozen=True)
class Prober:
    """Makes the calls of plans in one package."""

    kit: TestingKit
    package: Package
    parts: Mapping[str, TestablePart]

    @cached_property
    def classes(self) -> dict[str, str]:
        """The ids of the project's classes, by their names."""
        made = {part.makes.rsplit("::", 1)[-1]: part.makes for part in self.parts.values() if part.makes}
        return made | {part.name: part.id for part in self.parts.values() if part.form is PartForm.NEW}

    async def outcomes(
        self, plans: Sequence[CallPlan], *, whole: bool = False, later: bool = False, stirred: bool = False
    ) -> list[PlanOutcome | None]:
        """Return what the plans come to, in fresh processes. None stands for one that ended its process.

        Raise SandboxUnavailable.
        """
        found: list[PlanOutcome | None] = []
        size = _WHOLE_BATCH if whole else _BATCH
        for at in range(0, len(plans), size):
            found += await self._batch(plans[at : at + size], whole=whole, later=later, stirred=stirred)
        return found

    async def _batch(
        self, plans: Sequence[CallPlan], *, whole: bool, later: bool, stirred: bool
    ) -> list[PlanOutcome | None]:
        found: list[PlanOutcome | None] = [None] * len(plans)
        left = list(range(len(plans)))
        for _ in range(_MOST_STARTS):
            if not left:
                break
            probing = self.kit.probing
            probe = probing.probe(self.package, self.parts, [plans[at] for at in left], whole=whole, later=later)
            sources = {**self.package.sources, **probe.sources}
            alone = self.package.model_copy(update={"tests": {probe.path: probe.text}, "sources": sources})
            limits = self.kit.limits.model_copy(update={"seconds": min(PROBE_SECONDS, self.kit.limits.seconds)})
            run = self.kit.packaging.test_run(alone, limits, coverage=probing.measures)
            run = probing.stirred(run) if stirred else run
            report = self.kit.packaging.read_tests(run, await self.kit.sandbox.run(run.job), alone)
            if refused := {error.line - probe.first_line for error in report.compile_errors if error.line}:
                left = [at for place, at in enumerate(left) if place not in refused] if probe.first_line else []
                continue
            told = probing.told(report.output, probe, len(left), self.package)
            for at, outcome in zip(left, told, strict=True):
                found[at] = outcome
            ended = [place for place, outcome in enumerate(told) if outcome is not None]
            last = ended[-1] if ended else -1
            latest = told[last] if ended else None
            was_ended = latest is not None and latest.ending == "unfinished"
            # The one behind the last that was told ended the process, unless that one was ended itself.
            left = left[last + (1 if was_ended else 2) :]
        return found
