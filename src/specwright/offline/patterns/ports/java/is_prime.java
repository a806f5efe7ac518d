public final class Solution {
    private Solution() {}

    /** Tells whether n is a prime number. */
    public static boolean isPrime(long n) {
        for (long divisor = 2; divisor <= n / divisor; divisor++) {
            if (n % divisor == 0) {
                return false;
            }
        }
        return n > 1;
    }
}
