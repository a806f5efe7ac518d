"""Shared parts of the checks of packages: formatter, linter, type checker and our analyser."""
