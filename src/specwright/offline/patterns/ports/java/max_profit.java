import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the largest profit from buying once and selling later at one of the prices, or 0. */
    public static long maxProfit(List<Long> prices) {
        long best = 0;
        long lowest = prices.isEmpty() ? 0 : prices.get(0);
        for (long price : prices) {
            lowest = Math.min(lowest, price);
            best = Math.max(best, price - lowest);
        }
        return best;
    }
}
