"""Reads examples out of a problem's text: one module for each family of forms, and one for what none could read."""
