from __future__ import annotations

import asyncio

from specwright.pipeline.running.builds import BuildCache
from specwright.ports.sandbox import ExecEnding, ExecResult, Job, Limits

JOB = Job(argv=("cc",), files={"main.c": b"int main;"}, collect=("out",))


class Compiler:
    """A sandbox that tells how often it was asked. It leaves a program of this size, or fails."""

    def __init__(self, size: int = 100) -> None:
        self.size = size
        self.asked = 0

    async def run(self, job: Job) -> ExecResult:
        self.asked += 1
        files = {"out": b"x" * self.size} if self.size else {}
        return ExecResult(ending=ExecEnding.EXITED, exit_code=0 if files else 1, files=files)


def build(builds: BuildCache, compiler: Compiler, *jobs: Job) -> list[ExecResult]:
    return [asyncio.run(builds.built(compiler, job)) for job in jobs]  # type: ignore[arg-type]


def test_a_program_is_built_once_however_long_it_may_take() -> None:
    compiler = Compiler()
    patient = JOB.model_copy(update={"limits": Limits(wall_seconds=99)})
    first, second = build(BuildCache(), compiler, JOB, patient)
    assert first == second
    assert compiler.asked == 1


def test_another_text_command_or_input_is_another_program() -> None:
    compiler = Compiler()
    others = [
        JOB.model_copy(update=change)
        for change in ({"files": {"main.c": b"int m;"}}, {"argv": ("cc", "-O2")}, {"stdin": b"x"}, {"env": {"A": "1"}})
    ]
    build(BuildCache(), compiler, JOB, *others)
    assert compiler.asked == 5


def test_a_failed_build_is_tried_again() -> None:
    compiler = Compiler(size=0)
    build(BuildCache(), compiler, JOB, JOB)
    assert compiler.asked == 2


def test_the_oldest_builds_make_room() -> None:
    compiler, builds = Compiler(size=400), BuildCache(most=1000)
    jobs = [JOB.model_copy(update={"stdin": bytes([number])}) for number in range(3)]
    build(builds, compiler, *jobs)
    build(builds, compiler, jobs[2], jobs[1])
    assert compiler.asked == 3
    build(builds, compiler, jobs[0])
    assert compiler.asked == 4
