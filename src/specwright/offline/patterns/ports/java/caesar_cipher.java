public final class Solution {
    private Solution() {}

    /** Returns the text with every Latin letter moved shift places through the alphabet, case kept. */
    public static String caesarCipher(String text, long shift) {
        StringBuilder result = new StringBuilder();
        for (char each : text.toCharArray()) {
            if (each >= 'a' && each <= 'z' || each >= 'A' && each <= 'Z') {
                char start = each >= 'a' ? 'a' : 'A';
                result.append((char) (Math.floorMod(each - start + shift % 26, 26) + start));
            } else {
                result.append(each);
            }
        }
        return result.toString();
    }
}
