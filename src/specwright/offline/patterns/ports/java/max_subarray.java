import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the largest sum of any non-empty contiguous subarray. */
    public static long maxSubarray(List<Long> nums) {
        if (nums.isEmpty()) {
            throw new IllegalArgumentException("there is no subarray");
        }
        long best = nums.get(0);
        long current = 0;
        for (long number : nums) {
            current = Math.max(number, Math.addExact(current, number));
            best = Math.max(best, current);
        }
        return best;
    }
}
