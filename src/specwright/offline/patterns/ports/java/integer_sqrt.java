public final class Solution {
    private Solution() {}

    /** Returns the largest integer whose square is at most x. */
    public static long integerSqrt(long x) {
        long low = 0;
        long high = x;
        while (low < high) {
            long middle = low + (high - low) / 2 + (high - low) % 2;
            if (middle <= x / middle) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        return low;
    }
}
