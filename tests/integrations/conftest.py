"""Tests with the libraries of integrations run where those are installed: see `test_libraries.py`."""

from __future__ import annotations

from importlib.util import find_spec

collect_ignore = [] if find_spec("dspy") else ["libraries", "engines"]
