import java.util.Arrays;

public final class Solution {
    private Solution() {}

    /** Returns how many ways lead through a grid of m by n cells when going only right and down. */
    public static long uniquePaths(long m, long n) {
        if (n < 1) {
            throw new IllegalArgumentException("a grid has a column at least");
        }
        long[] row = new long[Math.toIntExact(n)];
        Arrays.fill(row, 1);
        for (long line = 1; line < m; line++) {
            for (int column = 1; column < row.length; column++) {
                row[column] = Math.addExact(row[column], row[column - 1]);
            }
        }
        return row[row.length - 1];
    }
}
