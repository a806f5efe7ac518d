import java.util.HashMap;
import java.util.List;
import java.util.Map;

public final class Solution {
    private Solution() {}

    /** Returns the places of the two numbers that add up to target, or none. */
    public static List<Long> twoSum(List<Long> nums, long target) {
        Map<Long, Long> seen = new HashMap<>();
        long place = 0;
        for (long number : nums) {
            Long other = seen.get(target - number);
            if (other != null) {
                return List.of(other, place);
            }
            seen.put(number, place);
            place++;
        }
        return List.of();
    }
}
