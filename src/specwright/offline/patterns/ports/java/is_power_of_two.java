public final class Solution {
    private Solution() {}

    /** Tells whether n is a power of two. */
    public static boolean isPowerOfTwo(long n) {
        return n > 0 && (n & (n - 1)) == 0;
    }
}
