public final class Solution {
    private Solution() {}

    /** Returns how many bits of the non-negative n are 1. */
    public static long countSetBits(long n) {
        return Long.bitCount(Math.abs(n));
    }
}
