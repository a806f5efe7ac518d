import java.util.ArrayList;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns one sorted list with all the numbers of both sorted lists. */
    public static List<Long> mergeSorted(List<Long> first, List<Long> second) {
        List<Long> merged = new ArrayList<>();
        int i = 0;
        int j = 0;
        while (i < first.size() && j < second.size()) {
            merged.add(first.get(i) <= second.get(j) ? first.get(i++) : second.get(j++));
        }
        merged.addAll(first.subList(i, first.size()));
        merged.addAll(second.subList(j, second.size()));
        return merged;
    }
}
