import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the element that makes up more than half of the numbers, which must have one. */
    public static long majorityElement(List<Long> nums) {
        long leader = nums.get(0);
        int lead = 0;
        for (long number : nums) {
            if (lead == 0) {
                leader = number;
            }
            lead += number == leader ? 1 : -1;
        }
        return leader;
    }
}
