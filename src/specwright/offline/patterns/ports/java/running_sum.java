import java.util.ArrayList;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns for each index the sum of the numbers up to and including it. */
    public static List<Long> runningSum(List<Long> nums) {
        List<Long> sums = new ArrayList<>();
        long total = 0;
        for (long number : nums) {
            total = Math.addExact(total, number);
            sums.add(total);
        }
        return sums;
    }
}
