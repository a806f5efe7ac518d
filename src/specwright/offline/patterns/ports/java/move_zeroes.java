import java.util.ArrayList;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the numbers with all zeroes moved to the end and the others in their order. */
    public static List<Long> moveZeroes(List<Long> nums) {
        List<Long> result = new ArrayList<>();
        for (long number : nums) {
            if (number != 0) {
                result.add(number);
            }
        }
        while (result.size() < nums.size()) {
            result.add(0L);
        }
        return result;
    }
}
