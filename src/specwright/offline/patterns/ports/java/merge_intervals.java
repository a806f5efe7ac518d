import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the intervals sorted and with all that overlap or touch merged into one. */
    public static List<List<Long>> mergeIntervals(List<List<Long>> intervals) {
        List<List<Long>> ordered = new ArrayList<>(intervals);
        ordered.sort(Comparator.comparing((List<Long> each) -> each.get(0)).thenComparing(each -> each.get(1)));
        List<List<Long>> merged = new ArrayList<>();
        for (List<Long> interval : ordered) {
            long start = interval.get(0);
            long end = interval.get(1);
            List<Long> last = merged.isEmpty() ? null : merged.get(merged.size() - 1);
            if (last != null && start <= last.get(1)) {
                last.set(1, Math.max(last.get(1), end));
            } else {
                merged.add(new ArrayList<>(List.of(start, end)));
            }
        }
        return merged;
    }
}
