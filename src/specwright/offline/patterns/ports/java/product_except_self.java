import java.util.ArrayList;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns for each index the product of all the other numbers. */
    public static List<Long> productExceptSelf(List<Long> nums) {
        List<Long> result = new ArrayList<>();
        long before = 1;
        for (long number : nums) {
            result.add(before);
            before = Math.multiplyExact(before, number);
        }
        long after = 1;
        for (int place = nums.size() - 1; place >= 0; place--) {
            result.set(place, Math.multiplyExact(result.get(place), after));
            after = Math.multiplyExact(after, nums.get(place));
        }
        return result;
    }
}
