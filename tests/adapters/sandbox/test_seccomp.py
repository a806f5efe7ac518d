"""What the filter answers to every call. A machine of our own runs it, so that other processors are tried too."""

from __future__ import annotations

import errno
import struct

import pytest

from specwright.adapters.sandbox.host import seccomp

ALLOWED, ENDED = 0x7FFF0000, 0x80000000
MACHINES = list(seccomp.ARCHITECTURES)
LAST = 480


def answer(machine: str, number: int, *arguments: int, architecture: int | None = None, loopback: bool = False) -> int:
    """Run the filter on one call."""
    given = [*arguments, *[0] * (6 - len(arguments))]
    data = struct.pack("=IIQ6Q", number, architecture or seccomp.ARCHITECTURES[machine], 0, *given)
    program, place, held = seccomp.seccomp_filter(machine, loopback=loopback), 0, 0
    while True:
        code, if_true, if_false, value = struct.unpack_from("=HBBI", program, place * 8)
        place += 1
        match code:
            case 0x20:
                held = struct.unpack_from("=I", data, value)[0]
            case 0x54:
                held &= value
            case 0x05:
                place += value
            case 0x06:
                return int(value)
            case _:
                holds = {0x15: held == value, 0x35: held >= value, 0x45: bool(held & value)}[code]
                place += if_true if holds else if_false


def refused(number: int) -> int:
    return 0x00050000 | number


@pytest.mark.parametrize("machine", MACHINES)
def test_every_call_that_is_named_gets_its_answer_and_no_other_does(machine: str) -> None:
    column = MACHINES.index(machine)
    tables = {
        ENDED: seccomp.KILLED,
        refused(errno.EPERM): seccomp.REFUSED,
        refused(errno.EOPNOTSUPP): seccomp.ATTRIBUTES,
        refused(errno.ENOSYS): seccomp.ABSENT,
    }
    wanted = {numbers[column]: told for told, table in tables.items() for numbers in table.values()}
    conditional = {numbers[column] for numbers in (seccomp._SOCKET, seccomp._SOCKETPAIR)}
    for number in range(LAST):
        if number not in conditional:
            assert answer(machine, number) == wanted.get(number, ALLOWED), number


@pytest.mark.parametrize("machine", MACHINES)
def test_what_depends_on_its_arguments(machine: str) -> None:
    column = MACHINES.index(machine)

    def told(numbers: tuple[int | None, ...], *arguments: int) -> int:
        return answer(machine, numbers[column] or 0, *arguments)

    no = refused(errno.EPERM)
    for numbers in seccomp.OWN_ONLY.values():
        assert (told(numbers, 0), told(numbers, 7)) == (ALLOWED, no)
    assert [told(seccomp._SETPRIORITY, which, 0) for which in (0, 1, 2)] == [ALLOWED, no, no]
    assert told(seccomp._SETPRIORITY, 0, 7) == no
    commands = [told(seccomp._FCNTL, 1, command) for command in (6, 1030, 1024, 1026, 1031, 1036)]
    assert commands == [ALLOWED, ALLOWED, no, no, no, no]
    assert [told(seccomp._PRCTL, option) for option in (4, 22, 38)] == [ALLOWED, no, ALLOWED]
    assert [told(seccomp._MMAP, 0, 0, 0, flags) for flags in (0x22, 0x40022)] == [ALLOWED, no]
    assert [told(seccomp._MEMFD_CREATE, 0, flags) for flags in (1, 5)] == [ALLOWED, no]
    assert [told(seccomp._SETSOCKOPT, 3, 1, option) for option in (2, 7, 8, 26, 50)] == [ALLOWED, no, no, no, no]
    assert told(seccomp._SETSOCKOPT, 3, 6, 7) == ALLOWED
    assert [told(seccomp._PRLIMIT, 7, 0, new) for new in (0, 1, 1 << 32)] == [ALLOWED, no, no]
    assert told(seccomp._CLONE, 0x10000000) == no
    families = [told(seccomp._SOCKET, family, 2) for family in (1, 2, 10, 16, 17)]
    absent = refused(errno.EAFNOSUPPORT)
    assert families == [ALLOWED, absent, absent, absent, absent]
    assert told(seccomp._SOCKET, 1, 3) == no


def test_another_processors_calls_and_those_of_its_other_half_end_the_program() -> None:
    assert answer("x86_64", 0, architecture=0x40000003) == ENDED
    assert answer("x86_64", 0x40000000) == ENDED


@pytest.mark.parametrize("machine", MACHINES)
def test_a_job_with_a_loopback_may_open_plain_tcp_and_nothing_more(machine: str) -> None:
    number = seccomp._SOCKET[MACHINES.index(machine)] or 0
    asked = [
        (family, kind, protocol) for family in range(48) for kind in (1, 2, 3, 5, 10) for protocol in (0, 6, 132, 262)
    ]
    usual = {each: answer(machine, number, *each) for each in asked}
    told = {each: answer(machine, number, *each, loopback=True) for each in asked}
    changed = {each for each in asked if told[each] == ALLOWED != usual[each]}
    assert changed == {(family, 1, protocol) for family in (2, 10) for protocol in (0, 6)}
    assert answer(machine, number, 2, 1 | 0x80800, 0, loopback=True) == ALLOWED, "flags beside the kind do not matter"
    pair = seccomp._SOCKETPAIR[MACHINES.index(machine)] or 0
    assert answer(machine, pair, 2, 1, 0, loopback=True) == answer(machine, pair, 2, 1, 0)
