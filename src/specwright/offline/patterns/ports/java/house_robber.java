import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the largest sum of numbers of which no two are neighbours. */
    public static long houseRobber(List<Long> nums) {
        long taken = 0;
        long skipped = 0;
        for (long number : nums) {
            long before = Math.max(taken, skipped);
            taken = skipped + number;
            skipped = before;
        }
        return Math.max(taken, skipped);
    }
}
