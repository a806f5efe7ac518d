"""Objects of git as bytes: their ids, trees, and the pack in which new ones are given to git."""

from __future__ import annotations

import hashlib
import zlib
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from specwright.core.errors import UserError

FILE: Final = "100644"
PROGRAM: Final = "100755"
LINK: Final = "120000"
TREE: Final = "40000"
SUBMODULE: Final = "160000"
_IN_PACK: Final = {"commit": 1, "tree": 2, "blob": 3}


class GitObject(NamedTuple):
    kind: str
    content: bytes

    def id(self, algorithm: str) -> str:
        """Return the name of the object; `algorithm` is that of its repository, sha1 or sha256."""
        named = hashlib.new(algorithm, usedforsecurity=False)
        named.update(f"{self.kind} {len(self.content)}\0".encode() + self.content)
        return named.hexdigest()


class TreeEntry(NamedTuple):
    mode: str
    id: str


Tree = dict[bytes, TreeEntry]
"""The entries of one folder by their names."""


def read_tree(content: bytes, algorithm: str) -> Tree:
    """Return the entries of a tree object. Raise UserError for one that is damaged."""
    size, place = hashlib.new(algorithm, usedforsecurity=False).digest_size, 0
    entries: Tree = {}
    while place < len(content):
        end = content.find(b"\0", place)
        mode, _, name = content[place:end].partition(b" ")
        place = end + 1 + size
        if end < 0 or place > len(content) or not name:
            raise UserError("the repository holds a damaged tree", hint="look for the damage with: git fsck")
        entries[name] = TreeEntry(mode.decode("ascii", "replace"), content[place - size : place].hex())
    return entries


def write_tree(entries: Mapping[bytes, TreeEntry]) -> GitObject:
    """Return the tree object. Git sorts folders as if their names ended in a slash."""
    order = sorted(entries, key=lambda name: name + b"/" * (entries[name].mode == TREE))
    lines = (b"%b %b\0%b" % (entries[name].mode.encode(), name, bytes.fromhex(entries[name].id)) for name in order)
    return GitObject("tree", b"".join(lines))


def pack(objects: Iterable[GitObject], algorithm: str) -> bytes:
    """Return the objects as a pack, which `git unpack-objects` reads."""
    parts = [_packed(each) for each in objects]
    content = b"PACK" + (2).to_bytes(4) + len(parts).to_bytes(4) + b"".join(parts)
    return content + hashlib.new(algorithm, content, usedforsecurity=False).digest()


def _packed(each: GitObject) -> bytes:
    """Return an object in a pack: kind and size in groups of four and then seven bits, and its content compressed."""
    size, head = len(each.content), bytearray()
    group, size = _IN_PACK[each.kind] << 4 | size & 15, size >> 4
    while size:
        head.append(group | 128)
        group, size = size & 127, size >> 7
    head.append(group)
    return bytes(head) + zlib.compress(each.content, 1)
