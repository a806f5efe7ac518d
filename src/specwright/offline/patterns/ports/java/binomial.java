import java.math.BigInteger;

public final class Solution {
    private Solution() {}

    /** Returns in how many ways k of n things can be chosen. */
    public static long binomial(long n, long k) {
        if (k < 0 || k > n) {
            return 0;
        }
        BigInteger result = BigInteger.ONE;
        for (long step = 1; step <= Math.min(k, n - k); step++) {
            result = result.multiply(BigInteger.valueOf(n - step + 1)).divide(BigInteger.valueOf(step));
        }
        return result.longValueExact();
    }
}
