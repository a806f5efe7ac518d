public final class Solution {
    private Solution() {}

    /** Returns the longest palindrome that is a substring of the text; of several, the first. */
    public static String longestPalindrome(String text) {
        int[] letters = text.codePoints().toArray();
        int start = 0;
        int length = 0;
        for (int middle = 0; middle < letters.length; middle++) {
            for (int right = middle; right <= middle + 1; right++) {
                int low = middle;
                int high = right;
                while (low >= 0 && high < letters.length && letters[low] == letters[high]) {
                    low--;
                    high++;
                }
                if (high - low - 1 > length) {
                    start = low + 1;
                    length = high - low - 1;
                }
            }
        }
        return new String(letters, start, length);
    }
}
