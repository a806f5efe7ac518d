"""Special functions in JavaScript and TypeScript: their types, what their declaration adds, and their adapter."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Final

from specwright.core.errors import UserError
from specwright.core.program.signature import Signature
from specwright.core.program.types import Type
from specwright.languages.common.kinds.adapter_work import work_of
from specwright.languages.common.kinds.carriers import ENTRY
from specwright.languages.drivers import driver_file

_TYPES: Final = {
    "none": "void", "bytes": "Uint8Array", "date": "Date", "datetime": "Date", "file": "string", "folder": "string",
}  # fmt: skip


def special_type(wanted: Type, type_of: Callable[[Type], str]) -> str | None:
    """Return a type that JSON lacks as JSDoc and TypeScript write it; None for any other. Raise UserError."""
    match wanted.kind:
        case "decimal":
            raise UserError(
                "JavaScript has no type for decimals",
                hint="take and return texts, or whole numbers of the smallest unit",
            )
        case "iterator":
            return f"IterableIterator<{type_of(wanted.args[0])}>"
        case "function":
            *takes, gives = map(type_of, wanted.args)
            return f"({', '.join(f'a{at}: {kind}' for at, kind in enumerate(takes))}) => {gives}"
        case "record":
            fields = zip(wanted.fields, map(type_of, wanted.args), strict=True)
            return f"{{{', '.join(f'{name}: {kind}' for name, kind in fields)}}}"
        case _:
            return _TYPES.get(wanted.kind)


class JavaScriptSpecial:
    """How a special function is called in JavaScript; see `SpecialForm`."""

    def __init__(self, names: Callable[[Signature], tuple[str, ...]]) -> None:
        self._names = names

    def with_adapter(self, code: str, signature: Signature) -> str:
        names = self._names(signature)
        name = next((each for each in names if re.search(rf"(?<![\w$.]){each}(?![\w$])", code)), names[0])
        hidden = f"(typeof module === 'object' ? (module.exports.{name} ?? module.exports) : undefined)"
        target = f"typeof {name} === 'function' ? {name} : {hidden}"
        text = driver_file("adapter.js", "javascript").decode()
        call = f"return specwrightAdapter({target}, {json.dumps(work_of(signature))}, given);"
        return f"{code}\n\n{text}\nasync function {ENTRY}(...given) {{ {call} }}\n"
