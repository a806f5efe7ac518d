import java.util.LinkedHashMap;
import java.util.Map;

public final class Solution {
    private Solution() {}

    /** Returns how often each character appears in the text. */
    public static Map<String, Long> characterCounts(String text) {
        Map<String, Long> counts = new LinkedHashMap<>();
        text.codePoints().forEach(each -> counts.merge(Character.toString(each), 1L, Long::sum));
        return counts;
    }
}
