import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the index of target in the sorted numbers, or -1 if it is not there. */
    public static long binarySearch(List<Long> nums, long target) {
        int low = 0;
        int high = nums.size() - 1;
        while (low <= high) {
            int middle = (low + high) / 2;
            long number = nums.get(middle);
            if (number == target) {
                return middle;
            }
            if (number < target) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1;
    }
}
