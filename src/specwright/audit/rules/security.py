"""What the security rules find in a source."""

from __future__ import annotations

import re
from collections.abc import Iterator

from specwright.audit.rules.dangerous import CALLS, SHAPES, DangerousCall
from specwright.audit.rules.names import calls, local_names
from specwright.audit.rules.where import ParsedSource, error_at
from specwright.audit.syntax import line_of_node, matching
from specwright.core.evidence.finding import Finding


def dangers(source: ParsedSource) -> Iterator[Finding]:
    """Yield what the security rules find in a source."""
    language = "javascript" if source.language == "typescript" else source.language
    names = local_names(source.language, source.root)
    seen: set[tuple[str, int]] = set()
    rows = [each for each in CALLS if each.language == language]
    for called in calls(source.language, source.root, names):
        for each in rows:
            if (each.code, called.line) not in seen and _is_dangerous(each, called.name, called.arguments):
                seen.add((each.code, called.line))
                yield error_at(source, each.code, f"{called.written[:60]}: {each.why}", called.line)
    for shape in SHAPES:
        if shape.language == language and not (_is_without_markup(source) and "jsx" in str(shape.rule)):
            for node in matching(source.root, shape.rule):
                line = line_of_node(node)
                if (shape.code, line) not in seen:
                    seen.add((shape.code, line))
                    words = " ".join(node.text().split())[:60]
                    yield error_at(source, shape.code, f"{words}: {shape.why}", line)


def _is_dangerous(each: DangerousCall, name: str, arguments: str) -> bool:
    if not re.fullmatch(each.called, name, re.DOTALL):
        return False
    if each.unless and re.search(each.unless, arguments):
        return False
    return not each.only or re.search(each.only, arguments, re.DOTALL) is not None


def _is_without_markup(source: ParsedSource) -> bool:
    """Return whether the source's grammar knows no JSX."""
    return source.language == "typescript" and not source.path.endswith(".tsx")
