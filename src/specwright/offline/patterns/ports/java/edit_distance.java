public final class Solution {
    private Solution() {}

    /** Returns how many insertions, deletions and replacements turn first into second. */
    public static long editDistance(String first, String second) {
        int[] to = second.codePoints().toArray();
        long[] previous = new long[to.length + 1];
        for (int place = 0; place <= to.length; place++) {
            previous[place] = place;
        }
        for (int letter : first.codePoints().toArray()) {
            long[] current = new long[to.length + 1];
            current[0] = previous[0] + 1;
            for (int column = 0; column < to.length; column++) {
                long change = previous[column] + (letter == to[column] ? 0 : 1);
                current[column + 1] = Math.min(change, Math.min(previous[column + 1], current[column]) + 1);
            }
            previous = current;
        }
        return previous[to.length];
    }
}
