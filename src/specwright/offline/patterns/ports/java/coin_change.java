import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the fewest of the coins, each used any number of times, that make amount, or -1. */
    public static long coinChange(List<Long> coins, long amount) {
        if (amount < 0) {
            return -1;
        }
        long[] fewest = new long[Math.toIntExact(amount) + 1];
        for (int value = 1; value <= amount; value++) {
            fewest[value] = amount + 1;
            for (long coin : coins) {
                if (coin > 0 && coin <= value) {
                    fewest[value] = Math.min(fewest[value], fewest[(int) (value - coin)] + 1);
                }
            }
        }
        long found = fewest[fewest.length - 1];
        return found <= amount ? found : -1;
    }
}
