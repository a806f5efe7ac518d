"""Changes a file of the interpreter that runs it.

walls: files
success: it is the host's own permissions that answer, or nobody
"""

import os

path = os.path.dirname(os.__file__) + "/specwright-was-here"
try:
    open(path, "w").close()
except PermissionError:
    print("breached")  # of the user, not of the mount
else:
    os.unlink(path)
    print("breached")
