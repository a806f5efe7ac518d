public final class Solution {
    private Solution() {}

    /** Returns the text backwards. */
    public static String reverseString(String text) {
        return new StringBuilder(text).reverse().toString();
    }
}
