"""Says that every test that calls it is expected to fail.

kind: native
"""

import pytest


def f(x):
    pytest.xfail("as expected")
