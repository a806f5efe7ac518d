public final class Solution {
    private Solution() {}

    /** Returns the non-negative n in binary, without a prefix. */
    public static String toBinary(long n) {
        return Long.toString(n, 2);
    }
}
