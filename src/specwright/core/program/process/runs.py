"""What a run of a program leaves, as tagged data: `{"$tuple": [output, exit status, files]}`.

Files are those that it made or changed, by path; one that it removed is null. A text that is no UTF-8 is `$bytes`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from specwright.core.errors import UserError
from specwright.core.program.data import Data, from_json
from specwright.core.program.infer import fits
from specwright.core.program.types import Type

_PARTS: Final = ("output", "status", "files")
_HINT: Final = 'write {"output": "3\\n", "status": 0, "files": {}}, or the output alone as a text'
_TEXTS: Final = Type("map", Type("str"), Type("str"))
_LONGEST_PATH: Final = 200
_OPTIONAL_TEXTS: Final = Type("map", Type("str"), Type("optional", Type("str")))


def result_of(value: Any) -> Data:
    """Return the result that a person or a model wrote: the output alone, or an object, or a list. Raise UserError."""
    output, status, files = _parts(value)
    if not isinstance(output, str) or isinstance(status, bool) or not isinstance(status, int):
        raise UserError("a program's output is a text and its exit status a whole number", hint=_HINT)
    if not 0 <= status <= 255:
        raise UserError(f"{status} is no exit status: it is from 0 to 255")
    return {"$tuple": [output, status, from_json(files, _OPTIONAL_TEXTS)]}


def check_run(inputs: Mapping[str, Data]) -> None:
    """Raise UserError for what no program can be given."""
    if not fits(inputs.get("stdin", ""), Type("str")):
        raise UserError("standard input is a text", hint='write {"stdin": "1 2\\n"}')
    if not fits(inputs.get("args", []), Type("list", Type("str"))):
        raise UserError("arguments are a list of texts", hint='write {"args": ["--upper", "a.txt"]}')
    if not fits(inputs.get("files", {"$map": []}), _TEXTS):
        raise UserError("files are texts by path", hint='write {"files": {"a.txt": "content"}}')
    for path, _ in inputs.get("files", {"$map": []})["$map"]:
        if not _is_safe(path):
            raise UserError(f"{path!r} is no path below the working folder", hint="write it like data/a.txt")
    if any("\0" in text for text in inputs.get("args", [])):
        raise UserError("an argument has a null character")


def _is_safe(path: str) -> bool:
    parts = path.split("/")
    return 0 < len(path) <= _LONGEST_PATH and "\0" not in path and not {"", ".", ".."} & set(parts)


def _parts(value: Any) -> tuple[Any, Any, Any]:
    if isinstance(value, bool | int | float):
        return str(value), 0, {}
    if isinstance(value, str):
        return value, 0, {}
    if isinstance(value, dict) and "$map" in value:
        value = {key: item for key, item in value["$map"] if isinstance(key, str)}
    if isinstance(value, dict) and value and set(value) <= set(_PARTS):
        return value.get("output", ""), value.get("status", 0), value.get("files", {})
    if isinstance(value, dict) and "$tuple" in value:
        value = value["$tuple"]
    if isinstance(value, list) and len(value) == len(_PARTS):
        return value[0], value[1], value[2]
    raise UserError("this is not what a program can leave", hint=_HINT)
