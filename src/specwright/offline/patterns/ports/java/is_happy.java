import java.util.HashSet;
import java.util.Set;

public final class Solution {
    private Solution() {}

    /** Tells whether adding the squares of the digits of n, again and again, leads to 1. */
    public static boolean isHappy(long n) {
        if (n < 0) {
            throw new IllegalArgumentException("only for numbers that are not negative");
        }
        Set<Long> seen = new HashSet<>();
        long current = n;
        while (current != 1 && seen.add(current)) {
            long total = 0;
            for (long rest = current; rest > 0; rest /= 10) {
                total += (rest % 10) * (rest % 10);
            }
            current = total;
        }
        return current == 1;
    }
}
