import java.util.ArrayList;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns all distinct triplets that sum to zero, each in ascending order. */
    public static List<List<Long>> threeSum(List<Long> nums) {
        long[] ordered = nums.stream().mapToLong(Long::longValue).sorted().toArray();
        List<List<Long>> found = new ArrayList<>();
        for (int first = 0; first < ordered.length; first++) {
            if (first > 0 && ordered[first] == ordered[first - 1]) {
                continue;
            }
            int low = first + 1;
            int high = ordered.length - 1;
            while (low < high) {
                long total = ordered[first] + ordered[low] + ordered[high];
                if (total == 0) {
                    found.add(List.of(ordered[first], ordered[low], ordered[high]));
                    low++;
                    while (low < high && ordered[low] == ordered[low - 1]) {
                        low++;
                    }
                } else if (total < 0) {
                    low++;
                } else {
                    high--;
                }
            }
        }
        return found;
    }
}
