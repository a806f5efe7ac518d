"""Single bits: set, cleared, toggled, counted, rotated."""

from __future__ import annotations

from specwright.offline.patterns.declare import given, pattern


@pattern(
    "set a bit of a number",
    tests=[given(8, 0).gives(9), given(9, 0).gives(9)],
    time="O(1)",
)
def set_bit(n: int, place: int) -> int:
    """Return `n` with the bit at `place` set; the lowest has place 0."""
    return n | 1 << place


@pattern(
    "clear a bit of a number",
    "unset a bit of a number",
    tests=[given(9, 0).gives(8), given(8, 0).gives(8)],
    time="O(1)",
)
def clear_bit(n: int, place: int) -> int:
    """Return `n` with the bit at `place` cleared; the lowest has place 0."""
    return n & ~(1 << place)


@pattern(
    "toggle a bit of a number",
    "flip a bit of a number",
    tests=[given(9, 0).gives(8), given(8, 0).gives(9)],
    time="O(1)",
)
def toggle_bit(n: int, place: int) -> int:
    """Return `n` with the bit at `place` toggled; the lowest has place 0."""
    return n ^ 1 << place


@pattern(
    "is a bit of a number set",
    tests=[given(9, 0).gives(True), given(8, 0).gives(False)],
    time="O(1)",
)
def is_bit_set(n: int, place: int) -> bool:
    """Return whether the bit at `place` of `n` is set; the lowest has place 0."""
    return bool(n >> place & 1)


@pattern(
    "set all even bits of a number",
    tests=[given(10).gives(10), given(0).gives(0), given(20).gives(30)],
    time="O(log n)",
)
def set_even_bits(n: int) -> int:
    """Return `n` with all its bits at even places set, where the lowest has place 1."""
    for place in range(1, n.bit_length(), 2):
        n |= 1 << place
    return n


@pattern(
    "set all odd bits of a number",
    tests=[given(10).gives(15), given(0).gives(0), given(20).gives(21)],
    time="O(log n)",
)
def set_odd_bits(n: int) -> int:
    """Return `n` with all its bits at odd places set, where the lowest has place 1."""
    for place in range(0, n.bit_length(), 2):
        n |= 1 << place
    return n


@pattern(
    "toggle all even bits of a number",
    "flip all even bits of a number",
    tests=[given(10).gives(0), given(0).gives(0), given(20).gives(30)],
    time="O(log n)",
)
def toggle_even_bits(n: int) -> int:
    """Return `n` with all its bits at even places toggled, where the lowest has place 1."""
    for place in range(1, n.bit_length(), 2):
        n ^= 1 << place
    return n


@pattern(
    "toggle all odd bits of a number",
    "flip all odd bits of a number",
    tests=[given(10).gives(15), given(0).gives(0), given(20).gives(1)],
    time="O(log n)",
)
def toggle_odd_bits(n: int) -> int:
    """Return `n` with all its bits at odd places toggled, where the lowest has place 1."""
    for place in range(0, n.bit_length(), 2):
        n ^= 1 << place
    return n


@pattern(
    "toggle all bits of a number",
    "flip all bits of a number",
    "ones complement of a number",
    tests=[given(10).gives(5), given(0).gives(0), given(8).gives(7)],
    time="O(log n)",
)
def toggle_all_bits(n: int) -> int:
    """Return `n` with each of its bits toggled, from the highest that is set down."""
    return n ^ (1 << n.bit_length()) - 1


@pattern(
    "toggle bits of a number except the first and the last bit",
    tests=[given(9).gives(15), given(1).gives(1), given(10).gives(12)],
    time="O(log n)",
)
def toggle_middle_bits(n: int) -> int:
    """Return `n` with all its bits toggled except the first and the last."""
    if n < 4:
        return n
    return n ^ (1 << n.bit_length() - 1) - 2


@pattern(
    "set the left most unset bit",
    tests=[given(10).gives(14), given(0).gives(0), given(15).gives(15)],
    time="O(log n)",
)
def set_leftmost_unset_bit(n: int) -> int:
    """Return `n` with the highest of its unset bits set; unchanged if all are set."""
    for place in reversed(range(n.bit_length())):
        if not n >> place & 1:
            return n | 1 << place
    return n


@pattern(
    "set the right most unset bit",
    tests=[given(21).gives(23), given(0).gives(0), given(15).gives(15)],
    time="O(log n)",
)
def set_rightmost_unset_bit(n: int) -> int:
    """Return `n` with the lowest of its unset bits set; unchanged if all are set."""
    return n if n & n + 1 == 0 else n | n + 1


@pattern(
    "unset the right most set bit",
    "clear the lowest set bit",
    tests=[given(12).gives(8), given(0).gives(0)],
    time="O(1)",
)
def unset_rightmost_bit(n: int) -> int:
    """Return `n` with the lowest of its set bits cleared."""
    return n & n - 1


@pattern(
    "position of the lowest set bit",
    "position of the right most set bit",
    "position of the first set bit",
    tests=[given(12).gives(3), given(0).gives(0), given(1).gives(1)],
    time="O(1)",
)
def lowest_set_bit(n: int) -> int:
    """Return the place of the lowest set bit of `n`, counted from 1, or 0 if none is."""
    return (n & -n).bit_length()


@pattern(
    "highest power of 2 less than or equal to n",
    "most significant set bit of a number",
    tests=[given(10).gives(8), given(1).gives(1), given(32).gives(32)],
    time="O(1)",
)
def highest_power_of_two(n: int) -> int:
    """Return the largest power of 2 that is not greater than `n`."""
    return 1 << n.bit_length() - 1


@pattern(
    "rotate left bits of a 32 bit number by d",
    "left rotate the bits of a number",
    tests=[given(16, 2).gives(64), given(1, 0).gives(1), given(2147483648, 1).gives(1)],
    time="O(1)",
)
def rotate_bits_left(n: int, d: int) -> int:
    """Return the 32-bit number `n` with its bits rotated left by `d` places."""
    return (n << d | n >> 32 - d) & 0xFFFFFFFF


@pattern(
    "rotate right bits of a 32 bit number by d",
    "right rotate the bits of a number",
    tests=[given(16, 2).gives(4), given(1, 0).gives(1), given(1, 1).gives(2147483648)],
    time="O(1)",
)
def rotate_bits_right(n: int, d: int) -> int:
    """Return the 32-bit number `n` with its bits rotated right by `d` places."""
    return (n >> d | n << 32 - d) & 0xFFFFFFFF


@pattern(
    "reverse the bits of a number",
    tests=[given(6).gives(3), given(0).gives(0), given(11).gives(13)],
    time="O(log n)",
)
def reverse_bits(n: int) -> int:
    """Return the number whose binary digits are those of `n` in reverse."""
    return int(f"{n:b}"[::-1], 2)


@pattern(
    "alternating bits",
    "do two adjacent bits always differ",
    tests=[given(5).gives(True), given(7).gives(False), given(1).gives(True)],
    time="O(1)",
)
def has_alternating_bits(n: int) -> bool:
    """Return whether no two neighbouring bits of `n` are the same."""
    return (n ^ n >> 1) & (n ^ n >> 1) + 1 == 0


@pattern(
    "are there two consecutive set bits",
    "does a number have two adjacent set bits",
    tests=[given(6).gives(True), given(10).gives(False), given(0).gives(False)],
    time="O(1)",
)
def has_two_set_bits(n: int) -> bool:
    """Return whether two neighbouring bits of `n` are both set."""
    return n & n >> 1 != 0


@pattern(
    "is the parity of a number odd",
    "parity of a number",
    tests=[given(7).gives(True), given(12).gives(False), given(0).gives(False)],
    time="O(log n)",
)
def odd_parity(n: int) -> bool:
    """Return whether the parity of `n` is odd: it has an odd number of set bits."""
    return n.bit_count() % 2 == 1


@pattern(
    "is a number a power of four",
    tests=[given(16).gives(True), given(8).gives(False), given(1).gives(True)],
    time="O(1)",
)
def is_power_of_four(n: int) -> bool:
    """Return whether `n` is a power of 4."""
    return n > 0 and n & n - 1 == 0 and n % 3 == 1


@pattern(
    "is a number a power of another number",
    "check whether a number is a power of a base",
    tests=[given(81, 3).gives(True), given(10, 3).gives(False), given(1, 7).gives(True)],
    time="O(log n)",
)
def is_power_of(n: int, base: int) -> bool:
    """Return whether `n` is a power of `base`."""
    power = 1
    while power < n:
        power *= base
    return power == n
