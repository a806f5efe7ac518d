public final class Solution {
    private Solution() {}

    /** Returns the product of the integers from 1 to n. */
    public static long factorial(long n) {
        if (n < 0) {
            throw new IllegalArgumentException("the factorial of a negative number is not defined");
        }
        long result = 1;
        for (long factor = 2; factor <= n; factor++) {
            result = Math.multiplyExact(result, factor);
        }
        return result;
    }
}
