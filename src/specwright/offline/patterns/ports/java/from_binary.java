public final class Solution {
    private Solution() {}

    /** Returns the number whose binary digits these are. */
    public static long fromBinary(String digits) {
        return Long.parseLong(digits.strip(), 2);
    }
}
