"""Further sequences of requests, made from known ones: left out, repeated, exchanged, joined, with other numbers."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from specwright.core.program.data import Data
from specwright.core.program.process.requests import MOST_REQUESTS, REQUESTS

_NUMBER: Final = re.compile(r"(?<=/)\d+(?=[/? ]|$)")
_MOST: Final = 12


def further_requests(known: Sequence[Mapping[str, Data]], rng: random.Random) -> Iterator[dict[str, Data]]:
    """Yield sequences without end. Each request is one that is known, but for a number in its path."""
    pool = [list(call[REQUESTS]) for call in known]
    every = [request for requests in pool for request in requests]
    while True:
        requests = list(rng.choice(pool))
        for _ in range(rng.choice((1, 1, 2, 3))):
            requests = _changed(requests, pool, every, rng)
        yield {REQUESTS: requests[: min(_MOST, MOST_REQUESTS)]}


def _changed(requests: list[str], pool: list[list[str]], every: list[str], rng: random.Random) -> list[str]:
    place = rng.randrange(len(requests))
    way = rng.randrange(6)
    if way == 0 and len(requests) > 1:
        return requests[:place] + requests[place + 1 :]
    if way == 1:
        return requests[: place + 1] + requests[place:]
    if way == 2 and len(requests) > 1:
        other = rng.randrange(len(requests))
        requests[place], requests[other] = requests[other], requests[place]
        return requests
    if way == 3:
        return requests + list(rng.choice(pool))
    if way == 4:
        return [
            *requests[:place],
            _NUMBER.sub(lambda _: str(rng.randint(1, 4)), requests[place], count=1),
            *requests[place + 1 :],
        ]
    return [*requests[: place + 1], rng.choice(every), *requests[place + 1 :]]


def fewer_requests(call: Mapping[str, Data]) -> Iterator[dict[str, Data]]:
    """Yield the sequence without one of its requests."""
    requests = call[REQUESTS]
    for place in range(len(requests)):
        if len(requests) > 1:
            yield {REQUESTS: [*requests[:place], *requests[place + 1 :]]}
