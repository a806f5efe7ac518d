public final class Solution {
    private Solution() {}

    /** Tells whether the text reads the same in both directions, looking only at letters and digits, in any case. */
    public static boolean isPalindrome(String text) {
        int[] letters = text.codePoints().filter(Character::isLetterOrDigit).map(Character::toLowerCase).toArray();
        for (int i = 0, j = letters.length - 1; i < j; i++, j--) {
            if (letters[i] != letters[j]) {
                return false;
            }
        }
        return true;
    }
}
