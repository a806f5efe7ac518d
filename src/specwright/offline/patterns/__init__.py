"""A library of verified classics: found by text, adapted to the asked names and types, accepted only by evidence.

`topics/` holds the patterns, `declare.py` defines how one is written, `catalogue.py` reads them, `search.py` finds them
and `adapt.py` turns one into a program for the signature that was asked for.
"""
