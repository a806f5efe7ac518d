import java.math.BigInteger;

public final class Solution {
    private Solution() {}

    /** Returns the smallest positive integer that both a and b divide, or 0 if one of them is 0. */
    public static long leastCommonMultiple(long a, long b) {
        if (a == 0 || b == 0) {
            return 0;
        }
        BigInteger first = BigInteger.valueOf(a).abs();
        BigInteger second = BigInteger.valueOf(b).abs();
        return first.divide(first.gcd(second)).multiply(second).longValueExact();
    }
}
