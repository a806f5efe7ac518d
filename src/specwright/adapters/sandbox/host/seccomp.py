"""The system-call filter: everything is allowed but what a test never needs and an attack does.

A list of refused calls, not of allowed ones, because five languages' runtimes must live under it on kernels to
come. The namespaces are the wall; this closes the doors through which kernels have been broken from inside one.
Standard library only: the guardian runs this without any package.
"""

from __future__ import annotations

import struct
from functools import cache
from typing import Final

ARCHITECTURES: Final = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
_ALLOW, _KILL_PROCESS, _ERRNO = 0x7FFF0000, 0x80000000, 0x00050000
_EPERM, _ENOSYS, _EOPNOTSUPP, _EAFNOSUPPORT = 1, 38, 95, 97
_X32_BIT: Final = 0x40000000
_GROUP: Final = 10

# Never asked for by an honest program, so asking ends it, visibly: {name: (x86_64, aarch64)}, None where there is none.
KILLED: Final[dict[str, tuple[int | None, int | None]]] = {
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "kcmp": (312, 272),
    "pidfd_getfd": (438, 438),
    "bpf": (321, 280),
    "perf_event_open": (298, 241),
    "userfaultfd": (323, 282),
    "add_key": (248, 217),
    "request_key": (249, 218),
    "keyctl": (250, 219),
    "init_module": (175, 105),
    "finit_module": (313, 273),
    "delete_module": (176, 106),
    "kexec_load": (246, 104),
    "kexec_file_load": (320, 294),
    "reboot": (169, 142),
    "swapon": (167, 224),
    "swapoff": (168, 225),
    "acct": (163, 89),
    "mount": (165, 40),
    "umount2": (166, 39),
    "pivot_root": (155, 41),
    "chroot": (161, 51),
    "open_tree": (428, 428),
    "move_mount": (429, 429),
    "fsopen": (430, 430),
    "fsconfig": (431, 431),
    "fsmount": (432, 432),
    "fspick": (433, 433),
    "mount_setattr": (442, 442),
    "open_by_handle_at": (304, 265),
    "settimeofday": (164, 170),
    "clock_settime": (227, 112),
    "sethostname": (170, 161),
    "setdomainname": (171, 162),
    "iopl": (172, None),
    "ioperm": (173, None),
    "modify_ldt": (154, None),
    "lookup_dcookie": (212, 18),
    "nfsservctl": (180, 42),
    "quotactl": (179, 60),
    "quotactl_fd": (443, 443),
    "process_madvise": (440, 440),
    "process_mrelease": (448, 448),
    "vhangup": (153, 58),
    "setns": (308, 268),
}
# Refused softly: runtimes try these and do without.
REFUSED: Final[dict[str, tuple[int | None, int | None]]] = {
    "name_to_handle_at": (303, 264),
    "syslog": (103, 116),
    "personality": (135, 92),
    "mknod": (133, None),
    "mknodat": (259, 33),
    "adjtimex": (159, 171),
    "clock_adjtime": (305, 266),
    "migrate_pages": (256, 238),
    "move_pages": (279, 239),
    "fanotify_init": (300, 262),
    "ioprio_set": (251, 30),
    "mq_open": (240, 180),
    "mq_unlink": (241, 181),
    # A filter becomes machine code in memory that the whole machine shares; a descriptor keeps it after its process.
    "seccomp": (317, 277),
    # They write back the machine's disks; a job has none.
    "sync": (162, 81),
    "syncfs": (306, 267),
}
# Reported as not supported: their settings stay with a file or a directory, and would reach the next call.
ATTRIBUTES: Final[dict[str, tuple[int | None, int | None]]] = {
    "setxattr": (188, 5),
    "lsetxattr": (189, 6),
    "fsetxattr": (190, 7),
    "removexattr": (197, 14),
    "lremovexattr": (198, 15),
    "fremovexattr": (199, 16),
    "setxattrat": (463, 463),
    "removexattrat": (466, 466),
    "file_setattr": (469, 469),
}
# Said not to exist, so that the C library falls back to what the filter can look into.
ABSENT: Final[dict[str, tuple[int | None, int | None]]] = {
    "clone3": (435, 435),
    "io_uring_setup": (425, 425),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "memfd_secret": (447, 447),
    # The kernel has one number of asynchronous contexts for the whole machine, and of watches for each user.
    "io_setup": (206, 0),
    "io_destroy": (207, 1),
    "io_submit": (209, 2),
    "io_cancel": (210, 3),
    "io_getevents": (208, 4),
    "io_pgetevents": (333, 292),
    "inotify_init": (253, None),
    "inotify_init1": (294, 26),
    # System V: its shared objects outlive every process of a call.
    "shmget": (29, 194),
    "shmat": (30, 196),
    "shmctl": (31, 195),
    "shmdt": (67, 197),
    "semget": (64, 190),
    "semop": (65, 193),
    "semtimedop": (220, 192),
    "semctl": (66, 191),
    "msgget": (68, 186),
    "msgsnd": (69, 189),
    "msgrcv": (70, 188),
    "msgctl": (71, 187),
}
# May be called for the caller alone: a first argument other than 0 names another process, such as the driver.
OWN_ONLY: Final[dict[str, tuple[int | None, int | None]]] = {
    "sched_setaffinity": (203, 122),
    "sched_setscheduler": (144, 119),
    "sched_setparam": (142, 118),
    "sched_setattr": (314, 274),
}
_UNSHARE, _CLONE, _SOCKET, _SOCKETPAIR, _IOCTL = (272, 97), (56, 220), (41, 198), (53, 199), (16, 29)
_PRLIMIT, _SETPRIORITY, _FCNTL, _SETSOCKOPT = (302, 261), (141, 140), (72, 25), (54, 208)
_MMAP, _MEMFD_CREATE, _PRCTL = (9, 222), (319, 279), (157, 167)
_MAP_HUGETLB, _MFD_HUGETLB, _PR_SET_SECCOMP = 0x40000, 4, 22
# F_SETLEASE: others that open the file have to wait. F_NOTIFY: reports changes in a directory of the host.
# F_SETPIPE_SZ: pages of pipes are counted per user. F_SET_RW_HINT twice: a hint stays with a directory.
_FCNTL_COMMANDS: Final = (1024, 1026, 1031, 1036, 1038)
_SOL_SOCKET: Final = 1
# Sizes of buffers, which are memory of the kernel, and programs that run in it.
_SOCKET_OPTIONS: Final = (7, 8, 26, 32, 33, 50, 51, 52)
_NAMESPACES: Final = 0x7E020080  # every CLONE_NEW* flag, time included
# No others: nothing is reached by them, and what waits in internet and netlink sockets counts for no limit of memory.
_UNIX_SOCKETS: Final = 1
# For jobs with a loopback of their own: TCP alone, whose buffers are small and few as its descriptors are.
_INTERNET_SOCKETS: Final = (2, 10)
_TCP: Final = (0, 6)
_SOCKET_TYPE_MASK, _SOCK_RAW, _SOCK_PACKET, _SOCK_STREAM = 0xF, 3, 10, 1
_TERMINAL_INPUT: Final = (0x5412, 0x541C)  # TIOCSTI, TIOCLINUX: typing into the user's terminal
_FILE_FLAGS: Final = (0x40086602, 0x40046602, 0x401C5820)  # FS_IOC_SETFLAGS twice, FS_IOC_FSSETXATTR: they stay, too

_LD, _JA, _JEQ, _JGE, _JSET, _AND, _RET = 0x20, 0x05, 0x15, 0x35, 0x45, 0x54, 0x06
_NUMBER, _ARCH, _ARG0, _ARG1, _ARG2, _ARG3 = 0, 4, 16, 24, 32, 40


def _op(code: int, value: int, if_true: int = 0, if_false: int = 0) -> bytes:
    return struct.pack("=HBBI", code, if_true, if_false, value)


def _fail(number: int) -> bytes:
    return _op(_RET, _ERRNO | number)


def _refused_if(argument: int, test: int, value: int) -> list[bytes]:
    """Refuse the call if this test of an argument holds."""
    return [_op(_LD, argument), _op(test, value, 0, 1), _fail(_EPERM), _op(_RET, _ALLOW)]


def _refused_for(commands: tuple[int, ...]) -> list[bytes]:
    """Refuse the call if its second argument is one of these."""
    tests = [op for command in commands for op in (_op(_JEQ, command, 0, 1), _fail(_EPERM))]
    return [_op(_LD, _ARG1), *tests, _op(_RET, _ALLOW)]


def _prlimit() -> list[bytes]:
    """A process may set limits for itself; to its kind outside, the first process among them, it could do harm."""
    own = [_op(_LD, _ARG0), _op(_JEQ, 0, 5, 0)]
    asks_only = [_op(_LD, _ARG2), _op(_JEQ, 0, 0, 2), _op(_LD, _ARG2 + 4), _op(_JEQ, 0, 1, 0)]
    return [*own, *asks_only, _fail(_EPERM), _op(_RET, _ALLOW)]


def _own_only() -> list[bytes]:
    return [_op(_LD, _ARG0), _op(_JEQ, 0, 1, 0), _fail(_EPERM), _op(_RET, _ALLOW)]


def _setpriority() -> list[bytes]:
    """For the calling process alone: neither another nor a group or a user, which hold the driver."""
    own = [_op(_LD, _ARG0), _op(_JEQ, 0, 0, 2), _op(_LD, _ARG1), _op(_JEQ, 0, 1, 0)]
    return [*own, _fail(_EPERM), _op(_RET, _ALLOW)]


def _setsockopt() -> list[bytes]:
    tests = [op for option in _SOCKET_OPTIONS for op in (_op(_JEQ, option, 0, 1), _fail(_EPERM))]
    of_sockets = [_op(_LD, _ARG1), _op(_JEQ, _SOL_SOCKET, 0, len(tests) + 1), _op(_LD, _ARG2)]
    return [*of_sockets, *tests, _op(_RET, _ALLOW)]


def _socket() -> list[bytes]:
    """Unix sockets only, and none that is raw."""
    return [
        _op(_LD, _ARG0),
        _op(_JEQ, _UNIX_SOCKETS, 1, 0),
        _fail(_EAFNOSUPPORT),
        _op(_LD, _ARG1),
        _op(_AND, _SOCKET_TYPE_MASK),
        _op(_JEQ, _SOCK_RAW, 1, 0),
        _op(_JEQ, _SOCK_PACKET, 0, 1),
        _fail(_EPERM),
        _op(_RET, _ALLOW),
    ]


def _socket_of_loopback() -> list[bytes]:
    """Unix sockets as ever, and plain TCP: other stream protocols are kernel code that is less tried."""
    tcp = [
        _op(_LD, _ARG1),
        _op(_AND, _SOCKET_TYPE_MASK),
        _op(_JEQ, _SOCK_STREAM, 1, 0),
        _fail(_EPERM),
        _op(_LD, _ARG2),
        *(_op(_JEQ, protocol, len(_TCP) - place, 0) for place, protocol in enumerate(_TCP)),
        _fail(_EPERM),
        _op(_RET, _ALLOW),
    ]
    families = len(_INTERNET_SOCKETS)
    tests = [_op(_JEQ, family, families - place, 0) for place, family in enumerate(_INTERNET_SOCKETS)]
    return [_op(_LD, _ARG0), *tests, _op(_JA, len(tcp)), *tcp, *_socket()]


def _rules(column: int, *, loopback: bool) -> dict[int, list[bytes]]:
    """What becomes of each call that is not simply allowed, by its number. Every path of every rule returns."""
    found: dict[int, list[bytes]] = {}
    for table, answer in (
        (KILLED, [_op(_RET, _KILL_PROCESS)]),
        (REFUSED, [_fail(_EPERM)]),
        (ATTRIBUTES, [_fail(_EOPNOTSUPP)]),
        (ABSENT, [_fail(_ENOSYS)]),
        (OWN_ONLY, _own_only()),
    ):
        found |= {number: answer for numbers in table.values() if (number := numbers[column]) is not None}
    for numbers, rule in (
        # Huge pages come from a pool that the whole machine shares and no limit of memory counts.
        (_MMAP, _refused_if(_ARG3, _JSET, _MAP_HUGETLB)),
        (_MEMFD_CREATE, _refused_if(_ARG1, _JSET, _MFD_HUGETLB)),
        (_PRCTL, _refused_if(_ARG0, _JEQ, _PR_SET_SECCOMP)),
        (_UNSHARE, _refused_if(_ARG0, _JSET, _NAMESPACES)),
        (_CLONE, _refused_if(_ARG0, _JSET, _NAMESPACES)),
        (_FCNTL, _refused_for(_FCNTL_COMMANDS)),
        (_IOCTL, _refused_for((*_TERMINAL_INPUT, *_FILE_FLAGS))),
        (_PRLIMIT, _prlimit()),
        (_SETPRIORITY, _setpriority()),
        (_SETSOCKOPT, _setsockopt()),
        (_SOCKET, _socket_of_loopback() if loopback else _socket()),
        (_SOCKETPAIR, _socket()),
    ):
        found[numbers[column]] = rule
    return found


def _group(rules: list[tuple[int, list[bytes]]]) -> list[bytes]:
    """These rules, past which the numbers above the last of them go in one jump."""
    body = [op for number, rule in rules for op in (_op(_JEQ, number, 0, len(rule)), *rule)]
    body.append(_op(_RET, _ALLOW))
    return [_op(_JGE, rules[-1][0] + 1, 0, 1), _op(_JA, len(body)), *body]


@cache
def seccomp_filter(machine: str, *, loopback: bool = False) -> bytes:
    """The filter for this kind of machine (`os.uname().machine`), as the kernel takes it. KeyError for others.

    Rules are in the order of their numbers and in groups, so that a call passes few of them: the kernel tries the
    filter on every call that there is when it is set, which is at every start.
    """
    column = list(ARCHITECTURES).index(machine) if machine in ARCHITECTURES else None
    if column is None:
        raise KeyError(machine)
    program = [_op(_LD, _ARCH), _op(_JEQ, ARCHITECTURES[machine], 1, 0), _op(_RET, _KILL_PROCESS), _op(_LD, _NUMBER)]
    if machine == "x86_64":
        program += [_op(_JGE, _X32_BIT, 0, 1), _op(_RET, _KILL_PROCESS)]
    rules = sorted(_rules(column, loopback=loopback).items())
    for first in range(0, len(rules), _GROUP):
        program += _group(rules[first : first + _GROUP])
    return b"".join([*program, _op(_RET, _ALLOW)])
