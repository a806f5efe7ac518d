"""TypeScript as the analyser sees it: JavaScript's grammar reads its nodes too; see grammar_javascript.py."""

from grammar_javascript import *  # noqa: F403 - the analyser asks this module for all of it

BINDING = "language_typescript"
