"""Small functions from examples: every expression over typed building blocks, the simplest first.

`blocks.py` is the table of building blocks, `values.py` how values are held, `enumerate.py` the search, `probes.py`
the inputs on which rivals differ, `render.py` the Python text, and `solve.py` what callers use.
"""
