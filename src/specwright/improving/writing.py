"""Asks a model for new versions of existing code, and reads them into changes that keep to their scope."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import PurePosixPath
from typing import Final, TypeVar

from pydantic import BaseModel, Field

from specwright.core.errors import UserError
from specwright.core.existing.change import ProjectChange
from specwright.core.existing.request import ChangeRequest, ChangeVerb
from specwright.core.run.events import ChangeRuled, ChangeWritten
from specwright.improving.project import change_to, texts_of, with_region
from specwright.pipeline.asking.reply import extract_code
from specwright.pipeline.context import RunContext

_ITEM: Final = (
    "`code` is the complete new text of {name}, with its documentation, and of any new helpers before it. It takes the "
    "place of {name} in the file; the rest of the file stays. `imports` lists the lines of imports that it needs and "
    "the file does not have."
)
_FILE: Final = "`code` is the complete new text of the file {name}. No other file is changed."
_FILES: Final = (
    "`files` lists every file that you change or add, each with its `path` in the project and its complete new text "
    "as `code`. Change as few as possible, and no test."
)
_MOST_AROUND: Final = 16_000
_MOST_TESTS: Final = 8_000
_MOST_FILES: Final = 40_000
STAGES: Final = {
    ChangeVerb.REFACTOR: "change_refactor",
    ChangeVerb.OPTIMISE: "change_optimise",
    ChangeVerb.FIX: "change_fix",
    ChangeVerb.EXTEND: "change_extend",
}


class DeclarationReply(BaseModel):
    description: str = Field(min_length=1)
    imports: list[str] = Field(default_factory=list)
    code: str = Field(min_length=1)


class FileReply(BaseModel):
    description: str = Field(min_length=1)
    code: str = Field(min_length=1)


class FileText(BaseModel):
    path: str = Field(min_length=1)
    code: str


class FilesReply(BaseModel):
    description: str = Field(min_length=1)
    files: list[FileText] = Field(min_length=1)


class DeclarationWithTests(DeclarationReply):
    tests: str = Field(min_length=1)


class FileWithTests(FileReply):
    tests: str = Field(min_length=1)


class FilesWithTests(FilesReply):
    tests: str = Field(min_length=1)


class ReproducingReply(BaseModel):
    description: str = Field(min_length=1)
    tests: str = Field(min_length=1)
    contradicts: str = ""


AnyReply = DeclarationReply | FileReply | FilesReply
R = TypeVar("R", bound=BaseModel)


class VersionWriter:
    """Asks for versions of the code in scope."""

    def __init__(self, context: RunContext, request: ChangeRequest) -> None:
        self._context, self._request = context, request
        self._row = context.toolchain.facts
        self._texts = texts_of(request.package)

    async def version(
        self, tries: Sequence[tuple[ChangeWritten, ChangeRuled]], **words: str
    ) -> tuple[ProjectChange, str]:
        """Return a new version and what it changes, in words. Raise ModelError, ReplyUnusable, BudgetExhausted."""
        request = self._request
        scope, adds = request.scope, request.verb is ChangeVerb.EXTEND
        kinds: tuple[type[AnyReply], type[AnyReply]] = (FilesReply, FilesWithTests)
        form = _FILES
        if scope.item:
            kinds, form = (DeclarationReply, DeclarationWithTests), _ITEM.format(name=scope.item)
        elif scope.path:
            kinds, form = (FileReply, FileWithTests), _FILE.format(name=scope.path)
        reply: AnyReply = await self._context.ask(
            STAGES[request.verb],
            kinds[adds],
            self._objection,
            None,
            form=form,
            **self._shown(),
            earlier=_earlier(tries),
            **words,
        )
        texts = self._read(reply)
        if adds:
            texts[self.test_path("added")] = self._tests(getattr(reply, "tests", ""))
        return change_to(request.package, texts), reply.description

    async def reproducing(self, complaints: Sequence[str]) -> tuple[ProjectChange, ReproducingReply]:
        """Return a new test file that is meant to show the reported fault. Raise as `version` does."""
        earlier = "\n".join(["These tests do not show the fault:", *complaints]) if complaints else ""
        reply = await self._context.ask(
            "reproduce_report", ReproducingReply, None, None, **self._shown(), earlier=earlier
        )
        change = change_to(self._request.package, {self.test_path("report"): self._tests(reply.tests)})
        return change, reply

    def test_path(self, part: str) -> str:
        """Return the path of a new test file among the project's own."""
        package, scope = self._request.package, self._request.scope
        about = PurePosixPath(scope.path).stem if scope.path else package.name
        name = f"{about}_{part}" if not scope.item else f"{about}_{scope.item.lower()}_{part}"
        packaging = self._context.packaging
        usual = packaging.test_path(package.name, name) if packaging else f"tests/test_{name}{self._row.extensions[0]}"
        folders = [str(PurePosixPath(path).parent) for path in package.tests if path.endswith(self._row.extensions)]
        folder = max(sorted(set(folders)), key=folders.count, default=str(PurePosixPath(usual).parent))
        if self._row.name == "go" and scope.path:
            folder = str(PurePosixPath(scope.path).parent)
        file = PurePosixPath(usual).name
        place = file if folder == "." else f"{folder}/{file}"
        stem, dot, ending = place.partition(".")
        number = 1
        while place in self._texts:
            number += 1
            place = f"{stem}{number}{dot}{ending}"
        return place

    def _objection(self, reply: AnyReply) -> str | None:
        try:
            texts = self._read(reply)
        except UserError as error:
            return f"{error.message}. {error.hint or ''}".strip()
        for path in texts:
            if re.search(self._row.test_files, path) and path.endswith(self._row.extensions):
                return f"{path} is a test. Change no test."
        return None

    def _read(self, reply: AnyReply) -> dict[str, str]:
        """Return the new texts by path. Raise UserError for a reply that does not have what it must."""
        scope, tags = self._request.scope, self._row.fence_tags
        if isinstance(reply, FilesReply):
            for each in reply.files:
                if each.path.startswith("/") or ".." in each.path.split("/"):
                    raise UserError(f"{each.path} is no file in the project")
            return {each.path: _ended(_plain(each.code, tags)) for each in reply.files}
        assert self._context.observe is not None
        observing = self._context.observe({}, scope.path)
        old, code = self._texts[scope.path], _plain(reply.code, tags)
        if isinstance(reply, DeclarationReply):
            region = observing.region(old, scope.item)
            if observing.region(code, scope.item) is None or region is None:
                raise UserError(f"The code does not define {scope.item}")
            code = with_region(old, region, code, tuple(line.strip() for line in reply.imports))
        objection = self._syntax(code)
        if objection:
            raise UserError(objection)
        return {scope.path: _as_before(old, code)}

    def _syntax(self, code: str) -> str | None:
        find: Callable[[str], str | None] | None = getattr(
            getattr(self._context.toolchain, "own", self._context.toolchain), "syntax_objection", None
        )
        return find(code) if find is not None else None

    def _tests(self, text: str) -> str:
        return _ended(_plain(text, self._row.fence_tags))

    def _shown(self) -> dict[str, str]:
        """Return the words of a prompt about the code."""
        scope = self._request.scope
        assert self._context.observe is not None
        around: list[str] = []
        if scope.path:
            text = code = self._texts[scope.path]
            if scope.item:
                region = self._context.observe({}, scope.path).region(text, scope.item)
                assert region is not None
                code = "\n".join(text.splitlines()[region[0] - 1 : region[1]])
                around.append(f"The whole file {scope.path}:\n{_fenced(text[:_MOST_AROUND])}")
            shown = _fenced(code)
        else:
            shown = self._all_files()
        tests = self._related_tests()
        if tests:
            around.append(f"Tests of the project:\n{tests}")
        return {
            "language": self._row.title,
            "problem": self._context.task.problem,
            "scope": scope.name,
            "code": shown,
            "around": "\n\n".join(around),
        }

    def _all_files(self) -> str:
        parts: list[str] = []
        room = _MOST_FILES
        for path, text in sorted(self._request.package.sources.items()):
            if len(text) <= room:
                room -= len(text)
                parts.append(f"{path}:\n{_fenced(text)}")
            else:
                parts.append(f"{path} ({len(text.splitlines())} lines, not shown)")
        return "\n\n".join(parts)

    def _related_tests(self) -> str:
        """Return the tests that speak of what is in scope, those first that do so most."""
        scope, tests = self._request.scope, self._request.package.tests
        word = re.compile(rf"\b{re.escape(scope.item or PurePosixPath(scope.path).stem)}\b") if scope.path else None
        ranked = sorted(tests.items(), key=lambda each: (-len(word.findall(each[1])) if word else 0, each[0]))
        parts: list[str] = []
        room = _MOST_TESTS
        for path, text in ranked:
            if len(text) <= room and (word is None or word.search(text) or not parts):
                room -= len(text)
                parts.append(f"{path}:\n{_fenced(text)}")
        return "\n\n".join(parts)


def _plain(text: str, tags: frozenset[str]) -> str:
    """Return the code of a reply: what is in its fences, if it has any around it."""
    return extract_code(text, tags) if text.lstrip().startswith("```") else text


def _fenced(text: str) -> str:
    return f"```\n{text.rstrip()}\n```"


def _ended(text: str) -> str:
    return text if text.endswith("\n") else f"{text}\n"


def _as_before(old: str, new: str) -> str:
    """Return the new text with line ends and last line as the old one has them."""
    plain = new.replace("\r\n", "\n")
    plain = plain.rstrip("\n") + "\n" * (len(old) - len(old.rstrip("\r\n")) and 1)
    return plain.replace("\n", "\r\n") if old.count("\r\n") * 2 > old.count("\n") else plain


def _earlier(tries: Sequence[tuple[ChangeWritten, ChangeRuled]]) -> str:
    """Return the versions that were tried, and why they are not good enough."""
    if not tries:
        return ""
    parts = ["Versions that were tried and are not good enough. Avoid their faults:"]
    for written, ruled in tries[-2:]:
        reasons = "\n".join(f"- {reason[:600]}" for reason in ruled.reasons)
        parts.append(f"{written.change.diff[:6000]}\nThis was said of it: {ruled.word.value}\n{reasons}")
    return "\n\n".join(parts)
