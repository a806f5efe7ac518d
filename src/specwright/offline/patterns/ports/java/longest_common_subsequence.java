public final class Solution {
    private Solution() {}

    /** Returns the length of the longest sequence of characters found in order in both texts. */
    public static long longestCommonSubsequence(String first, String second) {
        int[] others = second.codePoints().toArray();
        long[] row = new long[others.length + 1];
        for (int letter : first.codePoints().toArray()) {
            long[] previous = row;
            row = new long[others.length + 1];
            for (int place = 0; place < others.length; place++) {
                row[place + 1] =
                        letter == others[place] ? previous[place] + 1 : Math.max(row[place], previous[place + 1]);
            }
        }
        return row[others.length];
    }
}
