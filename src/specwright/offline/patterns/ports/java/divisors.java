import java.util.ArrayList;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns all positive divisors of the positive n in ascending order. */
    public static List<Long> divisors(long n) {
        if (n < 0) {
            throw new IllegalArgumentException("only for numbers that are not negative");
        }
        List<Long> small = new ArrayList<>();
        List<Long> large = new ArrayList<>();
        for (long number = 1; number <= n / number; number++) {
            if (n % number == 0) {
                small.add(number);
                if (number * number != n) {
                    large.add(0, n / number);
                }
            }
        }
        small.addAll(large);
        return small;
    }
}
