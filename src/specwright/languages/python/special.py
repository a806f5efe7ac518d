"""Special functions in Python: their types, what their declaration adds, and their adapter."""

from __future__ import annotations

from collections.abc import Callable

from specwright.core.program.signature import Signature
from specwright.core.program.types import Type
from specwright.languages.common.kinds.adapter_work import work_of
from specwright.languages.common.kinds.carriers import ENTRY
from specwright.languages.drivers import driver_file

_NAMES = {
    "decimal": "from decimal import Decimal", "date": "from datetime import date", "file": "from pathlib import Path",
    "datetime": "from datetime import datetime", "folder": "from pathlib import Path",
    "ndarray": "import numpy as np", "series": "import pandas as pd", "dataframe": "import pandas as pd",
    "iterator": "from collections.abc import Iterator", "function": "from collections.abc import Callable",
}  # fmt: skip
_TYPES = {
    "none": "None", "bytes": "bytes", "decimal": "Decimal", "date": "date", "datetime": "datetime",
    "ndarray": "np.ndarray", "series": "pd.Series", "dataframe": "pd.DataFrame",
}  # fmt: skip


def special_type(wanted: Type, type_of: Callable[[Type], str]) -> str | None:
    """Return a type that JSON lacks as Python writes it; None for any other."""
    match wanted.kind:
        case "iterator":
            return f"Iterator[{type_of(wanted.args[0])}]"
        case "function":
            *takes, gives = map(type_of, wanted.args)
            return f"Callable[[{', '.join(takes)}], {gives}]"
        case "record":
            return wanted.name
        case "file" | "folder":
            return "Path"
        case _:
            return _TYPES.get(wanted.kind)


def preamble(signature: Signature, type_of: Callable[[Type], str]) -> str:
    """Return the imports and records that a declaration needs, as lines of code."""
    types = [each for param in signature.own_params for each in param.type.parts()] + list(signature.returns.parts())
    lines = sorted({_NAMES[each.kind] for each in types if each.kind in _NAMES})
    if signature.asynchronous and signature.returns.kind == "iterator":
        lines.append("from collections.abc import AsyncIterator")
    records = list(dict.fromkeys(each for each in types if each.kind == "record"))
    lines += ["from dataclasses import dataclass"] if records else []
    for record in records:
        fields = [f"    {name}: {type_of(kind)}" for name, kind in zip(record.fields, record.args, strict=True)]
        lines += ["", "@dataclass", f"class {record.name}:", *fields]
    return "\n".join([*lines, "", ""]) if lines else ""


class PythonSpecial:
    """How a special function is called in Python; see `SpecialForm`."""

    def with_adapter(self, code: str, signature: Signature) -> str:
        # The adapter has a namespace of its own, so that no name of it can clash with the candidate's.
        text = driver_file("adapter.py", "python").decode()
        made = f"(lambda own: exec({text!r}, own) or own['adapter'])({{}})"
        return f"{code}\n\n{ENTRY} = {made}({signature.name}, {work_of(signature)!r}, globals())\n"
