"""The engine port: workers that solve the tasks of a batch, in this process or on many machines."""

from __future__ import annotations

from typing import Generic, Protocol, TypeVar

from specwright.core.errors import SandboxUnavailable

Task_contra = TypeVar("Task_contra", contravariant=True)
Row_co = TypeVar("Row_co", covariant=True)


class WorkerLost(Exception):
    """The worker that had the task died. The task may be given to another: what it recorded is in the store."""


class EngineLost(SandboxUnavailable):
    """The engine itself is gone, and all workers with it."""


class TaskEngine(Protocol, Generic[Task_contra, Row_co]):
    """Gives tasks to workers. It promises nothing about what happens to a task whose worker dies: the store does."""

    @property
    def slots(self) -> int:
        """How many tasks may be under way at once."""

    async def start(self) -> None:
        """Start the workers, or connect to them. Raise UserError or EngineLost."""

    async def solve(self, task: Task_contra) -> Row_co:
        """Have a worker solve the task and return its row. Raise WorkerLost or EngineLost."""

    async def close(self) -> None:
        """End all workers, and what they have under way. Calling it twice is harmless."""
