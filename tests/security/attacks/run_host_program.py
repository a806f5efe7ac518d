"""Runs a program of the host.

walls: files
success: the script prints breached
"""

import subprocess

if b"uid=" in subprocess.run(["/usr/bin/id"], capture_output=True, check=True).stdout:
    print("breached")
