"""Lisp: its row. It is read whenever specwright starts, so this module imports nothing else."""

from __future__ import annotations

from specwright.core.program.language import Language

ROW = Language(
    name="lisp",
    title="Lisp",
    file_name="solution.lisp",
    program_file="main.lisp",
    test_file_name="test_solution.lisp",
    extensions=(".lisp",),
    fence_tags=frozenset({"lisp"}),
    keywords="defun if let lambda for list tuple get and or not is nil true false",
    comments=r";[^\n]*",
    strings=r'"(?:\\.|[^"\\])*+"?',
    test_files=r"(^|/)test_\w*\.lisp$",
    test_command="specwright check .",
    program="python3",
    oldest=(3, 11),
    install="specwright runs on it",
)
