public final class Solution {
    private Solution() {}

    /** Tells whether year is a leap year of the Gregorian calendar. */
    public static boolean isLeapYear(long year) {
        return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    }
}
