"""Who may use the server: users with tokens, of which only digests are kept."""

from __future__ import annotations

import hashlib
import re
import stat
import tomllib
from pathlib import Path
from typing import Final

from pydantic import Field, ValidationError

from specwright.core.errors import UserError
from specwright.core.value import Value

OPERATOR: Final = "operator"
"""The one user of a server without a file of users."""
_NAME: Final = re.compile(r"[a-z][a-z0-9_]{0,31}")


class UserLimits(Value):
    """What one user may use. None is no limit."""

    runs: int = Field(4, ge=1)
    """Runs under way at once."""
    waiting: int = Field(100, ge=1)
    """Runs that wait their turn."""
    tokens_per_run: int | None = Field(None, ge=1)
    usd_per_run: float | None = Field(None, gt=0)
    tokens_per_day: int | None = Field(None, ge=1)
    usd_per_day: float | None = Field(None, gt=0)
    requests_per_minute: int = Field(1200, ge=1)
    models: tuple[str, ...] = ()
    """Models that the user may choose besides the server's own."""


class User(Value):
    """Somebody with a token."""

    name: str
    admin: bool = False
    """Whether the user sees the runs of everybody, those of the command line included."""
    limits: UserLimits = UserLimits()


class _UserRow(UserLimits):
    sha256: str = Field(pattern=r"[0-9a-f]{64}")
    admin: bool = False


class _File(Value):
    users: dict[str, _UserRow] = Field(min_length=1)


class Users:
    """Finds users by their tokens."""

    def __init__(self, by_digest: dict[str, User]) -> None:
        self._by_digest = by_digest
        self.by_name = {user.name: user for user in by_digest.values()}

    @classmethod
    def only(cls, token: str, limits: UserLimits) -> Users:
        """Return the one user who started the server."""
        return cls({digest_of(token): User(name=OPERATOR, admin=True, limits=limits)})

    def find(self, token: str) -> User | None:
        """Return the user with this token. The comparison takes as long for a wrong one: it is of digests."""
        return self._by_digest.get(digest_of(token))


def digest_of(token: str) -> str:
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).hexdigest()


def read_users(path: Path) -> Users:
    """Return the users of a TOML file. Raise UserError."""
    try:
        if path.stat().st_mode & (stat.S_IWGRP | stat.S_IWOTH):
            raise UserError(f"{path} can be written by others", hint=f"run: chmod 600 {path}")
        with path.open("rb") as file:
            rows = _File.model_validate(tomllib.load(file)).users
    except OSError as error:
        raise UserError(f"{path} cannot be read: {error.strerror}", hint="correct the path of --users") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UserError(f"{path} is not TOML: {error}", hint="see docs/server.md for its form") from error
    except ValidationError as error:
        first = error.errors(include_input=False)[0]
        where = ".".join(map(str, first["loc"]))
        raise UserError(f"{path}: {where}: {first['msg']}", hint="see docs/server.md for its form") from error
    if len({row.sha256 for row in rows.values()}) < len(rows):
        raise UserError(f"two users of {path} have the same token", hint="make another: specwright serve --make-token")
    return Users({row.sha256: _user(name, row, path) for name, row in rows.items()})


def _user(name: str, row: _UserRow, path: Path) -> User:
    if not _NAME.fullmatch(name) or name == OPERATOR:
        raise UserError(
            f"{path}: {name!r} cannot name a user", hint="use lower-case letters, digits and underscores: ana_2"
        )
    limits = UserLimits(**row.model_dump(exclude={"sha256", "admin"}))
    return User(name=name, admin=row.admin, limits=limits)
