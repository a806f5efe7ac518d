"""What tools say of a package, one file per language: the formatter, linter, checker and analysers it is used to."""
