public final class Solution {
    private Solution() {}

    /** Returns the largest integer that divides both a and b. */
    public static long greatestCommonDivisor(long a, long b) {
        long larger = a;
        long smaller = b;
        while (smaller != 0) {
            long rest = larger % smaller;
            larger = smaller;
            smaller = rest;
        }
        return Math.abs(larger);
    }
}
