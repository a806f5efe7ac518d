import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the greatest total of values of things whose weights together are at most capacity. */
    public static long knapsack(List<Long> weights, List<Long> values, long capacity) {
        if (weights.size() != values.size() || capacity < 0) {
            throw new IllegalArgumentException("each thing needs a weight and a value, and the capacity is not negative");
        }
        long[] best = new long[Math.toIntExact(capacity) + 1];
        for (int thing = 0; thing < weights.size(); thing++) {
            long weight = weights.get(thing);
            if (weight < 0) {
                throw new IllegalArgumentException("a weight may not be negative");
            }
            for (int room = best.length - 1; room >= weight; room--) {
                best[room] = Math.max(best[room], best[(int) (room - weight)] + values.get(thing));
            }
        }
        return best[best.length - 1];
    }
}
