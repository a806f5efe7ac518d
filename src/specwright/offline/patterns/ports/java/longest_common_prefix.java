import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the longest prefix common to all words, or an empty string if there is none. */
    public static String longestCommonPrefix(List<String> words) {
        if (words.isEmpty()) {
            return "";
        }
        int[] first = words.get(0).codePoints().toArray();
        int length = first.length;
        for (String word : words) {
            int[] letters = word.codePoints().toArray();
            int same = 0;
            while (same < Math.min(length, letters.length) && letters[same] == first[same]) {
                same++;
            }
            length = same;
        }
        return new String(first, 0, length);
    }
}
