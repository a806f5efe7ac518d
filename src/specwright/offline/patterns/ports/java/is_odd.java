public final class Solution {
    private Solution() {}

    /** Tells whether n is odd. */
    public static boolean isOdd(long n) {
        return n % 2 != 0;
    }
}
