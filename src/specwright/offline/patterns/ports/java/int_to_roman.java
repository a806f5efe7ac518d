public final class Solution {
    private Solution() {}

    /** Returns the positive number as a Roman numeral. */
    public static String intToRoman(long number) {
        int[] values = {1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1};
        String[] symbols = {"M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"};
        StringBuilder numeral = new StringBuilder();
        long rest = number;
        for (int place = 0; place < values.length; place++) {
            while (rest >= values[place]) {
                numeral.append(symbols[place]);
                rest -= values[place];
            }
        }
        return numeral.toString();
    }
}
