import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the numbers in descending order. */
    public static List<Long> sortDescending(List<Long> nums) {
        List<Long> ordered = new ArrayList<>(nums);
        ordered.sort(Comparator.reverseOrder());
        return ordered;
    }
}
