import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the length of the longest strictly increasing subsequence. */
    public static long longestIncreasingSubsequence(List<Long> nums) {
        List<Long> tails = new ArrayList<>();
        for (long number : nums) {
            int place = Collections.binarySearch(tails, number);
            if (place < 0) {
                place = -place - 1;
            }
            if (place == tails.size()) {
                tails.add(number);
            } else {
                tails.set(place, number);
            }
        }
        return tails.size();
    }
}
