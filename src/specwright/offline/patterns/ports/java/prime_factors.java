import java.util.ArrayList;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the prime factors of the positive n in ascending order, as often as they divide it. */
    public static List<Long> primeFactors(long n) {
        List<Long> factors = new ArrayList<>();
        long rest = n;
        for (long divisor = 2; divisor <= rest / divisor; divisor++) {
            while (rest % divisor == 0) {
                factors.add(divisor);
                rest /= divisor;
            }
        }
        if (rest > 1) {
            factors.add(rest);
        }
        return factors;
    }
}
