import java.util.Arrays;
import java.util.Collections;
import java.util.List;

public final class Solution {
    private Solution() {}

    /** Returns the words of the text in reverse order, separated by single spaces. */
    public static String reverseWords(String text) {
        if (text.isBlank()) {
            return "";
        }
        List<String> words = Arrays.asList(text.strip().split("\\s+"));
        Collections.reverse(words);
        return String.join(" ", words);
    }
}
