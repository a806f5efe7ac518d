import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the one number of 0 to n that is missing from the n distinct numbers. */
    public static long missingNumber(List<Long> nums) {
        long count = nums.size();
        long missing = count * (count + 1) / 2;
        for (long number : nums) {
            missing -= number;
        }
        return missing;
    }
}
