public final class Solution {
    private Solution() {}

    /** Returns how many letters of the text are vowels (a, e, i, o, u in any case). */
    public static long countVowels(String text) {
        return text.codePoints().filter(each -> "aeiouAEIOU".indexOf(each) >= 0).count();
    }
}
