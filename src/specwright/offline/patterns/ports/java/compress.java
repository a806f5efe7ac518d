public final class Solution {
    private Solution() {}

    /** Returns the text with every run of a character written as the character and the run's length. */
    public static String compress(String text) {
        int[] letters = text.codePoints().toArray();
        StringBuilder result = new StringBuilder();
        int start = 0;
        for (int end = 1; end <= letters.length; end++) {
            if (end == letters.length || letters[end] != letters[start]) {
                result.appendCodePoint(letters[start]).append(end - start);
                start = end;
            }
        }
        return result.toString();
    }
}
