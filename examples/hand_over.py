"""Write a result with its evidence into a folder, and check that folder as its receiver would."""

import tempfile
from pathlib import Path

from specwright import Client

with tempfile.TemporaryDirectory() as folder, Client() as client:
    out = Path(folder) / "gcd"
    client.solve(
        "Return the greatest common divisor of two integers a and b.",
        examples=["gcd(12, 18) == 6", "gcd(7, 13) == 1", "gcd(0, 5) == 5"],
        out=out,
    )
    print("files:", sorted(path.name for path in out.iterdir()))
    print("as handed over:", client.verify(out).standing)
    code = out / "solution.py"
    code.write_text(code.read_text() + "\n# changed afterwards\n")
    print("after a change:", client.verify(out).standing)
