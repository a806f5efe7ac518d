"""Ends the test runner before it starts.

kind: native
"""

import os

os._exit(0)
