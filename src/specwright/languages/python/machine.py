"""Python on a machine: the interpreter that runs specwright."""

from __future__ import annotations

import sys
import sysconfig
from pathlib import Path
from typing import Final

from specwright.languages.common.supervised import KIT
from specwright.languages.common.tools.installed_tools import InstalledTools
from specwright.languages.common.tools.interpreter import local_interpreter
from specwright.languages.common.tools.machine import (
    KIT_SECONDS,
    Grammar,
    Kit,
    KitFolders,
    Machine,
    PackagedModule,
    PackagedProgram,
    run_command,
)
from specwright.languages.python.checks import MYPY_FLAGS
from specwright.languages.python.packaging import runner_packages
from specwright.ports.sandbox import Mount

_STANDARD_LIBRARY: Final = (
    "import abc, argparse, array, asyncio, base64, bisect, calendar, collections, collections.abc, contextlib, copy\n"
    "import csv, dataclasses, datetime, decimal, difflib, enum, fractions, functools, graphlib, hashlib, heapq, hmac\n"
    "import html, io, ipaddress, itertools, json, logging, math, numbers, operator, os, pathlib, pprint, random\n"
    "import re, secrets, shlex, shutil, sqlite3, statistics, string, struct, subprocess, sys, tempfile\n"
    "import textwrap, threading, time, tomllib, types, typing, unicodedata, urllib.parse, uuid, zoneinfo\n"
)
"""A module whose types mypy reads ahead of time: what packages usually import from the standard library."""
_PLAIN_FILES: Final = ("--no-sqlite-cache",)
"""Makes mypy keep its cache in files, because it fails on a database that it cannot write."""


def _locate(program: Path, version: str) -> tuple[dict[str, str], tuple[Mount, ...]]:
    interpreter, mounts = local_interpreter()
    return {"python3": interpreter}, mounts


def _with_runner(tools: InstalledTools) -> InstalledTools:
    return tools.model_copy(update={"mounts": (*tools.mounts, *runner_packages())})


def _read_types(tools: InstalledTools, folders: KitFolders) -> None:
    module = folders.made.parent / "known.py"
    module.write_text(tools.index)
    kept = [*_PLAIN_FILES, f"--cache-dir={folders.made}"]
    run_command([tools.programs["python"], "-m", "mypy", *MYPY_FLAGS, *kept, str(module)], seconds=KIT_SECONDS)


_HOLDS_FOR: Final = f"# Python {sys.version}, {MYPY_FLAGS}".replace("\n", " ")
MACHINE = Machine(
    locate=_locate,
    checkers={
        "ruff": PackagedProgram("ruff", "ruff"),
        "mypy": PackagedModule(
            package="mypy",
            kit=Kit("mypy", _read_types),
            index=f"{_HOLDS_FOR}\n{_STANDARD_LIBRARY}",
            with_kit=(*_PLAIN_FILES, f"--cache-dir={KIT}"),
            without_kit=("--cache-dir=/dev/null",),
        ),
        "tree-sitter": Grammar(),
    },
    with_runner=_with_runner,
    not_in_image=frozenset(
        {
            "test",
            "idlelib",
            "tkinter",
            "turtledemo",
            "ensurepip",
            Path(sysconfig.get_config_var("LIBPL") or "").name,
        }
    ),
)
