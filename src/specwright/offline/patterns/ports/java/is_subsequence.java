public final class Solution {
    private Solution() {}

    /** Tells whether the characters of shorter appear in longer in the same order. */
    public static boolean isSubsequence(String shorter, String longer) {
        int[] letters = shorter.codePoints().toArray();
        int found = 0;
        for (int each : longer.codePoints().toArray()) {
            if (found < letters.length && each == letters[found]) {
                found++;
            }
        }
        return found == letters.length;
    }
}
