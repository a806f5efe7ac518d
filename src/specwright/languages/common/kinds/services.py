"""Services of any language: HTTP requests in, a reply to each out.

A service is a program that listens on the loopback of the sandbox's own network namespace. Each case starts one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from specwright.core.program.process.requests import REQUESTS, read_request
from specwright.core.program.signature import Signature
from specwright.languages.common.kinds.programs import Programs
from specwright.languages.drivers import python_program
from specwright.ports.language import CallLimits, Program
from specwright.ports.sandbox import Job

_READY: Final = 20.0
"""Seconds that a service may take until it listens, on a busy machine."""
_STOPPING: Final = 4.0


class Services(Programs):
    """The part of the Toolchain port that depends on the kind of task, for services."""

    def declaration(self, signature: Signature) -> str:
        return (
            f"{super().declaration(signature)}. It serves HTTP/1.1 on 127.0.0.1, at the port in the environment "
            "variable PORT, with the standard library alone"
        )

    def calls(
        self,
        program: Program,
        built: Mapping[str, bytes],
        inputs: Sequence[Mapping[str, Any]],
        limits: CallLimits,
        alone: int,
    ) -> Job:
        runs = [{REQUESTS: [read_request(each)._asdict() for each in given[REQUESTS]]} for given in inputs]
        job = self.job_of(program, built, runs, limits, more={"ready": _READY})
        seconds = job.limits.wall_seconds + len(runs) * (_READY + _STOPPING)
        return job.model_copy(
            update={
                "files": python_program("service_driver"),
                "loopback": True,
                "limits": job.limits.model_copy(update={"wall_seconds": seconds}),
            }
        )
