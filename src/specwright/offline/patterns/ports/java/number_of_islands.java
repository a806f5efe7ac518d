import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

public final class Solution {
    private Solution() {}

    /** Returns how many groups of "1" cells touch side by side in the grid. */
    public static long numberOfIslands(List<List<String>> grid) {
        Set<List<Integer>> land = new HashSet<>();
        for (int row = 0; row < grid.size(); row++) {
            for (int column = 0; column < grid.get(row).size(); column++) {
                if (grid.get(row).get(column).equals("1")) {
                    land.add(List.of(row, column));
                }
            }
        }
        long islands = 0;
        while (!land.isEmpty()) {
            islands++;
            Deque<List<Integer>> stack = new ArrayDeque<>(List.of(land.iterator().next()));
            while (!stack.isEmpty()) {
                List<Integer> cell = stack.pop();
                if (land.remove(cell)) {
                    int row = cell.get(0);
                    int column = cell.get(1);
                    stack.push(List.of(row + 1, column));
                    stack.push(List.of(row - 1, column));
                    stack.push(List.of(row, column + 1));
                    stack.push(List.of(row, column - 1));
                }
            }
        }
        return islands;
    }
}
