import java.util.Arrays;

public final class Solution {
    private Solution() {}

    /** Tells whether both texts are made of exactly the same characters. */
    public static boolean isAnagram(String first, String second) {
        return Arrays.equals(first.codePoints().sorted().toArray(), second.codePoints().sorted().toArray());
    }
}
