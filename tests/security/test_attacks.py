"""Every attack of the corpus fails, and succeeds where its wall alone is lowered, so that failing means something.

Every attack is tried in one backend of this machine, and every set of walls in each of the backends. For every set of
walls one attack is shown to succeed without them, in each backend of this machine. The tests marked `slow` try every
attack in every backend.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

import pytest

from specwright.adapters.sandbox.host.walls import Walls
from tests.sandboxes import CONTAINERS, LOCAL, Bench
from tests.security.campaign import CORPUS, broken, harmless, lacking
from tests.security.scene import Attack

BACKENDS = (*LOCAL, *CONTAINERS)


def sample(backends: Sequence[str], elsewhere: Sequence[str] = ()) -> set[tuple[str, str]]:
    """Return pairs of attacks and backends: every attack in one of `backends`, every set of walls in each backend."""
    attacks = defaultdict(list)
    for attack in CORPUS:
        attacks[attack.walls].append(attack.name)
    return {
        (names[place % len(names)], backends[place % len(backends)])
        for names in attacks.values()
        for place in range(max(len(names), len(backends)) if backends else 0)
    } | {(names[place % len(names)], backend) for names in attacks.values() for place, backend in enumerate(elsewhere)}


def spread(chosen: set[tuple[str, str]], backends: Sequence[str], elsewhere: Sequence[str] = ()) -> list[object]:
    """Return every attack in every backend, those outside of the chosen ones marked as slow."""
    return [
        pytest.param(
            backend,
            attack,
            id=f"{backend}-{attack.name}",
            marks=() if (attack.name, backend) in chosen else pytest.mark.slow,
        )
        for backend in (*backends, *elsewhere)
        for attack in CORPUS
    ]


@pytest.mark.parametrize(("backend", "attack"), spread(sample(LOCAL, CONTAINERS), LOCAL, CONTAINERS))
def test_the_wall_holds(bench: Bench, backend: str, attack: Attack) -> None:
    if attack.said.get("needs") == "control groups" and (why := lacking(attack)):
        pytest.skip(why)
    assert broken(bench, backend, attack) is None


@pytest.mark.parametrize(("backend", "attack"), spread(sample((), LOCAL), LOCAL))
def test_the_attack_succeeds_with_its_wall_lowered(bench: Bench, backend: str, attack: Attack) -> None:
    if why := lacking(attack):
        pytest.skip(why)
    if attack.said.get("shown in", backend) != backend:
        pytest.skip("here a second wall stands behind the first, which cannot be lowered")
    assert harmless(bench, backend, attack) is None


def test_the_corpus_is_complete_and_says_what_success_is() -> None:
    assert len(CORPUS) >= 200
    walls = {wall for attack in CORPUS for wall in attack.walls}
    assert walls == {*Walls.__dataclass_fields__, "screen"}
    assert all("success" in attack.said for attack in CORPUS)


def test_the_sample_holds_every_attack_and_every_wall_in_every_backend() -> None:
    chosen = sample(LOCAL, CONTAINERS)
    walls = {attack.name: attack.walls for attack in CORPUS}
    assert {name for name, _ in chosen} == set(walls)
    assert {(walls[name], backend) for name, backend in chosen} == {
        (walls[name], backend) for name in walls for backend in BACKENDS
    }
