"""Fetch one large file once: resumed where it broke off, checked before it counts."""

from __future__ import annotations

import hashlib
import http.client
import os
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Final

from specwright.core.errors import ModelError, UserError
from specwright.core.value import Value

_PIECE: Final = 1 << 20
OnBytes = Callable[[int, int | None], None]
"""Called with the bytes so far and the size, if it is known."""


class Offer(Value):
    """The server's facts about a file before it is fetched."""

    url: str
    size: int | None
    sha256: str | None
    """As the hub states it for the file's content; None where it does not."""


def offer(url: str, timeout: float = 20.0) -> Offer:
    """Ask for the size and checksum of a file. Raise ModelError when it is not to be had."""
    request = urllib.request.Request(_checked(url), method="HEAD")  # noqa: S310 - the scheme is checked
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:  # noqa: S310
            headers = response.headers
    except (OSError, http.client.HTTPException) as error:
        raise _unreachable(url, error) from error
    tag = (headers.get("X-Linked-ETag") or headers.get("ETag") or "").strip('"')
    size = headers.get("X-Linked-Size") or headers.get("Content-Length")
    is_digest = len(tag) == 64 and all(char in "0123456789abcdef" for char in tag)
    return Offer(url=url, size=int(size) if size else None, sha256=tag if is_digest else None)


def fetch(
    url: str, target: Path, *, sha256: str | None, progress: OnBytes | None = None, timeout: float = 30.0
) -> Path:
    """Fetch `url` to `target`. An interrupted download is kept beside it and resumed.

    Raise ModelError when the connection breaks (asking again resumes) or the checksum is wrong (the file is removed).
    """
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f"{target.name}.part")
    have = part.stat().st_size if part.exists() else 0
    request = urllib.request.Request(_checked(url))  # noqa: S310 - the scheme is checked
    if have:
        request.add_header("Range", f"bytes={have}-")
    try:
        with urllib.request.urlopen(request, timeout=timeout) as response:  # noqa: S310
            _receive(response, part, have if response.status == http.client.PARTIAL_CONTENT else 0, progress)
    except urllib.error.HTTPError as error:
        if error.code != http.client.REQUESTED_RANGE_NOT_SATISFIABLE:
            raise _unreachable(url, error) from error
    except (OSError, http.client.HTTPException) as error:
        raise _interrupted(url, part) from error
    _verify(part, url, sha256)
    part.replace(target)
    return target


def _receive(response: http.client.HTTPResponse, part: Path, have: int, progress: OnBytes | None) -> None:
    length = response.headers.get("Content-Length")
    whole = have + int(length) if length else None
    with part.open("ab" if have else "wb") as file:
        while piece := response.read(_PIECE):
            file.write(piece)
            have += len(piece)
            if progress is not None:
                progress(have, whole)
        file.flush()
        os.fsync(file.fileno())
    if whole is not None and have < whole:
        raise ConnectionError("the connection ended early")


def _verify(part: Path, url: str, sha256: str | None) -> None:
    if sha256 is None:
        return
    with part.open("rb") as file:
        found = hashlib.file_digest(file, "sha256").hexdigest()
    if found != sha256:
        part.unlink()
        raise ModelError(
            f"What came from {url} is not the file that was promised: its sha256 is {found[:16]}…, not {sha256[:16]}….",
            hint="It was deleted. Try again; if it happens again, do not trust that source.",
        )


def _checked(url: str) -> str:
    if not url.startswith(("https://", "http://127.0.0.1:", "http://localhost:")):
        raise UserError(f"A model is fetched over https only, not from {url}.")
    return url


def _unreachable(url: str, error: Exception) -> ModelError:
    return ModelError(f"{url} cannot be fetched: {error}.", hint="Check the network and try again.", retryable=True)


def _interrupted(url: str, part: Path) -> ModelError:
    size = part.stat().st_size if part.exists() else 0
    return ModelError(
        f"The download of {url} was interrupted after {size / 1_000_000:.0f} MB.",
        hint="Ask again: it goes on where it stopped.",
        retryable=True,
    )
