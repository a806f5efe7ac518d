"""The verbs on code that is already there."""
