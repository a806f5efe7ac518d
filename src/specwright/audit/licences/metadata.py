"""What the metadata of a Python package states about its licence."""

from __future__ import annotations

import re

from specwright.audit.licences.expression import spdx_name


def metadata_field(head: str, name: str) -> str:
    """Return a field of metadata; empty if it is not there."""
    found = re.search(rf"(?m)^{name}: *(.+)$", head)
    return found[1].strip() if found else ""


def licence_of_metadata(head: str) -> str:
    """Return what the metadata states as licence: an expression, else its classifiers, else the field's one line."""
    if expression := metadata_field(head, "License-Expression"):
        return expression
    classified = re.findall(r"(?m)^Classifier: License ::(?: OSI Approved ::)? (.+)$", head)
    named = [each.strip() for each in classified if each.strip() != "OSI Approved"]
    if len(named) > 1:
        return " AND ".join(sorted({spdx_name(each) for each in named}))
    return named[0] if named else metadata_field(head, "License")
