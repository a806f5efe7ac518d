"""The files that a project has in any language: licence, workflow, and the written files."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Final

from specwright.core.program.package import Package

_LICENCE: Final = """\
MIT License

Copyright (c) the authors of {name}

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
"""
_WORKFLOW: Final = """\
name: test
on: [push, pull_request]
permissions:
  contents: read
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@11bd71901bbe5b1630ceea73d27597364c9af683 # v4.2.2
        with:
          persist-credentials: false
{steps}"""
_README: Final = "README.md"


def whole(package: Package, made: Mapping[str, str], ignored: str, steps: str) -> dict[str, bytes]:
    """Return the written files, and the made files that none of them replaces. `steps` are the workflow's."""
    indented = "".join(f"      {line}\n" if line else "\n" for line in steps.splitlines())
    files = {
        **licence_files(package),
        ".gitignore": ignored,
        ".github/workflows/test.yml": _WORKFLOW.format(steps=indented),
        **made,
        **package.documents,
        **package.sources,
        **package.tests,
    }
    return {path: text.encode("utf-8", "backslashreplace") for path, text in sorted(files.items())}


def licence_of(package: Package) -> str:
    """Return the SPDX id of the package's licence: the user's, else MIT."""
    return package.notice.licence if package.notice else "MIT"


def licence_files(package: Package) -> dict[str, str]:
    """Return the texts of the licence. With a notice of the user's the folder keeps to the REUSE specification."""
    notice = package.notice
    if notice is None:
        return {"LICENSE": _LICENCE.format(name=package.name)}
    owner = f"SPDX-FileCopyrightText = {json.dumps(notice.owner)}\n" if notice.owner else ""
    reuse = (
        f'version = 1\n\n[[annotations]]\npath = "**"\nprecedence = "closest"\n{owner}'
        f"SPDX-License-Identifier = {json.dumps(notice.licence)}\n"
    )
    texts = {"LICENSE": notice.text, f"LICENSES/{notice.licence}.txt": notice.text} if notice.text else {}
    return {**texts, "REUSE.toml": reuse}


def has_readme(package: Package) -> bool:
    return _README in package.documents


def summary_line(package: Package) -> str:
    """Return the summary as one line of plain text."""
    return " ".join(package.summary.split())
