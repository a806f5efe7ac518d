"""Figures of the server in the text format of Prometheus."""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Final

from specwright import __version__

_BUCKETS: Final = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
CONTENT_TYPE: Final = "text/plain; version=0.0.4; charset=utf-8"
_REQUESTS: Final = "specwright_http_requests_total"
_SECONDS: Final = "specwright_http_request_seconds"
_RUNS: Final = "specwright_runs_ended_total"


class Metrics:
    """Counts requests and runs. Gauges are asked for when somebody reads them."""

    def __init__(self, gauges: Callable[[], dict[str, tuple[str, float]]]) -> None:
        """`gauges` returns what each means, and its value, by its name."""
        self._gauges = gauges
        self._requests: defaultdict[tuple[str, str, int], int] = defaultdict(int)
        self._seconds: defaultdict[str, list[int]] = defaultdict(lambda: [0] * (len(_BUCKETS) + 1))
        self._sums: defaultdict[str, float] = defaultdict(float)
        self._runs: defaultdict[str, int] = defaultdict(int)

    def request(self, method: str, path: str, status: int, seconds: float) -> None:
        """Count a request. `path` is that of the operation, with names in place of values."""
        self._requests[method, path, status] += 1
        self._seconds[path][bisect_left(_BUCKETS, seconds)] += 1
        self._sums[path] += seconds

    def run(self, ending: str) -> None:
        """Count a run that ended, was cancelled or failed."""
        self._runs[ending] += 1

    def text(self) -> str:
        """Return everything as text."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        yield from _head("specwright_info", "gauge", "The version of the server.")
        yield f'specwright_info{{version="{__version__}"}} 1'
        for name, (meaning, value) in self._gauges().items():
            yield from _head(name, "gauge", meaning)
            yield f"{name} {value:g}"
        yield from _head(_RUNS, "counter", "Runs that ended, by how.")
        for ending, count in sorted(self._runs.items()):
            yield f'{_RUNS}{{ending="{ending}"}} {count}'
        yield from _head(_REQUESTS, "counter", "Requests, by operation and status.")
        for (method, path, status), count in sorted(self._requests.items()):
            yield f'{_REQUESTS}{{method="{method}",path="{path}",status="{status}"}} {count}'
        yield from _head(_SECONDS, "histogram", "Seconds until the end of a response; event streams are not counted.")
        for path, counts in sorted(self._seconds.items()):
            yield from self._histogram(path, counts)

    def _histogram(self, path: str, counts: list[int]) -> Iterator[str]:
        total = 0
        for bound, count in zip((*_BUCKETS, "+Inf"), counts, strict=True):
            total += count
            yield f'{_SECONDS}_bucket{{path="{path}",le="{bound}"}} {total}'
        yield f'{_SECONDS}_sum{{path="{path}"}} {self._sums[path]:.6f}'
        yield f'{_SECONDS}_count{{path="{path}"}} {total}'


def _head(name: str, kind: str, meaning: str) -> Iterator[str]:
    yield f"# HELP {name} {meaning}"
    yield f"# TYPE {name} {kind}"
