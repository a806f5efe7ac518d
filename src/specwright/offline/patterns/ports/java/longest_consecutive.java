import java.util.HashSet;
import java.util.List;
import java.util.Set;

public final class Solution {
    private Solution() {}

    /** Returns the length of the longest run of consecutive integers found anywhere in the numbers. */
    public static long longestConsecutive(List<Long> nums) {
        Set<Long> values = new HashSet<>(nums);
        long best = 0;
        for (long start : values) {
            if (values.contains(start - 1)) {
                continue;
            }
            long length = 1;
            while (values.contains(start + length)) {
                length++;
            }
            best = Math.max(best, length);
        }
        return best;
    }
}
