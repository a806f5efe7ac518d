public final class Solution {
    private Solution() {}

    /** Tells whether n is the sum of its digits, each to the power of the number of digits. */
    public static boolean isArmstrong(long n) {
        if (n < 0) {
            return false;
        }
        String digits = Long.toString(n);
        long rest = n;
        for (int place = 0; place < digits.length(); place++) {
            long power = 1;
            for (int factor = 0; factor < digits.length(); factor++) {
                power *= digits.charAt(place) - '0';
            }
            if (power > rest) {
                return false;
            }
            rest -= power;
        }
        return rest == 0;
    }
}
