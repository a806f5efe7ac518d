import java.util.HashMap;
import java.util.Map;

public final class Solution {
    private Solution() {}

    /** Returns the length of the longest substring in which no character repeats. */
    public static long longestUniqueSubstring(String text) {
        Map<Integer, Integer> after = new HashMap<>();
        int[] letters = text.codePoints().toArray();
        int start = 0;
        int best = 0;
        for (int place = 0; place < letters.length; place++) {
            start = Math.max(start, after.getOrDefault(letters[place], 0));
            after.put(letters[place], place + 1);
            best = Math.max(best, place - start + 1);
        }
        return best;
    }
}
