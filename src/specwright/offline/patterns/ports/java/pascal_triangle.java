import java.util.ArrayList;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the first n rows of Pascal's triangle. */
    public static List<List<Long>> pascalTriangle(long n) {
        List<List<Long>> rows = new ArrayList<>();
        for (int size = 1; size <= n; size++) {
            List<Long> row = new ArrayList<>();
            for (int place = 0; place < size; place++) {
                boolean isEdge = place == 0 || place == size - 1;
                List<Long> last = isEdge ? List.of() : rows.get(rows.size() - 1);
                row.add(isEdge ? 1L : Math.addExact(last.get(place - 1), last.get(place)));
            }
            rows.add(row);
        }
        return rows;
    }
}
