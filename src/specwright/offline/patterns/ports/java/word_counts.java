import java.util.LinkedHashMap;
import java.util.Map;

public final class Solution {
    private Solution() {}

    /** Returns how often each word, separated by whitespace, appears in the text. */
    public static Map<String, Long> wordCounts(String text) {
        Map<String, Long> counts = new LinkedHashMap<>();
        if (!text.isBlank()) {
            for (String word : text.strip().split("\\s+")) {
                counts.merge(word, 1L, Long::sum);
            }
        }
        return counts;
    }
}
