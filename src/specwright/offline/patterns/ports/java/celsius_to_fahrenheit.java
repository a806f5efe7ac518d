public final class Solution {
    private Solution() {}

    /** Returns the temperature in degrees Fahrenheit. */
    public static double celsiusToFahrenheit(double celsius) {
        return celsius * 9 / 5 + 32;
    }
}
