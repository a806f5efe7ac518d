"""A grammar of well-formed and broken inputs, drawn from a seed."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Sequence
from typing import Any, Final

# What JSON's writer cannot write stands as a mark, and takes its place in the text.
_MARKS: Final = {
    '"@digits"': "9" * 5000, '"@minus"': "-" + "7" * 4301, '"@far"': "1e999", '"@near"': "-1e-999", '"@nan"': "NaN",
    '"@inf"': "-Infinity", '"@lists"': "[" * 178 + "]" * 178, '"@deeper"': "[" * 5000 + "]" * 5000,
    '"@open"': "[" * 3000, '"@maps"': '{"a":' * 240 + "1" + "}" * 240, '"@limit"': "[" * 255 + "]" * 255,
    '"@tuples"': '{"$tuple":[' * 120 + "1" + "]}" * 120, '"@half"': '"\\ud800"', '"@nul"': '"a\\u0000b"',
}  # fmt: skip
ATOMS: Final[tuple[Any, ...]] = (
    None, True, False, 0, -1, 1, 2**31, 2**53, -(2**63), 10**400, 0.5, -0.0, 1e308, "", "a", "0", "nan", "1e999",
    "\x00", "\x1b[2J", "é", "\u202e", "𝄞", "a" * 5000, "9" * 5000, [], {}, [[]], [None], {"": ""}, {"$int": "0x1f"},
    {"$int": "zz"}, {"$int": "0x" + "f" * 6000}, {"$float": "nan"}, {"$float": "7"}, {"$tuple": [1]}, {"$tuple": 1},
    {"$set": [[1], 1]}, {"$map": [[1, 2]]}, {"$map": [[1]]}, {"$map": [[[1], {"$cut": "x"}]]}, {"$bytes": "0"},
    {"$bytes": "00ff"}, {"$object": ["A", None, "a"]}, {"$object": ["A", {"$map": [["x", 1]]}, "a"]}, {"$object": []},
    {"$cycle": 1}, {"$cycle": -1}, {"$cut": "why"}, {"$nothing": 1}, {"$tuple": [], "$set": []},
    *(mark.strip('"') for mark in _MARKS),
)  # fmt: skip
_SNIPPETS: Final = (
    "", "\n", "\x00", "\r", "{", "}", "[", "]", '"', "\\", ",", ":", "null", "NaN", "1e999", "-", "'", "\\ud800", "$",
    "[" * 2000, "9" * 4400, "&a [*a]", "!!python/object:os.system", "\ufeff", "=", "[[", "]]", "#", "%", "\t",
)  # fmt: skip


class Drawn:
    """Inputs of one seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def value(self, depth: int = 3) -> Any:
        """Return any value that JSON can write."""
        draw = self.random.random()
        if depth == 0 or draw < 0.6:
            return self.random.choice(ATOMS)
        count = self.random.randrange(4)
        if draw < 0.8:
            return [self.value(depth - 1) for _ in range(count)]
        keys = ("a", "$map", "$set", "$tuple", "kind", "id", "")
        return {self.random.choice(keys): self.value(depth - 1) for _ in range(count)}

    def changed(self, value: Any, times: int | None = None) -> Any:
        """Return the value with parts replaced, left out, doubled or renamed."""
        for _ in range(self.random.choice((0, 1, 1, 2, 3)) if times is None else times):
            value = self._changed_once(value)
        return value

    def _changed_once(self, value: Any) -> Any:
        if not isinstance(value, dict | list) or not value or self.random.random() < 0.15:
            return self.value()
        if isinstance(value, list):
            at = self.random.randrange(len(value))
            kept = [value[at]] if self.random.random() < 0.1 else []
            inner = [] if self.random.random() < 0.1 else [self._changed_once(value[at])]
            return [*value[:at], *kept, *inner, *value[at + 1 :]]
        key = self.random.choice(list(value))
        draw = self.random.random()
        if draw < 0.15:
            return {name: inner for name, inner in value.items() if name != key}
        if draw < 0.25:
            return {**value, self.random.choice(("extra", "$int", key.upper())): self.value()}
        return {**value, key: self._changed_once(value[key])}

    def written(self, value: Any) -> str:
        """Return the value as JSON text; what JSON's writer refuses is written all the same."""
        text = json.dumps(value)
        for mark, meant in _MARKS.items():
            text = text.replace(mark, meant)
        return text

    def lines(self, values: Sequence[Any]) -> str:
        """Return one line of JSON for each value, some of them changed."""
        return "".join(f"{self.written(self.changed(value))}\n" for value in values)

    def damaged(self, text: str) -> str:
        """Return the text with pieces cut out, put in or repeated, and numbers out of all bounds."""
        for _ in range(self.random.choice((0, 0, 1, 1, 2, 4))):
            at = self.random.randrange(len(text) + 1)
            to = min(len(text), at + self.random.choice((0, 1, 5, 50)))
            match self.random.randrange(5):
                case 0:
                    text = text[:at]
                case 1:
                    text = text[:at] + self.random.choice(_SNIPPETS) + text[to:]
                case 2:
                    text = text[:to] + text[at:]
                case 3:
                    text = re.sub(r"\d+", self.random.choice(("9" * 5000, "-1", "1e999", "0")), text, count=2)
                case _:
                    text = text[:at] + text[to:]
        return text

    def bytes(self, text: str) -> bytes:
        """Return the text as bytes, which now and then are no UTF-8."""
        content = text.encode("utf-8", "surrogatepass")
        if self.random.random() < 0.1:
            at = self.random.randrange(len(content) + 1)
            content = content[:at] + self.random.choice((b"\xff", b"\xed\xa0\x80", b"\x00", b"\n")) + content[at:]
        return content

    def instance(self, schema: dict[str, Any], known: dict[str, Any] | None = None) -> Any:
        """Return a value that follows the JSON Schema."""
        known = schema.get("$defs", {}) if known is None else known
        if "$ref" in schema:
            return self.instance(known[schema["$ref"].rsplit("/", 1)[-1]], known)
        if "anyOf" in schema or "oneOf" in schema:
            return self.instance(self.random.choice(schema.get("anyOf") or schema["oneOf"]), known)
        if "enum" in schema or "const" in schema:
            return self.random.choice(schema.get("enum", [schema.get("const")]))
        match schema.get("type"):
            case "object":
                return {name: self.instance(inner, known) for name, inner in schema.get("properties", {}).items()}
            case "array":
                count = max(schema.get("minItems", 0), self.random.randrange(3))
                return [self.instance(schema.get("items", {}), known) for _ in range(count)]
            case "string":
                return self.random.choice(("a", "R1", "int", "list[int]", "f", "x" * schema.get("minLength", 1)))
            case "integer" | "number":
                return self.random.choice((0, 1, 7))
            case "boolean":
                return self.random.random() < 0.5
            case "null":
                return None
            case _:
                return self.value()
