import java.util.ArrayList;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the matrix product of first and second. */
    public static List<List<Long>> multiplyMatrices(List<List<Long>> first, List<List<Long>> second) {
        int columns = second.isEmpty() ? 0 : second.get(0).size();
        boolean even = second.stream().allMatch(row -> row.size() == columns);
        boolean fits = columns == 0 || first.stream().allMatch(row -> row.size() == second.size());
        if (!even || !fits) {
            throw new IllegalArgumentException("the matrices do not fit together");
        }
        List<List<Long>> result = new ArrayList<>();
        for (List<Long> row : first) {
            List<Long> line = new ArrayList<>();
            for (int column = 0; column < columns; column++) {
                long sum = 0;
                for (int place = 0; place < row.size(); place++) {
                    sum += row.get(place) * second.get(place).get(column);
                }
                line.add(sum);
            }
            result.add(line);
        }
        return result;
    }
}
