"""Events as the text that a store keeps."""

from __future__ import annotations

import json
import math

from specwright.core.errors import StoreError
from specwright.core.program.untrusted import parse_untrusted
from specwright.core.run.events import EVENT, Effect, Entry, Note, Told
from specwright.ports.store import StoredEntry


def write_event(event: Told | Effect | Note) -> str:
    """Return the event as JSON text, ASCII only so that any string a model produced can be kept."""
    return json.dumps(event.model_dump(mode="json"), separators=(",", ":"))


def read_event(text: str) -> Told | Effect | Note:
    """Return the event of its JSON text. Raise ValueError, and nothing else, if we would not write it like this.

    A field that is missing has its default value: an older version did not know it.
    """
    try:
        stated = parse_untrusted(text.encode("utf-8", "surrogatepass"))
        event = EVENT.validate_python(stated)
        if not _says_the_same(stated, event.model_dump(mode="json")):
            raise ValueError("its values are not written as specwright writes them")
    except RecursionError:
        raise ValueError("nested too deep") from None
    return event


def read_entry(line: StoredEntry) -> Entry:
    """Return the entry of a stored line. Raise StoreError if specwright would not have written it like this."""
    try:
        event = read_event(line.event)
    except ValueError as error:
        raise StoreError(
            f"entry {line.seq} of run {line.run_id} cannot be read",
            hint="another version of specwright wrote it, or it was changed; start a new run",
        ) from error
    return Entry(run_id=line.run_id, seq=line.seq, at=line.at, event=event)


def _says_the_same(stated: object, meant: object) -> bool:
    """Return whether JSON data is what its event is written as; `"1"` or `1.0` for 1 is not."""
    if isinstance(stated, dict) and isinstance(meant, dict):
        return stated.keys() <= meant.keys() and all(_says_the_same(stated[name], meant[name]) for name in stated)
    if isinstance(stated, list) and isinstance(meant, list):
        return len(stated) == len(meant) and all(map(_says_the_same, stated, meant))
    finite = not isinstance(stated, float) or math.isfinite(stated)
    return finite and type(stated) is type(meant) and stated == meant
