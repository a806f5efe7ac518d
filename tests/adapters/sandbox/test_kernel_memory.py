"""How much of the kernel's memory one process can hold where no control group counts it; see docs/sandbox.md."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.sandboxes import LOCAL, Bench

from specwright.ports.sandbox import ExecResult, Job, Limits

OPEN_FILES = 256
PAGE = 4096
PIPE = 16 * PAGE
FILL = """
import contextlib, json, os, socket, sys
def pairs():
    while True:
        try:
            yield socket.socketpair() if sys.argv[1] == "sockets" else os.pipe()
        except OSError:
            return
def filled(end):
    held = 0
    handle = end if isinstance(end, int) else end.fileno()
    os.set_blocking(handle, False)
    with contextlib.suppress(BlockingIOError):
        while True:
            held += os.write(handle, b"x" * 4096)
    return held
made = list(pairs())
print(json.dumps(sum(filled(end) for pair in made for end in (pair if sys.argv[1] == "sockets" else pair[1:]))))
"""


def held(bench: Bench, backend: str, what: str) -> int:
    toolchain = bench.toolchain(backend)
    job = Job(
        argv=(toolchain.interpreter, "-S", "-c", FILL, what),
        mounts=toolchain.mounts,
        limits=Limits(open_files=OPEN_FILES),
    )
    result: ExecResult = bench.run(bench.sandbox(backend).run(job))
    return int(json.loads(result.stdout))


@pytest.mark.parametrize("backend", LOCAL)
def test_sockets_hold_no_more_than_the_machines_usual_buffer_for_each_descriptor(bench: Bench, backend: str) -> None:
    usual = int(Path("/proc/sys/net/core/wmem_default").read_text())
    assert 0 < held(bench, backend, "sockets") <= OPEN_FILES * usual


@pytest.mark.parametrize("backend", LOCAL)
def test_pipes_hold_no_more_than_sixteen_pages_for_each_two_descriptors(bench: Bench, backend: str) -> None:
    assert 0 < held(bench, backend, "pipes") <= OPEN_FILES // 2 * PIPE
