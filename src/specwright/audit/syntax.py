"""Syntax trees of sources, by tree-sitter through ast-grep. Comments that silence tools have no effect on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, cast

from specwright.audit.blind_spots import unreadable_sources
from specwright.audit.folder import AuditedFolder

if TYPE_CHECKING:
    from ast_grep_py import SgNode


class Syntax:
    """The trees of a folder, each made when it is first asked for."""

    def __init__(self, folder: AuditedFolder) -> None:
        self._folder = folder
        self._roots: dict[str, SgNode] = {}
        self.unread: dict[str, str] = {}
        """Sources that were asked for and have no whole tree, with the reason."""

    def root(self, path: str) -> SgNode | None:
        """Return the tree of a source; None if it cannot be parsed at all. One with errors in it is returned too.

        Raise ModuleNotFoundError if ast-grep-py is not installed.
        """
        from ast_grep_py import SgRoot  # noqa: PLC0415 - an extra

        if path in self._folder.too_deep:
            self.unread[path] = self._folder.too_deep[path]
            return None
        if path not in self._roots:
            text = self._folder.texts[path].encode("utf-8", "replace").decode()
            root = SgRoot(text, self._grammar(path)).root()
            if root.find(kind="ERROR") is not None:
                self.unread[path] = "it has syntax errors"
            self._roots[path] = root
        return self._roots[path]

    def find(self, language: str, rule: dict[str, Any]) -> Iterator[tuple[str, SgNode]]:
        """Yield path and node of everything in a language that a rule of ast-grep matches."""
        for path, _ in self._folder.sources(language):
            root = self.root(path)
            if root is not None:
                yield from ((path, node) for node in matching(root, rule))

    def open_points(self) -> list[str]:
        """Return what could not be read of the sources, as words for a claim that was not checked."""
        listed = [f"{path} was not read: {why}" for path, why in self.unread.items()]
        return [*listed, *unreadable_sources(self._folder)]

    def _grammar(self, path: str) -> str:
        return "tsx" if path.endswith(".tsx") else self._folder.languages[path]


def matching(node: SgNode, rule: dict[str, Any]) -> list[SgNode]:
    """Return everything in the node that a rule of ast-grep matches. Raise RuntimeError for a rule that is none."""
    return node.find_all(cast("Any", {"rule": rule}))


def line_of_node(node: SgNode) -> int:
    """Return the number of the node's first line."""
    return node.range().start.line + 1
