public final class Solution {
    private Solution() {}

    /** Tells whether the decimal digits of n read the same in both directions. */
    public static boolean isPalindromeNumber(long n) {
        String digits = Long.toString(n);
        return new StringBuilder(digits).reverse().toString().equals(digits);
    }
}
