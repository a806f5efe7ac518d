import java.util.ArrayList;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns all prime numbers from 2 up to and including n. */
    public static List<Long> primesUpTo(long n) {
        boolean[] crossed = new boolean[Math.toIntExact(Math.max(n, 0)) + 1];
        List<Long> primes = new ArrayList<>();
        for (int number = 2; number < crossed.length; number++) {
            if (crossed[number]) {
                continue;
            }
            primes.add((long) number);
            for (long multiple = (long) number * number; multiple < crossed.length; multiple += number) {
                crossed[(int) multiple] = true;
            }
        }
        return primes;
    }
}
