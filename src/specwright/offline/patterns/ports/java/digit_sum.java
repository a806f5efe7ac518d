public final class Solution {
    private Solution() {}

    /** Returns the sum of the decimal digits of n. */
    public static long digitSum(long n) {
        long total = 0;
        for (long rest = n; rest != 0; rest /= 10) {
            total += Math.abs(rest % 10);
        }
        return total;
    }
}
