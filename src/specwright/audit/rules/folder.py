"""A company's own rules: documents of ast-grep's YAML. Its comments that silence rules have no effect here."""

from __future__ import annotations

import re
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from typing import TYPE_CHECKING, Any, Final, NamedTuple, cast

from specwright.audit.rules.where import ParsedSource, error_at
from specwright.audit.syntax import line_of_node
from specwright.core.documents import parse_yaml
from specwright.core.evidence.finding import Finding

if TYPE_CHECKING:
    from ast_grep_py import SgNode

_LANGUAGES: Final = {
    "python": ("python",),
    "py": ("python",),
    "javascript": ("javascript",),
    "js": ("javascript",),
    "jsx": ("javascript",),
    "typescript": ("typescript",),
    "ts": ("typescript",),
    "tsx": ("typescript",),
    "java": ("java",),
    "go": ("go",),
    "golang": ("go",),
    "rust": ("rust",),
    "rs": ("rust",),
}
_MATCHED_BY: Final = ("rule", "constraints", "utils")
_UNKNOWN: Final = ("transform", "rewriters")
"""Parts of a rule that change what matches and are not taken over."""


class OwnRule(NamedTuple):
    id: str
    languages: tuple[str, ...]
    config: dict[str, Any]
    message: str
    severity: str
    files: tuple[str, ...]
    ignores: tuple[str, ...]


class RulesRead(NamedTuple):
    rules: tuple[OwnRule, ...]
    problems: tuple[str, ...]


def read_rules(documents: dict[str, str]) -> RulesRead:
    """Return the rules of the files, and what is wrong with the others."""
    rules, problems = [], []
    for name, text in documents.items():
        for number, part in enumerate(re.split(r"(?m)^---\s*$", text), 1):
            if not part.strip():
                continue
            try:
                if content := parse_yaml(part):
                    rules.append(_rule(content))
            except (ValueError, TypeError, AttributeError, KeyError, ModuleNotFoundError) as error:
                problems.append(f"rule {number} of {name} cannot be used: {str(error)[:200]}")
    return RulesRead(tuple(rules), tuple(problems))


def _rule(content: dict[str, Any]) -> OwnRule:
    """Return a rule. Raise ValueError if it cannot be used, and what reading another shape raises."""
    language = str(content.get("language", "")).lower()
    if language not in _LANGUAGES:
        message = f"its language is {content.get('language')!r}"
        raise ValueError(message)
    if others := [each for each in _UNKNOWN if each in content]:
        message = f"{others[0]} is not supported"
        raise ValueError(message)
    if not isinstance(content.get("rule"), dict):
        message = "it has no rule"
        raise ValueError(message)
    config: dict[str, Any] = {key: content[key] for key in _MATCHED_BY if key in content}
    _try(_LANGUAGES[language][0], config)
    return OwnRule(
        id=str(content["id"]),
        languages=_LANGUAGES[language],
        config=config,
        message=str(content.get("message") or content["id"]),
        severity=str(content.get("severity", "error")),
        files=_globs(content.get("files")),
        ignores=_globs(content.get("ignores")),
    )


def _globs(value: Any) -> tuple[str, ...]:
    stated = [value] if isinstance(value, str) else value or []
    return tuple(each if isinstance(each, str) else str(each["glob"]) for each in stated)


def _try(language: str, config: dict[str, Any]) -> None:
    """Use the rule on nothing. Raise ValueError if ast-grep does not take it."""
    found_by(_empty(language), config)


@cache
def _empty(language: str) -> SgNode:
    from ast_grep_py import SgRoot  # noqa: PLC0415 - an extra

    return SgRoot("", language).root()


def found_by(root: SgNode, config: dict[str, Any]) -> list[SgNode]:
    """Return what a rule matches. Raise ValueError if ast-grep does not take it."""
    try:
        return root.find_all(cast("Any", config))
    except BaseException as error:  # a rule can make the library panic, which is no Exception
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        message = " ".join(str(error).split())[:200]
        raise ValueError(message) from None


def keeps_own(source: ParsedSource, rules: tuple[OwnRule, ...]) -> Iterator[Finding]:
    """Yield what a company's rules find in a source. Raise ValueError if one cannot be used."""
    for each in rules:
        if source.language not in each.languages or each.severity == "off" or not _is_for(each, source.path):
            continue
        for node in found_by(source.root, each.config):
            yield error_at(source, each.id, _filled(each.message, node), line_of_node(node))


def _is_for(each: OwnRule, path: str) -> bool:
    named = not each.files or any(_fits(path, glob) for glob in each.files)
    return named and not any(_fits(path, glob) for glob in each.ignores)


def _fits(path: str, glob: str) -> bool:
    return fnmatchcase(path, glob) or fnmatchcase(path, glob.replace("**/", "")) or fnmatchcase(f"/{path}", glob)


def _filled(message: str, node: SgNode) -> str:
    """Return the rule's words with its variables filled in, as ast-grep does."""

    def text_of(found: re.Match[str]) -> str:
        matched = node.get_match(found[1])
        return found[0] if matched is None else " ".join(matched.text().split())[:60]

    return re.sub(r"\$([A-Z_][A-Z0-9_]*)", text_of, message)
