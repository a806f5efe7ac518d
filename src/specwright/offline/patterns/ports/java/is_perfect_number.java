public final class Solution {
    private Solution() {}

    /** Tells whether the positive n equals the sum of its divisors other than itself. */
    public static boolean isPerfectNumber(long n) {
        long total = 1;
        for (long divisor = 2; divisor <= n / divisor; divisor++) {
            if (n % divisor == 0) {
                total += divisor * divisor == n ? divisor : divisor + n / divisor;
            }
        }
        return n > 1 && total == n;
    }
}
