import java.util.Map;

public final class Solution {
    private Solution() {}

    /** Returns the number that the Roman numeral stands for. */
    public static long romanToInt(String numeral) {
        Map<Character, Long> values = Map.of('I', 1L, 'V', 5L, 'X', 10L, 'L', 50L, 'C', 100L, 'D', 500L, 'M', 1000L);
        long total = 0;
        long previous = 0;
        for (int place = numeral.length() - 1; place >= 0; place--) {
            Long value = values.get(numeral.charAt(place));
            if (value == null) {
                throw new IllegalArgumentException("not a Roman numeral: " + numeral);
            }
            total += value >= previous ? value : -value;
            previous = Math.max(previous, value);
        }
        return total;
    }
}
