import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the k-th largest number, counting from 1 and counting repeated numbers. */
    public static long kthLargest(List<Long> nums, long k) {
        if (k < 1 || nums.isEmpty()) {
            throw new IndexOutOfBoundsException("k counts from 1, and the list must not be empty");
        }
        List<Long> ordered = new ArrayList<>(nums);
        ordered.sort(Comparator.reverseOrder());
        return ordered.get((int) Math.min(k, ordered.size()) - 1);
    }
}
