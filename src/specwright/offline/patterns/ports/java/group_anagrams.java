import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

public final class Solution {
    private Solution() {}

    /** Returns the words in groups that use the same letters, in the order of their first word. */
    public static List<List<String>> groupAnagrams(List<String> words) {
        Map<String, List<String>> groups = new LinkedHashMap<>();
        for (String word : words) {
            int[] letters = word.codePoints().sorted().toArray();
            groups.computeIfAbsent(new String(letters, 0, letters.length), key -> new ArrayList<>()).add(word);
        }
        return new ArrayList<>(groups.values());
    }
}
