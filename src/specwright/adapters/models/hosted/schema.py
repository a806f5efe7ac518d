"""Tell whether a JSON schema leaves anything open, which some providers' strict modes silently close."""

from __future__ import annotations

from typing import Any

_LISTS = ("anyOf", "oneOf", "allOf", "prefixItems")
_MAPS = ("properties", "$defs", "definitions")
_SAYS_SOMETHING = ("type", "$ref", "enum", "const", "properties", *_LISTS)


def is_open(schema: Any) -> bool:
    """Return whether some part may be any value at all, or an object with keys that the schema does not name."""
    if not isinstance(schema, dict):
        return schema is True
    if not any(word in schema for word in _SAYS_SOMETHING):
        return True
    if schema.get("type") == "object" and ("properties" not in schema or schema.get("additionalProperties")):
        return True
    return any(is_open(part) for part in _parts(schema))


def _parts(schema: dict[str, Any]) -> list[Any]:
    parts = [part for name in _MAPS for part in schema.get(name, {}).values()]
    parts += [part for name in _LISTS for part in schema.get(name, [])]
    if schema.get("type") == "array":
        parts.append(schema.get("items", "prefixItems" not in schema))
    return parts
