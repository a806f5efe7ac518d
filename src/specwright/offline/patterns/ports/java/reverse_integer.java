public final class Solution {
    private Solution() {}

    /** Returns n with its decimal digits in reverse order and its sign kept. */
    public static long reverseInteger(long n) {
        long result = 0;
        for (long rest = n; rest != 0; rest /= 10) {
            result = Math.addExact(Math.multiplyExact(result, 10), rest % 10);
        }
        return result;
    }
}
