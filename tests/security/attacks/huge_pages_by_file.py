"""Makes a file without a name out of huge pages.

walls: system_calls
success: the script prints breached
"""

import os

os.memfd_create("huge", os.MFD_HUGETLB)
print("breached")
