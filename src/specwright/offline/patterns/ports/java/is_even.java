public final class Solution {
    private Solution() {}

    /** Tells whether n is even. */
    public static boolean isEven(long n) {
        return n % 2 == 0;
    }
}
