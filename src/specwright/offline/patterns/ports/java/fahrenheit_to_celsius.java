public final class Solution {
    private Solution() {}

    /** Returns the temperature in degrees Celsius. */
    public static double fahrenheitToCelsius(double fahrenheit) {
        return (fahrenheit - 32) * 5 / 9;
    }
}
