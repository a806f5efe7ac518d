public final class Solution {
    private Solution() {}

    /** Returns the n-th Fibonacci number, where the 0th is 0 and the 1st is 1. */
    public static long fibonacci(long n) {
        long before = 1;
        long current = 0;
        for (long step = 1; step <= n; step++) {
            long following = Math.addExact(before, current);
            before = current;
            current = following;
        }
        return current;
    }
}
