import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the number that appears once while every other number appears twice. */
    public static long singleNumber(List<Long> nums) {
        long result = 0;
        for (long number : nums) {
            result ^= number;
        }
        return result;
    }
}
