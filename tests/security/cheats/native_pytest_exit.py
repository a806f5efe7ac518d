"""Asks pytest to stop, with the status of success.

kind: native
"""

import pytest


def f(x):
    pytest.exit("done", returncode=0)
