"""The user's task, and the specification made from it."""

from __future__ import annotations

from datetime import date
from enum import StrEnum
from operator import not_
from typing import Final

from pydantic import Field

from specwright.core.existing.request import ChangeRequest
from specwright.core.program.equality import EXACT, Comparison
from specwright.core.program.kind import TaskKind
from specwright.core.program.notice import Notice
from specwright.core.program.signature import Signature
from specwright.core.value import Value
from specwright.core.work.libraries.lock import PackageLock
from specwright.core.work.precondition import Precondition
from specwright.core.work.property import Property

MAX_PROBLEM: Final = 100_000
"""Characters of a problem text, and of all examples. A longer one is a mistake, or belongs into several tasks."""


class Story(StrEnum):
    """What the user wants to have at the end."""

    FUNCTION = "function"
    PACKAGE = "package"
    CHANGE = "change"
    """A change of code that is already there."""


class AgreedPolicy(Value):
    """The policy of an audit as it stood when the run began, whole: a record needs no other file to be judged by it."""

    name: str
    sha256: str
    text: str
    """All of it, the rules of its folder included, as JSON."""
    day: date
    """The day that its exceptions are held against."""


class Task(Value):
    """The user's words, untouched."""

    problem: str
    examples: tuple[str, ...] = ()
    entry_point: str = "run_code"
    entry_point_given: bool = False
    """Whether the user chose the name; otherwise a name stated in the problem is taken instead."""
    language: str = "python"
    kind: TaskKind | None = Field(None, exclude_if=not_)
    """The kind of code, if the user chose it; None leaves it to the words (`recognise.py`)."""
    story: Story = Story.FUNCTION
    constraints: tuple[str, ...] = ()
    """Of a package: what it must keep to besides, each in a sentence, such as `no dependencies`."""
    test_requirements: tuple[str, ...] = ()
    """Of a package: what its tests must cover, each in a sentence."""
    strategy: str | None = None
    """The strategy that the user asked for; None leaves the choice to the shape of the task and to the memory."""
    several_files: bool | None = Field(None, exclude_if=lambda value: value is None)
    """Of a package: whether the user wants several source files, or one; None leaves it to the words and the size."""
    require: tuple[str, ...] = Field((), exclude_if=not_)
    """Third-party packages that the code may use, such as `pandas` or `requests>=2`."""
    lock: PackageLock | None = Field(None, exclude_if=not_)
    """The versions that were locked for `require`; see `adapters/packages`."""

    notice: Notice | None = Field(None, exclude_if=not_)
    """The licence and the owner of what is written, if the user set them."""
    policy: AgreedPolicy | None = Field(None, exclude_if=not_)
    """Of a package: the company's rules that it is held to."""
    change: ChangeRequest | None = Field(None, exclude_if=not_)
    """What is asked of existing code, with that code."""

    @property
    def statement(self) -> str:
        """Everything that the user said, as writers are shown it."""
        parts = [("Constraints", self.constraints), ("The tests must cover", self.test_requirements)]
        lists = ["\n".join([f"{title}:", *(f"- {line}" for line in lines)]) for title, lines in parts if lines]
        return "\n\n".join([self.problem, *lists])

    @property
    def is_too_long(self) -> bool:
        """Whether the user's words are more than is read."""
        return len(self.statement) > MAX_PROBLEM or sum(map(len, self.examples)) > MAX_PROBLEM


class Category(StrEnum):
    FUNCTIONAL = "functional"
    EDGE_CASE = "edge case"
    ERROR_HANDLING = "error handling"
    PERFORMANCE = "performance"
    STYLE = "style"
    INTERFACE = "interface"
    SECURITY = "security"


class Requirement(Value):
    id: str
    text: str
    category: Category = Category.FUNCTIONAL
    untestable: str = ""
    """Why no call in the sandbox can check it; empty if one can."""

    @property
    def binding(self) -> bool:
        """Whether the code cannot be called verified while this is unchecked."""
        return self.category in _BINDING


_BINDING: Final = frozenset({Category.FUNCTIONAL, Category.INTERFACE, Category.ERROR_HANDLING, Category.EDGE_CASE})


class Specification(Value):
    """The task as numbered requirements and a typed signature, with what stayed unclear."""

    summary: str
    signature: Signature
    requirements: tuple[Requirement, ...] = Field(min_length=1)
    comparison: Comparison = EXACT
    properties: tuple[Property, ...] = ()
    """What the problem states of every output, whatever the input."""
    unclear: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()
    """Passages of the problem that look like an example and could not be read. They bar VERIFIED."""
    preconditions: tuple[Precondition, ...] = ()
    """Which inputs are legal. Probes keep to them."""
    assumptions: tuple[str, ...] = ()
    """How the open points are read, by every writer alike."""
    several_answers: str = ""
    """Why different outputs may be right for one input; empty if only one is."""
    libraries: tuple[str, ...] = Field((), exclude_if=not_)
    """The third-party libraries that the problem asks for by name."""
