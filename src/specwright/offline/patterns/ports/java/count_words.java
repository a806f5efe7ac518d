public final class Solution {
    private Solution() {}

    /** Returns the number of words in the text, which are separated by blanks. */
    public static long countWords(String text) {
        return text.isBlank() ? 0 : text.strip().split("\\s+").length;
    }
}
